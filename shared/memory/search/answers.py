"""What kind of thing a question asks for: a time, a number, or advice."""

import re
from collections import defaultdict

from shared.memory.terms import folded, terms_of

_ASKS_TIME = re.compile(
    r"\b(?:when|how long|(?:what|which) (?:year|month|date|day|time)|wann|seit wann|wie lange|quand"
    r"|depuis combien|cuando|desde cuando)\b"
)
_ASKS_NUMBER = re.compile(
    r"\bhow (?:many|much|often|old|far|tall|big|large)\b|\bwie (?:viele?|oft|alt|weit|gross)\b"
    r"|\bwieviele?\b|\bcombien\b|\bquel age\b|\bcuant[oa]s?\b"
)
_ASKS_ADVICE = re.compile(
    r"\b(?:how|what|where|which\b.{0,40}) (?:do|should|can|could|would|might) (?:i|we|you)\b"
    r"|\b(?:suggest|recommend|explain|advi[cs]e|tips|ideas|options|best way)\b"
    r"|\b(?:help|show|teach|walk) (?:me|us)\b"
    r"|\b(?:wie|was|wo|welche\w*\b.{0,40}) (?:soll|kann|konnte|wurdest)\b|\b(?:empfiehl|hilf)\b"
    r"|\bschlag\w* .{0,40}\bvor\b|\b(?:rat|tipps|ideen)\b"
    r"|\b(?:comment|que|quoi|ou) (?:puis|dois|devrais|peut|pourrais|faire)\b|\baide[zr]?[- ]moi\b"
    r"|\b(?:conseil\w*|recommand\w*|suggere\w*|idees)\b"
    r"|\b(?:como|que|donde) (?:puedo|debo|deberia|podria|hago)\b|\bayuda(?:me|nos)\b"
    r"|\b(?:consejos?|recomiend\w*|sugier\w*)\b"
)
_ASKS_BACK = re.compile(
    r"\b(?:did|have|had|has|was|were) (?:i|we|you|my|our)\b|\bour (?:conversations?|discussions?"
    r"|chats?|sessions?)\b|\bi(?:'ve)? (?:brought up|mentioned|said|told|discussed)\b"
    r"|\b(?:habe|hatte|hast) (?:ich|wir|du)\b|\b(?:ai-je|avons-nous|as-tu|avez-vous)\b"
    r"|\b(?:he|hemos|has) (?:dicho|hecho|mencionado|hablado)\b"
)
"""Of what was said or has happened; nobody asks for advice by it."""
_TIMES = """
    yesterday today tonight tomorrow ago week weekend month year day since recently
    january february march april june july august september october november december
    monday tuesday wednesday thursday friday saturday sunday
    gestern heute morgen vorgestern woche wochenende monat jahr tag seit neulich
    januar februar juni juli oktober dezember montag dienstag mittwoch donnerstag freitag samstag
    hier aujourd'hui demain semaine mois annee jour depuis janvier fevrier mars avril juin juillet
    septembre octobre novembre decembre lundi mardi mercredi jeudi vendredi samedi dimanche
    ayer hoy manana semana mes dia desde enero febrero marzo abril junio julio agosto septiembre
    octubre noviembre diciembre lunes martes miercoles jueves viernes sabado domingo
"""
_NUMBERS = """
    two three four five six seven eight nine ten eleven twelve dozen hundred thousand once twice
    couple several first second third
    zwei drei vier funf sechs sieben acht neun zehn elf zwolf dutzend hundert tausend einmal zweimal
    deux trois quatre cinq sept huit neuf dix onze douze cent mille
    dos tres cuatro cinco siete ocho nueve diez once doce cien mil
"""


def _any_of(words: str, digits: str) -> str:
    # Terms are letters and digits. Grouped by the first one, they take a quarter of the time.
    by_letter: dict[str, list[str]] = defaultdict(list)
    for term in sorted({*terms_of(words)}):
        by_letter[term[0]].append(term[1:])
    groups = [f"{first}(?:{'|'.join(rests)})" for first, rests in by_letter.items()]
    return rf" (?:{'|'.join(groups)}|{digits}) "


_TIME = re.compile(_any_of(_TIMES, r"(?:19|20)\d\d"))
_NUMBER = re.compile(_any_of(_NUMBERS, r"\d+"))


def kind_asked(question: str) -> re.Pattern[str] | None:
    """Returns what finds the kind of thing that a question asks for in the terms of a note.

    None if it asks neither for a time nor for a number.
    """
    text = folded(question)
    if _ASKS_TIME.search(text):
        return _TIME
    return _NUMBER if _ASKS_NUMBER.search(text) else None


def asks_advice(question: str) -> bool:
    """Returns whether a question asks how to do something, or for a proposal."""
    text = folded(question).replace("’", "'")
    return bool(_ASKS_ADVICE.search(text)) and not _ASKS_BACK.search(text)
