"""The offline analyzer: rules that find in prompts what is worth knowing about the user."""

from shared.learning.offline.analyzer import OfflineAnalyzer

__all__ = ["OfflineAnalyzer"]
