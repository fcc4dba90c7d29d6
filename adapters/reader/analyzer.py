"""The offline analyzer: rules instead of a model."""

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import chain

from adapters.reader import mending
from adapters.reader.candidates import Making
from adapters.reader.known import Known, of_candidate, of_profile
from adapters.reader.languages import languages
from adapters.reader.reader import Read, reader
from adapters.reader.recurrence import asked, observed
from adapters.reader.sequels import Sequels
from shared.base.text import stemming_once
from shared.learning.analyzer import (
    NOT_READ,
    Analysis,
    AnalysisRequest,
    LeftOut,
    PromptText,
    TokenUsage,
)
from shared.learning.candidates import Candidate


class OfflineAnalyzer:
    """Finds explicit statements without a model, a key or a network."""

    name = "offline"

    def __init__(self) -> None:
        self._languages = languages()
        self._reader = reader()
        names = [one.about.name for one in self._languages.sketches.values()]
        self._not_read = f"The offline rules read {', '.join(names)}. A model reads every language."
        self._making = cache(lambda code: Making(self._languages[code]))
        self._sequels = cache(lambda code: Sequels(self._languages[code]))

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
        topics = asked(reads, request.prompts, request.profile.patterns)
        flows = observed(reads, request.prompts, request.profile.workflows)
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
        reads = []
        for prompt in request.prompts:
            reads.append(self._reader.read(prompt.content, plays=plays, others=others))
            plays = reads[-1].plays
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
        for sentence in read.sentences:
            for fired in sentence.fired:
                for candidate in making.candidates(fired, sentence, prompt, known, before):
                    found.append(candidate)
                    old = read.corrects and mending.corrected_by(candidate, known)
                    if old and candidate.does == "assert":
                        # "Oops, I meant the oboe" takes back what it says otherwise.
                        found.append(quoted(mending.over(old, "retract"), candidate.quote))
        yield from found
        for candidate, sentence in self._sequels(code).of(read, known, found, before):
            yield quoted(candidate, sentence.quote(prompt.content))


def _is_new(candidate: Candidate) -> bool:
    return candidate.does in ("assert", "replace")


def _key(candidate: Candidate) -> str:
    """What makes two candidates of one batch the same, whatever the words that said them."""
    what = {"kind", "type", "description", "path", "value", "domain", "level"}
    return str(candidate.model_dump(include={*what, "does", "target", "target_text"})).casefold()
