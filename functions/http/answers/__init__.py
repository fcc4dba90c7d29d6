"""What the routes answer: the models that handlers return and that OpenAPI describes."""
