"""Notes that a model edits as files, as Anthropic's memory tool does."""
