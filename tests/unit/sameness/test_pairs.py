"""How pairs of texts relate: two tables, one of which was run only when the code was done."""

from pathlib import Path

import pytest

from shared.base.sameness import Relation, relation, same

INVERSE = {Relation.NARROWER: Relation.WIDER, Relation.WIDER: Relation.NARROWER}


def pairs(name):
    """The lines of a table: the relation, and the two texts."""
    lines = Path(__file__).with_name(name).read_text(encoding="utf-8").splitlines()
    found = [line.split(" | ") for line in lines if line and not line.startswith("#")]
    return [(Relation(kind), one, other) for kind, one, other in found]


@pytest.mark.parametrize(("expected", "one", "other"), [*pairs("pairs.txt"), *pairs("unseen.txt")])
def test_how_a_pair_relates(expected, one, other):
    assert relation(one, other) == expected
    assert relation(other, one) == INVERSE.get(expected, expected)
    assert same(one, other) == (expected in (Relation.IDENTICAL, Relation.SAME))
