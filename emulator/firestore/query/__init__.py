"""Queries: filters, plans, execution, aggregation, vector search, explain and needed indexes."""
