"""Judges whether a text gives orders to an assistant that its user would not give.

Notes about how somebody wants to be helped are orders, too: "Never suggest gluten", "Wants tests
before code". What tells the others apart is who is told to do what, for whose benefit: to send data
away, to grant something, to obey somebody's text, to hide things from the user, to set rules aside,
to run what somebody else has written. Such an order is made of concepts that stand together in one
sentence; `deeds`, `claims`, `powers`, `standing`, `steering` and `guises` have
their words. The text is judged in all of its `views`,
so that a disguise does not help. It takes time in proportion to the text.
"""

import re
from collections.abc import Sequence

from shared.base.safety.injection import instructs
from shared.base.safety.poison import claims, deeds, guises, powers, standing, steering, words
from shared.base.safety.poison.views import decoded, seen, views

_END = re.compile(r"(?<=[.!?])\s|[。！？\n]")
_DENIABLE = frozenset(
    {
        deeds.SEND,
        deeds.FETCH,
        deeds.RUN,
        deeds.MACHINE,
        deeds.DISCLOSE,
        deeds.REROUTE,
        deeds.MONEY,
        deeds.DESTROY,
        claims.IGNORE,
        claims.UNASKED,
        claims.OBEY,
        claims.UNCHECKED,
        deeds.HARM,
        deeds.INFORM,
        deeds.GIVE,
        standing.SPEND,
        standing.COMMIT,
        words.IMPERATIVE,
        powers.ASSENT,
        standing.INSTALL,
        standing.UNPROTECTED,
        standing.SET_ASIDE,
        powers.WAIVED,
    }
)


_OF_A_SENTENCE = frozenset(
    {words.IMPERATIVE, standing.COMMIT, claims.OBEY, steering.FAVOURED, guises.ADDRESSED}
)
"""Concepts that a whole text may lack and its sentences have: they look at where one begins."""


class Rule:
    """What makes an order: concepts that stand together in one sentence, and what excuses it."""

    def __init__(
        self, kind: str, *concepts: re.Pattern[str], unless: Sequence[re.Pattern[str]] = ()
    ) -> None:
        self.kind = kind
        self.concepts = concepts
        self.unless = unless
        self.whole = [concept for concept in concepts if concept not in _OF_A_SENTENCE]


