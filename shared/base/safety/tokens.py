"""Finds keys and tokens by the prefixes that their issuers document.

The prefix `rekindle_` with at least 24 letters and digits is reserved for access keys of Rekindle.

Every pattern starts with a literal or a few characters, at the start of a word (but for our own),
and only its last run has no upper bound. So a position costs at most a fixed amount unless it
matches, and what matches is not scanned again: the time is proportional to the text.
"""

import base64
import binascii
import re
from collections.abc import Iterator

_UUID = r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}"

_API_KEYS = (
    # Models
    r"sk-[A-Za-z0-9_-]{20,}",
    r"sess-[A-Za-z0-9]{40,}",
    r"(?:gsk|pcsk|csk|fw)_[A-Za-z0-9_]{30,}",
    r"(?:pplx|tvly|xai|csk|nvapi)-[A-Za-z0-9_-]{24,}",
    r"lsv2_(?:pt|sk)_[0-9a-f]{32}_[0-9a-f]{10}",
    r"r8_[A-Za-z0-9]{30,}",
    # Clouds
    r"AIza[0-9A-Za-z_-]{35}",
    r"GOCSPX-[0-9A-Za-z_-]{20,}",
    r"(?:AKIA|ASIA|ABIA|ACCA)[0-9A-Z]{16}",
    r"ABSK[A-Za-z0-9+/]{80,300}={0,}",
    r"LTAI[A-Za-z0-9]{12,}",
    r"AKID[A-Za-z0-9]{32,}",
    r"[A-Za-z0-9_~.]{3}[0-9]Q~[A-Za-z0-9_~.-]{31,}",
    # Payments
    r"[rs]k_(?:live|test|prod)_[A-Za-z0-9]{10,}",
    r"sk_[0-9a-f]{48}",
    r"whsec_[A-Za-z0-9+/]{24,120}={0,}",
    r"sq0(?:atp|csp|idp)-[A-Za-z0-9_-]{22,}",
    r"rzp_(?:live|test)_[A-Za-z0-9]{14,}",
    r"FLW(?:SECK|PUBK)(?:_TEST)?-[A-Za-z0-9]{32}-X",
    r"EZ[AT]K[A-Za-z0-9]{54}",
    r"shippo_(?:live|test)_[0-9a-f]{40}",
    r"(?:live|test)_[0-9a-f]{35,}",
    # Mail and messages
    r"SG\.[A-Za-z0-9_-]{16,32}\.[A-Za-z0-9_-]{32,}",
    r"key-[0-9a-f]{32}",
    r"[0-9a-f]{32}-us[0-9]{1,}",
    r"xkeysib-[0-9a-f]{64}-[A-Za-z0-9]{16}",
    r"re_[A-Za-z0-9]{6,12}_[A-Za-z0-9]{16,}",
    r"SK[0-9a-f]{32}",
    # Tools
    r"lin_(?:api|oauth)_[A-Za-z0-9]{32,}",
    r"NR(?:AK|JS|II|SP)-[A-Za-z0-9_-]{19,}",
    r"PMAK-[0-9a-f]{24}-[0-9a-f]{34}",
    r"AGE-SECRET-KEY-1[0-9A-Z]{58}",
    r"GR1348941[A-Za-z0-9_-]{20,}",
    r"HRKU-[A-Za-z0-9_-]{30,}",
    r"hcai[a-z]_[A-Za-z0-9]{26,}",
)
_ACCESS_TOKENS = (
    r"gh[pousr]_[A-Za-z0-9]{36,}",
    r"github_pat_[A-Za-z0-9_]{22,}",
    r"gl(?:pat|dt|rt|rtr|cbt|ptt|ft|imt|agent|soat|ffct|wt)-[A-Za-z0-9_.-]{20,}",
    r"gloas-[A-Za-z0-9_-]{64}",
    r"(?:hf|api_org)_[A-Za-z0-9]{30,}",
    r"npm_[A-Za-z0-9]{30,}",
    r"pypi-[A-Za-z0-9_-]{32,}",
    r"rubygems_[0-9a-f]{48}",
    r"dckr_(?:pat|oat)_[A-Za-z0-9_-]{20,}",
    r"CLOJARS_[0-9a-f]{60}",
    r"AKCp[A-Za-z0-9]{60,}",
    r"oy2[a-z0-9]{43}",
    r"xox[abeoprs]-[A-Za-z0-9-]{10,}",
    r"xoxe\.xox[bp]-[A-Za-z0-9-]{20,}",
    r"xapp-[0-9]-[A-Z0-9]{5,20}-[0-9]{5,20}-[0-9a-f]{32,}",
    r"[MNO][A-Za-z0-9_-]{23,27}\.[A-Za-z0-9_-]{6}\.[A-Za-z0-9_-]{27,}",
    r"mfa\.[A-Za-z0-9_-]{80,}",
    r"[0-9]{8,10}:AA[A-Za-z0-9_-]{32,}",
    r"access_token\$(?:production|sandbox)\$[0-9a-z]{16}\$[0-9a-f]{32}",
    r"access-(?:sandbox|development|production)-" + _UUID,
    r"shp(?:at|ca|pa|ss|tka)_[0-9a-fA-F]{32}",
    r"do[opr]_v1_[0-9a-f]{64}",
    r"(?:ntn|secret)_[A-Za-z0-9]{40,}",
    r"ATATT3[A-Za-z0-9_-]{40,}(?:=[0-9A-F]{8})?",
    r"ATCTT3[A-Za-z0-9_-]{40,}(?:=[0-9A-F]{8})?",
    r"ATBB[A-Za-z0-9]{28,}",
    r"hv[bsr]\.[A-Za-z0-9_-]{24,}",
    r"[A-Za-z0-9]{14}\.atlasv1\.[A-Za-z0-9_-]{60,}",
    r"dp\.(?:pt|st|ct|sa|scim|audit)\.(?:[a-z0-9_-]{2,35}\.)?[A-Za-z0-9]{40,}",
    r"dapi[0-9a-f]{32}(?:-[0-9])?",
    r"pul-[0-9a-f]{40}",
    r"FlyV1 [A-Za-z0-9_,+/=-]{40,}",
    r"fm[12][ar]?_[A-Za-z0-9+/]{40,900}={0,}",
    r"nf[pcobu]_[A-Za-z0-9]{36,}",
    r"sbp_[0-9a-f]{40}",
    r"sb_secret_[A-Za-z0-9_-]{20,}",
    r"pscale_(?:tkn|oauth|pw)_[A-Za-z0-9_=.-]{30,}",
    r"tskey-[a-z]{2,10}-[A-Za-z0-9-]{16,}",
    r"ops_eyJ[A-Za-z0-9_-]{100,}",
    r"sntrys_eyJ[A-Za-z0-9+/=_-]{60,}",
    r"sntryu_[0-9a-f]{64}",
    r"glsa_[A-Za-z0-9]{32}_[0-9A-Fa-f]{8}",
    r"glc_eyJ[A-Za-z0-9+/]{30,400}={0,}",
    r"dt0[a-z][0-9]{2}\.[A-Z0-9]{24}\.[A-Z0-9]{64}",
    r"pat[A-Za-z0-9]{14}\.[0-9a-f]{64}",
    r"pat-(?:na|eu)[0-9]-" + _UUID,
    r"figd_[A-Za-z0-9_-]{36,}",
    r"CFPAT-[A-Za-z0-9_-]{43}",
    r"sl\.(?:u\.)?[A-Za-z0-9_-]{100,}",
    r"sq[aup]_[0-9a-f]{40}",
    r"CCIPAT_[A-Za-z0-9]{22}_[0-9a-f]{40}",
    r"bkua_[0-9a-f]{40}",
    r"[sp]k\.eyJ[A-Za-z0-9_-]{40,200}\.[A-Za-z0-9_-]{20,}",
    r"EAA[A-Za-z0-9]{80,}",
    r"tfp_[A-Za-z0-9_-]{40,}",
    r"ya29\.[A-Za-z0-9_-]{20,}",
)


