"""The network as it is taught: a transformer encoder with three answers."""

from collections.abc import Mapping, Sequence

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

from adapters.reader.judging.network import MESSAGE
from bench.turns.base import SIZE

HEADS = 12
INNER = 4 * SIZE
LONGEST = 512
"""Pieces that have a place."""
SEGMENTS = 2
FILLS = 1
"""The piece that fills up a text in a batch."""
_DROPPED = 0.1
_EPSILON = 1e-12
_NEVER = -1e4
"""The odds of what cannot be."""


class Layer(nn.Module):
    """Attention to the pieces that can be seen, then two linear maps of each."""

    def __init__(self) -> None:
        super().__init__()
        self.queries, self.keys, self.values = (nn.Linear(SIZE, SIZE) for _ in range(3))
        self.attended = nn.Linear(SIZE, SIZE)
        self.after_attention = nn.LayerNorm(SIZE, eps=_EPSILON)
        self.wider, self.narrower = nn.Linear(SIZE, INNER), nn.Linear(INNER, SIZE)
        self.after_all = nn.LayerNorm(SIZE, eps=_EPSILON)
        self.drop = nn.Dropout(_DROPPED)

    def forward(self, states: Tensor, seen: Tensor) -> Tensor:
        """Returns the states behind the layer.

        Args:
            states: of each piece of each text.
            seen: for each piece, which pieces it sees.
        """
        count, length, _ = states.shape

        def by_head(rows: Tensor) -> Tensor:
            return rows.view(count, length, HEADS, SIZE // HEADS).transpose(1, 2)

        keys, values = by_head(self.keys(states)), by_head(self.values(states))
        odds = by_head(self.queries(states)) @ keys.transpose(2, 3) / (SIZE // HEADS) ** 0.5
        odds = odds.masked_fill(~seen[:, None], float("-inf"))
        found = (torch.softmax(odds, -1) @ values).transpose(1, 2).reshape(count, length, SIZE)
        states = self.after_attention(states + self.drop(self.attended(found)))
        inner = self.narrower(functional.gelu(self.wider(states)))
        return self.after_all(states + self.drop(inner))


class Transformer(nn.Module):
    """The network.

    Args:
        layers: how many.
        pieces: how many there are.
        tags: how many kinds of things a piece can tell.
        does: how many things can become of an item.
    """

    def __init__(self, layers: int, pieces: int, tags: int, does: int) -> None:
        super().__init__()
        self.pieces = nn.Embedding(pieces, SIZE, sparse=True)
        self.places = nn.Embedding(LONGEST, SIZE)
        self.segments = nn.Embedding(SEGMENTS, SIZE)
        self.before = nn.LayerNorm(SIZE, eps=_EPSILON)
        self.layers = nn.ModuleList(Layer() for _ in range(layers))
        self.drop = nn.Dropout(_DROPPED)
        self.tags = nn.Linear(SIZE, tags)
        self.does = nn.Linear(SIZE, does)
        self.first, self.last = nn.Linear(SIZE, SIZE), nn.Linear(SIZE, SIZE)

    def forward(
        self, ids: Tensor, segments: Tensor, there: Tensor | None = None
    ) -> tuple[Tensor, Tensor, Tensor, Tensor]:
        """Returns for each piece the odds of each tag, of all that can become of an item, and of
        each piece that it is the first, and the last, of what takes the place of an item.

        An item sees the message and itself, and stands right behind the message, so what becomes
        of it does not depend on the others. The message sees no item, so what is known does not
        show in what it tells.

        Args:
            ids: the pieces of each text.
            segments: for each piece, whether it is of the message, or the number of its item.
            there: which pieces do not only fill up a text; None if all.
        """
        there = ids != FILLS if there is None else there
        message = (segments == MESSAGE) & there
        seen = (segments[:, :, None] == segments[:, None, :]) & there[:, None, :]
        seen = seen | message[:, None, :]
        before = ((segments[:, None, :] < segments[:, :, None]) & there[:, None, :]).sum(-1)
        items_before = (before - message.sum(-1, keepdim=True)).clamp(min=0)
        places = self.places(torch.arange(ids.shape[1]) - items_before)
        kinds = self.segments(segments.clamp(max=SEGMENTS - 1))
        states = self.drop(self.before(self.pieces(ids) + places + kinds))
        for layer in self.layers:
            states = layer(states, seen)
        states = self.drop(states)

        def pointing(asking: nn.Module) -> Tensor:
            odds = asking(states) @ states.transpose(1, 2) / SIZE**0.5
            return odds.masked_fill(~message[:, None, :], _NEVER)

        return self.tags(states), self.does(states), pointing(self.first), pointing(self.last)

    def grow_from(self, weights: Mapping[str, np.ndarray], pieces: Sequence[int]) -> None:
        """Takes over the first layers of the base.

        Args:
            weights: the tensors of the base.
            pieces: the pieces, by their numbers in the base.
        """

        def tensor(name: str) -> Tensor:
            return torch.tensor(weights[name])

        words = tensor("emb.word").view(-1, SIZE)
        self.pieces.weight.data = words[torch.tensor(pieces)].clone()
        self.places.weight.data = tensor("emb.pos").view(-1, SIZE)
        self.segments.weight.data = tensor("emb.type").view(-1, SIZE)[:1].repeat(SEGMENTS, 1)
        parts = {"emb.ln": self.before}
        for at, layer in enumerate(self.layers):
            assert isinstance(layer, Layer)
            parts |= {
                f"l{at}.q": layer.queries,
                f"l{at}.k": layer.keys,
                f"l{at}.v": layer.values,
                f"l{at}.ao": layer.attended,
                f"l{at}.aln": layer.after_attention,
                f"l{at}.fi": layer.wider,
                f"l{at}.fo": layer.narrower,
                f"l{at}.oln": layer.after_all,
            }
        for name, part in parts.items():
            part.weight.data = tensor(f"{name}.w").view_as(part.weight)
            part.bias.data = tensor(f"{name}.b")
