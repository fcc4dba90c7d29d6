"""Teaches the network that the offline reader asks: `make fit`, or `make fit-further`.

The first starts from the base model. The second starts from the network in use and goes through
part of the messages, including nearly all of those with several items. Both run in an environment
of their own, with torch.

Each message is read with what is known of it: what it tells, piece by piece, and what becomes of
items. Items of other messages stand beside these, up to eight in all, and stay as they are. What is
not known is not judged: of an example, only the words of the item and of its new value, and two
pieces around them. Where the new value stands is asked for the item itself, too.

One message in sixteen is kept apart, always the same ones. `cross-validation.json` has what the
network gets right of these, and they tell how far it can be believed (`certain.py`).
"""

import argparse
import hashlib
import json
import math
import random
import time
from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import torch
from onnxruntime.quantization import QuantType, quantize_dynamic
from onnxruntime.quantization.shape_inference import quant_pre_process
from torch import Tensor, nn
from torch.nn import functional

from adapters.reader.judging import network
from adapters.reader.languages import languages
from bench.turns import certain, rows, taught, told
from bench.turns.base import base
from bench.turns.batches import TOGETHER, batches
from bench.turns.lessons import UNKNOWN, Teaching
from bench.turns.pieces import kept, splitting_into
from bench.turns.transformer import Transformer
from bench.turns.validation import right
from bench.turns.varied import Variety

REPORT = Path(__file__).parent / "cross-validation.json"
LAYERS = 9
WARM, DECAY, STEEPEST = 0.05, 0.01, 1.0
APART = 16
"""One message in as many is kept apart."""
WEIGHT_OF_ITEMS, WEIGHT_OF_VALUES = 0.5, 0.25
"""How much what becomes of items, and where their new values stand, matters beside what a message
tells.
"""
_OPSET = 17
PRECISE = (0, 1, 4)
"""The layers whose last map keeps weights of four bytes: a few of the numbers that it gets are so
large that the others would be rounded away.
"""


@dataclass(frozen=True)
class Pace:
    """How a network is taught.

    Attributes:
        epochs: how often it gets each message.
        rate: how fast it learns.
        of_new: how much faster parts learn that the base does not have.
        kept: the share of what it was before that it is in the end. A network that goes halfway
            back has forgotten less of what it is not taught now.
    """

    epochs: int
    rate: float
    of_new: float
    kept: float


FROM_BASE, FURTHER = Pace(3, 1e-4, 8, 0.0), Pace(1, 1e-4, 4, 0.5)
OF_SEVERAL, OF_ONE, OF_NONE = 0.5, 0.35, 0.2
"""The shares of the rows with several items, with one, and with none on which the network in use is
trained further. A message has a row for each of its items, so hardly any with several is left out;
these teach the network to tell items apart. What they tell is always included.
"""


def teach(model: Transformer, teaching: Teaching, every: Sequence[rows.Row], pace: Pace) -> None:
    """Teaches the model with messages, and prints how far it is."""
    chance, variety, started = random.Random(0), Variety(every), time.monotonic()
    before = {name: tensor.clone() for name, tensor in model.state_dict().items()}
    slow = [*model.places.parameters(), *model.before.parameters(), *model.layers.parameters()]
    new = (model.tags, model.does, model.first, model.last, model.segments)
    fast = [one for part in new for one in part.parameters()]
    groups = [{"params": slow, "lr": pace.rate}, {"params": fast, "lr": pace.rate * pace.of_new}]
    optimizers = [
        torch.optim.AdamW(groups, weight_decay=DECAY, fused=True),
        torch.optim.SparseAdam(model.pieces.parameters(), lr=pace.rate),
    ]
    steps = pace.epochs * math.ceil(len(every) / TOGETHER)

    def rate(step: int) -> float:
        return min((step + 1) / (WARM * steps), max(0.0, (steps - step) / ((1 - WARM) * steps)))

    # Where the processor does not know numbers of two bytes, they take twenty times as long.
    halves = torch.cpu.get_capabilities().get("avx512_bf16", False)
    rates = [torch.optim.lr_scheduler.LambdaLR(one, rate) for one in optimizers]
    model.train()
    for epoch in range(pace.epochs):
        lessons = (teaching.lesson(variety.of(row, chance)) for row in every)
        shown = [teaching.shown(lesson, chance) for lesson in lessons]
        for step, (_, batch) in enumerate(batches(shown, chance)):
            with torch.autocast("cpu", torch.bfloat16, enabled=halves):
                tags, does, firsts, lasts = model(batch.ids, batch.segments, batch.there)
            loss = _loss(tags, batch.tags)
            loss += WEIGHT_OF_ITEMS * _loss(does, batch.does, batch.matters)
            loss += WEIGHT_OF_VALUES * (_loss(firsts, batch.firsts) + _loss(lasts, batch.lasts))
            for one in optimizers:
                one.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_([*slow, *fast], STEEPEST)
            for each in (*optimizers, *rates):
                each.step()
            if step % 100 == 0:
                seconds = time.monotonic() - started
                print(f"epoch {epoch}, step {step}, loss {loss:.3f}, {seconds:.0f} s", flush=True)
    taught_now = model.state_dict().items()
    model.load_state_dict(
        {name: torch.lerp(tensor, before[name], pace.kept) for name, tensor in taught_now}
    )


