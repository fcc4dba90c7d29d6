"""Explain metrics: a query's plan and, if it ran, its statistics."""

from __future__ import annotations

from emulator.firestore.query.plans import Order, Plan
from emulator.firestore.query.predicates import Contains
from emulator.firestore.wire import protos
from emulator.firestore.wire.fieldpaths import DOCUMENT_NAME, format_field_path
from emulator.firestore.wire.protos import Message


def explain_metrics(plan: Plan) -> Message:
    """Return ExplainMetrics that name the index production would use."""
    metrics = protos.ExplainMetrics()
    used = metrics.plan_summary.indexes_used.add()
    used["query_scope"] = "Collection group" if plan.descendants else "Collection"
    used["properties"] = f"({', '.join(_properties(plan))})"
    return metrics


def add_statistics(metrics: Message, results: int, reads: int, scanned: int, micros: int) -> None:
    """Add the statistics of a query that has run.

    Args:
        metrics: The ExplainMetrics to complete.
        results: How many results were returned.
        reads: How many read operations are billed.
        scanned: How many documents were scanned.
        micros: How long it took, in microseconds.
    """
    statistics = metrics.execution_stats
    statistics.results_returned = results
    statistics.read_operations = reads
    statistics.execution_duration.FromMicroseconds(micros)
    statistics.debug_stats["index_entries_scanned"] = str(scanned)
    statistics.debug_stats["documents_scanned"] = str(results)
    billing = statistics.debug_stats.get_or_create_struct("billing_details")
    billing["documents_billable"] = str(reads)
    billing["index_entries_billable"] = "0"
    billing["small_ops"] = "0"
    billing["min_query_cost"] = "0"


def _properties(plan: Plan) -> list[str]:
    arrays = {
        predicate.field
        for conjunction in plan.disjuncts or []
        for predicate in conjunction
        if isinstance(predicate, Contains)
    }
    ordered = {order.field for order in plan.orders}
    parts = [
        f"{format_field_path(path)} {'CONTAINS' if path in arrays else 'ASC'}"
        for path in sorted(plan.equality_fields - ordered)
    ]
    return parts + [_property(order) for order in plan.orders]


def _property(order: Order) -> str:
    name = "__name__" if order.field == DOCUMENT_NAME else format_field_path(order.field)
    return f"{name} {'DESC' if order.descending else 'ASC'}"
