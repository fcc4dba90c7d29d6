"""A proxy on the user's machine: memory for programs that speak OpenAI's chat completions.

`conversation` is pure: what is in a request, and where the context block goes. `memory` talks to
Rekindle, `relay` to the model; `app` puts them together. The command line starts it.
"""
