"""The analyzer that asks a model, over OpenAI's API or any server that speaks it."""

from shared.learning.openai.analyzer import OpenAIAnalyzer

__all__ = ["OpenAIAnalyzer"]
