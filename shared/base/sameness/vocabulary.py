"""The small words of a text, by what they do to its meaning.

Each table holds words, or phrases of several words, folded. Those of English apply to every text in
which no other language shows; the others only where theirs does, since "mai" is a month in German
and "never" in Italian.
"""

from collections.abc import Mapping, Sequence

Phrases = Mapping[tuple[str, ...], str]
"""What phrases stand for, by their words."""


def _phrases(lines: str) -> dict[tuple[str, ...], str]:
    """Reads lines of `what: phrase, phrase`."""
    found = {}
    for line in lines.strip().splitlines():
        what, _, phrases = line.partition(":")
        for phrase in phrases.split(","):
            found[tuple(phrase.split())] = what.strip()
    return found


ENGLISH = "english"

FILLERS = {
    "english": frozenset(
        """
        a an the and are be been being has have having am is it its my our some that their
        them these those this we which you your i me do does did will would just really
        strongly very quite truly actually basically totally completely definitely absolutely
        honestly definately simply currently nowadays now please also too user's im ive id than
        """.split()
    ),
    "german": frozenset(
        """
        der die das den dem des ein eine einen einem einer eines und ich mich mir er sie es
        wir ist sind bin hat haben habe mein meine meinen meinem meiner sehr wirklich
        eigentlich gerade auch einfach total ganz zurzeit jetzt
        """.split()
    ),
    "french": frozenset(
        """
        le la les l' un une des du de d' et je j' il elle on nous est sont suis ai a ont mon
        ma mes son sa ses très vraiment aussi actuellement maintenant c' ce s' se qu'
        """.split()
    ),
    "spanish": frozenset(
        """
        el la los las un una unos unas y yo él ella es son soy estoy está he ha mi mis su sus
        muy realmente también ahora actualmente de del
        """.split()
    ),
    "italian": frozenset(
        """
        il lo la i gli le l' un uno una un' e io lui lei è sono ho ha mio mia miei mie suo sua
        molto davvero anche ora adesso di del della dei delle dell'
        """.split()
    ),
    "dutch": frozenset(
        """
        de het een en ik hij zij ze wij is zijn ben heb heeft mijn haar heel erg echt ook nu
        eigenlijk gewoon van
        """.split()
    ),
    "portuguese": frozenset(
        """
        o a os as um uma uns umas e eu ele ela é são sou estou está tenho tem meu minha meus
        minhas seu sua muito realmente também agora de do da dos das
        """.split()
    ),
}
"""Words that say nothing by themselves."""

MARKERS = {
    "english": frozenset(
        """
        the and is are with of to in for my has have without than rather likes uses user not
        """.split()
    ),
    "german": frozenset(
        """
        der die das den dem ein eine einen und ich mit ohne nicht kein keine keinen ist hat
        gern gerne mag für lieber als trinkt lebt wohnt
        """.split()
    ),
    "french": frozenset(
        """
        le les une des et je j' avec sans pas est ne n' dans pour plutôt mange aime qu' du
        """.split()
    ),
    "spanish": frozenset(
        """
        el los las una  yo con sin es mi para más pero en lugar vez gusta gustan prefiere
        """.split()
    ),
    "italian": frozenset(
        """
        il gli una  io con senza  mio mia per più piace piacciono alla preferisce piuttosto
        """.split()
    ),
    "dutch": frozenset(
        """
        het een en ik met zonder is mijn voor niet geen liever dan van hou houdt
        """.split()
    ),
    "portuguese": frozenset(
        """
        os uma  eu com sem  não meu minha para mais em vez do ao gosta gosto prefere
        """.split()
    ),
}
"""Words by which a language is recognized."""

NEGATIONS: Mapping[str, Phrases] = {
    ENGLISH: _phrases(
        """
        not: not, no, non, without, nor, neither, none, nobody, lacks, nothing
        never: never
        ended: no longer, not anymore, not any more, not any longer, used to, formerly
        """
    ),
    "german": _phrases(
        "not: nicht, kein, keine, keinen, keinem, keiner, keines, ohne\nnever: nie, niemals\n"
        "ended: nicht mehr, kein mehr, keine mehr"
    ),
    "french": _phrases(
        "not: ne, n', pas, sans, aucun, aucune, non\nnever: jamais\nended: ne plus, n' plus"
    ),
    "spanish": _phrases("not: no, sin, ningún, ninguna, ni\nnever: nunca, jamás\nended: ya no"),
    "italian": _phrases(
        "not: non, senza, nessun, nessuna, né\nnever: mai, non mai\nended: non più"
    ),
    "dutch": _phrases("not: niet, geen, zonder\nnever: nooit\nended: niet meer, geen meer"),
    "portuguese": _phrases(
        "not: não, sem, nenhum, nenhuma, nem\nnever: nunca, jamais\nended: já não"
    ),
    "russian": _phrases("not: не, нет, без\nnever: никогда, никогда не\nended: больше не"),
}
"""How a text denies what follows."""

OVER_NOW = {
    ENGLISH: "anymore",
    "german": "mehr",
    "french": "plus",
    "italian": "più",
    "dutch": "meer",
}
"""Words behind what is denied, which tell that it was true once."""

