"""Forms of secrets with made-up values, and harmless text that resembles them.

The values are assembled when the tests run, so that no secret scanner takes this file for a leak.
The rules in `shared/base/safety/secrets` were tuned on the even items; the odd ones were
looked at only afterwards.
"""

import base64
import random
import string
from dataclasses import dataclass

from tests.support.texts.pasted_secrets import PASTED

_HEX = "0123456789abcdef"
_UPPER = string.ascii_uppercase + string.digits
_ALNUM = string.ascii_letters + string.digits
_URL = _ALNUM + "-_"
_B64 = _ALNUM + "+/"


@dataclass(frozen=True)
class Form:
    """A text, and the part of it that must not stay in clear."""

    name: str
    text: str
    secret: str


def _some(alphabet: str, length: int, salt: str) -> str:
    """Returns random-looking text, always the same for the same salt, with a digit and letter."""
    pick = random.Random(f"{alphabet}{length}{salt}")
    chars = [pick.choice(alphabet) for _ in range(length)]
    chars[length // 2] = pick.choice("23456789")
    if "a" in alphabet:
        chars[length // 3] = pick.choice("abcdef")
    return "".join(chars)


def _uuid(salt: str) -> str:
    parts = (
        _some(_HEX, size, f"{salt}{size}{place}") for place, size in enumerate((8, 4, 4, 4, 12))
    )
    return "-".join(parts)


_TOKENS: tuple[tuple[str, str], ...] = (
    ("openai legacy", "sk-" + _some(_ALNUM, 20, "o1") + "T3Blbk" + "FJ" + _some(_ALNUM, 20, "o2")),
    ("openai project", "sk-" + "proj-" + _some(_URL, 120, "o3") + "x9"),
    ("openai service account", "sk-" + "svcacct-" + _some(_URL, 90, "o4") + "k2"),
    ("openai admin", "sk-" + "admin-" + _some(_URL, 90, "o5") + "Zz"),
    ("anthropic api", "sk-" + "ant-api03-" + _some(_URL, 93, "a1") + "AA"),
    ("anthropic admin", "sk-" + "ant-admin01-" + _some(_URL, 93, "a2") + "AA"),
    ("anthropic oauth", "sk-" + "ant-oat01-" + _some(_URL, 93, "a3") + "AA"),
    ("openrouter", "sk-" + "or-v1-" + _some(_HEX, 64, "or")),
    ("deepseek", "sk-" + _some(_HEX, 32, "ds")),
    ("langfuse", "sk-" + "lf-" + _uuid("lf")),
    ("langsmith", "lsv2" + "_pt_" + _some(_HEX, 32, "ls") + "_" + _some(_HEX, 10, "ls2")),
    ("hugging face", "hf" + "_" + _some(_ALNUM, 34, "hf")),
    ("hugging face organization", "api" + "_org_" + _some(_ALNUM, 34, "hfo")),
    ("replicate", "r8" + "_" + _some(_ALNUM, 37, "r8")),
    ("groq", "gsk" + "_" + _some(_ALNUM, 52, "gq")),
    ("perplexity", "pplx" + "-" + _some(_ALNUM, 48, "pp")),
    ("xai", "xai" + "-" + _some(_ALNUM, 80, "xa")),
    ("nvidia", "nvapi" + "-" + _some(_URL, 63, "nv") + "q"),
    ("pinecone", "pcsk" + "_" + _some(_ALNUM, 6, "pc") + "_" + _some(_ALNUM, 63, "pc2")),
    ("tavily", "tvly" + "-" + _some(_ALNUM, 32, "tv")),
    ("google api", "AI" + "za" + _some(_ALNUM + "_", 35, "g1")),
    ("google oauth token", "ya" + "29." + _some(_URL, 60, "g2") + "b"),
    ("google client secret", "GOC" + "SPX-" + _some(_URL, 27, "g3") + "b"),
    ("aws key id", "AK" + "IA" + _some(_UPPER, 16, "w1")),
    ("aws temporary id", "AS" + "IA" + _some(_UPPER, 16, "w2")),
    ("aws bedrock", "AB" + "SK" + _some(_B64, 110, "w3") + "="),
    ("github classic", "gh" + "p_" + _some(_ALNUM, 36, "h1")),
    ("github oauth", "gh" + "o_" + _some(_ALNUM, 36, "h2")),
    ("github server", "gh" + "s_" + _some(_ALNUM, 36, "h3")),
    ("github refresh", "gh" + "r_" + _some(_ALNUM, 76, "h4")),
    (
        "github fine-grained",
        "github" + "_pat_" + _some(_ALNUM, 22, "h5") + "_" + _some(_ALNUM, 59, "h6"),
    ),
    ("gitlab personal", "gl" + "pat-" + _some(_URL, 19, "l1") + "q"),
    ("gitlab deploy", "gl" + "dt-" + _some(_URL, 19, "l2") + "q"),
    ("gitlab runner", "gl" + "rt-" + _some(_URL, 19, "l3") + "q"),
    ("gitlab trigger", "gl" + "ptt-" + _some(_HEX, 40, "l4")),
    ("gitlab runner registration", "GR" + "1348941" + _some(_URL, 19, "l5") + "q"),
    ("npm", "npm" + "_" + _some(_ALNUM, 36, "n1")),
    ("pypi", "pypi" + "-AgEIcHlwaS5vcmc" + _some(_URL, 80, "p1") + "c"),
    ("rubygems", "rubygems" + "_" + _some(_HEX, 48, "rg")),
    ("docker", "dckr" + "_pat_" + _some(_URL, 26, "dk") + "q"),
    ("clojars", "CLO" + "JARS_" + _some(_HEX, 60, "cj")),
    ("artifactory", "AKC" + "p" + _some(_ALNUM, 69, "af")),
    ("nuget", "oy" + "2" + _some(string.ascii_lowercase + string.digits, 43, "ng")),
    ("slack bot", "xo" + "xb-" + "123456789012-1234567890123-" + _some(_ALNUM, 24, "s1")),
    ("slack user", "xo" + "xp-" + "123456789012-123456789012-" + _some(_HEX, 32, "s2")),
    (
        "slack app",
        "xa" + "pp-1-A" + _some(_UPPER, 10, "s3") + "-1234567890123-" + _some(_HEX, 64, "s4"),
    ),
    ("slack configuration", "xo" + "xe.xoxp-1-" + _some(_ALNUM, 120, "s5")),
    (
        "slack hook",
        "https://hooks.slack"
        + ".com/services/T"
        + _some(_UPPER, 9, "s6")
        + "/B"
        + _some(_UPPER, 9, "s7")
        + "/"
        + _some(_ALNUM, 24, "s8"),
    ),
    (
        "slack workflow",
        "https://hooks.slack"
        + ".com/triggers/T"
        + _some(_UPPER, 9, "s9")
        + "/1234567890/"
        + _some(_HEX, 32, "s10"),
    ),
    (
        "discord bot",
        "MT"
        + _some(_ALNUM, 24, "d1")
        + "."
        + _some(_ALNUM, 6, "d2")
        + "."
        + _some(_URL, 37, "d3")
        + "q",
    ),
    (
        "discord hook",
        "https://discord" + ".com/api/webhooks/123456789012345678/" + _some(_URL, 67, "d4") + "q",
    ),
    ("telegram", "123456" + "7890:AA" + _some(_URL, 32, "t1") + "q"),
    ("stripe live", "sk" + "_live_" + _some(_ALNUM, 24, "st1")),
    ("stripe test", "sk" + "_test_" + _some(_ALNUM, 99, "st2")),
    ("stripe restricted", "rk" + "_live_" + _some(_ALNUM, 24, "st3")),
    ("stripe hook", "whsec" + "_" + _some(_ALNUM, 32, "st4")),
    ("standard webhooks", "whsec" + "_" + _some(_B64, 43, "st5") + "="),
    ("square", "sq0" + "atp-" + _some(_URL, 21, "sq") + "q"),
    ("square secret", "sq0" + "csp-" + _some(_URL, 42, "sq2") + "q"),
    (
        "braintree",
        "access_token"
        + "$production$"
        + _some("0123456789abcdefghijklmnopqrstuvwxyz", 16, "bt")
        + "$"
        + _some(_HEX, 32, "bt2"),
    ),
    ("razorpay", "rzp" + "_live_" + _some(_ALNUM, 14, "rz")),
    ("flutterwave", "FLW" + "SECK-" + _some(_HEX, 32, "fw") + "-X"),
    ("plaid", "access" + "-production-" + _uuid("pl")),
    ("shopify admin", "sh" + "pat_" + _some(_HEX, 32, "sh1")),
    ("shopify shared", "sh" + "pss_" + _some(_HEX, 32, "sh2")),
    ("shopify private", "sh" + "ppa_" + _some(_HEX, 32, "sh3")),
    ("sendgrid", "S" + "G." + _some(_URL, 21, "sg") + "q." + _some(_URL, 42, "sg2") + "q"),
    ("mailgun", "key" + "-" + _some(_HEX, 32, "mg")),
    ("mailchimp", _some(_HEX, 32, "mc") + "-us" + "21"),
    ("brevo", "xkeysib" + "-" + _some(_HEX, 64, "br") + "-" + _some(_ALNUM, 16, "br2")),
    ("resend", "re" + "_" + _some(_ALNUM, 8, "re") + "_" + _some(_ALNUM, 24, "re2")),
    ("twilio key", "S" + "K" + _some(_HEX, 32, "tw")),
    ("digitalocean", "dop" + "_v1_" + _some(_HEX, 64, "do")),
    ("digitalocean oauth", "doo" + "_v1_" + _some(_HEX, 64, "do2")),
    (
        "azure client secret",
        _some(_ALNUM, 3, "az0") + "8Q" + "~" + _some(_ALNUM + "_~.-", 34, "az"),
    ),
    ("linear", "lin" + "_api_" + _some(_ALNUM, 40, "li")),
    ("notion", "ntn" + "_" + _some(_ALNUM, 46, "no")),
    ("notion legacy", "secret" + "_" + _some(_ALNUM, 43, "no2")),
    (
        "atlassian",
        "ATAT" + "T3xFfGF0" + _some(_URL, 180, "at") + "=" + _some("0123456789ABCDEF", 8, "at2"),
    ),
    ("bitbucket", "ATB" + "B" + _some(_ALNUM, 32, "bb")),
    ("vault service", "hvs" + "." + _some(_URL, 95, "v1") + "q"),
    ("vault batch", "hvb" + "." + _some(_URL, 140, "v2") + "q"),
    ("terraform cloud", _some(_ALNUM, 14, "tf") + ".atlas" + "v1." + _some(_URL, 66, "tf2") + "q"),
    ("doppler", "dp" + ".pt." + _some(_ALNUM, 43, "dp")),
    ("doppler service", "dp" + ".st.prd." + _some(_ALNUM, 43, "dp2")),
    ("databricks", "da" + "pi" + _some(_HEX, 32, "db")),
    ("pulumi", "pul" + "-" + _some(_HEX, 40, "pu")),
    ("fly", "FlyV1 " + "fm2_" + _some(_B64, 120, "fl") + "=="),
    ("heroku", "HRKU" + "-" + _uuid("hk")),
    ("netlify", "nfp" + "_" + _some(_ALNUM, 36, "nf")),
    ("supabase", "sbp" + "_" + _some(_HEX, 40, "sb")),
    ("supabase secret", "sb" + "_secret_" + _some(_URL, 30, "sb2") + "q"),
    ("planetscale", "pscale" + "_tkn_" + _some(_URL, 42, "ps") + "q"),
    ("planetscale password", "pscale" + "_pw_" + _some(_URL, 42, "ps2") + "q"),
    (
        "tailscale",
        "tskey" + "-auth-" + _some(_ALNUM, 12, "ts") + "CNTRL-" + _some(_ALNUM, 32, "ts2"),
    ),
    ("1password", "ops" + "_ey" + "J" + _some(_URL, 260, "op") + "q"),
    ("age", "AGE-" + "SECRET-KEY-1" + _some("QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L", 58, "ag")),
    ("sentry", "sntrys" + "_ey" + "J" + _some(_B64, 120, "se") + "=_" + _some(_B64, 43, "se2")),
    ("sentry user", "sntryu" + "_" + _some(_HEX, 64, "se3")),
    ("grafana", "gl" + "sa_" + _some(_ALNUM, 32, "gr") + "_" + _some(_HEX, 8, "gr2")),
    ("grafana cloud", "gl" + "c_ey" + "J" + _some(_B64, 60, "gr3") + "="),
    ("new relic", "NRAK" + "-" + _some(_UPPER, 27, "nr")),
    ("dynatrace", "dt0" + "c01." + _some(_UPPER, 24, "dt") + "." + _some(_UPPER, 64, "dt2")),
    ("postman", "PMAK" + "-" + _some(_HEX, 24, "pm") + "-" + _some(_HEX, 34, "pm2")),
    ("airtable", "pat" + _some(_ALNUM, 14, "ai") + "." + _some(_HEX, 64, "ai2")),
    ("figma", "figd" + "_" + _some(_URL, 39, "fi") + "q"),
    ("contentful", "CFPAT" + "-" + _some(_URL, 42, "cf") + "q"),
    ("dropbox", "sl" + ".u." + _some(_URL, 140, "dx") + "q"),
    ("hubspot", "pat" + "-na1-" + _uuid("hs")),
    ("sonar", "squ" + "_" + _some(_HEX, 40, "so")),
    ("circleci", "CCI" + "PAT_" + _some(_ALNUM, 22, "ci") + "_" + _some(_HEX, 40, "ci2")),
    ("buildkite", "bkua" + "_" + _some(_HEX, 40, "bk")),
    ("mapbox", "sk" + ".ey" + "J" + _some(_URL, 60, "mb") + "q." + _some(_URL, 21, "mb2") + "q"),
    ("facebook", "EAA" + "B" + _some(_ALNUM, 150, "fb")),
    ("typeform", "tfp" + "_" + _some(_URL, 43, "ty") + "q_" + _some(_ALNUM, 14, "ty2")),
    ("easypost", "EZ" + "AK" + _some(_ALNUM, 54, "ez")),
    ("shippo", "shippo" + "_live_" + _some(_HEX, 40, "sp")),
    ("alibaba", "LTA" + "I" + _some(_ALNUM, 20, "al")),
    (
        "json web token",
        "ey"
        + "JhbGciOiJIUzI1NiJ9.ey"
        + "J"
        + _some(_URL, 40, "jw")
        + "q."
        + _some(_URL, 42, "jw2")
        + "q",
    ),
    ("rekindle", "rekindle" + "_" + _some(_ALNUM, 32, "rk")),
)

_WORDS = (
    "Here it is: {}",
    "{} is what I use",
    "export KEY={} && run",
    "key `{}` please",
    "({})",
    '"{}"',
)


def _card(digits: str) -> str:
    """Returns the digits with the check digit that makes them a card number (Luhn)."""
    total = 0
    for place, digit in enumerate(int(d) for d in reversed(digits)):
        total += sum(divmod(2 * digit, 10)) if place % 2 == 0 else digit
    return digits + str(-total % 10)


_VISA = _card("453201511283036")
_MASTER = _card("542523343010990")
_AMEX = _card("37828224631000")
_DINERS = _card("3056930902590")
_JCB = _card("353011133330000")


def _by(card: str, *sizes: int, gap: str) -> str:
    parts, at = [], 0
    for size in sizes:
        parts.append(card[at : at + size])
        at += size
    return gap.join(parts)


_PASSWORD = "Tr0ub4" + "dor&3"
_PLAIN = _some(_ALNUM, 14, "plain")
_BODY = "\n".join(_some(_B64, 64, f"pem{line}") for line in range(6))


def _pem(label: str, body: str = _BODY) -> str:
    return f"-----BEGIN {label}-----\n{body}\n-----END {label}-----"


def _basic(user: str, password: str) -> str:
    return base64.b64encode(f"{user}:{password}".encode()).decode()


_IN_CONTEXT: tuple[tuple[str, str, str], ...] = (
    ("card, plain", f"my card {_VISA} thanks", _VISA),
    (
        "card, spaces",
        "card " + _by(_MASTER, 4, 4, 4, 4, gap=" "),
        _by(_MASTER, 4, 4, 4, 4, gap=" "),
    ),
    (
        "card and expiry",
        "pay with " + _by(_VISA, 4, 4, 4, 4, gap=" ") + " 12/27",
        _by(_VISA, 4, 4, 4, 4, gap=" "),
    ),
    ("card, expiry and cvv", f"{_VISA} 12/27 123", _VISA),
    ("card and cvv", _by(_VISA, 4, 4, 4, 4, gap=" ") + " 123", _by(_VISA, 4, 4, 4, 4, gap=" ")),
    ("card, dots", "card: " + _by(_VISA, 4, 4, 4, 4, gap="."), _by(_VISA, 4, 4, 4, 4, gap=".")),
    ("card, double spaces", _by(_MASTER, 4, 4, 4, 4, gap="  "), _by(_MASTER, 4, 4, 4, 4, gap="  ")),
    (
        "card, non-breaking spaces",
        _by(_MASTER, 4, 4, 4, 4, gap="\u00a0"),
        _by(_MASTER, 4, 4, 4, 4, gap="\u00a0"),
    ),
    (
        "card, narrow spaces",
        _by(_VISA, 4, 4, 4, 4, gap="\u202f"),
        _by(_VISA, 4, 4, 4, 4, gap="\u202f"),
    ),
    ("card, dashes", _by(_VISA, 4, 4, 4, 4, gap="-"), _by(_VISA, 4, 4, 4, 4, gap="-")),
    ("amex", "amex " + _by(_AMEX, 4, 6, 5, gap=" "), _by(_AMEX, 4, 6, 5, gap=" ")),
    ("amex, plain, with code", f"{_AMEX} 1234", _AMEX),
    ("diners", _by(_DINERS, 4, 6, 4, gap="-"), _by(_DINERS, 4, 6, 4, gap="-")),
    ("jcb", f"JCB {_JCB}.", _JCB),
    (
        "card in full-width digits",
        _VISA.translate({ord(str(d)): 0xFF10 + d for d in range(10)}),
        _VISA.translate({ord(str(d)): 0xFF10 + d for d in range(10)}),
    ),
    ("json password", f'{{"user": "ada", "password": "{_PASSWORD}"}}', _PASSWORD),
    ("json letters", '{"password": "correcthorsebattery"}', "correcthorsebattery"),
    ("json client secret", f'{{"client_secret": "{_PLAIN}"}}', _PLAIN),
    ("json camel case", f'{{"clientSecret":"{_PLAIN}"}}', _PLAIN),
    ("json api key", f'{{"apiKey": "{_some(_HEX, 32, "ak")}"}}', _some(_HEX, 32, "ak")),
    ("json token", f'{{"access_token": "{_some(_ALNUM, 40, "tk")}"}}', _some(_ALNUM, 40, "tk")),
    ("json in single quotes", f"{{'passwd': '{_PASSWORD}'}}", _PASSWORD),
    ("json escaped", f'{{\\"password\\": \\"{_PLAIN}\\"}}', _PLAIN),
    ("yaml", f"db:\n  password: {_PASSWORD}\n", _PASSWORD),
    ("env file", f"DB_PASSWORD={_PASSWORD}", _PASSWORD),
    ("env of postgres", f"PGPASSWORD={_PLAIN} psql -h db", _PLAIN),
    ("env with export", f"export MYSQL_ROOT_PASSWORD='{_PASSWORD}'", _PASSWORD),
    ("toml", f'secret_key = "{_PASSWORD}!x"', _PASSWORD),
    (
        "django",
        f"SECRET_KEY = 'django-insecure-{_some(_ALNUM, 40, 'dj')}'",
        _some(_ALNUM, 40, "dj"),
    ),
    ("aws secret", f"aws_secret_access_key = {_some(_B64, 40, 'as')}", _some(_B64, 40, "as")),
    (
        "aws secret in camel case",
        f'secretAccessKey: "{_some(_B64, 40, "as2")}"',
        _some(_B64, 40, "as2"),
    ),
    ("twilio auth token", f"TWILIO_AUTH_TOKEN={_some(_HEX, 32, 'ta')}", _some(_HEX, 32, "ta")),
    ("datadog", f"DD_API_KEY={_some(_HEX, 32, 'dd')}", _some(_HEX, 32, "dd")),
    ("python call", f'connect(user="ada", password="{_PASSWORD}")', _PASSWORD),
    ("said in words", f"my password is {_PASSWORD}", _PASSWORD),
    ("said plainly", "the wifi password is sunflower42", "sunflower42"),
    ("said with a colon", f"Password: {_PLAIN}", _PLAIN),
    ("passphrase", "passphrase: orbit-lamp-crayon-velvet-9", "orbit-lamp-crayon-velvet-9"),
    ("option", f"mysqldump --password={_PASSWORD} shop", _PASSWORD),
    ("option with a space", f"tool --password {_PASSWORD} run", _PASSWORD),
    ("option of a token", f"cli --token {_some(_ALNUM, 32, 'ot')} deploy", _some(_ALNUM, 32, "ot")),
    ("curl user", f"curl -u ada:{_PLAIN} https://example.org", _PLAIN),
    ("curl long option", f"curl --user 'ada:{_PASSWORD}' https://example.org", _PASSWORD),
    ("basic header", f"Authorization: Basic {_basic('ada', _PASSWORD)}", _basic("ada", _PASSWORD)),
    (
        "basic with curl",
        f"curl -H 'authorization: basic {_basic('svc', _PLAIN)}'",
        _basic("svc", _PLAIN),
    ),
    ("bearer header", f"Authorization: Bearer {_some(_URL, 40, 'be')}", _some(_URL, 40, "be")),
    ("header of an API key", f"X-Api-Key: {_some(_ALNUM, 32, 'xa')}", _some(_ALNUM, 32, "xa")),
    ("url", f"postgres://ada:{_PLAIN}@db.example/shop", _PLAIN),
    ("url without a user", f"redis://:{_PLAIN}@cache:6379/0", _PLAIN),
    ("url, at sign", f"mysql://ada:p4{'@'}ss{_PLAIN}@db/x", _PLAIN),
    ("url, slash", f"amqp://ada:p4/ss{_PLAIN}@mq:5672", _PLAIN),
    ("url of mongodb", f"mongodb+srv://ada:{_PLAIN}@cluster0.example.net/?w=1", _PLAIN),
    ("url of git", f"https://oauth2:{_PLAIN}@git.example/x.git", _PLAIN),
    ("url of a short password", "ftp://ada:pw1@files.example", "pw1"),
    (
        "url of cloudinary",
        f"cloudinary://123456789012345:{_some(_URL, 26, 'cl')}q@demo",
        _some(_URL, 26, "cl"),
    ),
    (
        "azure storage",
        f"AccountName=shop;AccountKey={_some(_B64, 86, 'ac')}==;Suffix=x",
        _some(_B64, 86, "ac"),
    ),
    (
        "azure bus",
        f"SharedAccessKeyName=Root;SharedAccessKey={_some(_B64, 43, 'sk')}=",
        _some(_B64, 43, "sk"),
    ),
    ("connection string", f"Server=db;User Id=sa;Password={_PASSWORD};", _PASSWORD),
    ("connection string, pwd", f"Driver=x;Uid=sa;Pwd={_PLAIN};", _PLAIN),
    ("netrc", f"machine example.org login ada password {_PLAIN}", _PLAIN),
    ("xml", f"<password>{_PLAIN}</password>", _PLAIN),
    ("sql", f"CREATE USER ada IDENTIFIED BY '{_PASSWORD}'", _PASSWORD),
    ("rsa key", _pem("RSA " + "PRIVATE KEY"), _BODY[:40]),
    ("openssh key", _pem("OPENSSH " + "PRIVATE KEY"), _BODY[:40]),
    ("key without an end", f"-----BEGIN {'PRIVATE KEY'}-----\n{_BODY}", _BODY[:40]),
    (
        "key in json",
        '"private_key": "' + _pem("PRIVATE " + "KEY", _BODY[:64]).replace("\n", "\\n") + '\\n"',
        _BODY[:40],
    ),
    ("pgp key", _pem("PGP " + "PRIVATE KEY BLOCK", f"Version: 1\n\n{_BODY}"), _BODY[:40]),
    ("pgp message", _pem("PGP " + "MESSAGE", f"\n{_BODY}"), _BODY[:40]),
    (
        "putty key",
        "PuTTY-User-Key-File-3: ssh-rsa\nEncryption: none\n"
        f"Private-Lines: 2\n{_BODY[:129]}\nPrivate-MAC: 12ab",
        _BODY[:40],
    ),
    (
        "json web token behind a name",
        f"id_token_ey{'JhbGciOiJIUzI1NiJ9'}.ey{'J'}{_PLAIN}.{_PLAIN}",
        f"ey{'J'}{_PLAIN}",
    ),
    (
        "long json web token",
        f"ey{'J'}hbGciOiJIUzI1NiJ9.ey{'J'}{_PLAIN * 800}.{_PLAIN}",
        _PLAIN,
    ),
    ("password in german", f"Mein Passwort: {_PLAIN}", _PLAIN),
    ("password in spanish", f"contraseña: {_PLAIN}", _PLAIN),
    ("password with a full-width colon", f"密码：{_PLAIN}", _PLAIN),
    ("smart quotes", f"password: “{_PLAIN}”", _PLAIN),
    ("jdbc", f"jdbc:mysql://db/shop?user=ada&password={_PLAIN}&ssl=1", _PLAIN),
    (
        "query parameter",
        f"https://api.example/v1?api_key={_some(_HEX, 32, 'qp')}",
        _some(_HEX, 32, "qp"),
    ),
    ("sshpass", f"sshpass -p '{_PASSWORD}' ssh ada@host", _PASSWORD),
)

_ODD_PASSWORDS = (
    # What begins like a variable, and isn't one.
    *("#Tr0ub4dor!9", "@Hunter2019!", "!Sunny2024x", "$ecret12Q", "&Lemon2023tea", "%Harbor88wind"),
    *("$unflower1988", "@pril2021rain", "#Kettle_44", "!Vaulted9x", "$P4ris-Texas", "%20Night7owl"),
    *("@lpine7Meadow", "$Monday99x", "#Winter24#", "!mportant77"),
    # What holds a word of a placeholder, and isn't one.
    *("yourDog1987!", "hiddenTiger77", "dummyHorse42x", "exampleFrog91!", "Unredacted7Sky"),
    *(
        "4yourEyes0nly",
        "placeholderKing88",
        "testTokenMaster5x!",
        "Xxx-tr33house",
        "hiddenValley.42!",
    ),
    *("changeMeNot2024!", "insertCoin1985!", "removedTheCat7", "foryourself99!", "Dummy#Plane7"),
)
_ODD_CONTEXTS = ("password: {}", "my password is {}", "DB_PASSWORD={}", 'password = "{}"')
_IN_ODD_WORDS = tuple(
    (f"{password} in {context.partition(' ')[0]} {place}", context.format(password), password)
    for password in _ODD_PASSWORDS
    for place, context in enumerate(_ODD_CONTEXTS)
)

_NAMES = (
    *("Mot de passe", "wachtwoord", "hasło", "lösenord", "adgangskode", "passord", "salasana"),
    *("heslo", "jelszó", "parolă", "şifre", "пароль", "κωδικός πρόσβασης", "סיסמה", "รหัสผ่าน"),
    *("كلمة المرور", "पासवर्ड", "mật khẩu", "kata sandi", "kennwort", "contraseña", "senha"),
)
_LAID_OUT = (
    *((f"{name}, with a colon", f"{name}: {_PLAIN}", _PLAIN) for name in _NAMES),
    ("is in Chinese", f"我的密码是{_PLAIN}", _PLAIN),
    ("is in French", f"mon mot de passe est {_PASSWORD}", _PASSWORD),
    ("is in German", f"Das Passwort ist {_PASSWORD}", _PASSWORD),
    ("is in Spanish", f"la contraseña es {_PASSWORD}", _PASSWORD),
    ("is in Portuguese", f"a senha é {_PASSWORD}", _PASSWORD),
    ("arrow", f"wifi password -> {_PASSWORD}", _PASSWORD),
    ("typeset arrow", f"password → {_PASSWORD}", _PASSWORD),
    ("bold name", f"**Password:** {_PASSWORD}", _PASSWORD),
    ("bold name before the colon", f"- **Password**: {_PASSWORD}", _PASSWORD),
    ("bold value", f"Password: **{_PLAIN}**", _PLAIN),
    ("row of a table", f"| password | {_PASSWORD} |", _PASSWORD),
    ("code in a table", f"| Password | `{_PASSWORD}` |", _PASSWORD),
    ("column", f"user\tada\npassword\t{_PASSWORD}\n", _PASSWORD),
    *(
        (
            f"card, gap {gap!r}",
            "card " + _by(_VISA, 4, 4, 4, 4, gap=gap),
            _by(_VISA, 4, 4, 4, 4, gap=gap),
        )
        for gap in ("\t", "_", "/", " - ", " | ")
    ),
    ("code glued to its name", "cvv" + "8" + "41 it says", "8" + "41"),
    ("code behind an underscore", "card_cvv_" + "8" + "41", "8" + "41"),
)

FORMS = tuple(
    Form(name, _WORDS[place % len(_WORDS)].format(token), token)
    for place, (name, token) in enumerate(_TOKENS)
) + tuple(Form(*item) for item in (*_IN_CONTEXT, *_IN_ODD_WORDS, *_LAID_OUT, *PASTED))
