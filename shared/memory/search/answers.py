"""Whether a note holds the kind of thing that a question asks for: a time, or a number."""

import re

from shared.memory.terms import folded, terms_of

_ASKS_TIME = re.compile(
    r"\b(?:when|how long|(?:what|which) (?:year|month|date|day|time)|wann|seit wann|wie lange|quand"
    r"|depuis combien|cuando|desde cuando)\b"
)
_ASKS_NUMBER = re.compile(
    r"\bhow (?:many|much|often|old|far|tall|big|large)\b|\bwie (?:viele?|oft|alt|weit|gross)\b"
    r"|\bwieviele?\b|\bcombien\b|\bquel age\b|\bcuant[oa]s?\b"
)
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
    # The longest first, so that each is tried as a whole.
    terms = sorted({*terms_of(words)}, key=len, reverse=True)
    return rf" (?:{'|'.join(map(re.escape, terms))}|{digits}) "


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
