"""Which programs are known, and by what name."""

from datetime import UTC, datetime, timedelta
from itertools import count

import pytest

from shared.access.clients import RECHECKED, UNREACHED, UNUSED, USED, Clients
from shared.access.grants import REFRESH_LASTS
from shared.base.errors import FailedPrecondition, InvalidArgument
from tests.support.access.in_memory import InMemoryAccess

URL = "https://claude.ai/oauth/client.json"
SECOND = timedelta(seconds=1)
REDIRECT = "https://claude.ai/cb"


class World:
    def __init__(self):
        self.now = datetime(2026, 5, 1, tzinfo=UTC)
        self.documents = {}
        self.fetched = []
        numbers = count(1)
        store = InMemoryAccess()
        self.clients = Clients(store, lambda: self.now, lambda: f"id-{next(numbers)}", self.fetch)

    def fetch(self, url):
        self.fetched.append(url)
        return self.documents[url]

    def publish(self, **fields):
        self.documents[URL] = {
            "client_id": URL,
            "client_name": "Claude",
            "redirect_uris": [REDIRECT],
        } | fields


@pytest.fixture
def world():
    return World()


def test_a_registration_is_forgotten_after_a_day_unless_the_client_gets_tokens(world):
    kept = world.clients.register("One", [REDIRECT])
    lost = world.clients.register("Two", [REDIRECT])
    world.clients.uses_tokens(kept.client_id)
    world.now += UNUSED
    assert world.clients.known(kept.client_id) is not None
    assert world.clients.known(lost.client_id) is None
    assert world.clients.asking(lost.client_id) is None


def test_a_client_that_was_let_in_has_a_day_to_get_its_tokens(world):
    client = world.clients.register("One", [REDIRECT])
    world.now += UNUSED - SECOND
    world.clients.let_in(client)
    world.now += UNUSED - SECOND
    assert world.clients.known(client.client_id) is not None
    world.now += SECOND
    assert world.clients.known(client.client_id) is None


def test_a_client_is_known_for_as_long_as_it_may_refresh(world):
    client = world.clients.register("One", [REDIRECT])
    for _ in range(3):
        world.clients.uses_tokens(client.client_id)
        world.now += timedelta(hours=11)
        world.clients.uses_tokens(client.client_id)
        world.now += REFRESH_LASTS
        assert world.clients.known(client.client_id) is not None
    world.now += USED
    assert world.clients.known(client.client_id) is None


def test_a_document_is_fetched_only_for_a_user_and_once_a_day(world):
    world.publish()
    assert world.clients.known(URL) is None
    assert world.fetched == []
    for _ in range(3):
        assert world.clients.asking(URL).name == "Claude"
    assert world.fetched == [URL]
    world.publish(client_name="Claude 2")
    world.now += RECHECKED
    assert world.clients.asking(URL).name == "Claude 2"


def test_a_client_that_gets_tokens_stays_known_between_fetches(world):
    world.publish()
    world.clients.let_in(world.clients.asking(URL))
    for _ in range(3):
        world.clients.uses_tokens(URL)
        world.now += timedelta(days=80)
        assert world.clients.known(URL) is not None
        world.clients.asking(URL)
    world.now += timedelta(days=80)
    assert world.clients.known(URL) is None


def test_a_document_describes_itself(world):
    world.publish(client_id="https://evil.example/client.json")
    with pytest.raises(FailedPrecondition):
        world.clients.asking(URL)


@pytest.mark.parametrize(
    ("fields", "error"),
    [
        ({"client_id": "https://evil.example/client.json"}, FailedPrecondition),
        ({"redirect_uris": ["javascript:alert(1)"]}, InvalidArgument),
    ],
)
def test_a_document_that_cannot_be_used_is_asked_for_once_a_minute(world, fields, error):
    world.publish(**fields)
    for _ in range(5):
        with pytest.raises(error):
            world.clients.asking(URL)
    assert world.fetched == [URL]
    world.publish(client_id=URL, redirect_uris=[REDIRECT])
    world.now += UNREACHED
    assert world.clients.asking(URL).name == "Claude"
    assert world.fetched == [URL, URL]


@pytest.mark.parametrize(
    "id_",
    [
        "https://cl\u0430ude.ai/client.json",
        "https://\uff43laude.ai/client.json",
        "https://claude.ai\\.evil.example/client.json",
        "https://claude.ai\x00.evil.example/client.json",
        "https://claude.ai /client.json",
    ],
)
def test_no_host_is_shown_that_could_be_read_as_another(world, id_):
    """A host in similar letters would be shown as checked, under the name of another one."""
    world.documents[id_] = {"client_id": id_, "redirect_uris": [REDIRECT]}
    assert world.clients.asking(id_) is None
    assert world.fetched == []


@pytest.mark.parametrize("uris", [None, [], "https://a.com/", [7], ["javascript:alert(1)"]])
def test_a_documents_redirects_are_checked(world, uris):
    world.publish(redirect_uris=uris)
    with pytest.raises(InvalidArgument):
        world.clients.asking(URL)


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        (None, "claude.ai"),
        (7, "claude.ai"),
        (" \n ", "claude.ai"),
        ("Cla\u202eude\n  Desktop", "Claude Desktop"),
        ("x" * 500, "x" * 80),
    ],
)
def test_a_name_is_shown_without_tricks(world, name, shown):
    world.publish(client_name=name)
    assert world.clients.asking(URL).name == shown
