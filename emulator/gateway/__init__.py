"""The gateway: one port for every function, as Firebase Hosting gives them in the cloud."""
