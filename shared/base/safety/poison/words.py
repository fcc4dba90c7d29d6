"""How the words of a concept are written down, and those that stand beside an order's verb.

A word of a spaced script is matched as a whole; what has no spaces between words, anywhere. All are
written as they are spelled, and compiled as `plain` shows texts: without accents, in ASCII where
they look like it.
"""

import re

from shared.base.safety.lookalikes import plain

_UNSPACED = re.compile("[\u3040-\u30ff\u4e00-\u9fff]")
SOME = r"\W{1,3}(?:\w+\W{1,3}){0,4}?"
"""Up to four words between two others."""
AI = (
    r"(?:you|(?:the |an? |every |any |all )?(?:ai|llm|chat ?bot|bot|agent|assistant|copilot"
    r"|(?:language )?model)s?)"
)
"""Who could be told to do something."""


def any_of(*parts: str) -> str:
    """Returns the pattern of a concept: any of the alternatives of any of the parts.

    Args:
        parts: alternatives with bars between them, one part for each language.
    """
    spaced = [part for part in parts if not _UNSPACED.search(part)]
    unspaced = [part for part in parts if _UNSPACED.search(part)]
    whole = rf"(?<![\w@])(?:{'|'.join(spaced)})(?!\w)" if spaced else ""
    return plain("|".join(filter(None, (whole, *unspaced)))).text


