"""How orders of others look: addressed to any assistant, in a role, hidden, or in parts."""

import re

from shared.base.safety.poison.words import any_of

ADDRESSED = re.compile(
    any_of(
        r"(?:ais?|llms?|language models?|chat ?bots?|bots|agents|assistants|copilot|(?:any"
        r"|every|all|"
        r"if you are an?) (?:ai|assistant|agent|language model|llm|bot|model)s?)"
        r"\W{1,3}(?:\w+\W{1,3}){0,6}?(?:must|shall|should|have to|has to|are to|is to"
        r"|are required|will"
        r"|may|need to|obey|instructed|please)"
        r"|(?:ai|agent|llm|(?:language )?model|copilot|chat ?bot) (?:must|shall|should|has to"
        r"|is to|will"
        r"|needs to)"
        r"|if you are an? (?:ai|llm|language model|assistant|bot)|any ai (?:that|which|who)"
        r"|(?:instruction|note|message|notice|warning|todo|memo|p\.?s\.?|order|word)s? (?:to"
        r"|for) (?:the )?"
        r"(?:ai|assistants?|agents?|models?|llms?|bots?)"
        r"|whoever (?:processes|reads) this|dear (?:ai|assistant|model|agent|bot)\w*"
        r"|(?:^|[.!?>(:/#*-] ?)(?:assistants?|ais?|agents?|llms?|bots?|copilot"
        r"|(?:language )?models?)"
        r" ?[:,](?= ?\w)|ai tools|ai agents",
        r"an (?:alle )?(?:ki|assistenten)(?=:)",
    ),
    re.IGNORECASE,
)
"""Words to any assistant that reads the text. A user's assistant needs no such address."""
DEMANDED = re.compile(
    any_of(
        r"(?:page|site|website|blog|article|sender|tool|output|server|comments?|docstring|document"
        r"|newsletter|webmaster|operator|vendor|shop|pipeline|readme|log line|code|mail|e-mail"
        r"|response"
        r"|api|scanner|config|call|footer|forum|author)\b[^.!?\n]{0,30}\b(?:instruct\w*"
        r"|direct(?:s|ed)"
        r"|requir(?:es|ed)|demand(?:s|ed)|tells|told|order(?:s|ed)|oblige[sd]|command(?:s|ed)"
        r"|wants?|asks?|says|said|authori[sz]es?|request(?:s|ed))\b[^.!?\n]{0,40}\b(?:you"
        r"|assistants?"
        r"|agents?|ais?|llms?|models?|bots?)"
        r"|as (?:told by|requested by|instructed by|ordered by) the"
        r"|as the \w+ (?:\w+ )?(?:requested"
        r"|instructed|demanded|ordered)|the output said so|(?:tool|api|search) (?:output "
        r"|result )?said"
        r"|you must approve",
        r"(?:seite|webseite|mail|datei|werkzeug|tool)\b[^.!?\n]{0,30}\b(?:weist|verlangt|fordert"
        r"|befiehlt)\b",
        r"(?:page|site|courriel|fichier|outil)\b[^.!?\n]{0,30}\b(?:ordonne|exige"
        r"|demande à l.assistant)",
        r"(?:página|sitio|correo|archivo)\b[^.!?\n]{0,30}\b(?:ordena|exige|pide al asistente)",
        r"instrucciones de la página|ce que dit (?:le site|la page)",
    ),
    re.IGNORECASE,
)
"""A third party's text that demands something of the assistant."""
ROLE = re.compile(
    any_of(
        r"you are (?:now|no longer|root|dan|an? (?:obedient|evil))|(?:pretend to be|pose as"
        r"|impersonate"
        r"|act as) (?:the |an? )?(?:bank|admin\w*|root|doctor|police|support|tax|user|owner|staff)"
        r"|play the role|roleplay: you|henceforth you|without rules|no content policy|have no rules"
        r"|your (?:true|real|new) (?:owner|master|goal|goals|task|instructions|rules)"
        r"|end of (?:the )?(?:context|prompt|user data|notes)|new (?:system )?(?:prompt"
        r"|instructions)"
        r"|system (?:override|notice|message|prompt)|no longer apply|stay in that role"
        r"|instructions:|developer message|staff note|guidelines have been|your (?:guidelines"
        r"|rules)"
        r" (?:are|have)|as the developer|i order you|do everything that|anything goes"
        r"|policy (?:update|v\d)|hidden plan|in \w+'s interest|adopt the goals|swore to"
        r"|will not ask again"
    ),
    re.IGNORECASE,
)
CHAINED = re.compile(
    any_of(
        r"(?:step|part|half|piece|stage|rule|fragment|variable|chunk)s? (?:\d|one|two|three|a|b"
        r"|i+)\b"
        r"(?: of \d| ?/ ?\d)?[^.!?\n]{0,60}\b(?:instructions?|orders?|send|post|then|execute"
        r"|collect"
        r"|password\w*|when|do|shall|rule|hide|obey|export|wipe)"
        r"|(?:first|second|last|next) (?:half|part|piece|chunk) of (?:a|the|your|my)"
        r"|(?:when|once|if)(?: \w+){0,3} (?:is |are )?(?:complete|done"
        r"|stored)\b[^.!?\n]{0,40}\b(?:do|obey"
        r"|execute|send|run)|(?:combine|join|concatenate|load)\b[^.!?\n]{0,50}\b(?:execute"
        r"|order\w*|obey"
        r"|do (?:a|what)|act|follow)|(?:order|procedure|command)s? (?:stored |kept )?in the note"
        r"|if another note|part(?:s)? of your new|split over|command (?:made of|for the assistant)"
        r"|when (?:activated|triggered)|procedure:|protocol, step|(?:do|run"
        r"|execute) [a-z]\d? ?\+ ?[a-z]\d?"
        r"|step \d+: |rule \d+/\d+|\(continued\) \.\.\.|read both and do|await the second half",
    ),
    re.IGNORECASE,
)
MARKUP = re.compile(
    r"<\|?(?:im_start|im_end|system|endoftext)|\[/?(?:INST|SYSTEM)\b|<</?SYS>>"
    r"|</?(?:memory|system|assistant|system-reminder|important)\b[^<>]{0,40}>"
    r"|(?:^|\n)[\s#*>\[\"]{0,6}(?:system|developer)\]?\s?:"
    r"|(?<!#)#{2,}+ ?(?:new )?(?:system|instruction)"
    r"|human: [^\n]{0,200}assistant: |user: [^\n]{0,200}assistant: |\"role\" ?: ?\"system\""
    r"|\[ABOUT THE USER\]|(?<!-)-{3,}+ ?end",
    re.IGNORECASE,
)
"""Marks of a chat format or of our own block."""
HIDDEN = re.compile(
    r"<!--|<script|<iframe|<template|<noscript|\[//\]: ?#|\[comment\]: ?<|"
    r"\]\([^)\s]{0,200} \"[^\"]{12,}\"\)|\]\(javascript:|"
    r"<\w{1,12}[^<>]{0,80}(?:\bhidden\b|aria-hidden|display: ?none|font-size: ?0|opacity: ?0"
    r"|color: ?white|size=\"?0)[^<>]{0,80}>|<details>|(?:^|\n)%% ?\w|"
    r"\{\{!--|!\[[^\]]{0,40}\]\(https?://[^)]{0,200}(?:\{\{|=[A-Z]{4,})"
)
"""What a page or a renderer does not show to a person."""
FAR_OFF = re.compile(r"(?<![ \t])[ \t]{20,}+\S|(?<!\n)\n{8,}+\S")
"""Text that is pushed out of sight."""
