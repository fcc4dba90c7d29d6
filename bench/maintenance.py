"""Maintenance with 100,000 users: its reads depend on how many are due, not on how many exist.

`python -m bench.maintenance` fills stores with users, a known number of whom have a preference that
decay removes, runs maintenance, and counts the billed operations until its last task is done.
"""

import argparse
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from itertools import islice
from pathlib import Path
from typing import Any

import grpc
from google.protobuf.json_format import ParseDict

from adapters.firestore.codec import to_fields
from bench.figures import save, table
from emulator.client import StackProcess, stack_process
from emulator.firestore.wire import protos
from emulator.firestore.wire.protos import Message
from shared.documents.profile import Preference, PreferenceType, Profile
from shared.documents.user import UserState
from shared.profile.user_state import updated

FEW, MANY = 10_000, 100_000
DUE = (0, 500, 1_000)
LASTING = 3
"""Preferences of each user that do not decay away."""
OFF_BY = 0.05
"""How far the reads may be from proportional, or from independent of the number of users."""
_AT_ONCE = 500
_LONG_AGO = timedelta(days=400)


def fill(stack: StackProcess, users: int, due: int, version: int) -> float:
    """Replaces the stored users, the first `due` of them due; returns the seconds it took.

    A user who is due again needs a later version of the profile, because the earlier one already
    has its changelog entry.
    """
    began = time.perf_counter()
    with grpc.insecure_channel(stack.firestore) as channel:
        commit = channel.unary_unary(
            "/google.firestore.v1.Firestore/Commit",
            request_serializer=protos.CommitRequest.SerializeToString,
            response_deserializer=protos.CommitResponse.FromString,
        )
        writes = _writes(stack, users, due, version)
        while part := list(islice(writes, _AT_ONCE)):
            request = protos.CommitRequest(database=_database(stack), writes=part)
            commit(request, metadata=[("authorization", "Bearer owner")])
    return time.perf_counter() - began


def _writes(stack: StackProcess, users: int, due: int, version: int) -> Iterator[Message]:
    """The writes of all users' documents, prebuilt: encoding each anew would take minutes."""
    now = datetime.now(UTC)
    documents = {
        ended: ParseDict(
            _value(to_fields(_user(now, version, ended=ended)))["mapValue"], protos.Document()
        )
        for ended in (True, False)
    }
    for number in range(users):
        write = protos.Write(update=documents[number < due])
        write.update.name = f"{_database(stack)}/documents/users/user-{number}"
        yield write


def _database(stack: StackProcess) -> str:
    return f"projects/{stack.project}/databases/(default)"


def _value(value: Any) -> dict[str, Any]:
    """A value in the JSON of Firestore's REST API."""
    match value:
        case bool():
            return {"booleanValue": value}
        case int():
            return {"integerValue": str(value)}
        case float():
            return {"doubleValue": value}
        case str():
            return {"stringValue": value}
        case datetime():
            return {"timestampValue": value.isoformat()}
        case list():
            return {"arrayValue": {"values": [_value(item) for item in value]}}
        case dict():
            return {"mapValue": {"fields": {key: _value(item) for key, item in value.items()}}}
    raise TypeError(f"Firestore cannot store a {type(value).__name__}")


def _user(now: datetime, version: int, *, ended: bool) -> UserState:
    lasting = [_preference(f"lasting-{number}", now) for number in range(LASTING)]
    faded = [_preference("faded", now - _LONG_AGO)] if ended else []
    profile = Profile(version=version, created_at=now, preferences=[*lasting, *faded])
    state = updated(UserState(), now, profile=profile)
    return state.model_copy(update={"decay_due_at": now}) if ended else state


def _preference(id_: str, at: datetime) -> Preference:
    return Preference(
        id=id_,
        type=PreferenceType.LIKE,
        category="Tools",
        description=f"User likes the tool called {id_}",
        confidence=0.9,
        base_confidence=0.9,
        created_at=at,
        last_updated=at,
    )


def maintain(stack: StackProcess) -> dict[str, Any]:
    """Runs maintenance until its last task is done; returns its operations and seconds."""
    stack.idle()
    stack.control("DELETE", "usage")
    began = time.perf_counter()
    # Returns when the last task is done.
    enqueued = stack.control("POST", "maintenance")["enqueued"]["decay"]
    done = time.perf_counter()
    usage = stack.control("GET", "usage")
    return {
        "enqueued": enqueued,
        "reads": usage["reads"],
        "writes": usage["writes"] + usage["deletes"],
        "seconds": done - began,
    }


