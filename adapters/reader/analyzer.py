"""The offline analyzer: rules, and a small neural network for what they leave open.

It reads the messages of a batch one by one, and then what recurs from message to message: topics,
which become patterns, and sequences of requests.
"""

from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass
from functools import cache, partial
from itertools import chain

from adapters.reader import mending
from adapters.reader.candidates import Making
from adapters.reader.judging.judge import Judging
from adapters.reader.judging.network import network
from adapters.reader.judging.tagging import told_in
from adapters.reader.judging.telling import Telling
from adapters.reader.known import Known, of_candidate, of_profile, told_apart
from adapters.reader.languages import Language, languages
from adapters.reader.lines import Line
from adapters.reader.reader import Read, SentenceRead, reader
from adapters.reader.rules import Stage
from shared.base.sameness import same
from shared.base.text import stemming_once, stems
from shared.documents.profile import Pattern, Workflow
from shared.learning.analyzer import (
    NOT_READ,
    Analysis,
    AnalysisRequest,
    LeftOut,
    PromptText,
    TokenUsage,
)
from shared.learning.candidates import (
    Candidate,
    PatternCandidate,
    PreferenceCandidate,
    WorkflowCandidate,
)

ASKED = 3
"""How many messages have to ask about a topic."""
DAYS = 2
"""On how many days."""
_OPENING = 2
"""Tokens at the start of a sentence that may say that it adds something, though rules skip them."""
_LATEST = 7
"""The token before which a request begins."""
_FORMS = {"Technical Domain": "Frequently works on {}", "Problem Type": "Often debugs {}",
          "Technology": "Regular questions about {}",
          "Interest": "Often asks about {}"}  # fmt: skip
"""One wording for each category, so that a topic is always found again."""


