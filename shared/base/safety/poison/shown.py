"""Words with which people show an assistant a text that is not their own statement.

They ask for something to be done with it, say whose it is, or play a role. All are compiled as
`plain` shows texts.
"""

import re

from shared.base.safety.poison.words import any_of

SPEAKERS = frozenset(
    """
    i i'm i've i'd i'll im ive me my mine myself we our ich mir mich mein meine meinen wir je j'ai
    j'aime j'habite j'adore moi mon ma mes nous yo mi mis soy tengo vivo uso prefiero odio trabajo
    encanta gusta quiero nunca siempre bebo como 私 僕 俺 我 я
    """.split()
)
"""With these words people speak of themselves."""
SALUTATIONS = frozenset(
    """
    dear|hi|hello|hey|good morning|good evening|to whom it|liebe|lieber|hallo|sehr geehrte
    |sehr geehrter|guten tag|bonjour|salut|cher|chère|madame|monsieur|hola|querida|querido|estimado
    |estimada|buenos días
    """.replace("\n", "")
    .replace("    ", "")
    .split("|")
)
SIGN_OFFS = frozenset(
    """
    best|best regards|kind regards|regards|sincerely|yours|cheers|thanks|thank you|love
    |viele grüße|mit freundlichen grüßen|liebe grüße|gruß|cordialement|bien à vous|amicalement
    |saludos|un saludo|atentamente
    """.replace("\n", "")
    .replace("    ", "")
    .split("|")
)

