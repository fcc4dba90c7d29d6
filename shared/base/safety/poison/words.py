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
        r"(?:\.\w+)?(?:/\S*)?|\d{1,3}\.\d{1,3}\.\d{1,3}\.\d{1,3}\S*|\+\d{1,3} ?\d{3}[\d -]{3,}",
        r"(?:an? |the )?(?:external|outside|foreign) (?:server|address|account)|externen? server",
        r"外部|サーバー",
    ),
    re.IGNORECASE,
)
"""An address that data can be sent to, or that something can be fetched from."""
PRIVATE = re.compile(
    any_of(
        r"notes?|memor(?:y|ies)|profile|chats?|conversations?|history|messages?|e?-?mails?"
        r"|documents?"
        r"|files?|diary|contacts?|address(?:es| book)?|location|passwords?|credentials?"
        r"|secrets?|keys?"
        r"|tokens?|passport|card numbers?|pins?|data|everything|records?|inbox|customer list"
        r"|figures"
        r"|calendars?|prompt|identity",
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
        r"|the public"
        r"|the press|the caller|(?:its|the|every) senders?|when she does|for researchers|guests?"
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
        r"|in) (?:each"
        r"|every|any|start)|each time|from today|from now on|going forward|henceforth|first"
        r"|at the beginning",
        r"immer|ab jetzt|ab sofort|bei jedem|jedes mal|ab heute",
        r"toujours|désormais|à partir de maintenant|chaque",
        r"siempre|a partir de ahora|de ahora en adelante|cada vez",
        r"必ず|これから|毎回|常に",
    ),
    re.IGNORECASE,
)
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
        r"(?:\b(?:never|not|no|nothing|nobody|don't|doesn't|won't|cannot|nie|niemals|nicht|kein\w*"
        r"|nichts|ne|jamais|rien|nunca|nada|jamás)\b|n't)\W{1,3}(?:[\w']+\W{1,3}){0,3}$"
    ).text,
    re.IGNORECASE,
)
"""A denial that stands before a verb."""
DENIED_BEHIND = re.compile(plain(r"^[^。\n]{0,8}(?:ない|ません)").text)
"""A denial that follows its verb, as in Japanese."""
