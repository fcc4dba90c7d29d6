"""Embeddings may change their length or be unusable. Notes are saved and found all the same."""

import math

import pytest

from shared.base.errors import Unavailable
from shared.documents.memory import Tier
from shared.memory.embeddings import UnusableEmbeddings
from shared.memory.rules import NewEntry
from shared.memory.search.search_service import SearchQuery
from tests.support.domain import Domain

BAD = {
    "none": [],
    "empty": [[], []],
    "zero": [[0.0, 0.0], [0.0, 0.0]],
    "not a number": [[math.nan, 1.0], [1.0, 1.0]],
    "infinite": [[math.inf, 1.0], [1.0, 1.0]],
    "huge": [[1.7e308, 1.7e308], [1.7e308, 1.7e308]],
    "too long": [[1.0] * 2049, [1.0] * 2049],
}


class Changeable:
    """An embedder whose vectors a test sets; by default, how often each vowel occurs."""

    def __init__(self) -> None:
        self.vectors = None
        self.letters = "aeiou"

    def embed(self, texts):
        if self.vectors is not None:
            return self.vectors[: len(texts)]
        return [[1.0 + text.count(letter) for letter in self.letters] for text in texts]


@pytest.fixture
def model() -> Changeable:
    return Changeable()


@pytest.fixture
def domain(model) -> Domain:
    return Domain(embedder=model)


def archived(content: str, **more) -> NewEntry:
    return NewEntry(content, target=Tier.ARCHIVE, **more)


@pytest.mark.parametrize("kind", BAD)
def test_a_note_is_saved_without_a_vector_that_cannot_be_used(domain, model, kind):
    model.vectors = BAD[kind]
    outcomes, _ = domain.memory.save_many("ada", [archived("Ann sings"), archived("Bob runs")])
    ids = [outcome.entry.id for outcome in outcomes]
    assert domain.store.memory.vectors_of("ada", ids) == {}
    found = domain.search.search("ada", SearchQuery("sing"))
    assert (found.mode, [result.entry.id for result in found.results]) == ("text", ids[:1])
    assert found.warnings
    model.vectors = None
    domain.clock.advance(days=7)
    assert domain.due_notes.embed("ada").done == 2
    assert domain.store.memory.vectors_of("ada", ids).keys() == set(ids)


def test_a_model_that_returns_too_few_vectors_stops_no_save(domain, model):
    model.vectors = [[1.0]]
    outcomes, _ = domain.memory.save_many("ada", [archived("Ann sings"), archived("Bob runs")])
    assert domain.store.memory.vectors_of("ada", [one.entry.id for one in outcomes]) == {}


@pytest.mark.parametrize("narrow", [{}, {"tag": "a"}])
@pytest.mark.parametrize("mode", ["auto", "semantic", "hybrid"])
def test_vectors_of_another_length_do_not_count(domain, model, mode, narrow):
    domain.memory.save("ada", archived("Ann sings", tags=["a"]))
    domain.memory.save("ada", archived("Bob runs", tags=["a"]))
    model.letters = "aei"
    found = domain.search.search("ada", SearchQuery("sing", mode=mode, **narrow))
    assert all(result.scores.get("semantic", 0) == 0 for result in found.results)
    assert mode == "semantic" or [r.entry.content for r in found.results] == ["Ann sings"]
    new = domain.memory.save("ada", archived("Cleo flies", tags=["a"])).entry
    found = domain.search.search("ada", SearchQuery("flies", mode=mode, **narrow))
    assert found.results[0].entry.id == new.id


class Picky(Changeable):
    """A model that refuses a call with an odd text in it."""

    def embed(self, texts):
        if any("odd" in text for text in texts):
            raise UnusableEmbeddings("HTTP 400")
        return super().embed(texts)


class Away:
    def embed(self, texts):
        raise Unavailable("away")


def test_a_note_that_the_model_refuses_postpones_no_other():
    away = Domain(embedder=Away())
    notes = [archived(f"Note {number}") for number in range(5)] + [archived("An odd note")]
    outcomes, _ = away.memory.save_many("ada", notes)
    ids = [outcome.entry.id for outcome in outcomes]
    domain = Domain(embedder=Picky(), store=away.store)
    step = domain.due_notes.embed("ada")
    assert (step.done, step.failed) == (6, 0)
    assert domain.store.memory.vectors_of("ada", ids).keys() == set(ids[:5])
    assert domain.memory.get("ada", ids[5]).embed_due_at > domain.clock()
    assert not any(domain.memory.get("ada", id_).embed_due_at for id_ in ids[:5])


def test_a_note_that_takes_newer_words_takes_their_vector(domain, model):
    first = domain.memory.save("ada", NewEntry("I love Python", target=Tier.ARCHIVE)).entry.id
    again = domain.memory.save("ada", NewEntry("I really love Python", target=Tier.ARCHIVE))
    assert (again.entry.id, again.deduplicated) == (first, True)
    assert domain.store.memory.vectors_of("ada", [first]) == {
        first: pytest.approx(model.embed(["I really love Python"])[0])
    }
    assert again.entry.embed_due_at is None
