"""Finds passwords and keys by what stands before them: a name, an option, or an address.

What code says about a password is not one: a call, an attribute, a variable, a placeholder. And a
word of prose after "the password is" is not one without a digit or a symbol.
"""

import re
from collections.abc import Iterator

from shared.base.safety.placeholders import NAMED_LIKE_ONE, says_nothing
from shared.base.safety.places import PLACES

_NAME = re.compile(
    r"(?P<strong>passwor[dt]|passwd|passphrase|passcode|kennwort|mot de passe|wachtwoord|passord"
    r"|lösenord|adgangskode|salasana|contraseña|senha|parolă|hasło|heslo|jelszó|şifre|kata sandi"
    r"|mật khẩu|пароль|κωδικός πρόσβασης|סיסמה|كلمة المرور|पासवर्ड|รหัสผ่าน|密码|密碼"
    r"|パスワード|비밀번호)"
    r"|(?P<weak>(?:api|access|account|app|auth|client|deploy|encryption|master|private|secret"
    r"|service|shared|signing|bot|session|refresh|license|storage)"
    r"[ _-]?(?:access|auth|api)?[ _-]?(?:key|token|secret)"
    r"|[a-z_]secret|(?<![A-Za-z])(?:secret|token|pwd|pass|pw))",
    re.IGNORECASE,
)
_SIGN = re.compile(
    r"(?P<close>\\?[\"'`]?\]?)\*{0,2}[ \t]{0,4}"
    r"(?:(?P<sign>=>|:=|==?|:|>)|(?P<says>[ \t](?:is|ist|est|es|é|è|är|er)\b|是|は)"
    r"|(?P<gap>->|→|\||\t))"
    r"\*{0,2}[ \t]{0,4}(?:\n[ \t]{0,8})?\*{0,2}",
    re.IGNORECASE,
)
"""What joins a name and its secret: a sign, a verb, or the gap between columns.

Verbs and gaps join other things as often.
"""
# An ampersand ends a value only where another parameter, command or character of HTML follows.
_BARE = r"(?:[^\s\"'`,;<>\\&]|&(?![\w.-]{1,40}=|[&#]|(?:amp|lt|gt|quot);))"
_VALUE = re.compile(
    r"\\?(?P<quote>[\"'`])(?P<quoted>[^\"'`\\\n]{4,400})\\?(?P=quote)"
    rf"|(?P<bare>{_BARE}{{4,400}})"
)
_REST = re.compile(f"{_BARE}*")
_OPTION = re.compile(
    r"--?(?:password|passwd|pass|token|api-key|secret|access-token|auth-token)[ \t]{1,4}"
    r"[\"']?(?P<secret>[^\s\"'<-][^\s\"']{5,})",
    re.IGNORECASE,
)
_ADDRESS = re.compile(
    r"(?<![A-Za-z0-9+.-])[a-z][a-z0-9+.-]{1,20}://(?P<user>[^\s:/@\"'<>]{0,100}):"
    r"(?P<secret>[^\s\"'<>]{1,256})@[\w.\[-]",
    re.IGNORECASE,
)
_LONGEST_JUDGED = 400
"""Characters of a value that decide what it is, as in `_VALUE`. A secret is masked to its end."""
_SHORTEST = 6
_SHORTEST_TOKEN = 12
_SHORTEST_WORD = 12
_LETTERS_OF_A_PHRASE = 20
_MASK = re.compile(r"\[(?:private key|API key|access token|password|card number) removed\]?")
_LINK = re.compile(r"(?:https?|ftp|file)://", re.IGNORECASE)
_CODE = re.compile(
    r"[A-Za-z_$][\w$]{0,60}(?:\.[\w$]{1,60}){0,8}(?:\?\.|::|->|[(\[{](?![^(){}\[\]]{0,60}[)}\]]\w))"
    r"|(?:await|new|not|None|null|nil|true|false|undefined|string|str|int|bool|number|varchar)\b"
    r"|[A-Za-z_$][\w$]{0,60}(?:(?:\?\.|\.)[A-Za-z_$][\w$()!?]{0,60}){1,8}[;,)]{0,3}$",  # a.b.c
    re.IGNORECASE,
)
_IDENTIFIER = re.compile(r"[A-Za-z_][A-Za-z_]*[0-9]{0,2}[;,)]{0,3}")
_ORDINARY = re.compile(r"[^\W\d_]+(?:[-_/.'][^\W\d_]+)*")
_MEASURE = re.compile(r"[0-9]+(?:[./:-][0-9]+)*(?:%|s|ms|min|h|d|GB|MB|kB|px|bits?|chars?)?", re.I)
_SYMBOLS = frozenset("!@#$%^&*+=_?~")


