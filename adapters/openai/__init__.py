"""Analysis and embeddings with OpenAI's API, or with any compatible server."""
