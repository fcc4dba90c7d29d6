"""Pages and lines match the entries, whatever is saved, changed and removed."""

from datetime import timedelta

from hypothesis import given, settings
from hypothesis import strategies as st

from shared.base.ids import problem_with
from shared.base.safety.invisible import visible
from shared.documents.memory import Before, MemoryDigest, MemoryEntry, Part, Tier
from shared.memory.packing import FORM, line_size, pack, packed_of, unpack, without_terms
from shared.memory.pages import PageLimits, Pages
from tests.support.strategies import START, examples

texts = st.text(
    st.characters(codec="utf-8", exclude_categories=["Cc", "Cs", "Zl", "Zp"]), min_size=1
)
identifiers = texts.filter(lambda text: problem_with(text) is None)
labels = texts.filter(lambda text: visible(text).strip() == text)


@st.composite
def entries(draw):
    at = START + timedelta(minutes=draw(st.integers(-(10**6), 10**6)))
    return MemoryEntry(
        id=draw(st.uuids()).hex,
        tier=draw(st.sampled_from(Tier)),
        content=draw(texts),
        thread_id=draw(st.none() | identifiers),
        role=draw(st.sampled_from([None, "user", "assistant"])),
        part=draw(
            st.none() | st.builds(Part, of=st.just("n1"), number=st.just(2), count=st.just(3))
        ),
        tags=draw(st.lists(labels, max_size=3)),
        created_at=at,
        updated_at=at + timedelta(microseconds=draw(st.integers(0, 10**9))),
        expires_at=draw(st.none() | st.just(at + timedelta(days=1))),
        position=draw(st.integers(0, 10**6)),
    )


def test_a_line_holds_every_field_that_search_returns():
    entry = MemoryEntry(
        id="n1",
        tier=Tier.USER,
        content="The tests need Docker.",
        source="system",
        thread_id="t",
        role="assistant",
        part=Part(of="n1", number=1, count=2),
        tags=["a", "b"],
        confidence="medium",
        created_at=START,
        updated_at=START + timedelta(hours=1),
        expires_at=START + timedelta(hours=2),
        position=7,
        page=3,
        embed_due_at=START,
        request="r",
        connection="c",
        made_at=START,
        edited_by="d",
        before=Before(tier=Tier.USER, content="Docker.", updated_at=START, at=START, last_at=START),
    )
    defaults = {name: info.default for name, info in MemoryEntry.model_fields.items()}
    # What waits for the user's word is in no page.
    left = {name for name, value in entry if value == defaults[name]}
    assert left == {"quarantined", "replaces"}, "set every other field"
    assert unpack(entry.id, packed_of(pack(entry))) == entry.model_copy(
        update=dict.fromkeys(("page", "embed_due_at", "request", "edited_by", "before"))
    )


@given(entries())
def test_a_line_holds_the_whole_entry(entry):
    assert unpack(entry.id, packed_of(pack(entry))) == entry


@given(entries())
def test_a_line_without_its_terms_holds_the_whole_entry(entry):
    assert unpack(entry.id, packed_of(without_terms(pack(entry)))) == entry


def test_a_line_of_an_older_form_has_its_terms_made_anew():
    entry = MemoryEntry(
        id="e", tier=Tier.ARCHIVE, content="She paints.", created_at=START, updated_at=START
    )
    new = packed_of(pack(entry))
    old = new._replace(form="0", terms=" something else ")
    read = packed_of("\t".join(old))
    assert old.form != FORM
    assert read.terms == new.terms == " paint "


steps = st.lists(
    st.tuples(st.sampled_from(["save", "change", "remove", "merge"]), st.integers(0, 400)),
    max_size=120,
)


SMALL = PageLimits(entries=6, size=900, largest=1200, tail_entries=4, tail_size=24_000)
"""So small that everything happens within a few steps."""


@given(steps)
@settings(max_examples=examples(150))
def test_pages_and_tail_hold_every_line_once(steps):
    stored, homes, wanted = {}, {}, {}
    digest = MemoryDigest()
    for number, (step, choice) in enumerate(steps):
        pages = Pages(digest, SMALL)
        id_ = sorted(wanted)[choice % len(wanted)] if wanted else ""
        if step == "save":
            id_, line = f"e{number}", f"line {number} " + "x" * choice
            homes[id_] = pages.add(id_, line)
            wanted[id_] = line
        elif step == "change" and wanted:
            line = f"changed {number} " + "y" * choice
            homes[id_] = pages.replace(id_, homes[id_], wanted[id_], line)
            wanted[id_] = line
        elif step == "remove" and wanted:
            pages.remove(id_, homes.pop(id_), wanted.pop(id_))
        elif step == "merge" and (pair := pages.mergeable()):
            page, into = pair
            for moved in pages.merge(page, into, stored.get(page, {})):
                homes[moved] = into
        pages.flush_tail()
        assert len(pages.changes.keys() | pages.emptied) <= 3
        for page, lines in pages.changes.items():
            held = stored.setdefault(page, {})
            held |= {key: line for key, line in lines.items() if line is not None}
            for key in [key for key, line in lines.items() if line is None]:
                held.pop(key)
        for page in pages.emptied:
            stored.pop(page, None)
        digest = digest.model_copy(update={"tail": pages.tail, "pages": pages.fills})

        found = {}
        for page, lines in [*stored.items(), *((int(p), ls) for p, ls in digest.tail.items())]:
            for key, line in lines.items():
                assert homes[key] == page
                assert found.setdefault(key, line) == line
        assert found == wanted
        fills = {fill.number: (fill.entries, fill.size) for fill in digest.pages}
        assert fills == {
            page: (len(keys), sum(line_size(key, wanted[key]) for key in keys))
            for page in set(homes.values())
            if (keys := [key for key, home in homes.items() if home == page])
        }
        assert all(size <= SMALL.largest for _, size in fills.values())
        assert sum(len(lines) for lines in digest.tail.values()) < SMALL.tail_entries
