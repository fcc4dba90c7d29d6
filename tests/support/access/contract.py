"""What every store of connections must do; see `store_contract`."""

from datetime import UTC, datetime

import pytest

from shared.documents.access import Client, Code, Connection, Scope

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)
HASH = "a" * 64


def connection(uid: str, **fields) -> Connection:
    return Connection(
        id="public",
        uid=uid,
        name="Claude",
        kind="oauth",
        scopes=[Scope.READ],
        secret=HASH,
        created_at=NOW,
        **fields,
    )


class AccessContract:
    """Tests of `shared.access.ports.AccessStore`; `store`, `uid` and `key` are fixtures."""

    def test_what_is_saved_comes_back(self, store, uid, key):
        saved = connection(uid, refresh="b" * 64, resource="https://a.com", expires_at=NOW)
        code = Code(
            uid=uid,
            secret=HASH,
            client_id="client",
            client_name="Claude",
            scopes=[Scope.READ],
            code_challenge="x",
            redirect_uri="https://a.com",
            explicit_redirect=True,
            resource="https://a.com",
            expires_at=NOW,
        )
        client = Client(
            client_id="client", name="Claude", kind="registered", redirect_uris=["https://a.com"]
        )

        def save(records):
            records.connections.save(key, saved)
            records.codes.save(key, code)
            records.clients.save(key, client)

        store.transact(save)
        assert store.connections.get(key) == saved
        assert store.codes.get(key) == code
        assert store.clients.get(key) == client

    def test_owners_come_page_by_page_in_the_order_of_keys(self, store, uid, key):
        keys = [f"{key}-{number}" for number in range(3)]

        def save(records):
            for each in keys:
                records.connections.save(each, connection(f"{uid}-{each}"))

        store.transact(save)
        for limit in (1, 2, 9):
            found, after = [], None
            while page := store.connections.owners(limit, after):
                assert len(page) <= limit
                found += page
                after = page[-1][0]
            mine = [each for each in found if each[0] in keys]
            assert mine == [(each, f"{uid}-{each}") for each in keys]

    def test_what_is_not_there_is_nothing(self, store, uid, key):
        assert store.connections.get(key) is None
        assert store.connections.of(uid) == {}
        store.transact(lambda records: records.connections.delete(key))

    def test_a_user_has_their_own(self, store, uid, key):
        def save(records):
            records.connections.save(key, connection(uid))
            records.connections.save(f"{key}-other", connection(f"{uid}-other"))

        store.transact(save)
        assert store.connections.of(uid) == {key: connection(uid)}

    def test_saving_replaces_the_whole_document(self, store, uid, key):
        for item in (connection(uid, refresh=HASH), connection(uid)):
            store.transact(lambda records, item=item: records.connections.save(key, item))
        assert store.connections.get(key) == connection(uid)

    def test_use_adds_up(self, store, uid, key):
        store.transact(lambda records: records.connections.save(key, connection(uid, reads=2)))
        store.count_use(key, 3, NOW)
        assert store.connections.get(key) == connection(uid, reads=5, last_used_at=NOW)

    def test_use_brings_nothing_back(self, store, key):
        store.count_use(key, 3, NOW)
        assert store.connections.get(key) is None

    def test_writes_belong_in_a_transaction(self, store, uid, key):
        with pytest.raises(Exception, match="transaction"):
            store.connections.save(key, connection(uid))
        assert store.connections.get(key) is None

    def test_a_transaction_that_fails_changes_nothing(self, store, uid, key):
        def fail(records):
            records.connections.save(key, connection(uid))
            raise KeyError(key)

        with pytest.raises(KeyError):
            store.transact(fail)
        assert store.connections.get(key) is None
