"""The commands, files and addresses in which a secret has a place of its own, without a name."""

import re

_WORD = r"[^\s\"'<]"
_LINE = r"[^\n|]{0,200}?[ \t]"

PLACES = tuple(
    (re.compile(pattern, re.IGNORECASE | re.MULTILINE), needs_digit)
    for pattern, needs_digit in (
        # Commands
        (rf"\bsshpass[ \t]{{1,4}}-p[ \t]{{0,4}}[\"']?(?P<secret>{_WORD}{{4,}})", False),
        (
            rf"\bcurl\b{_LINE}(?:-u|--user|--proxy-user)[ =]?[\"']?[^\s:\"'$<]{{1,80}}:"
            rf"(?P<secret>{_WORD}{{3,}})",
            False,
        ),
        (
            rf"\b(?:login|sqlcmd|bcp|mongo(?:sh|dump|restore|export|import)?)\b{_LINE}"
            rf"-p[ \t=]{{1,4}}[\"']?(?P<secret>(?![0-9]{{1,5}}\b)[^\s\"'<-]{_WORD}{{3,}})",
            True,
        ),
        (
            rf"\b(?:mysql|mariadb)(?:dump|admin|import|-dump)?\b{_LINE}"
            rf"(?-i:-p)[\"']?(?P<secret>(?![0-9]{{1,5}}\b)[^\s\"'<-]{_WORD}{{3,}})",
            True,
        ),
        (rf"\bredis-cli\b{_LINE}-a[ \t]{{1,4}}[\"']?(?P<secret>[^\s\"'<-]{_WORD}{{3,}})", True),
        (
            rf"\bldap(?:search|modify|add|delete|whoami|passwd)\b{_LINE}"
            rf"-w[ \t]{{1,4}}[\"']?(?P<secret>[^\s\"'<-]{_WORD}{{3,}})",
            True,
        ),
        (r"\bidentified[ \t]{1,4}by[ \t]{1,4}[\"'](?P<secret>[^\s\"']{4,})", False),
        (
            r"(?:\bjdbc:oracle:(?:thin|oci8?):|\bsqlplus[ \t]{1,4})[\w.$#]{1,60}/"
            r"(?P<secret>[^\s\"'<@]{3,100})@",
            False,
        ),
        # Files: .netrc, .pgpass, a variable of Terraform
        (
            r"\b(?:machine[ \t]{1,4}\S{1,100}|default)\s{1,12}login\s{1,4}\S{1,100}\s{1,12}"
            r"password\s{1,4}(?P<secret>\S{4,})",
            False,
        ),
        (
            r"(?<!\S)[^\s:/]{1,100}:(?:[0-9]{4,5}|\*):(?![0-9]{1,4}:)[^\s:/]{1,64}:[^\s:/]{1,64}:"
            r"(?P<secret>[^\s:/][^\s:]{3,200})(?!\S)",
            True,
        ),
        (
            r"\bvariable[ \t]{1,4}\"[\w-]{0,60}(?:password|passwd|secret|token|api_key)\""
            r"[ \t]{0,4}\{[^{}]{0,200}?\bdefault[ \t]{0,8}=[ \t]{0,4}"
            r"\"(?P<secret>[^\"\n]{6,200})\"",
            True,
        ),
        # Addresses: account keys, and signatures that let in whoever has the link
        (
            r"(?:AccountKey|SharedAccessKey|SharedSecretValue)[ ]?=[ ]?"
            r"(?P<secret>[A-Za-z0-9+/]{40,}={0,2})",
            False,
        ),
        (
            r"[?&](?:sig|signature|x-(?:amz|goog)-(?:signature|security-token))="
            r"(?P<secret>[A-Za-z0-9%_+/.~-]{16,}={0,2})",
            True,
        ),
        # The seed of an authenticator, in one piece or in groups of four
        (
            r"\b(?:totp|hotp|otp|2fa|mfa|authenticator)[ _-]?(?:secret|seed|key|setup key|code)?"
            r"(?:[ \t]{1,3}is)?[ \t]{0,3}[:=]?[ \t]{0,3}[\"']?"
            r"(?P<secret>(?-i:[A-Z2-7]{16,}|(?:[A-Z2-7]{4}[ -]){3,}[A-Z2-7]{4})"
            r"|(?=(?:[a-z]{4}[ -]){0,8}[a-z]{0,3}[2-7])(?:[a-z2-7]{4}[ -]){3,}[a-z2-7]{4})\b",
            False,
        ),
    )
)
"""Patterns with a group "secret", and whether that must hold a digit or a symbol."""