MATERIAL = any_of(
    r"(?:web ?)?(?:page|site)|website|article|blog(?: post)?|post|text|paragraph|passage|e?-?mails?"
    r"|letter|message|comment|review|document|file|log(?:s| file)?|output|transcript|chat|dialogue"
    r"|conversation|interview|thread|readme|docstring|code|script|json|csv|yaml|xml|table|diff"
    r"|query"
    r"|config|snippet|string(?: table)?|flyer|minutes|scan|speech|story|novel|essay|poem|quote"
    r"|sentence|html|markdown|css|landing page|folder|attached|caption|subtitle|lyrics|headline"
    r"|form data|tags|entry|footer|picture|image|image description|cover letter|forum"
    r"|newsletter|memo|tweet|ticket|stack trace|traceback|error message|song|press release",
    r"seite|artikel|beitrag|text|absatz|mail|brief|nachricht|kommentar|datei|protokoll|zitat"
    r"|ausgabe|gespräch|webseite",
    r"page|article|billet|texte|paragraphe|courriel|mail|lettre|message|commentaire|fichier"
    r"|journal|citation|site",
    r"página|artículo|entrada|texto|párrafo|correo|carta|mensaje|comentario|archivo|registro"
    r"|cita|sitio",
    r"文章|記事|メール|ページ|メッセージ|ログ|ファイル|コメント|手紙|テキスト|文",
)
_DO = any_of(
    r"summari[sz]e|sum up|translat(?:e|ing)|proofread|proof-read|spell-?check|rewrite|rephrase"
    r"|paraphrase|shorten|condense|simplify|explain|review|check|correct|fix|improve|polish|edit|analy[sz]e"
    r"|convert|refactor|decode|sort|parse|grade|count|describe|classify|extract|format"
    r"|clean(?: it)?"
    r" up|turn|remove the|title for|reply to|respond to|answer|draft an? (?:answer|reply)|continue"
    r"|make it|key points|read this|better wording|tl;?dr|sentiment|main claim|bullet points"
    r"|make of",
    r"übersetze?n?|fasse|zusammenfassen|korrigiere?n?|kürzen?|kürze|erkläre?n?|prüfen?|prüfe|lies"
    r"|verbessern?|verbessere|formuliere|umschreiben|analysiere",
    r"traduis|traduire|traduisez|résume[rz]?|corrige[rz]?|raccourcis|explique[rz]?|vérifie[rz]?"
    r"|reformule[rz]?|analyse[rz]?|réponds à|améliore[rz]?",
    r"traduce|traducir|resume|resumir|corrige|corregir|acorta|explica|explicar|revisa|revisar"
    r"|mejora|analiza|responde a",
    r"翻訳|要約|校正|添削|訳して|まとめて|説明して|直して|解説",
)
TASK = re.compile(_DO, re.IGNORECASE)
"""What is asked to be done with a text."""
POINTED = re.compile(
    any_of(
        r"this|that|these|those|it|the following|following|below|above|here|her|his|their|my",
        r"dies\w*|folgend\w*|unten|oben|hier|es|das|diese",
        r"ce|cet|cette|ces|suivante?s?|ci-dessous|ceci|cela|le",
        r"este|esta|esto|siguiente|abajo|aquí|lo",
        r"次の|この|以下|これ|上の",
    ),
    re.IGNORECASE,
)
ABOUT_MATERIAL = re.compile(MATERIAL, re.IGNORECASE)
MEANT = re.compile(
    any_of(
        rf"(?:this|that|these|the following|the) (?:\w+ )?{MATERIAL}(?: below)?",
        rf"(?:dies\w*|folgend\w*) (?:\w+ )?{MATERIAL}",
        rf"(?:ce|cet|cette|ces) {MATERIAL}",
        rf"(?:este|esta|estos|estas) {MATERIAL}",
        rf"(?:この|次の|以下の){MATERIAL}",
    ),
    re.IGNORECASE,
)
"""What points at a text that stands beside it."""
HANDED = re.compile(
    any_of(
        r"(?<!i )(?:wrote|texted|sent|answered|replied|told|said|asked|emailed|messaged|posted)"
        r"(?: to)? (?:me |us )?(?:this|the following)",
        r"(?<!ich )(?:schrieb|schickte|sagte|antwortete)(?: mir| uns)? (?:das|dies|folgendes)"
        r"|hat (?:mir|uns) (?:das|dies|folgendes) (?:geschrieben|geschickt|gesagt|geantwortet)",
        r"m'a (?:écrit|envoyé|dit|répondu) (?:ça|cela|ceci)",
        r"me (?:mandó|escribió|dijo|envió|respondió|ha (?:mandado|escrito|dicho)) (?:esto|lo"
        r" siguiente)",
        r"(?:に|から)(?:こう|こんなこと|これ)を?(?:言われ|書かれ|送られ|返され)",
    ),
    re.IGNORECASE,
)
"""What says that somebody's words follow."""
TOLD = re.compile(
    any_of(
        r"(?<!i )(?:says|say|said|wrote|writes|texted|answers|answered|replied|asks|asked|reads"
        r"|gives"
        r"|gave me|prints|printed|returned|contains|states|told me|message from|copied from|mean)"
        r"|output of|text of|result of|results?|transcript|logs?|i found|pasted|my friend's|from"
        r" https?://\S+|forwarded|called|named|part (?:one|1)|is what|in my novel|tags|reads:",
        r"(?<!ich )(?:schreibt|schrieb|sagt|sagte|meint)|zitat|weitergeleitet",
        r"(?:a écrit|écrit|dit|disait)|citation|transféré",
        r"(?:escribió|dice|dijo|escribe)|cita|reenviado",
        r"言った|書いた|と言う|によると|転送",
    ),
    re.IGNORECASE,
)
"""What says that the words are somebody else's."""
PLAYED = re.compile(
    any_of(
        r"act as|pretend|imagine|play the role|as if you were|write (?:a|an|the) (?:reply|story"
        r"|scene"
        r"|dialogue|speech|poem|song) as|you are (?:a|an|my)|role-?play",
        r"stell dir vor|tu so|du bist (?:ein|eine)"
        r"|(?<!ich )(?<!wir )spiele? (?:bitte |jetzt |mal )?(?:die|den|eine?n?|meine?n?)",
        r"imagine|fais comme si|joue le rôle|tu es un",
        r"imagina|finge|haz de cuenta|eres un",
        r"のふりをして|になりきって|と想像して",
    ),
    re.IGNORECASE,
)
"""What begins a role that somebody plays."""
ANNOUNCED = re.compile(
    any_of(
        r"(?:the |my )?(?:next|following) (?:message|one|text|part)|coming next|(?:in"
        r"|what) (?:i paste"
        r"|follows)|what follows|in (?:two|three|several) parts|part (?:one|1|\d of \d|\d/\d)"
        r"|first half|next up|up next|coming up|here comes"
        r"|page one|i'll (?:send|paste)|i will (?:send|paste)|in my next message|below"
        r"|continued in",
        r"(?:die |der |den )?(?:nächste\w*|folgende\w*) (?:nachricht|text|teil)|gleich|teil 1",
        r"(?:le |la )?(?:prochain|message suivant|texte suivant|partie 1)|message suivant",
        r"(?:el |la )?(?:próximo|siguiente) (?:mensaje|texto)|parte 1",
        r"次のメッセージ|これから貼|続けて送",
    ),
    re.IGNORECASE,
)
"""What says that a text comes with the next message."""