def _loss(odds: Tensor, right: Tensor, matters: Tensor | None = None) -> Tensor:
    """Returns the mean loss of what is known; 0 if nothing is.

    Args:
        odds: of each answer.
        right: the right one, `UNKNOWN` if that is not known.
        matters: how much each counts; all count alike if it is not given.
    """
    weights = (right != UNKNOWN).float() * (1.0 if matters is None else matters)
    flat = odds.float().flatten(0, 1)
    losses = functional.cross_entropy(flat, right.flatten(), ignore_index=UNKNOWN, reduction="none")
    return (losses * weights.flatten()).sum() / weights.sum().clamp(min=1.0)


def save(model: Transformer, path: Path) -> None:
    """Writes the model with weights of one byte, except where that loses much.

    Of the byte, seven bits are used. With eight, sums overflow on processors without VNNI, so that
    one would read a message otherwise than another.
    """
    model.eval()
    ids = torch.arange(20)[None]
    answers = ["tags", "does", "firsts", "lasts"]
    changing = {name: {1: "pieces"} for name in ("ids", "segments", *answers)}
    changing |= {name: {1: "pieces", 2: "places"} for name in ("firsts", "lasts")}
    with TemporaryDirectory() as made:
        whole, ready = Path(made) / "whole.onnx", Path(made) / "ready.onnx"
        torch.onnx.export(
            model,
            (ids, torch.zeros_like(ids)),
            str(whole),
            input_names=["ids", "segments"],
            output_names=answers,
            dynamic_axes=changing,
            opset_version=_OPSET,
            dynamo=False,
        )
        quant_pre_process(whole, ready, skip_symbolic_shape=True)
        quantize_dynamic(
            ready,
            path,
            weight_type=QuantType.QInt8,
            per_channel=True,
            reduce_range=True,
            nodes_to_exclude=[f"/layers.{at}/narrower/MatMul" for at in PRECISE],
        )
    if taught.weights(path).keys() != model.state_dict().keys():
        raise RuntimeError("what was written cannot be taught further")


def is_apart(row: rows.Row) -> bool:
    """Whether a message is kept apart, however many others there are."""
    return hashlib.sha256(row.message.encode()).digest()[0] % APART == 0


def main() -> None:
    """Teaches the network, and writes it beside the program that asks it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--further", action="store_true", help="begin with the network in use")
    further = parser.parse_args().further
    torch.manual_seed(0)
    codes = [code for code in languages() if (told.FOLDER / f"{code}.txt").exists()]
    every = [row for code in codes for row in rows.rows(code)]
    apart = [row for row in every if is_apart(row)]
    # Taught further twice, it gets other messages the second time.
    chance = random.Random((network.FOLDER / "network.onnx").read_bytes())
    several = {row.message for row in every if row.beside}
    rest = [row for row in every if not is_apart(row)]
    if further:
        rest = [row for row in rest if chance.random() < _share(row, several)]
    splitting, model, teaching = (_taught if further else _from_base)(every)
    teach(model, teaching, rest, FURTHER if further else FROM_BASE)
    found = right(model, teaching, [teaching.lesson(row) for row in apart])
    save(model, network.FOLDER / "network.onnx")
    (network.FOLDER / "pieces.model").write_bytes(splitting)
    about = {"languages": codes, "messages": rows.digest(), "tags": teaching.tags}
    _write(network.FOLDER / "network.json", about)
    whole = (row for row in apart if row.is_whole)
    certainty = certain.fitted([*certain.found(network.Network(), whole)])
    _write(network.FOLDER / "network.json", {**about, "certainty": certainty})
    _write(REPORT, found)
    print(json.dumps(found, indent=2))


def _share(row: rows.Row, several: Set[str]) -> float:
    if row.item:
        return OF_SEVERAL if row.beside else OF_ONE
    return 1.0 if row.message in several else OF_NONE


def _from_base(every: Sequence[rows.Row]) -> tuple[bytes, Transformer, Teaching]:
    """Returns how texts are split, and a model that knows what the base does, for messages."""
    origin = base()
    pieces = kept(origin, (f"{row.message} {row.item[1] if row.item else ''}" for row in every))
    splitting = splitting_into(origin, pieces)
    teaching = Teaching(every, splitting)
    model = Transformer(LAYERS, len(pieces), len(teaching.tags), len(network.DOES))
    model.grow_from(origin.weights, pieces)
    return splitting, model, teaching


def _taught(every: Sequence[rows.Row]) -> tuple[bytes, Transformer, Teaching]:
    """Returns the same with what the network in use knows."""
    splitting = (network.FOLDER / "pieces.model").read_bytes()
    teaching = Teaching(every, splitting)
    weights = taught.weights(network.FOLDER / "network.onnx")
    pieces, tags = len(weights["pieces.weight"]), len(weights["tags.bias"])
    if tags != len(teaching.tags):
        raise SystemExit("The messages mark kinds that the network does not know: run make fit.")
    model = Transformer(LAYERS, pieces, tags, len(network.DOES))
    model.load_state_dict({name: torch.tensor(array) for name, array in weights.items()})
    return splitting, model, teaching


def _write(path: Path, said: Mapping[str, Any]) -> None:
    path.write_text(json.dumps(said, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