_START = r"(?<![A-Za-z0-9])"
_TOKENS = (
    # Its prefix is unmistakable, so it may follow anything.
    ("API key", re.compile(r"rekindle_[A-Za-z0-9]{24,}")),
    ("API key", re.compile(f"{_START}(?:{'|'.join(_API_KEYS)})")),
    ("access token", re.compile(f"{_START}(?:{'|'.join(_ACCESS_TOKENS)})")),
    # A JSON web token is sought from where its run of characters starts, a name such as "id_"
    # before it included, so that no run is scanned more than a fixed number of times.
    (
        "access token",
        re.compile(
            r"(?<![A-Za-z0-9_-])(?:[A-Za-z0-9_-]{0,40}[_-])?"
            r"(?P<secret>eyJ[A-Za-z0-9_-]{8,}+\.eyJ[A-Za-z0-9_-]{8,}+\.[A-Za-z0-9_-]*)"
        ),
    ),
    (
        "access token",
        re.compile(
            r"hooks\.slack\.com/(?P<secret>(?:services|workflows|triggers)/[A-Za-z0-9/]{20,})"
        ),
    ),
    (
        "access token",
        re.compile(
            r"discord(?:app)?\.com/api/webhooks/(?P<secret>[0-9]{15,22}/[A-Za-z0-9_-]{40,})"
        ),
    ),
    (
        "access token",
        re.compile(r"\.webhook\.office\.com/(?P<secret>webhookb?2?/[A-Za-z0-9@/_-]{40,})"),
    ),
    (
        "access token",
        re.compile(r"\bbearer[ \t]{1,8}(?P<secret>[A-Za-z0-9._~+/-]{20,}={0,3})", re.IGNORECASE),
    ),
)
_BASIC = re.compile(
    r"(?:\bbasic[ \t]{1,8}|(?<![A-Za-z])auth[\"']?[ \t]{0,4}[:=][ \t]{0,4}[\"']?)"
    r"(?P<secret>[A-Za-z0-9+/]{8,}={0,2})",
    re.IGNORECASE,
)
_ENCODED_KEY = re.compile(r"(?<![A-Za-z0-9+/])LS0tLS1CRUdJTi[A-Za-z0-9+/]{20,}={0,2}")
"""A block that begins with "-----BEGIN ", in Base64, as in a kubeconfig."""
_COOKIES = re.compile(
    r"\b(?:set-)?cookie[\"']?[ \t]{0,4}[:=][ \t]{0,4}[\"']?(?P<cookies>[^\n\"']{8,4000})",
    re.IGNORECASE,
)
_COOKIE = re.compile(r"(?<![^\s;])(?P<name>[\w.-]{1,80})=(?P<secret>[^\s;,\"']{12,})")
_SESSION = re.compile(
    r"\b(?:PHPSESSID|JSESSIONID|ASP\.NET_SessionId|connect\.sid|sessionid|laravel_session"
    r"|_session_id|ASPXAUTH|wordpress_logged_in_[0-9a-f]{32})=(?P<secret>[^\s;,&\"']{12,})"
)
_ATTRIBUTES = frozenset({"expires", "path", "domain", "max-age", "samesite"})


