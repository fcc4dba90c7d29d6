"""An analyzer that calls a model's server, and requests for it."""

from datetime import UTC, datetime
from typing import Any

from adapters.openai.analysis import OpenAIAnalyzer
from adapters.openai.config import ModelConfig
from shared.documents.profile import Profile
from shared.learning.analyzer import AnalysisRequest, PromptText

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)


def analyzer(url: str, **changes: Any) -> OpenAIAnalyzer:
    """An analyzer that calls the server at a base URL."""
    config = {
        "api_key": "test-key",
        "base_url": url,
        "model": "fake-model",
        "temperature": 0.0,
        "timeout": 10.0,
        "prompt_price": 1.0,
        "completion_price": 10.0,
        "completion_tokens": 500,
    }
    return OpenAIAnalyzer(ModelConfig(**(config | changes)), lambda: NOW)


def request(*texts: str, profile: Profile | None = None, **more: Any) -> AnalysisRequest:
    """A request to analyze these messages."""
    prompts = [PromptText(str(n), text, NOW) for n, text in enumerate(texts or ["I love tea."])]
    return AnalysisRequest(prompts, profile or Profile(), **more)
