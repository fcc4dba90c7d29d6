"""The numbers in a text, whether they are written in digits or in words."""

import re
import unicodedata

from shared.base.text import fold

_DIGITS = re.compile(r"\d+(?:[.,:]\d+)*")
_SEPARATOR = re.compile("[.,:]")
_THOUSANDS = re.compile(r"\d{1,3}(?:[.,]\d{3})+")
_LETTERS = re.compile(r"[^\W\d_]+")
_HAN = re.compile("[一二三四五六七八九十百千]+")
_IN_WORDS = {
    # English, German, French, Spanish; without "neuf" and "once", which are other words as well
    2: "two zwei deux dos",
    3: "three drei trois tres",
    4: "four vier quatre cuatro",
    5: "five fünf cinq cinco",
    6: "six sechs seis",
    7: "seven sieben sept siete",
    8: "eight acht huit ocho",
    9: "nine neun nueve",
    10: "ten zehn dix diez",
    11: "eleven elf onze",
    12: "twelve zwölf douze doce",
    13: "thirteen dreizehn treize trece",
    14: "fourteen vierzehn quatorze catorce",
    15: "fifteen fünfzehn quinze quince",
    16: "sixteen sechzehn seize dieciséis",
    17: "seventeen siebzehn diecisiete",
    18: "eighteen achtzehn dieciocho",
    19: "nineteen neunzehn diecinueve",
    20: "twenty zwanzig vingt veinte",
    30: "thirty dreißig dreissig trente treinta",
    40: "forty vierzig quarante cuarenta",
    50: "fifty fünfzig cinquante cincuenta",
    60: "sixty sechzig soixante sesenta",
    70: "seventy siebzig setenta",
    80: "eighty achtzig ochenta",
    90: "ninety neunzig noventa",
    100: "hundred hundert cent cien",
    1000: "thousand tausend mille mil",
}
_OF_WORDS = {fold(word): str(number) for number, line in _IN_WORDS.items() for word in line.split()}


def numbers_in(text: str) -> set[str]:
    """Returns the numbers of a text in digits.

    A number of several parts, such as a date or a version, is there as a whole and by its parts.
    """
    if text.isascii() and text.isalpha():
        word = text.lower()
        return {_OF_WORDS[word]} if word in _OF_WORDS else set()
    text = fold(text)
    found = {_OF_WORDS[word] for word in _LETTERS.findall(text) if word in _OF_WORDS}
    found.update(_from_han(run) for run in _HAN.findall(text))
    for number in _DIGITS.findall(text):
        found.add(_plain(number))
        if not _THOUSANDS.fullmatch(number):
            found.update(map(_plain, _SEPARATOR.split(number)))
    return found


def _plain(number: str) -> str:
    if _THOUSANDS.fullmatch(number):
        number = number.replace(".", "").replace(",", "")
    return number.lstrip("0") or "0"


def _from_han(run: str) -> str:
    total, digit = 0, 0
    for value in map(int, map(unicodedata.numeric, run)):
        if value < 10:
            digit = value
        else:
            total, digit = total + max(digit, 1) * value, 0
    return str(total + digit)
