"""Queries: filters, plans, their execution, aggregation and explanation."""
