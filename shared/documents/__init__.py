"""The stored documents as models: one module for each kind of thing under `users/{uid}`."""
