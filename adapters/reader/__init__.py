"""The offline analyzer: a small engine, and rules as data in `rules/`."""

from adapters.reader.analyzer import OfflineAnalyzer

__all__ = ["OfflineAnalyzer"]
