"""Connections: keys, grants, and who is let in, on the in-memory store."""

from datetime import UTC, datetime, timedelta
from itertools import count

import pytest

from shared.access.callers import Caller, InsufficientScope
from shared.access.connections import MAX_CONNECTIONS, Connections, NewKey
from shared.access.grants import ACCESS_LASTS, CODE_LASTS, MAX_CODES, REFRESH_LASTS, Consent, Grants
from shared.access.tokens import Kind, Token, parsed, random_characters
from shared.access.verifying import CACHED_FOR, COUNTED_EVERY, TokenVerifier
from shared.base.errors import (
    FailedPrecondition,
    InvalidArgument,
    KeyReused,
    NotFound,
    Unauthenticated,
    Unavailable,
)
from shared.base.repeats import Keyed
from shared.documents.access import Scope
from tests.support.access.in_memory import InMemoryAccess

SECOND = timedelta(seconds=1)
CONSENT = Consent(
    uid="ada",
    client_id="client",
    client_name="Claude",
    scopes=[Scope.READ, Scope.WRITE],
    code_challenge="challenge",
    redirect_uri="https://claude.ai/cb",
    explicit_redirect=True,
    resource="https://memory.example.com/mcp",
)


class World:
    """Access with a clock that stands still, and a database that counts its reads."""

    def __init__(self):
        self.now = datetime(2026, 5, 1, 12, tzinfo=UTC)
        self.store = InMemoryAccess()
        numbers = count(1)
        parts = (self.store, self.clock, lambda: f"id-{next(numbers)}", random_characters)
        self.connections = Connections(*parts)
        self.grants = Grants(*parts)
        self.verifier = self.another_process()
        self.reads = 0
        stored = self.store.connections.get

        def counted(key):
            self.reads += 1
            return stored(key)

        self.store.connections.get = counted

    def clock(self):
        return self.now

    def another_process(self):
        return TokenVerifier(self.store, self.clock)

    def key(self, *scopes, uid="ada", **fields):
        made, key = self.connections.make_key(
            uid, NewKey("script", scopes or [Scope.READ], **fields)
        )
        assert key is not None
        return made.id, key

    def caller(self, token, path="/v1/profile"):
        return self.verifier.caller_of(token, path)

    def use(self, token, needed=Scope.READ, path="/v1/profile"):
        self.verifier.count(self.caller(token, path), needed)

    def is_let_in(self, token, path="/mcp"):
        try:
            self.another_process().caller_of(token, path)
        except Unauthenticated:
            return False
        return True

    def tokens(self):
        found = self.grants.redeem(self.grants.consented(CONSENT))
        assert found is not None
        return found


@pytest.fixture
def world():
    return World()


def test_a_key_acts_for_its_user_with_its_scopes(world):
    id_, key = world.key(Scope.READ, Scope.RECORD)
    assert world.caller(key) == Caller("ada", id_, frozenset({Scope.READ, Scope.RECORD}))
    world.caller(key).check(Scope.RECORD)
    for needed in (Scope.WRITE, Scope.ADMIN, None):
        with pytest.raises(InsufficientScope):
            world.caller(key).check(needed)


def test_a_user_may_do_everything():
    for needed in (*Scope, None):
        Caller("ada").check(needed)


def test_nothing_that_is_stored_opens_anything(world):
    _, key = world.key()
    tokens = world.tokens()
    stored = repr(world.store.tables)
    for text in (key, tokens.access, tokens.refresh):
        assert text not in stored
        assert text[10:34] not in stored
        assert text[34:66] not in stored
    assert tokens.access not in repr(tokens)


def test_a_wrong_secret_opens_nothing_though_the_right_one_is_cached(world):
    _, key = world.key()
    _, other = world.key(uid="eve")
    assert world.caller(key).uid == "ada"
    wrong = _resigned(key[:34] + other[34:66])
    for _ in range(2):
        with pytest.raises(Unauthenticated):
            world.caller(wrong)
    assert world.caller(key).uid == "ada"


def test_what_is_mistyped_costs_no_read(world):
    _, key = world.key()
    for text in (key[:-1] + ("0" if key[-1] != "0" else "1"), "rekindle_nonsense", key[:-1]):
        with pytest.raises(Unauthenticated):
            world.caller(text)
    assert world.reads == 0


def test_a_check_takes_one_read_a_minute(world):
    _, key = world.key()
    for _ in range(10):
        world.caller(key)
    assert world.reads == 1
    world.now += CACHED_FOR
    world.caller(key)
    assert world.reads == 2


def test_what_is_cut_off_is_out_at_once_here_and_within_a_minute_elsewhere(world):
    id_, key = world.key()
    world.caller(key)
    world.connections.revoke("ada", id_)
    assert not world.is_let_in(key)
    world.now += CACHED_FOR
    with pytest.raises(Unauthenticated):
        world.caller(key)


