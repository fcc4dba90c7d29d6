"""OpenAI's API, and every server that speaks it: analyses and embeddings."""
