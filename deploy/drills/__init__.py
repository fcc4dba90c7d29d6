"""What operators should have done before they have to: each drill on an embedded stack of its own.

`python -m deploy.drills` lists them. docs/operations.md has the commands for Google Cloud.
"""