def test_a_connection_is_confirmed_by_the_database_and_not_by_the_cache(world):
    id_, key = world.key()
    world.caller(key)
    world.verifier.confirm(key)
    world.connections.revoke("ada", id_)
    with pytest.raises(Unauthenticated):
        world.verifier.confirm(key)
    with pytest.raises(Unauthenticated):
        world.caller(key)


def test_a_key_ends_when_its_time_has_come_also_in_the_cache(world):
    _, key = world.key(expires_at=world.now + 10 * SECOND)
    world.caller(key)
    world.now += 10 * SECOND
    with pytest.raises(Unauthenticated, match="expired"):
        world.caller(key)
    assert world.connections.of("ada") == []


def test_a_key_cannot_have_ended_already(world):
    with pytest.raises(InvalidArgument):
        world.key(expires_at=world.now)


def test_nobody_sees_or_ends_the_connections_of_others(world):
    id_, key = world.key()
    assert world.connections.of("eve") == []
    for call in (world.connections.get, world.connections.revoke):
        with pytest.raises(NotFound):
            call("eve", id_)
    assert world.is_let_in(key)


def test_there_is_a_limit_that_expired_ones_do_not_count_for(world):
    for _ in range(MAX_CONNECTIONS):
        world.key(expires_at=world.now + SECOND)
    with pytest.raises(FailedPrecondition):
        world.key()
    with pytest.raises(FailedPrecondition):
        world.grants.consented(CONSENT)
    world.now += SECOND
    world.key()


def test_codes_that_wait_do_not_pass_the_limit(world):
    for _ in range(MAX_CONNECTIONS - 1):
        world.key()
    first, second = (world.grants.consented(CONSENT) for _ in range(2))
    assert world.grants.redeem(first) is not None
    with pytest.raises(FailedPrecondition):
        world.grants.redeem(second)
    assert len(world.connections.of("ada")) == MAX_CONNECTIONS


def test_a_repeated_request_makes_no_second_key(world):
    keyed = Keyed("connection-1", "body-1")
    new = NewKey("script", [Scope.READ])
    first, key = world.connections.make_key("ada", new, keyed)
    again, nothing = world.connections.make_key("ada", new, keyed)
    assert (again.id, nothing) == (first.id, None)
    assert key is not None
    assert len(world.connections.of("ada")) == 1
    with pytest.raises(KeyReused):
        world.connections.make_key("ada", new, Keyed("connection-1", "body-2"))


def test_use_is_counted_with_one_write_a_day(world):
    _, key = world.key()
    writes = []
    count_use = world.store.count_use
    world.store.count_use = lambda *use: (writes.append(use), count_use(*use))
    for day in range(3):
        for _ in range(5):
            world.use(key)
        assert len(writes) == day + 1
        world.now += timedelta(days=1)
    (shown,) = world.connections.of("ada")
    assert shown.reads == 11
    assert shown.last_used_at == world.now - timedelta(days=1)


def test_what_was_read_is_written_down_within_the_day(world):
    _, key = world.key()
    for _ in range(3):
        world.use(key)
    world.use(key, Scope.WRITE)
    world.use(key, None)
    assert world.connections.of("ada")[0].reads == 1
    world.now += COUNTED_EVERY
    world.use(key, Scope.WRITE)
    assert world.connections.of("ada")[0].reads == 3


def test_what_was_read_is_still_counted_when_the_token_has_changed(world):
    tokens = world.tokens()
    for _ in range(3):
        world.use(tokens.access, path="/mcp")
    again = world.grants.refreshed(tokens.refresh, [Scope.READ])
    world.now += COUNTED_EVERY - SECOND
    world.use(again.access, path="/mcp")
    world.now += SECOND
    again = world.grants.refreshed(again.refresh, [Scope.READ])
    world.use(again.access, path="/mcp")
    assert world.connections.of("ada")[0].reads == 5


def test_a_failure_to_count_is_not_the_callers_and_the_next_request_makes_up_for_it(world):
    _, key = world.key()
    caller = world.caller(key)

    def fail(*_):
        raise Unavailable("busy")

    count_use, world.store.count_use = world.store.count_use, fail
    world.verifier.count(caller, Scope.READ)
    assert world.connections.of("ada")[0].last_used_at is None
    world.store.count_use = count_use
    world.use(key)
    (shown,) = world.connections.of("ada")
    assert (shown.reads, shown.last_used_at) == (2, world.now)


def test_counting_does_not_bring_back_what_was_cut_off(world):
    id_, key = world.key()
    caller = world.caller(key)
    world.connections.revoke("ada", id_)
    world.verifier.count(caller, Scope.READ)
    assert world.store.tables["connections"] == {}


# --- grants


def test_a_code_becomes_a_connection_whose_token_acts_for_the_user(world):
    tokens = world.tokens()
    (connection,) = world.connections.of("ada")
    assert (connection.name, connection.kind) == ("Claude", "oauth")
    caller = world.caller(tokens.access, "/mcp")
    assert caller == Caller("ada", connection.id, frozenset({Scope.READ, Scope.WRITE}))


