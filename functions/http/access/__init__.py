"""Who makes a request, what it needs, and how OAuth clients get to make one."""
