"""Where the words that a pattern takes begin and end, and whether they say anything."""

import re
import unicodedata
from collections.abc import Iterable, Sequence

from adapters.reader.languages import Language
from adapters.reader.lines import Line, Token, is_picture
from adapters.reader.rules import Capture

_ENDS = frozenset([";", ":", "(", ")", "--", "...", "..", ".", "!", "?", "*", "~", "|", "=", "<"])
_FULL_STOPS = frozenset(["\u3002", "\u3001"])
_DASHES = frozenset(["-", "\u2013", "\u2014", "\u2026", *_FULL_STOPS])
_NUMBER = re.compile(r"\d[\d.,:]*")
EMAIL = re.compile(r"[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,9}", re.ASCII)
_LONGEST_ENDING = 4
"""Characters that a word has to have more than, to be known by how it ends."""
_LONGEST_HEAD = 8
"""Words, or signs, of an expression that others end with: "best friend"."""
_INITIALS = 2
"""Characters of a name that may all be capitals: "JP"."""
_A_DEFINITE_THING = 2
"""Words of one that nothing describes: "the game"."""
_LONGEST_ASIDE = 8
"""Words of a parenthesis."""
_LONGEST_REST, _LONGEST_REST_UNSPACED = 6, 24
"""Words, or signs without spaces, that may be missing at the end of what was taken."""
_SMALL_CAPTURE = 2
"""Words of captures such as "if they", which may well end with what leads on."""
_AFTER_A_COMMA = 6
"""How many words behind a comma are looked at for a verb of their own."""


