"""The stored documents as models: one module per kind of document under `users/{uid}`."""