def find_passwords(text: str) -> Iterator[tuple[int, int, str]]:
    """Yields the start, the end and the kind of each password in `text`."""
    done = 0
    for match in _NAME.finditer(text):
        span = _after_name(text, match) if match.start() >= done else None
        if span:
            done = span[1]
            yield *span, "password"
    for match in _OPTION.finditer(text):
        if not says_nothing(match["secret"]) and _has_digit_or_symbol(match["secret"]):
            yield *match.span("secret"), "password"
    for pattern, needs_digit in PLACES:
        for match in pattern.finditer(text):
            found = match["secret"]
            if says_nothing(found) or _MASK.match(text, match.start("secret")):
                continue
            if not needs_digit or _has_digit_or_symbol(found):
                yield *match.span("secret"), "password"
    for match in _ADDRESS.finditer(text):
        if _is_password_of_address(match["user"], match["secret"]):
            yield *match.span("secret"), "password"


def _after_name(text: str, name: re.Match[str]) -> tuple[int, int] | None:
    """Returns the span of the secret that a name introduces, or None."""
    sign = _SIGN.match(text, name.end())
    if sign is None:
        return None
    value = _VALUE.match(text, sign.end())
    if value is None or sign["sign"] == "==":
        return None
    if sign["sign"] == ">" and text[name.start() - 1 : name.start()] != "<":
        return None
    group = "quoted" if value["quoted"] is not None else "bare"
    start, end = value.span(group)
    if group == "bare":
        end -= len(value[group]) - len(value[group].rstrip(").!?:]}…"))
    found = text[start:end]
    written = value[group]
    says_is = sign["says"] is not None
    if len(found) < _SHORTEST or says_nothing(written) or _MASK.match(text, start):
        return None
    if _LINK.match(found) and "@" not in found:
        return None
    # An environment file holds no code, so a dot in its values is just a dot.
    literal = sign.group() == "=" and text[name.start() : name.end()].isupper()
    if group == "bare" and _is_code(
        found, text[start : end + 1], exact=not says_is and not literal
    ):
        return None
    if group == "quoted" and " " in found:
        return None
    if says_is:
        is_secret = _is_word_with_symbols(found) and (sign["says"].isascii() or found.isascii())
    elif sign["gap"]:
        is_secret = _is_password_in_a_cell(found)
    elif name["strong"]:
        is_secret = _is_password(found, ends=text[end : end + 1], quoted=group == "quoted")
    else:
        is_secret = _is_key(name.group(), found)
    if not is_secret:
        return None
    if group == "quoted":
        return start, end
    rest = _REST.match(text, end)
    whole = text[start : rest.end() if rest else end]
    return start, start + len(whole.rstrip(").:]}…"))


def _is_password(found: str, *, ends: str, quoted: bool) -> bool:
    """Returns whether what follows "password:" is one."""
    if _ORDINARY.fullmatch(found):
        if found.isalpha():
            # Further words make it prose.
            return len(found) >= _SHORTEST_WORD and (quoted or ends in ("", "\n", ";", ",", "<"))
        return quoted and len(found) >= _LETTERS_OF_A_PHRASE
    return not _is_measure(found)


def _is_key(name: str, found: str) -> bool:
    """Returns whether what follows "token =", "secret:" or "pass:" is a key, with a digit."""
    if not any(char.isdigit() for char in found) or _is_measure(found):
        return False
    if name.lower() == "token":
        return len(found) >= _SHORTEST_TOKEN + 4 and any(char.isalpha() for char in found)
    if name.lower() == "pass":
        return any(char.isalpha() for char in found) and not set(found) & set("/:.")
    if name.lower().endswith(("key", "token")):
        return len(found) >= _SHORTEST
    return any(char.isalpha() for char in found)


def _is_word_with_symbols(found: str) -> bool:
    """Returns whether a word after "is" is a password: it has a digit or symbol inside."""
    if _is_measure(found) and not found.isdigit():
        return False
    return _has_digit_or_symbol(found.rstrip("*_")) and not NAMED_LIKE_ONE.search(found)


def _is_password_in_a_cell(found: str) -> bool:
    """Returns whether a cell beside a name is a password, which the headers of a table are not."""
    kinds = (str.isupper, str.islower, str.isdigit, _SYMBOLS.__contains__)
    mixed = sum(any(map(is_of, found)) for is_of in kinds)
    return mixed >= 3 and not set(found) & {"_", "="}


def _has_digit_or_symbol(found: str) -> bool:
    return any(char.isdigit() or char in _SYMBOLS for char in found)


def _is_measure(found: str) -> bool:
    """Returns whether the text is a count, a date, a version or a time, unless it is a code."""
    return _MEASURE.fullmatch(found) is not None and not (found.isdigit() and len(found) >= 6)


def _is_code(found: str, with_next: str, *, exact: bool) -> bool:
    """Returns whether a bare value is code that gets the secret from elsewhere."""
    if _CODE.match(with_next) and (exact or "(" in with_next):
        return True
    return bool(_IDENTIFIER.fullmatch(found) and NAMED_LIKE_ONE.search(found.rstrip(";,)")))


def _is_password_of_address(user: str, found: str) -> bool:
    """Returns whether what stands between a colon and an @ in an address is a password."""
    port, slash, _ = found.partition("/")
    if user and slash and port.isdigit():
        return False
    return len(found) >= 3 and not (
        says_nothing(found) or found.lower() in ("password", "passwd", "pass", "pwd", "secret")
    )
