"""Who may act for a user: access keys, OAuth grants, their scopes, and what came through them."""
