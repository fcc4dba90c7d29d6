"""What whoever runs a deployment may see of it, and do: figures and failures, never content."""
