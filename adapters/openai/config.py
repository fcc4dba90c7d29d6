"""The configuration of the models."""

from dataclasses import dataclass


@dataclass(frozen=True)
class ModelConfig:
    """The model that analyzes batches.

    Attributes:
        api_key: the API key; a local server may need none.
        base_url: a server with OpenAI's chat completions API; None for OpenAI's own.
        model: its name.
        temperature: 0.0 gives the most repeatable answers; None for the model's default.
        timeout: the timeout of a whole call, in seconds.
        prompt_price, completion_price: US dollars per million tokens.
        completion_tokens: the longest answer, in tokens.
    """

    api_key: str
    base_url: str | None
    model: str
    temperature: float | None
    timeout: float
    prompt_price: float
    completion_price: float
    completion_tokens: int


@dataclass(frozen=True)
class EmbeddingsConfig:
    """The embeddings model, for semantic search.

    Attributes:
        api_key: the API key; a local server may need none.
        base_url: a server with OpenAI's embeddings API.
        model: its name.
        dimensions: the length of the vectors; None for the model's default.
        timeout: the timeout of a call, in seconds.
    """

    api_key: str
    base_url: str
    model: str
    dimensions: int | None
    timeout: float
