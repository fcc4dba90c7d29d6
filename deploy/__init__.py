"""Making what is deployed. Nothing here runs in the cloud; Python's standard library is enough."""
