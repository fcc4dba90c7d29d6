"""The gateway: one address for all functions, as Firebase Hosting provides in the cloud."""
