"""Analyzes a batch exactly once: claim it, ask the analyzer, merge, record.

The lease has a random token. The analyzer runs outside any transaction, since a model may take
minutes. The result is written only if the lease is still held, in one transaction with the profile,
its changelog entry and the batch.
"""

from shared.learning.analysis.user_budget import Budgets
from shared.learning.analysis.worker import AnalysisWorker

__all__ = ["AnalysisWorker", "Budgets"]
