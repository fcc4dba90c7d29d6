"""After a restore, who was erased since the backup is erased again, and nobody else."""

import copy
from datetime import timedelta

import pytest

from shared.access.connections import NewKey
from shared.base.errors import Unavailable
from shared.documents.access import Scope
from shared.documents.operating import KEEP_ERASED
from shared.operating.erasing_again import FOR, ErasingAgain
from tests.support.domain import Domain

BACKUPS_KEPT = timedelta(weeks=14)


@pytest.fixture
def domain():
    return Domain()


def back_up(domain):
    """All documents and connections."""
    return copy.deepcopy((domain.store.documents.fields, domain.access.tables))


def restore(domain, backup):
    """Writes what the backup has, and leaves the rest, as an import into a database does."""
    fields, tables = copy.deepcopy(backup)
    domain.store.documents.fields.update(fields)
    for name, documents in tables.items():
        domain.access.tables[name].update(documents)


def connect(domain, uid):
    domain.connections.make_key(uid, NewKey("assistant", [Scope.READ]))


def test_who_was_erased_since_is_erased_again_connections_included(domain):
    for uid in ("ada", "bob", "eve"):
        domain.say(uid, "I love tea.")
        connect(domain, uid)
    connect(domain, "max")
    backup, made = back_up(domain), domain.clock.now
    domain.clock.advance(days=1)
    for uid in ("ada", "eve", "max"):
        domain.accounts.erase(uid)
    restore(domain, backup)
    assert domain.erasing_again.since(made) == 3
    assert {uid for uid, _, _ in domain.store.documents.fields} == {"bob"}
    assert {each["uid"] for each in domain.access.tables["connections"].values()} == {"bob"}
    assert domain.erasing_again.since(made) == 0


def test_who_came_back_before_the_backup_is_left_alone(domain):
    domain.accounts.erase("ada")
    domain.clock.advance(days=1)
    domain.say("ada", "I love tea.")
    backup, made = back_up(domain), domain.clock.now
    restore(domain, backup)
    assert domain.erasing_again.since(made) == 0
    assert domain.store.users.get("ada") is not None


def test_an_erasure_that_took_too_long_is_continued_by_the_next_run(domain):
    domain.say("ada", "I love tea.")
    backup, made = back_up(domain), domain.clock.now
    domain.accounts.erase("ada")
    restore(domain, backup)
    steps = iter([made, made + FOR])
    late = ErasingAgain(domain.figures, domain.access, domain.accounts, lambda: next(steps))
    with pytest.raises(Unavailable):
        late.since(made)
    assert domain.erasing_again.since(made) == 1
    assert domain.store.users.get("ada") is None


def test_one_user_is_erased_at_an_operators_word(domain):
    domain.say("ada", "I love tea.")
    assert domain.erasing_again.one("ada") == 2
    assert domain.store.documents.fields == {}


def test_what_is_kept_of_an_erasure_names_nobody_and_outlives_the_backups(domain):
    domain.accounts.erase("ada")
    (erased,) = domain.figures.erased(domain.clock.now, 9, None).items
    assert "ada" not in repr(erased)
    assert erased.expires_at - erased.at == KEEP_ERASED > BACKUPS_KEPT
