"""Search and context, as multiples of the time for the bare reads they need; growing archives.

Run `python -m bench.memory`; it starts its own stack. Both sides of each ratio are measured
alternately in one run, so the speed of the machine cancels out.
"""

import math
import os
import random
import statistics
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from google.cloud.firestore import Client

from bench.archives import write_archive
from bench.figures import save, table
from bench.texts import sentences
from emulator.client import stack_process
from functions.wiring.config import Config
from functions.wiring.services import Services
from shared.documents.memory import Tier
from shared.documents.profile import PreferenceType
from shared.memory.rules import NewEntry
from shared.memory.search.search_service import SearchQuery
from shared.profile.profile_service import NewPreference

ENTRIES = 5000
SIZES = (1_000, 5_000, 20_000, 50_000, 100_000)
"""Notes in the archives whose searches are measured, up to the largest that may be allowed."""
ROUNDS = 60
ROUNDS_GROWING = 5
SEARCH_AT_MOST = 3.0
CONTEXT_AT_MOST = 2.0


def compared(
    what: str, one: Callable[[], object], other: Callable[[], object], rounds: int, limit: float
) -> dict[str, Any]:
    """Prints the ratio of one's time to the other's; returns it and both medians, in seconds.

    The ratio is the median of the rounds' ratios. Each round measures both, one right after the
    other, so whatever slows the machine for a while slows both.
    """
    one(), other()
    times: tuple[list[float], list[float]] = ([], [])
    for _ in range(rounds):
        for work, spent in zip((one, other), times, strict=True):
            began = time.perf_counter()
            work()
            spent.append(time.perf_counter() - began)
    measured, bare = (statistics.median(spent) for spent in times)
    ratio = statistics.median(mine / its for mine, its in zip(*times, strict=True))
    print(
        f"{what:<42}{measured * 1e3:>8.2f} ms  bare {bare * 1e3:>8.2f} ms  "
        f"ratio {ratio:>5.2f} (at most {limit})"
    )
    return {"what": what, "seconds": measured, "bareSeconds": bare, "ratio": ratio, "limit": limit}


def render(figures: Mapping[str, Any], plots: Path) -> str:
    """The report's section; draws its plot."""
    rows = [
        [
            one["what"],
            f"{one['seconds'] * 1000:.2f} ms",
            f"{one['bareSeconds'] * 1000:.2f} ms",
            f"{one['ratio']:.2f}",
            one["limit"],
        ]
        for one in figures["ratios"]
    ]
    header = ["what", "time", "bare reads", "ratio", "limit"]
    growing = [
        [
            f"{one['notes']:,}",
            f"{one['reads']:,}",
            f"{one['seconds'] * 1000:,.0f} ms",
            f"{one['bareSeconds'] * 1000:,.0f} ms",
        ]
        for one in figures["growing"]
    ]
    _plot(figures["growing"], plots / "memory.svg")
    return f"""## Search and context against bare reads

In one process, without HTTP. Each operation is measured alternately with its bare reads: fetching
the same documents with the official client and doing nothing with them. Times are medians; the
ratio is the median of the rounds' ratios.

{table(header, rows)}

Search over archives that grow. The reads are pages, and the digest, which a search reads first:

![Time and reads of a search by number of notes](memory.svg)

{table(["notes", "reads", "search", "bare reads"], growing)}
"""


def _plot(growing: Sequence[Mapping[str, Any]], file: Path) -> None:
    from bench.plots import figure, keep

    drawing, axes = figure("Search by number of notes", "notes", "ms, and billed reads")
    notes = [one["notes"] for one in growing]
    axes.plot(notes, [one["seconds"] * 1000 for one in growing], marker=".", label="search, ms")
    axes.plot(notes, [one["bareSeconds"] * 1000 for one in growing], marker=".", label="reads, ms")
    axes.plot(notes, [one["reads"] for one in growing], marker=".", label="billed reads")
    axes.set_xscale("log")
    axes.set_yscale("log")
    axes.legend()
    keep(drawing, file)


def _growing(services: Services, client: Client) -> Iterator[dict[str, Any]]:
    for size in SIZES:
        contents = sentences(size, seed=size)
        write_archive(services.store, f"user-{size}", iter(contents))
        yield _searched(services, client, f"user-{size}", contents)


def _searched(
    services: Services, client: Client, uid: str, contents: Sequence[str]
) -> dict[str, Any]:
    kept = client.collection(f"users/{uid}/pages").select([])
    pages = [page.reference for page in kept.stream()]
    chance = random.Random(len(contents))
    questions = iter(lambda: " ".join(chance.sample(chance.choice(contents).split(), 6)), None)
    found = compared(
        f"search over {len(contents):,} entries",
        lambda: services.search.search(uid, SearchQuery(next(questions))),
        lambda: [page.to_dict() for page in client.get_all(pages)],
        ROUNDS_GROWING,
        math.inf,
    )
    return {"notes": len(contents), "reads": len(pages) + 1, **found, "limit": None}


def main() -> int:
    """Measures; returns 1 if a ratio exceeds its limit."""
    project = "demo-bench"
    with stack_process(env={"GOOGLE_CLOUD_PROJECT": project}) as stack:
        os.environ |= {"GOOGLE_CLOUD_PROJECT": project, "FIRESTORE_EMULATOR_HOST": stack.firestore}
        services = Services(Config.from_env(os.environ))
        contents = sentences(ENTRIES)
        for first in range(0, ENTRIES, 100):
            notes = [
                NewEntry(content, target=Tier.ARCHIVE, thread_id=f"t{first // 20}")
                for content in contents[first : first + 100]
            ]
            services.memory.save_many("ann", notes)
        for n in range(20):
            new = NewPreference(
                type=PreferenceType.LIKE,
                description=f"thing number {n}",
                category="things",
                context="the user said so",
                confidence=0.9,
                metadata={},
            )
            services.profiles.add_preference("ann", f"p{n}", new, None)
        services.memory.save("ann", NewEntry("The tests need Docker."))
        services.memory.save("ann", NewEntry("Prefers mornings.", target=Tier.USER))
        client = Client(project=project)
        user = client.document("users/ann")
        pages = [page.reference for page in user.collection("pages").select([]).stream()]
        questions = iter(
            [" ".join(random.Random(n).sample(contents[n].split(), 6)) for n in range(500)]
        )
        services.contexts.build("ann")

        search = compared(
            f"search over {ENTRIES:,} entries",
            lambda: services.search.search("ann", SearchQuery(next(questions))),
            lambda: [page.to_dict() for page in client.get_all(pages)],
            ROUNDS,
            SEARCH_AT_MOST,
        )
        context = compared(
            "context block",
            lambda: services.contexts.build("ann"),
            lambda: user.get().to_dict(),
            ROUNDS * 10,
            CONTEXT_AT_MOST,
        )
        growing = list(_growing(services, client))
    figures = {"entries": ENTRIES, "ratios": [search, context], "growing": growing}
    save("memory", figures, seed=11)
    return int(any(one["ratio"] > one["limit"] for one in (search, context)))


if __name__ == "__main__":
    sys.exit(main())