def find_tokens(text: str) -> Iterator[tuple[int, int, str]]:
    """Yields the start, the end and the kind of each token in `text`."""
    for kind, pattern in _TOKENS:
        for match in pattern.finditer(text):
            span = match.span("secret" if "secret" in pattern.groupindex else 0)
            # Words joined with hyphens or underscores are a name, such as sk-learn-contrib.
            token = text[span[0] : span[1]]
            if not token.islower() or any(char.isdigit() for char in token):
                yield *span, kind
    for match in _BASIC.finditer(text):
        if _is_user_and_password(match["secret"]):
            yield *match.span("secret"), "password"
    for match in _ENCODED_KEY.finditer(text):
        if b"PRIVATE KEY" in base64.b64decode(match.group()[:80][: len(match.group()) // 4 * 4]):
            yield *match.span(), "private key"
    yield from _cookies(text)


def _cookies(text: str) -> Iterator[tuple[int, int, str]]:
    """Yields what identifies a session, in the header of cookies or behind a well-known name."""
    for header in _COOKIES.finditer(text):
        for match in _COOKIE.finditer(text, *header.span("cookies")):
            value = match["secret"]
            if match["name"].lower() not in _ATTRIBUTES and _looks_random(value):
                yield *match.span("secret"), "access token"
    for match in _SESSION.finditer(text):
        if _looks_random(match["secret"]):
            yield *match.span("secret"), "access token"


def _looks_random(value: str) -> bool:
    return any(char.isdigit() for char in value) and any(char.isalpha() for char in value)


def _is_user_and_password(encoded: str) -> bool:
    """Returns whether the text is the value of an HTTP Basic header (RFC 7617)."""
    try:
        decoded = base64.b64decode(encoded + "=" * (-len(encoded) % 4), validate=True).decode()
    except (binascii.Error, ValueError):
        return False
    return ":" in decoded and decoded.isprintable()