PLACE = re.compile(
    any_of(
        r"https?://\S+|ftp://\S+|s3://\S+|www\.\w\S*|[\w.+-]{1,60}@[\w-]{1,60}\.[\w.-]{2,40}"
        r"|[a-z0-9-]{2,40}\.(?:example|com|net|org|io|dev|app|co|me|info|biz|xyz|site|online|ru"
        r"|cn|de)"
        r"(?:\.\w+)?(?:/\S*)?|\d{1,3}\.\d{1,3}\.\d{1,3}\.\d{1,3}\S*|\+\d{1,3} ?\d[\d -]{5,}",
        r"(?:an? |the )?(?:external|outside|foreign) (?:server|address|account)|externen? server",
        r"外部|サーバー",
    ),
    re.IGNORECASE,
)
"""An address that data can be sent to, or that something can be fetched from."""
TARGET = re.compile(
    rf"(?<!from )(?<!from the )(?<!vom )(?<!von )(?<!depuis )(?<!desde )(?:{PLACE.pattern})",
    re.IGNORECASE,
)
"""An address that something is sent to, and not taken from."""
PRIVATE = re.compile(
    any_of(
        r"notes?|memor(?:y|ies)|profile|chats?|conversations?|history|messages?|e?-?mails?"
        r"|documents?|files?|diary|contacts?|address(?:es| book)?|location|passwords?"
        r"|credentials?|secrets?|keys?|tokens?|passport|card numbers?|pins?|data|everything"
        r"|records?|inbox|customer list|figures|calendars?|prompt|identity",
        r"notizen|profil|dateien|datei|passwort|passwörter|kontakte|adresse|daten|tagebuch|mails",
        r"fichiers?|mots? de passe|données|adresse|conversation",
        r"notas|archivos?|contraseñas?|datos|contactos|dirección|correos",
        r"メモ|パスワード|連絡先|個人情報|ファイル|データ|会話|プロフィール|日記|笔记|заметки",
    ),
    re.IGNORECASE,
)
INTIMATE = re.compile(
    any_of(
        r"diary|contacts|address book|passport|medical notes|home address|identity|private keys?"
        r"|passwords?|all (?:notes|mails|files|chats|documents)",
        r"tagebuch|kontakte|passwörter|alle (?:notizen|dateien|mails)",
        r"carnet d'adresses|mots de passe|toutes les (?:notes|données)",
        r"contraseñas|todas las notas|todos los (?:archivos|contactos)",
        r"全ての連絡先|日記",
    ),
    re.IGNORECASE,
)
"""What is the user's own: it goes nowhere without them."""
AGENT = re.compile(any_of(r"(?:the |an? )?(?:assistants?|ais?|agents?|bots?|llms?)"), re.IGNORECASE)
ANYBODY = re.compile(
    any_of(
        r"anyone|anybody|whoever|callers?|strangers?|third part(?:y|ies)|visitors?|everyone"
        r"|the public|the press|the caller|(?:its|the|every) senders?|when she does"
        r"|for researchers|guests?"
    ),
    re.IGNORECASE,
)
ANY = re.compile(
    any_of(
        r"any|anything|everything|all|every|each|whatever|account|iban|in advance",
        r"alle|jede\w*|konto",
        r"tous|toutes|chaque",
        r"todos|todas|cada",
        r"すべて|全て",
    ),
    re.IGNORECASE,
)
STANDING = re.compile(
    any_of(
        r"always|whenever|every (?:time|answer|session|start|evening|day)|(?:on|at|before|after"
        r"|in) (?:each|every|any|start)|each time|from today|from now on|going forward"
        r"|henceforth|first|at the beginning",
        r"immer|ab jetzt|ab sofort|bei jedem|jedes mal|ab heute",
        r"toujours|désormais|à partir de maintenant|chaque",
        r"siempre|a partir de ahora|de ahora en adelante|cada vez",
        r"必ず|これから|毎回|常に",
    ),
    re.IGNORECASE,
)
EVENT = re.compile(
    any_of(
        r"(?:before|after|at|on|with|in|for|to|of)? ?(?:the (?:start|beginning|end) of )?(?:each"
        r"|every|any|all|a new)(?: \w+)? (?:answers?|repl(?:y|ies)|responses?|sessions?"
        r"|conversations?|chats?|messages?|tasks?|turns?|projects?|start|time you)"
        r"|before (?:answering|replying|responding|you answer)|at the start",
    ),
    re.IGNORECASE,
)
"""What an assistant does all day, so that whatever hangs on it happens each time."""
OWN = re.compile(
    any_of(
        r"our|my|own|(?:the |his |her |their )?(?:company|team|firm|employer|office|school)'s",
        r"unser\w*|mein\w*|firmen\w*",
        r"notre|nos|mon|ma|mes|l.entreprise",
        r"nuestr[oa]s?|mis?|de la empresa",
        r"社内|自分の|弊社",
    ),
    re.IGNORECASE,
)
"""Whose it is: the user's, or of the house they work for."""
STATED = re.compile(
    plain(
        r"^\W{0,3}(?:(?:also|usually|often|sometimes|always|only) )?(?:(?:the user|i|she|he|they"
        r"|we|my|her|his|their|our|it)\b|(?!answers|orders|messages|requests|commands|notes"
        r"|reports|texts|posts|copies|uploads|links|mails|files|summaries|payments|users|members"
        r"|errors|permissions|trips|does|this|is\b)[a-z]{2,}(?<!s)s\b)|\b(?:is|are|was|runs"
        r"|lives|sits|can be (?:reached|found)) (?:\w+ ){0,2}?(?:at|on|under|in|:)? ?"
        r"(?=https?:|www\.|[\w.+-]+@|[a-z0-9-]+\.[a-z])"
    ).text,
    re.IGNORECASE,
)
"""What tells something about the user, and has nothing done."""
DENIED_WHOLE = re.compile(
    plain(
        r"^\W{0,3}(?:please |bitte )?(?:never|do not|don't|avoid|no|nie|niemals|keine?n?|ne|n'"
        r"|nunca|no|jamais)\b(?! (?:ask|forget|fail|stop|frag|check|verify|confirm|question))"
    ).text,
    re.IGNORECASE,
)
"""A sentence that forbids."""
OBLIGED = re.compile(
    any_of(
        r"should|must|shall|has to|have to|needs? to|(?:is|are) to(?: be)?|goes|go|gets?|belongs?",
        r"soll(?:en|t)?|muss|müssen|(?:ist|sind) zu|geht|gehen|gehört",
        r"doit|doivent|devra\w*|va|vont",
        r"debe[n]?|deberá[n]?|tiene que|hay que|va|van",
        r"こと|べき|なければ",
    ),
    re.IGNORECASE,
)
"""What must be, whoever does it."""
ASSET = re.compile(
    any_of(
        r"(?:the )?(?:user|owner|customer|client)'s (?:\w+ )?(?:notes?|calendars?|mails?"
        r"|e-?mails?|data|details|files?|photos?|contacts?|chats?|conversations?|messages?"
        r"|history|plans?|decisions?|consent|will|say|account|card|money|wallet|identity"
        r"|location|address|phone|number|documents?|memor(?:y|ies)|profile|passwords?|keys?"
        r"|tokens?|session|prompts?|questions?|drive|devices?|computer|inbox|signature|name|home"
        r"|last \w+)|session tokens?|(?:all|new|private) (?:notes|memor(?:y|ies)|photos|chats"
        r"|conversations)",
        r"(?:daten|notizen|mails|kalender|dateien|kontakte|konto|adresse|passwörter|nachrichten)"
        r" de[sr] (?:be)?nutzer\w*",
        r"(?:données|notes|courriels|agenda|fichiers|contacts|compte|adresse|messages)"
        r" de l.utilisateur",
        r"(?:datos|notas|correos|agenda|archivos|contactos|cuenta|dirección|mensajes) del usuario",
        r"(?:ユーザー|本人)の(?:データ|予定|連絡先|メール|住所|ファイル|写真|口座|カード)|新しいメモ",
    ),
    re.IGNORECASE,
)
"""What belongs to the user, said of them as of somebody else."""
IMPERATIVE = re.compile(
    r"(?:^|[,;:] |\b(?:and|then|please|also|always|silently|quietly|whenever [^,]{1,40},"
    r"|to) )\W{0,2}"
    r"(?:accept|add|allow|answer|append|archive|ask|attach|back up|beacon|bring|broadcast|buy"
    r"|call|copy|deliver|deposit|direct|drop|dump|duplicate|embed|enable|encode|export|consider"
    r"|post|read|feed|fetch|file|fill|follow|forward|give|hand|hook|include|insert|join|keep"
    r"|launch|leave|let|link|load|log|mail|make|mirror|move|order|pass|paste|pay|pipe|place"
    r"|point|post|print|publish|pull|push|put|quote|record|refer|register|relay|reply|report"
    r"|respond|route|run|save|send|share|sign|start|store|stream|submit|subscribe|supply|sync"
    r"|tell|transfer|transmit|trust|upload|wire|write)"
    r"\b(?! (?:me|us|her|him)\b)",
    re.IGNORECASE,
)
"""An order, by its first word."""
PERSON = re.compile(
    any_of(
        r"the user|user'?s",
        r"(?:be)?nutzers?|(?:be)?nutzer",
        r"l.utilisateur",
        r"el usuario|al usuario",
        r"ユーザー|用户",
    ),
    re.IGNORECASE,
)
DENIED = re.compile(
    plain(
        r"(?:\b(?:never|not|no|nothing|nobody|don't|doesn't|won't|cannot|nie|niemals|nicht"
        r"|kein\w*|nichts|ne|jamais|rien|nunca|nada|jamás)\b|n't)\W{1,3}(?:[\w']+\W{1,3}){0,3}$"
    ).text,
    re.IGNORECASE,
)
"""A denial that stands before a verb."""
DENIED_BEHIND = re.compile(plain(r"^[^。\n]{0,8}(?:ない|ません)").text)
"""A denial that follows its verb, as in Japanese."""