OF_THE_USER = (words.STATED, words.DENIED_WHOLE, deeds.READING, words.OWN)
"""What a sentence with an address may be instead: the user's own affair."""
RULES: Sequence[Rule] = (
    Rule("overrides", claims.IGNORE, claims.RULES),
    Rule("sends", deeds.SEND, words.TARGET),
    Rule("sends", deeds.INFORM, words.TARGET),
    Rule("sends", deeds.GOES_OUT, words.TARGET),
    Rule("sends", deeds.SEND, words.PRIVATE, words.ANYBODY),
    Rule("sends", deeds.SEND, words.INTIMATE),
    Rule("sends", deeds.DISCLOSE, deeds.SECRET),
    Rule("sends", deeds.INSERT, deeds.SECRET, deeds.OUTLET),
    Rule("sends", powers.TRIGGER, powers.OPENING),
    Rule("sends", deeds.REROUTE),
    Rule("sends", deeds.GIVE, deeds.CONFIDENTIAL, deeds.OUTSIDER),
    Rule("sends", words.IMPERATIVE, words.ASSET, unless=(words.STATED,)),
    Rule("sends", words.OBLIGED, words.ASSET, unless=(words.STATED,)),
    Rule("sends", deeds.PUBLISH, deeds.OUT_THERE, unless=(words.STATED, words.DENIED_WHOLE)),
    Rule("sends", deeds.PUBLISH, deeds.SHARED, words.ASSET, unless=(words.DENIED_WHOLE,)),
    Rule("runs", deeds.BROUGHT_IN, unless=(words.DENIED_WHOLE,)),
    Rule("favours", steering.PRAISE, words.PLACE, unless=OF_THE_USER),
    Rule("favours", deeds.INSERT, steering.ON_A_TOPIC, words.PLACE),
    Rule("reaches", words.IMPERATIVE, words.TARGET, unless=(deeds.READING, words.OWN)),
    Rule("reaches", words.OBLIGED, words.TARGET, unless=(deeds.READING, words.OWN)),
    Rule("reaches", words.STANDING, words.TARGET, unless=OF_THE_USER),
    Rule("reaches", words.EVENT, words.TARGET, unless=OF_THE_USER),
    Rule("sends", deeds.INSERT, words.STANDING, deeds.ACCOUNT),
    Rule("sends", deeds.INSERT, words.ANY, deeds.ACCOUNT),
    Rule("inserts", deeds.INSERT, words.STANDING, words.PLACE),
    Rule("favours", steering.FAVOURED),
    Rule("favours", steering.WARNED_OFF),
    Rule("favours", steering.SCRIPTED),
    Rule(
        "favours",
        steering.PRAISE,
        steering.ON_A_TOPIC,
        steering.A_NAME,
        unless=(steering.ASKED_BY_USER,),
    ),
    Rule("favours", steering.PRAISE, steering.ON_A_TOPIC, words.PLACE),
    Rule("hides", claims.CONCEAL),
    Rule("hides", standing.KEPT_QUIET),
    Rule("spreads", standing.KEPT_ALIVE),
    Rule("overrides", standing.SET_ASIDE, standing.EARLIER),
    Rule("spends", standing.SPEND, standing.UNATTENDED),
    Rule("spends", standing.SPEND, claims.UNASKED),
    Rule("spends", standing.COMMIT),
    Rule("installs", standing.INSTALL, standing.EVERYWHERE, standing.MADE_BY_OTHERS),
    Rule("installs", standing.INSTALL_COMMAND, standing.EVERYWHERE),
    Rule("installs", standing.INSTALL, standing.EVERYWHERE, words.PLACE, unless=OF_THE_USER),
    Rule("installs", standing.INFRASTRUCTURE, words.PLACE, unless=(words.OWN,)),
    Rule("grants", standing.UNPROTECTED),
    Rule("grants", powers.WAIVED),
    Rule("grants", powers.MAY, powers.FOR_THE_USER),
    Rule("obeys", powers.EQUATED),
    Rule("poses", powers.POSED),
    Rule("grants", powers.ASSENT, powers.WHATEVER, unless=(powers.ASKED_FIRST,)),
    Rule("grants", powers.FULL_RIGHTS, unless=(words.STATED,)),
    Rule("grants", powers.NO_QUESTION, powers.GRAVE),
    Rule("obeys", powers.TEXT_OF_OTHERS, powers.TO_BE_DONE),
    Rule("obeys", powers.TEXT_OF_OTHERS, powers.ASSENT),
    Rule("grants", claims.GRANT),
    Rule("grants", claims.UNCHECKED),
    Rule("grants", claims.UNASKED, deeds.MONEY),
    Rule("grants", claims.UNASKED, words.PERSON),
    Rule("grants", claims.UNASKED, words.STANDING),
    Rule("grants", claims.UNASKED, deeds.SEND),
    Rule("grants", claims.UNASKED, words.ANY),
    Rule("grants", claims.UNASKED, words.AGENT),
    Rule("grants", deeds.MONEY, words.ANY),
    Rule("obeys", claims.OBEY),
    Rule("obeys", guises.DEMANDED),
    Rule("obeys", guises.ADDRESSED),
    Rule("runs", deeds.MACHINE),
    Rule("runs", deeds.FETCH, words.PLACE, unless=(deeds.READING,)),
    Rule("runs", deeds.FETCH, words.PLACE, words.EVENT),
    Rule("runs", deeds.RUN),
    Rule("poses", guises.ROLE),
    Rule("chained", guises.CHAINED),
    Rule("harms", deeds.DESTROY),
    Rule("harms", deeds.HARM),
)
"""What an order does, and the concepts that make it, all in one sentence."""
ALONE = (("poses", guises.MARKUP), ("hidden", guises.HIDDEN), ("hidden", guises.FAR_OFF))


def order_in(text: str) -> str | None:
    """Returns what the text orders an assistant to do: a word for the log and tests, or None.

    Args:
        text: a text that stands alone, such as a note with its tags.
    """
    shown = seen(text)
    for alone, pattern in ALONE:
        if pattern.search(shown) or pattern.search(text):
            return alone
    if decoded(shown):
        return "encoded"
    if instructs(text, text):
        return "overrides"
    return next((kind for view in views(text) if (kind := _order_in_view(view))), None)


def gives_orders(*texts: str) -> bool:
    """Returns whether any of the texts gives orders; see `order_in`."""
    return any(order_in(text) for text in texts if text)


def _order_in_view(view: str) -> str | None:
    known: dict[re.Pattern[str], bool] = {}

    def found(concept: re.Pattern[str]) -> bool:
        if concept not in known:
            known[concept] = concept.search(view) is not None
        return known[concept]

    # What no sentence can have is not looked for in each of them.
    rules = [rule for rule in RULES if all(map(found, rule.whole))]
    return next(
        (kind for sentence in _END.split(view) if (kind := _order_in_sentence(sentence, rules))),
        None,
    )


def _order_in_sentence(sentence: str, rules: Sequence[Rule]) -> str | None:
    known: dict[re.Pattern[str], bool] = {}

    def has(concept: re.Pattern[str]) -> bool:
        if concept not in known:
            known[concept] = _stands_in(concept, sentence)
        return known[concept]

    return next(
        (
            rule.kind
            for rule in rules
            if all(map(has, rule.concepts)) and not any(map(has, rule.unless))
        ),
        None,
    )


def _stands_in(concept: re.Pattern[str], sentence: str) -> bool:
    if concept not in _DENIABLE:
        return concept.search(sentence) is not None
    return any(
        not words.DENIED.search(sentence, max(0, found.start() - 60), found.start())
        and not words.DENIED_BEHIND.search(sentence[found.end() : found.end() + 12])
        for found in concept.finditer(sentence)
    )
