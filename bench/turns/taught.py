"""The weights of the network that is in use, so that it can be taught further."""

from collections.abc import Mapping
from pathlib import Path

import numpy as np
import onnx
from onnx import numpy_helper

_PRODUCTS = frozenset({"MatMul", "MatMulInteger"})


def weights(path: Path) -> Mapping[str, np.ndarray]:
    """Returns the tensors of a network by their names in `Transformer`.

    Those of one byte are what they stand for. The names of matrices get lost when a network is
    written, so each is found by the bias that is added to its product.

    Args:
        path: a file that `bench.turns.fit` has written.
    """
    graph = onnx.load(str(path)).graph
    stored = {one.name: numpy_helper.to_array(one) for one in graph.initializer}
    found = {name: array for name, array in stored.items() if name.endswith((".weight", ".bias"))}
    for name in stored:
        if name.endswith(".weight_quantized"):
            plain = name.removesuffix("_quantized")
            found[plain] = _whole(stored, plain)
    makes = {output: node for node in graph.node for output in node.output}
    for node in graph.node:
        biases = [one for one in node.input if one.endswith(".bias") and one in stored]
        if node.op_type != "Add" or not biases:
            continue
        before = [makes[one] for one in node.input if one in makes]
        while before and before[0].op_type not in _PRODUCTS:
            before = [makes[one] for each in before for one in each.input if one in makes]
            before.sort(key=lambda one: one.op_type not in {*_PRODUCTS, "Cast"})
        if before:
            matrix = before[0].input[1].removesuffix("_quantized")
            found[f"{biases[0].removesuffix('bias')}weight"] = _whole(stored, matrix).T
    return found


def _whole(stored: Mapping[str, np.ndarray], name: str) -> np.ndarray:
    """Returns a matrix, which may have kept its four bytes."""
    if name in stored:
        return stored[name]
    values = stored[f"{name}_quantized"].astype(np.float32) - stored[f"{name}_zero_point"]
    return np.asarray(values * stored[f"{name}_scale"], np.float32)
