"""The offline analyzer: rules that find in prompts what is worth knowing about the user."""

from adapters.reader.analyzer import OfflineAnalyzer

__all__ = ["OfflineAnalyzer"]