def measure(*, few: int = FEW, many: int = MANY, due: Sequence[int] = DUE) -> dict[str, Any]:
    """All figures: a stack for each number of users, and a run on it for each number due."""
    runs: list[dict[str, Any]] = []
    for users in (few, many):
        env = {"GOOGLE_CLOUD_PROJECT": "demo-bench", "REKINDLE_ANALYZER": "offline"}
        with stack_process(env=env) as stack:
            filled = fill(stack, users, 0, 1)
            for turn, number in enumerate(due):
                fill(stack, number, number, 10 * turn + 1)
                run = {"users": users, "due": number, **maintain(stack)}
                runs.append({**run, "again": maintain(stack), "fillSeconds": filled})
                _print_run(runs[-1])
    return {"runs": runs, **verdict(runs)}


def verdict(runs: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """How far the reads are from the ideal, as shares.

    `proportional`: the deviation from a fixed number plus a constant per user due. `independent`:
    the deviation between few users and many.
    """
    reads = {(run["users"], run["due"]): run["reads"] for run in runs}
    few, many = sorted({users for users, _ in reads})
    none, some, more = sorted({due for _, due in reads})
    each = (reads[many, some] - reads[many, none]) / (some - none)
    expected = reads[many, none] + each * (more - none)
    proportional = abs(reads[many, more] / expected - 1)
    independent = max(abs(reads[many, due] / reads[few, due] - 1) for due in (none, some, more))
    exact = all(run["enqueued"] == run["due"] and not run["again"]["enqueued"] for run in runs)
    return {
        "readsEach": each,
        "readsOfNone": reads[many, none],
        "proportional": proportional,
        "independent": independent,
        "met": exact and max(proportional, independent) <= OFF_BY,
    }


def _print_run(run: Mapping[str, Any]) -> None:
    print(
        f"{run['users']:>7,} users, {run['due']:>5,} due: {run['reads']:>6,} reads, "
        f"{run['writes']:>6,} writes, done in {run['seconds']:.2f} s; "
        f"again: {run['again']['reads']} reads",
        flush=True,
    )


def highlight(figures: Mapping[str, Any]) -> tuple[str, str]:
    """The benchmark's row in the highlights table."""
    run = figures["runs"][-1]
    return (
        f"maintenance of {run['users']:,} users, {run['due']:,} of them due",
        f"{run['reads']:,} reads: {figures['readsEach']:.2f} for each user due, "
        f"plus {figures['readsOfNone']}",
    )


def render(figures: Mapping[str, Any], plots: Path) -> str:
    """The report's section; draws its plot."""
    from bench.plots import figure, keep

    runs = figures["runs"]
    drawing, axes = figure("Billed reads of a maintenance run", "users due", "reads")
    for users, marker in zip(sorted({run["users"] for run in runs}), "ox", strict=True):
        mine = [run for run in runs if run["users"] == users]
        axes.plot(
            [run["due"] for run in mine],
            [run["reads"] for run in mine],
            marker=marker,
            label=f"of {users:,} users",
        )
    axes.legend()
    keep(drawing, plots / "maintenance.svg")
    rows = [
        [
            f"{run['users']:,}",
            f"{run['due']:,}",
            f"{run['due'] / run['users']:.1%}",
            f"{run['reads']:,}",
            f"{run['writes']:,}",
            f"{run['seconds']:.2f} s",
            run["again"]["reads"],
        ]
        for run in runs
    ]
    header = ["users", "due", "share", "reads", "writes", "time", "reads, second run"]
    return f"""## Maintenance

Every user has {LASTING} preferences, and some have one more that has faded away. One run of the
scheduled function finds these users by an index and enqueues a task for each. It reads
{figures["readsOfNone"]} documents if nobody is due, plus {figures["readsEach"]:.2f} for each user
who is, no matter how many users there are. A second run right after it finds nobody.

![Reads by number of users due; the lines for both numbers of users coincide](maintenance.svg)

{table(header, rows)}
"""


def main() -> int:
    """Measures and saves; returns 1 if the reads depend on more than the users due."""
    argparse.ArgumentParser(description=__doc__).parse_args()
    figures = measure()
    save("maintenance", figures)
    print(f"deviation from proportional {figures['proportional']:.1%}, between few and many users")
    print(f"{figures['independent']:.1%} (limit {OFF_BY:.0%})")
    return int(not figures["met"])


if __name__ == "__main__":
    sys.exit(main())
