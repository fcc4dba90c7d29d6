"""What the model's adapters need to know."""

from dataclasses import dataclass

MAX_DIMENSIONS = 2048
"""The longest vector that Firestore can search."""


@dataclass(frozen=True)
class ModelConfig:
    """The model that analyses batches.

    Attributes:
        api_key: the key of the API; a local server may need none.
        base_url: any server that speaks OpenAI's chat completions API; None for OpenAI's own.
        model: its name.
        temperature: 0.0 gives the most repeatable answers; None leaves it to the model.
        timeout: seconds for one call.
        prompt_price, completion_price: US dollars per million tokens.
    """

    api_key: str
    base_url: str | None
    model: str
    temperature: float | None
    timeout: float
    prompt_price: float
    completion_price: float


@dataclass(frozen=True)
class EmbeddingsConfig:
    """The model of embeddings, by which notes are found by their meaning.

    Attributes:
        api_key: the key of the API; a local server may need none.
        base_url: a server that speaks OpenAI's embeddings API.
        model: its name.
        dimensions: the length of vectors to ask for; None leaves it to the model.
        timeout: seconds for one call.
    """

    api_key: str
    base_url: str
    model: str
    dimensions: int | None
    timeout: float