class OfflineAnalyzer:
    """Finds statements in the function itself: no provider's model, no key, no request.

    Args:
        only_rules: whether only the rules read, and not the network.
    """

    name = "offline"

    def __init__(self, *, only_rules: bool = False) -> None:
        self._only_rules = only_rules
        self._languages = languages()
        self._reader = reader()
        names = [one.about.name for one in self._languages.sketches.values()]
        self._not_read = f"The offline rules read {', '.join(names)}. A model reads every language."
        self._making = cache(lambda code: Making(self._languages[code]))
        self._judging = cache(lambda code: Judging(self._languages[code]))
        self._telling = cache(lambda code: Telling(self._languages[code]))

    def estimate(self, _: AnalysisRequest) -> TokenUsage:
        """Returns nothing: reading is free."""
        return TokenUsage()

    @stemming_once()
    def analyze(self, request: AnalysisRequest) -> Analysis:
        """The candidates of the batch: of each prompt in order, then what recurs across them."""
        reads = self._read(request)
        found: dict[str, Candidate] = {}
        known = list(of_profile(request.profile))
        users = [message.text for message in request.context if message.role == "user"]
        before = users[-1] if users else None
        for prompt, read in zip(request.prompts, reads, strict=True):
            # What ends was there before: a message that says both leaves what is new.
            candidates = sorted(self._of_message(read, prompt, known, before), key=_is_new)
            before = prompt.content
            for candidate in candidates:
                key = _key(candidate)
                if key not in found:
                    found[key] = candidate
                    if _is_new(candidate):
                        known.append(of_candidate(candidate, prompt.at))
        topics = _asked(reads, request.prompts, request.profile.patterns)
        flows = _observed(reads, request.prompts, request.profile.workflows)
        for candidate in chain[Candidate](topics, flows):
            found.setdefault(_key(candidate), candidate)
        unread = [p.id for p, read in zip(request.prompts, reads, strict=True) if not read.language]
        return Analysis(
            candidates=list(found.values()),
            left_out=[LeftOut(id_, NOT_READ, self._not_read) for id_ in unread],
        )

    def _read(self, request: AnalysisRequest) -> Sequence[Read]:
        earlier = [message.text for message in request.context if message.role == "user"]
        kept = (one.quote for item in request.profile.preferences for one in item.evidence)
        others = [*earlier, *(prompt.content for prompt in request.prompts), *kept]
        plays = False
        for text in earlier:
            plays = self._reader.plays_after(text, plays=plays, others=others)
        reads, before = [], earlier[-1] if earlier else None
        for prompt in request.prompts:
            read = self._reader.read(prompt.content, plays=plays, others=others, before=before)
            reads.append(read)
            plays, before = read.plays, prompt.content
        return reads

    def _of_message(
        self, read: Read, prompt: PromptText, known: Sequence[Known], before: str | None
    ) -> Iterator[Candidate]:
        if read.language is None:
            return
        code = read.language.about.code
        making = self._making(code)

        def quoted(candidate: Candidate, quote: str) -> Candidate:
            return candidate.model_copy(update={"quote": quote, "prompt_id": prompt.id})

        found: list[Candidate] = []
        kept: list[Known] = []
        recalled: list[Known] = []
        for sentence in read.sentences:
            for reading in sentence.taken_back:
                for item, back in making.taken_back(reading, sentence, prompt, known):
                    recalled.append(of_candidate(item, prompt.at))
                    found.append(back)
            for reading in sentence.denied:
                found += making.denied(reading, sentence, prompt, known)
        for sentence in read.sentences:
            for fired in sentence.fired:
                kept += making.kept(fired, known)
                there, last = known, before
                if fired.goes_on:
                    there = [*known, *map(of_candidate, found)]
                elif recalled and fired.is_about_the_last:
                    there, last = recalled, None
                opening = sentence.line.part(0, _OPENING)
                adds = any(mending.adds(line, read.language) for line in (fired.line, opening))
                for candidate in making.candidates(fired, sentence, prompt, there, last):
                    found.append(mending.added(candidate, known) if adds else candidate)
                    old = read.corrects and mending.corrected_by(candidate, known)
                    if old and candidate.does == "assert":
                        # "Oops, I meant the oboe" takes back what it says otherwise.
                        found.append(quoted(mending.over(old, "retract"), candidate.quote))
        found += [
            quoted(candidate, sentence.quote(prompt.content))
            for candidate, sentence in self._further(read, prompt, known, found, kept, before)
        ]
        found = _taken_back(found, read)
        yield from map(partial(_without_what_is_over, over=_over(found)), found)

    def _further(
        self,
        read: Read,
        prompt: PromptText,
        known: Sequence[Known],
        found: Sequence[Candidate],
        kept: Sequence[Known],
        before: str | None,
    ) -> Iterator[tuple[Candidate, SentenceRead]]:
        """Yields what the network reads that no rule does."""
        code = read.language.about.code if read.language else ""
        if self._only_rules or code not in network().languages:
            return
        judging = self._judging(code)
        about = judging.about(read, known, found, before, kept)
        seen = judging.seen(read, about)
        told = told_in(read, seen.pieces)
        judged = [*judging.of(read, about, seen, found)]
        yield from judged
        said = [*found, *(candidate for candidate, _ in judged)]
        share = partial(judging.share_of_change, read, about, seen)
        yield from self._telling(code).of(read, told, known, said, prompt.at, share)


def _taken_back(found: list[Candidate], read: Read) -> list[Candidate]:
    """Returns candidates without what a message only says again when it takes back a part.

    "I said I live in Rome and work as a nurse. The nurse bit was wrong."
    """
    again = {one.quote(read.text) for one in read.sentences if one.recalled}
    if not again:
        return found
    besides = (
        word
        for sentence in read.sentences
        for at, word in enumerate(sentence.line.words)
        if at not in sentence.recalled
    )
    back = [of_candidate(one) for one in found if one.does == "retract"]
    meant = [one.like for one in told_apart(back, besides)]
    return [one for one in found if one.does != "retract" or one in meant or one.quote not in again]


def _over(found: Sequence[Candidate]) -> Sequence[Set[str]]:
    """Returns the stems of each thing that is over."""
    every = ({*stems(one.target_text)} for one in found if one.does != "assert")
    return [one for one in every if one]


def _without_what_is_over(candidate: Candidate, over: Sequence[Set[str]]) -> Candidate:
    """Returns a candidate without the sentence about it if that names what is over.

    "The Kindle drowned, so it's a Kobo now" would keep mentioning the Kindle.
    """
    context = {*stems(candidate.context)} if isinstance(candidate, PreferenceCandidate) else set()
    if any(one <= context for one in over):
        return candidate.model_copy(update={"context": ""})
    return candidate


