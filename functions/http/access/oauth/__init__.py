"""The OAuth 2.1 authorization server: the protocol is the MCP SDK's, what is stored is ours."""