class Trimming:
    """Trims what was taken, by the rules of one language."""

    def __init__(self, language: Language) -> None:
        self._language = language

    def trimmed(self, line: Line, taken: range, kind: str) -> range | None:
        """Returns the words that are meant; None if these say nothing.

        Args:
            line: the clause.
            taken: the indexes of the words.
            kind: the capture's kind.
        """
        capture = self._language.captures[kind]
        start = self._begin(line, capture, taken.start, taken.stop)
        if not self._begins_rightly(line, range(start, taken.stop), capture):
            return None
        end = self._drop(line, capture, start, self._stop(line, capture, start, taken.stop))
        is_cut = end < taken.stop or len(taken) == capture.most > _SMALL_CAPTURE
        while is_cut and end > start and self.breaks_off(line, end):
            end -= 1
        kept = range(start, end)
        has_words = any(line.tokens[i].is_word for i in kept)
        return kept if has_words and self._says_something(line, kept, capture) else None

    def _at(self, line: Line, index: int, names: tuple[str, ...]) -> int:
        """Returns how many tokens at an index are an entry of one of the lists."""
        ends = self._language.shape.entries(*names).ends(line, index) if names else ()
        return ends[0] - index if ends else 0

    def _begin(self, line: Line, capture: Capture, start: int, end: int) -> int:
        while start < end - 1:
            token = line.tokens[start]
            is_mark = not token.is_word and token.norm not in "\"'$€£#@"
            skipped = self._at(line, start, capture.leads) or int(is_mark)
            if not skipped or start + skipped >= end:
                break
            start += skipped
        return start

    def _stop(self, line: Line, capture: Capture, start: int, end: int) -> int:
        aside = range(0)
        for at in range(start, end):
            token = line.tokens[at]
            norm = token.norm
            if norm == "(" and at > start:
                aside = _aside(line, at, end)
            goes_on = norm == "." and start < at < end - 1 and self._is_short(line.words[at - 1])
            if at in aside or goes_on or (capture.comma == "kept" and not token.is_word):
                continue
            if not token.is_word and (
                norm in (_ENDS | _DASHES if line.spaced else _ENDS | _FULL_STOPS)
                or is_picture(norm)
                or unicodedata.category(norm[0]) == "So"
                or (norm in (",", "\u060c") and self._ends_at_comma(line, capture, at, end))
            ):
                return at
            if at > start and (
                self._at(line, at, capture.stops)
                or (capture.shape == "name" and self._ends_a_name(line, at, capture))
            ):
                return at
        return end

    def _is_short(self, word: str) -> bool:
        """Whether a full stop does not end the sentence behind a word: "3. April", "Dr. Mora"."""
        return word.isdigit() or word in self._language.list("abbreviations")

    def _ends_a_name(self, line: Line, at: int, capture: Capture) -> bool:
        """Whether a word has no capital where the name before it has one: "Ana loves"."""
        shouted = not capture.capital and not any(one.capital for one in line.tokens)
        token = line.tokens[at]
        return line.spaced and token.is_word and not shouted and not self._may_be_name(token)

    def _may_be_name(self, token: Token) -> bool:
        """Whether a word of a name looks like it: a capital, a figure, or a small word of names."""
        small = self._language.list("small_words_of_names")
        return token.capital or token.norm in small or token.norm[:1].isdigit()

    def _ends_at_comma(self, line: Line, capture: Capture, at: int, end: int) -> bool:
        if capture.comma == "ends" or at + 1 >= end:
            return True
        if capture.comma == "names":
            return not self._goes_on_as_a_name(line, capture, at + 1, end)
        following = [line.tokens[i].norm for i in range(at + 1, min(at + 1 + _AFTER_A_COMMA, end))]
        until = following.index(",") if "," in following else len(following)
        verbs, relative = self._language.list("finite"), self._language.list("relative")
        verb = next((i for i in range(1, until) if following[i] in verbs), None)
        # A comma with a sentence of its own behind it is an afterthought: ", the crusts are burnt".
        return verb is not None and relative.isdisjoint(following[:verb])

    def _goes_on_as_a_name(self, line: Line, capture: Capture, at: int, end: int) -> bool:
        """Whether a name goes on behind a comma: "Austin, Texas", "austin, texas"."""
        ends = at + 1 >= end or not line.tokens[at + 1].is_word
        # "Ottawa, winnipeg was too cold" goes on with another clause.
        is_subject = not ends and line.tokens[at + 1].norm in self._language.list("finite")
        return line.tokens[at].capital or (
            not is_subject
            and not any(token.capital for token in line.tokens)
            and (ends or self._at(line, at + 1, capture.stops) > 0)
            and not self._at(line, at, ("pointing", "links", "openers", "trailing"))
        )

    def _drop(self, line: Line, capture: Capture, start: int, end: int) -> int:
        while end > start + 1:
            last = line.tokens[end - 1]
            is_mark = not last.is_word and last.norm not in '"\u201d%+\u00bb\u300d'
            small = ("small_words_of_names",) if capture.shape == "name" else ()
            if is_mark or self._at(line, end - 1, small):
                end -= 1
                continue
            if end - start > 1 and self._is_one_name(line, end - 1):
                return end
            for size in range(min(6, end - start - 1), 0, -1):
                if self._at(line, end - size, capture.drops) == size:
                    end -= size
                    break
            else:
                return end
        return end

    def _is_one_name(self, line: Line, at: int) -> bool:
        """Whether a word has a capital as the one before it has: "Spider Man"."""
        return all(self._has_a_capital(line, line.tokens[i]) for i in (at - 1, at))

    def _says_something(self, line: Line, kept: range, capture: Capture) -> bool:
        words, of = line.normalized(kept), self._language.list
        if (
            any(words in of(name) for name in capture.is_not)
            or self._is_of(line, kept, capture.heads_not)
            or (capture.only and not any(words in of(name) for name in capture.only))
            or (capture.heads and not self._is_of(line, kept, capture.heads))
        ):
            return False
        match capture.shape:
            case "number":
                return all(self._is_number(line.tokens[i].norm) for i in kept)
            case "email":
                return len(kept) == 1 and EMAIL.fullmatch(words) is not None
            case "word":
                return len(kept) == 1 and line.tokens[kept.start].is_word
            case "name":
                return self._is_name(line, kept, capital=capture.capital)
            case _:
                return not capture.stands_alone or self.stands_alone(line, kept)

    def _begins_rightly(self, line: Line, taken: range, capture: Capture) -> bool:
        """Whether words begin with an entry of the lists they have to, apart from adverbs."""
        at = taken.start
        if self._at(line, at, capture.begins_not):
            return False
        while capture.begins and at < taken.stop - 1 and (size := self._at(line, at, ("adverb",))):
            at += size
        return not capture.begins or self._at(line, at, capture.begins) > 0

    def _is_of(self, line: Line, kept: range, names: Iterable[str]) -> bool:
        """Whether words end with an entry of a list, or the last as one with a hyphen says."""
        last = line.words[kept.stop - 1]
        ends = [line.normalized(range(at, kept.stop)) for at in kept[-_LONGEST_HEAD:]]
        for name in names:
            entries = self._language.list(name)
            endings = tuple(entry[2:] for entry in entries if entry.startswith("- "))
            if not entries.isdisjoint(ends):
                return True
            if endings and len(last) > _LONGEST_ENDING and last.endswith(endings):
                return True
        return False

    def _is_number(self, word: str) -> bool:
        return bool(_NUMBER.fullmatch(word)) or word in self._language.list("numbers")

    def _is_name(self, line: Line, kept: range, *, capital: bool) -> bool:
        """Whether it is a name: capitals, or a message in which nothing has one."""
        if not line.spaced:
            return True
        if line.normalized(kept).isdecimal():
            return False  # "I start at 4."
        if capital and not self._has_a_capital(line, line.tokens[kept.start]):
            return False
        shouted = not capital and not any(token.capital for token in line.tokens)
        words = (line.tokens[i] for i in kept if line.tokens[i].is_word)
        return shouted or all(map(self._may_be_name, words))

    def _has_a_capital(self, line: Line, token: Token) -> bool:
        """Whether a word begins with a capital, other than a word that is shouted: "SHOOK"."""
        said = line.text[token.start : token.end]
        return token.capital and not (len(said) > _INITIALS and said.isupper())

    def stands_alone(self, line: Line, kept: range) -> bool:
        """Whether a stranger would know what is meant: no "it", "that one", "your idea"."""
        tokens = [line.tokens[i] for i in kept if line.tokens[i].is_word]
        words = [token.norm for token in tokens]
        of = self._language.list
        if not words or self._language.where("episodes", line, kept) is not None:
            return False
        if not line.spaced:
            is_vague = "".join(words) in of("vague")
            return not is_vague and not self._at(line, kept.start, ("pointing",))
        described = len(words) > 2 and words[0] in of("described")
        return not (
            (words[0] in of("pointing") and not described)
            or not of("pointing_anywhere").isdisjoint(words)
            or words[-1] in of("pointing_last")
            or set(words) <= of("vague") | of("determiners")
            or (words[0] in of("definite") and not self._is_known(tokens))
        ) and any(len(word) > 1 for word in words)

    def breaks_off(self, line: Line, end: int) -> bool:
        """Whether the last word needs the next one. Before a comma, "on" belongs to a verb."""
        goes_on = end < len(line.tokens) and line.tokens[end].is_word
        return goes_on and line.words[end - 1] in self._language.list("leading_on")

    def whole(self, line: Line, kept: range, until: int) -> range:
        """Returns words that do not break off: "cricket" of "cricket on", with both brackets.

        Args:
            line: the sentence.
            kept: the indexes of the words.
            until: where what is missing has to end to be added: "two decades as" a baker. If it is
                longer, what begins it is left out.
        """
        start, end = _with_both_brackets(line, kept)
        while end > start + 1 and self.breaks_off(line, end):
            rest = self._rest(line, end)
            if end < rest <= until and not self.breaks_off(line, rest):
                return range(start, rest)
            end -= 1
        return range(start, end)

    def _rest(self, line: Line, end: int) -> int:
        """Returns where the phrase ends that the words behind begin; `end` if that is not clear."""
        of = self._language.list
        stops = of("links") | of("sharing") | of("finite")
        most = _LONGEST_REST if line.spaced else _LONGEST_REST_UNSPACED
        behind = range(end, min(end + most + 1, len(line.tokens)))
        for at in behind:
            if not line.tokens[at].is_word or (at > end and line.words[at] in stops):
                return at
        return len(line.tokens) if behind.stop == len(line.tokens) else end

    def _is_known(self, tokens: Sequence[Token]) -> bool:
        """Whether "the …" needs no telling which: "the Alps", "the sea", "the smell of rain"."""
        of = self._language.list
        rest = [token.norm for token in tokens[1:]]
        is_name = tokens[1:] and tokens[1].capital
        if is_name or set(rest[:2]) & of("known_definite"):
            return True
        told_by = of("relative") - of("sharing")
        at = next((i for i, word in enumerate(rest[1:5], 1) if word in told_by), None)
        if at is None:
            return False
        # "The flow of the game" leaves open which game.
        behind = tokens[at + 2 :]
        is_definite = bool(behind) and behind[0].norm in of("definite")
        return not (is_definite and len(behind) == _A_DEFINITE_THING) or self._is_known(behind)


def _with_both_brackets(line: Line, kept: range) -> tuple[int, int]:
    """Returns where words begin and end that have both of a pair of brackets, or none."""
    norms = [line.tokens[at].norm for at in kept]
    start, end = kept.start, kept.stop
    if norms.count("(") > norms.count(")"):
        opening = start + norms.index("(")
        behind = line.tokens[end : end + _LONGEST_REST] if opening < end - 1 else ()
        closing = next((at for at, token in enumerate(behind, end) if token.norm == ")"), None)
        if closing is not None:
            end = closing + 1
        elif opening > start:
            end = opening
    elif norms.count(")") > norms.count("("):
        end = start + norms.index(")")
    if line.tokens[start].norm == "(":
        start += 1
        end -= line.tokens[end - 1].norm == ")"
    return start, max(end, start + 1)


def _aside(line: Line, at: int, end: int) -> range:
    """Returns a short parenthesis that words go on after: "white (and brown) rice"."""
    behind = range(at + 1, min(at + _LONGEST_ASIDE, end - 1))
    closing = next((i for i in behind if line.tokens[i].norm == ")"), at)
    goes_on = closing > at and line.tokens[closing + 1].is_word
    return range(at, closing + 1) if goes_on else range(0)
