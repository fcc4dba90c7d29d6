"""The numbers in a text, whether they are written in digits or in words."""

import re

_NUMBER = re.compile(r"\d+(?:[.,:]\d+)*")
_WORDS = re.compile(r"[^\W\d_]+")
_SEPARATOR = re.compile("[.,:]")
_THOUSANDS = re.compile(r"\d{1,3}(?:[.,]\d{3})+")

_IN_WORDS = {
    "1": "one eins",
    "2": "two twice couple pair zwei deux dos due twee två dwa два",
    "3": "three drei trois tres tre drie trzy три",
    "4": "four vier quatre cuatro quattro quatro fyra четыре",
    "5": "five fünf cinq cinco cinque vijf fem пять",
    "6": "six sechs seis sei zes sex шесть",
    "7": "seven sieben sept siete sette zeven sju семь",
    "8": "eight acht huit ocho otto oito åtta восемь",
    "9": "nine neun neuf nueve nove negen nio девять",
    "10": "ten decade zehn dix diez dieci dez tien tio десять",
    "11": "eleven elf onze once undici elva",
    "12": "twelve dozen zwölf douze doce dodici doze twaalf tolv",
    "13": "thirteen dreizehn treize trece tredici",
    "14": "fourteen vierzehn quatorze catorce quattordici",
    "15": "fifteen fünfzehn quinze quince quindici",
    "16": "sixteen sechzehn seize dieciséis sedici",
    "17": "seventeen siebzehn",
    "18": "eighteen achtzehn",
    "19": "nineteen neunzehn",
    "20": "twenty zwanzig vingt veinte venti vinte twintig tjugo двадцать",
    "30": "thirty dreißig dreissig trente treinta trenta dertig",
    "40": "forty vierzig quarante cuarenta quaranta",
    "50": "fifty fünfzig cinquante cincuenta cinquanta",
    "60": "sixty sechzig",
    "70": "seventy siebzig",
    "80": "eighty achtzig",
    "90": "ninety neunzig",
    "100": "hundred hundert cent cien cento honderd hundra",
    "1000": "thousand tausend mille mil duizend tusen",
}
_DIGITS = {word: digits for digits, line in _IN_WORDS.items() for word in line.split()}
_ENGLISH = frozenset(line.split()[0] for digits, line in _IN_WORDS.items() if digits != "1") | {
    "dozen",
    "twice",
}

_ENGLISH_TOO = frozenset({"one", "couple", "pair", "decade"})


def numbers_in(folded: str, *, is_english: bool) -> frozenset[str]:
    """Returns the numbers of a folded text in digits, those in words included.

    A number of several parts, such as a date or a version, is there as a whole and by its parts.
    In English only its own words count: "due" is two in Italian.
    """
    spelled = [
        _DIGITS[word]
        for word in _WORDS.findall(folded)
        if word in _DIGITS and (not is_english or word in _ENGLISH or word in _ENGLISH_TOO)
    ]
    return in_digits(folded).union(spelled)


def in_digits(folded: str) -> frozenset[str]:
    """Returns the numbers of a folded text that are written in digits, whole and by parts."""
    found: set[str] = set()
    for match in _NUMBER.finditer(folded):
        text = match.group()
        found.add(_plain(text))
        if not _THOUSANDS.fullmatch(text):
            found.update(_plain(part) for part in _SEPARATOR.split(text))
    return frozenset(found)


def spelled_out(word: str) -> str | None:
    """Returns an English number word above one in digits: "three" is "3"; None for others."""
    return _DIGITS[word] if word in _ENGLISH else None


def _plain(text: str) -> str:
    if _THOUSANDS.fullmatch(text):
        text = text.replace(".", "").replace(",", "")
    return text.lstrip("0") or "0"