ENDS_OF_DENIAL = frozenset(
    """
    but though although because except with aber mit mais avec pero con ma maar met mas com
    """.split()
)
ABBREVIATIONS = frozenset({"a", "am", "be", "id", "it", "me"})
"""Small words that are something else in capitals."""
PAST = frozenset({"was", "were", "had"})
"""Words by which something was so once, and need not be so now."""
DATES = frozenset(
    f"{day}day{ending}"
    for day in "mon tues wednes thurs fri satur sun".split()
    for ending in ("", "s")
)
"""Words with a capital that are inflected as others."""
LINKS = frozenset(
    "from to in at on for by with of as about into via mit avec con met com com".split()
)
"""Words that tell how the next one belongs. Two may not differ, but one may be missing."""
ALIKE_LINKS = frozenset({"in", "at", "on"})
JOINING_LINKS = frozenset({"of", "in", "for", "with", "about", "on"})
"""In "answers in English" the words may change places: "English answers"."""
JOINTS = {
    ENGLISH: {"and": "and", "plus": "and", "or": "or"},
    "german": {"und": "and", "oder": "or"},
    "french": {"et": "and", "ou": "or"},
    "spanish": {"y": "and", "e": "and", "o": "or", "u": "or"},
    "italian": {"e": "and", "ed": "and", "o": "or"},
    "dutch": {"en": "and", "of": "or"},
    "portuguese": {"e": "and", "ou": "or"},
    "russian": {"и": "and", "или": "or"},
}
"""Words between the items of a list."""
ADVERBS = frozenset(
    "always often usually sometimes occasionally rarely seldom mostly mainly generally regularly "
    "frequently normally daily weekly monthly immer oft manchmal toujours souvent siempre".split()
)
"""Words that may stand anywhere in a text."""

PREDICATES: Mapping[str, Phrases] = {
    ENGLISH: _phrases(
        """
        : works as, work as, working as
        : use, uses, using, working with, works with, work with, worked with, coding in, codes in,\
 coding with, programming in, programs in, programming with, developing in, developing with
        love: love, loves, loved, loving, in love with
        like: like, likes, liked, liking
        enjoy: enjoy, enjoys, enjoyed, enjoying
        adore: adore, adores, adored
        prefer: prefer, prefers, preferred, preferring, preference for, has preference for
        fan: fan of, a fan of, fond of, big fan of, huge fan of, keen on
        dislike: dislike, dislikes, disliked, disliking
        hate: hate, hates, hated, hating
        detest: detest, detests, detested, loathe, loathes, despise, despises
        stand: can not stand, can not bear
        avoid: avoid, avoids, avoided, avoiding
        tired: tired of, sick of, fed up with
        want: want to, wants to, want, wants, wanted, wanted to, would like to, hopes to, hope to
        learn: learn, learns, learning, learning to, learn to, studying
        interest: interested in, curious about
        start: start, starts, started, starting, started to, begins, began
        stop: stop, stops, stopped, stopping
        quit: quit, quits, quitting
        give up: give up, gives up, gave up, giving up, given up
        switch: switched to, switch to, switches to, switching to
        try: trying, trying out, tries out, tried out
        """
    ),
    "german": _phrases(
        "like: mag, mögen, mochte\nlove: liebe, liebt, lieben\nhate: hasse, hasst\n"
        ": benutze, benutzt, verwende, verwendet, nutze, nutzt"
    ),
    "french": _phrases(
        "like: aime, aimes, aimer\nlove: adore, adores\nhate: déteste\n: utilise\nprefer: préfère"
    ),
    "spanish": _phrases(
        "like: me gusta, me gustan, le gusta, le gustan\nlove: me encanta, me encantan\n"
        "hate: odio, odia\n: uso, usa\nprefer: prefiero, prefiere"
    ),
    "italian": _phrases(
        "like: mi piace, mi piacciono, piace, piacciono\nlove: adoro, adora\nhate: odio, odia\n"
        ": uso, usa\nprefer: preferisco, preferisce"
    ),
    "dutch": _phrases("like: hou van, houdt van\nhate: haat\n: gebruik, gebruikt"),
    "portuguese": _phrases(
        "like: gosto de, gosta de\nlove: adoro, adora\nhate: odeio, odeia\n: uso, usa\n"
        "prefer: prefiro, prefere"
    ),
}
"""How a text stands to its object. What stands for nothing only says that it is used."""

FOR = frozenset({"love", "like", "enjoy", "adore", "prefer", "fan"})
AGAINST = frozenset({"dislike", "hate", "detest", "stand", "avoid", "tired"})


def longest(phrases: Phrases, words: Sequence[str]) -> tuple[str, int] | None:
    """Returns what the longest phrase at the start of `words` stands for, and its length."""
    for size in range(min(LONGEST, len(words)), 0, -1):
        found = phrases.get(tuple(words[:size]))
        if found is not None:
            return found, size
    return None


LONGEST = 4
"""The words of the longest phrase."""


DENIALS = frozenset(phrase[0] for phrases in NEGATIONS.values() for phrase in phrases)
"""The first words of what denies."""
OPENERS = frozenset(
    phrase[0]
    for table in (NEGATIONS, PREDICATES)
    for phrases in table.values()
    for phrase in phrases
)
"""The first words of the phrases."""