def _is_new(candidate: Candidate) -> bool:
    return candidate.does in ("assert", "replace")


def _key(candidate: Candidate) -> str:
    """What makes two candidates of one batch the same, whatever the words that said them."""
    what = {"kind", "type", "description", "path", "value", "domain", "level"}
    return str(candidate.model_dump(include={*what, "does", "target", "target_text"})).casefold()


def _asked(
    reads: Sequence[Read], prompts: Sequence[PromptText], known: Sequence[Pattern]
) -> Iterator[PatternCandidate]:
    """Yields the topics that several messages ask about, or one if the profile has the topic."""
    topics: dict[tuple[str, str], dict[int, SentenceRead]] = {}
    for place, read in enumerate(reads):
        for sentence in (one for one in read.sentences if one.asks):
            for topic in _named(sentence.line, read.language):
                topics.setdefault(topic, {}).setdefault(place, sentence)
    for (category, name), found in topics.items():
        description = _FORMS.get(category, "Often asks about {}").format(name)
        matches = next((p.id for p in known if same(p.description, description)), None)
        days = {prompts[place].at.date() for place in found}
        if matches or (len(found) >= ASKED and len(days) >= DAYS):
            prompt, sentence = prompts[max(found)], found[max(found)]
            yield PatternCandidate(
                quote=sentence.quote(prompt.content),
                prompt_id=prompt.id,
                category=category,
                description=description,
                matches=matches,
            )


def _named(line: Line, language: Language | None) -> Iterator[tuple[str, str]]:
    """Yields (category, name) of the topics that a sentence names."""
    at = 0
    while language and at < len(line.words):
        end = next(iter(language.terms.ends(line, at)), at)
        if end > at:
            yield language.topics[line.words[at:end]]
        at = max(end, at + 1)


@dataclass(frozen=True)
class _Request:
    """A request of one kind, and where it stands."""

    stage: Stage
    place: int
    sentence: SentenceRead


def _observed(
    reads: Sequence[Read], prompts: Sequence[PromptText], known: Sequence[Workflow]
) -> Iterator[WorkflowCandidate]:
    """Yields sequences of requests from message to message: implementation, tests, then review.

    A sequence counts if it was seen twice in the batch, or once with three steps, or if the profile
    has it already.
    """
    seen: list[_Request] = []
    for place, read in enumerate(reads):
        requests = (_stage(read, sentence, place) for sentence in read.sentences)
        one = next(filter(None, requests), None)
        if one is not None and (not seen or seen[-1].stage.step != one.stage.step):
            seen.append(one)
    counted: dict[tuple[str, ...], list[list[_Request]]] = {}
    for run in _runs(seen):
        counted.setdefault(tuple(one.stage.step for one in run), []).append(run)
    for steps, found in counted.items():
        last = found[-1]
        first, *others = [one.stage.noun for one in last]
        listed = " and ".join(filter(None, [", ".join(others[:-1]), others[-1]]))
        description = f"Usually asks for {listed} after {first}"
        matches = next((one.id for one in known if same(one.description, description)), None)
        if len(steps) > 2 or len(found) > 1 or matches:
            prompt = prompts[last[-1].place]
            yield WorkflowCandidate(
                quote=last[-1].sentence.quote(prompt.content),
                prompt_id=prompt.id,
                description=description,
                steps=list(steps),
                matches=matches,
            )


def _stage(read: Read, sentence: SentenceRead, place: int) -> _Request | None:
    if read.language is None or any(one.reason == "given text" for one in sentence.readings):
        return None
    for ready in read.language.stages:
        match = ready.match.search(sentence.line)
        if match and match.start < _LATEST:
            return _Request(ready.entry, place, sentence)
    return None


def _runs(seen: Sequence[_Request]) -> list[list[_Request]]:
    """Returns stretches that each begin with a first step and end before the next one."""
    runs: list[list[_Request]] = []
    for one in seen:
        goes_on = runs and len(runs[-1]) == 1 and runs[-1][0].stage.begins
        if one.stage.begins and not goes_on:
            runs.append([one])
        elif runs and one.stage.step not in {before.stage.step for before in runs[-1]}:
            runs[-1].append(one)
    return [run for run in runs if len(run) > 1]