@pytest.mark.parametrize(
    ("path", "valid"),
    [("/mcp", True), ("/mcp/", True), ("/mcpx", False), ("/v1/profile", False), ("/", False)],
)
def test_a_token_is_valid_at_its_resource_alone(world, path, valid):
    assert world.is_let_in(world.tokens().access, path) is valid


def test_an_access_token_lasts_an_hour(world):
    tokens = world.tokens()
    world.now += ACCESS_LASTS - SECOND
    assert world.is_let_in(tokens.access)
    world.now += SECOND
    assert not world.is_let_in(tokens.access)


def test_a_refresh_gives_a_new_pair_and_voids_the_old_access_token(world):
    first = world.tokens()
    second = world.grants.refreshed(first.refresh, [Scope.READ])
    assert second is not None
    assert not world.is_let_in(first.access)
    assert world.caller(second.access, "/mcp").scopes == {Scope.READ}
    third = world.grants.refreshed(second.refresh, [Scope.READ, Scope.WRITE])
    assert third is not None
    assert world.caller(third.access, "/mcp").scopes == {Scope.READ, Scope.WRITE}


def test_a_refresh_token_that_was_used_ends_the_connection(world):
    first = world.tokens()
    second = world.grants.refreshed(first.refresh, [Scope.READ])
    assert second is not None
    assert world.grants.refreshed(first.refresh, [Scope.READ]) is None
    assert not world.is_let_in(second.access)
    assert world.grants.refreshed(second.refresh, [Scope.READ]) is None
    assert world.connections.of("ada") == []


def test_showing_a_used_refresh_token_is_enough(world):
    first = world.tokens()
    world.grants.refreshed(first.refresh, [Scope.READ])
    assert world.grants.holding(first.refresh, Kind.REFRESH) is None
    assert world.connections.of("ada") == []


def test_a_connection_lasts_as_long_as_it_is_refreshed(world):
    tokens = world.tokens()
    for _ in range(3):
        world.now += REFRESH_LASTS - SECOND
        tokens = world.grants.refreshed(tokens.refresh, [Scope.READ])
        assert tokens is not None
    world.now += REFRESH_LASTS
    assert world.grants.refreshed(tokens.refresh, [Scope.READ]) is None


def test_a_code_is_for_one_use_and_its_second_one_ends_the_connection(world):
    code = world.grants.consented(CONSENT)
    assert world.grants.code(code) is not None
    tokens = world.grants.redeem(code)
    assert tokens is not None
    assert world.grants.redeem(code) is None
    assert world.is_let_in(tokens.access)
    assert world.grants.code(code) is None
    assert not world.is_let_in(tokens.access)


def test_a_code_lasts_five_minutes(world):
    code = world.grants.consented(CONSENT)
    world.now += CODE_LASTS
    assert world.grants.code(code) is None
    assert world.grants.redeem(code) is None


def test_only_so_many_codes_wait_and_the_oldest_make_room(world):
    codes = []
    for _ in range(MAX_CODES + 1):
        codes.append(world.grants.consented(CONSENT))
        world.now += SECOND
    assert len(world.store.tables["codes"]) == MAX_CODES
    assert world.grants.redeem(codes[0]) is None
    assert world.grants.redeem(codes[1]) is not None
    world.grants.consented(CONSENT)
    assert world.grants.code(codes[1]) is None, "used, so its second use is noticed"
    assert world.connections.of("ada") == []


@pytest.mark.parametrize("kind", ["access", "refresh"])
def test_revoking_either_token_ends_the_connection(world, kind):
    tokens = world.tokens()
    world.grants.revoke(getattr(tokens, kind))
    assert world.connections.of("ada") == []


def test_no_token_does_the_work_of_another_kind(world):
    tokens, (_, key) = world.tokens(), world.key()
    code = world.grants.consented(CONSENT)
    for text in (tokens.refresh, code):
        assert not world.is_let_in(text)
    for text in (tokens.access, key, code):
        assert world.grants.refreshed(text, [Scope.READ]) is None
        assert world.grants.holding(text, Kind.REFRESH) is None
    for text in (tokens.access, tokens.refresh, key):
        assert world.grants.redeem(text) is None
    world.grants.revoke(key)
    world.grants.revoke(code)
    assert world.is_let_in(key)
    assert world.grants.redeem(code) is not None


def test_erasing_ends_everything_of_that_user(world):
    tokens, (_, key) = world.tokens(), world.key()
    _, other = world.key(uid="eve")
    code = world.grants.consented(CONSENT)
    assert world.connections.revoke_all("ada") == 2
    assert not any(map(world.is_let_in, (tokens.access, key)))
    assert world.grants.redeem(code) is None
    assert world.is_let_in(other)
    assert world.connections.revoke_all("ada") == 0


def _resigned(body):
    """A token with a right checksum."""
    text = str(Token(Kind(body[9]), body[10:34], body[34:66]))
    assert parsed(text) is not None
    return text
