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
    r"|newsletter|memo|tweet|ticket|stack trace|traceback|error message|song|press release"
    r"|faq|home ?page|testimonial|homework|haiku|verse|monologue|intro|survey|complaint"
    r"|statement|announcement|advert|voicemail|exercise|dictation|excerpt|manuscript|diary entry"
    r"|feedback|questionnaire|case file|press text|brochure|fixture|row|toast|sermon|podcast",
    r"seite|artikel|beitrag|text|absatz|mail|brief|nachricht|kommentar|datei|protokoll|zitat"
    r"|ausgabe|gespräch|webseite|lied|liedtext|gedicht|roman|aufsatz|hausaufgabe|rezension"
    r"|bewertung"
    r"|lebenslauf|umfrage|abschrift|mitschrift",
    r"page|article|billet|texte|paragraphe|courriel|mail|lettre|message|commentaire|fichier"
    r"|journal|citation|site|chanson|poème|roman|rédaction|devoir|avis|sondage|transcription|récit",
    r"página|artículo|entrada|texto|párrafo|correo|carta|mensaje|comentario|archivo|registro"
    r"|cita|sitio|canción|poema|novela|redacción|deberes|reseña|encuesta|transcripción|relato",
    r"文章|記事|メール|ページ|メッセージ|ログ|ファイル|コメント|手紙|テキスト|文|歌詞|小説|詩|作文|台本|レビュー",
)
_DO = any_of(
    r"summari[sz]e|sum up|translat(?:e|ing)|proofread|proof-read|spell-?check|rewrite|rephrase"
    r"|paraphrase|shorten|condense|simplify|explain|review|check|correct|fix|improve|polish|edit"
    r"|analy[sz]e"
    r"|convert|refactor|decode|sort|parse|grade|count|describe|classify|extract|format"
    r"|clean(?: it)?"
    r" up|turn|remove the|title for|reply to|respond to|answer|draft an? (?:answer|reply)|continue"
    r"|make it|key points|read this|better wording|tl;?dr|sentiment|main claim|bullet points"
    r"|make of|(?:write|make|create|draft|compose|invent) (?:an?|the|some)",
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
        r"dies\w*|folgend\w*|unten|oben|hier|es|das|diese|damit|davon|dazu|darauf|daraus",
        r"ce|cet|cette|ces|suivante?s?|ci-dessous|ceci|cela|ça|le|y",
        r"este|esta|esto|siguiente|abajo|aquí|lo",
        r"次の|この|以下|これ|上の",
    ),
    re.IGNORECASE,
)
ABOUT_MATERIAL = re.compile(MATERIAL, re.IGNORECASE)
MEANT = re.compile(
    any_of(
        rf"(?:this|that|these|the following|the) (?:\w+ )?(?:{MATERIAL}|bio|profile)(?: below)?",
        rf"(?:dies\w{{0,2}}|folgend\w{{0,2}}) (?:\w{{1,20}} )?{MATERIAL}",
        rf"(?:ce|cet|cette|ces) {MATERIAL}",
        rf"(?:este|esta|estos|estas) {MATERIAL}",
        rf"(?:この|次の|以下の){MATERIAL}",
    ),
    re.IGNORECASE,
)
"""What points at a text that stands beside it."""
THIS = re.compile(
    any_of(
        r"this|these|the following|das|dies\w*|ça|cela|ceci|esto|lo siguiente",
        r"これ|この|次の",
    ),
    re.IGNORECASE,
)
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
        r"|reported|reports|explained|explains|claims|claimed|complained|mentioned|commented"
        r"|comments"
        r"|responded|responds|e-?mailed|posted|shows|announced|admitted|stated|noted|added|sang"
        r"|sings|shared|texts|messaged|dictated|quotes?|quoted"
        r"|gives"
        r"|gave me|prints|printed|returned|contains|states|told me|message from|copied from|mean)"
        r"|output of|text of|result of|results?|transcript|logs?|i found|pasted|my friend's|from"
        r" https?://\S+|forwarded|called|named|part (?:one|1)|is what|in my novel|tags|reads:",
        r"(?<!ich )(?:schreibt|schrieb|sagt|sagte|meint|meinte|erzählt|erzählte|antwortet"
        r"|antwortete|geschrieben|geschickt|gesagt)|zitat|weitergeleitet",
        r"(?:a écrit|écrit|dit|disait|raconte|répond|a répondu|envoyé)|citation|transféré",
        r"(?:escribió|dice|dijo|escribe|contó|cuenta|respondió|mandó|envió)|cita|reenviado",
        r"言った|書いた|と言う|によると|転送",
    ),
    re.IGNORECASE,
)
"""What says that the words are somebody else's."""
SAID_AGAIN = re.compile(
    r"(?:^|[.!?] )(?:"
    + any_of(
        r"(?:(?:and|but|so|well|ok|again|like|as),? ){0,3}i(?:'ve| have| had)?"
        r"(?: already| just| also)? (?:said|told you|mentioned|wrote|say)"
        r"(?: (?:it|that|this|so|to you|before|already|earlier|again|yesterday|\w+ times"
        r"|last \w+)){0,3}",
        r"(?:(?:und|aber|also|ja|wie|das|es),? ){0,3}(?:ich )?(?:(?:hab|habe|hatte)(?:'s)? )?"
        r"(?:ich )?(?:(?:dir|euch|ihnen|es|das|doch|ja|schon|bereits|eben|vorhin|gestern|neulich"
        r"|mal|oft) ){0,4}(?:gesagt|geschrieben|erwähnt|erzählt)(?: hab\w*)?",
        r"(?:(?:et|mais|donc|bon),? ){0,2}(?:comme )?(?:j'ai|je (?:te |vous )?l'ai)(?: bien)?"
        r"(?: déjà)? (?:dit|écrit)(?: (?:hier|avant|plus tôt|tout à l'heure|plusieurs fois)){0,2}",
        r"(?:(?:y|pero|como),? ){0,2}(?:ya )?(?:te |os |se )?(?:lo )?(?:he dicho|dije|he escrito)"
        r"(?: (?:antes|ayer|ya|muchas veces)){0,2}",
        r"(?:私[はが]?)?(?:前に?も?|さっき|もう|何度も|先ほど)*(?:言った|書いた)(?:けど|通り|とおり|ように)?",
    )
    + r")$",
    re.IGNORECASE,
)
"""What says that the author's own words follow, which they have said before."""
OTHERS = re.compile(
    any_of(
        r"boss|manager|supervisor|colleague|coworker|co-worker|friend|sister|brother|mother|mom|mum"
        r"|father|dad|aunt|uncle|cousin|nephew|niece|grand\w+|neighbou?r|landlord|landlady|tenant"
        r"|client|customer|vendor|supplier|patient|student|pupil|teacher|professor|recruiter"
        r"|applicant|candidate|user|author|character|guest|visitor|interviewee|witness|poster"
        r"|partner|wife|husband|son|daughter|reader|respondent|caller|narrator|speaker|hero|heroine"
        r"|school|intern|stranger|someone|somebody|chatbot|bot|agent|tool|assistant|model",
        r"chefin?|kolleg\w*|freund\w*|schwester|bruder|mutter|vater|tante|onkel|nachbar\w*"
        r"|vermieter\w*|mieter\w*|kund\w*|patient\w*|schüler\w*|lehrer\w*|autor\w*|figur|gast",
        r"chef|cheffe|collègue|amie?|sœur|frère|mère|père|tante|oncle|voisine?|propriétaire"
        r"|locataire|cliente?|patiente?|élève|professeur\w*|auteur\w*|personnage|stagiaire",
        r"jef[ea]|colega|amig[oa]|hermana|hermano|madre|padre|tía|tío|vecin[oa]|casero|inquilin[oa]"
        r"|cliente|paciente|alumn[oa]|profesora?|autora?|personaje",
        r"上司|同僚|友達|友人|姉|兄|母|父|隣人|大家|客|患者|生徒|先生|彼女|彼|作者|主人公",
    ),
    re.IGNORECASE,
)
"""Who else may be speaking."""
LABEL = re.compile(
    r"(?:^|[.!?] )(?:"
    + any_of(
        r"(?:from|according to|per|via) (?:the|an?|his|her|their|this|that) [\w' ]{2,40}",
        r"(?:aus|von|laut) (?:dem|der|einem|einer) [\w ]{2,40}",
        r"(?:d'après|selon) (?:le |la |les |l'|un |une )[\w ]{2,40}",
        r"según (?:el|la|un|una) [\w ]{2,40}",
    )
    + r")$|\bfrom (?:an?|one of|some) [\w' ]{2,30}$|\bthis (?:is|was) (?:from|in) [\w' ]{2,40}$",
    re.IGNORECASE,
)
"""Where something was found, before a colon."""
JUDGED = re.compile(
    any_of(
        r"how (?:formal|polite|rude|friendly|long|old|natural|convincing|serious)"
        r"|what(?:'s| is) the (?:tone|mood|reading level|register|style|sentiment|gist|meaning"
        r"|point|topic|message)"
        r"|good (?:english|german|french|spanish|japanese|style)|make (?:this|that|it) sound"
        r"|(?:sounds?|seems?|looks?|reads?) (?:nice|nicer|better|good|fake|real|legit\w*|natural"
        r"|right|odd|ok|okay|polite"
        r"|rude|suspicious|genuine|sarcastic|too \w+)"
        r"|(?:is|are|was) (?:this|that|it|the)\b[^.!?\n]{0,40}\b(?:phishing|spam|scam|legit\w*|real"
        r"|sarcas\w+|correct|right|true|grammatical|too long|fake|genuine|polite|valid|irony|ironic"
        r"|a joke|serious|rude)"
        r"|what (?:does|do|did|could|might|is|are) [^.!?\n]{1,30} (?:mean|want|imply|trying to say)"
        r"|who (?:wrote|sings?|said|says|is (?:the author|speaking|talking))",
        r"wie (?:höflich|förmlich|wirkt|klingt)|welcher ton|klingt (?:das|dies\w*|der|die)"
        r"|was (?:meint|will|bedeutet)|stimmt d\w+",
        r"quel (?:est le )?ton|que (?:veut|signifie)|qu'est-ce que ça veut dire"
        r"|est-ce (?:correct|vrai)",
        r"qué (?:tono|significa|quiere decir)|suena (?:falso|bien|educado)|está bien escrit[oa]",
        r"どういう意味|自然です|正しいです|本当です",
    ),
    re.IGNORECASE,
)
"""What is asked about the nature of a text."""
WORDED = re.compile(
    any_of(
        r"how (?:do|would|can|should) (?:you|i|we|one) (?:say|translate|spell|pronounce)"
        r"|how to (?:say|translate)|what is the [a-z]+ for",
        r"wie (?:sagt|übersetzt|schreibt) man|wie (?:sage|übersetze) ich|was heißt",
        r"comment (?:dit-on|dire|traduire|traduit-on)",
        r"cómo (?:se dice|digo|traduzco|se traduce)",
    ),
    re.IGNORECASE,
)
"""What asks for words in another language."""
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
        r"(?:the |my )?(?:next|following) (?:message|one|text|part)"
        r"|(?:next|following)(?: this)?,? (?:is|are|comes?|follows)"
        r"|(?:i'll|i will|i'm about to|i want to|gonna|let me|going to) (?:now )?(?:paste|copy|send"
        r"|forward|share|post|quote|drop|dump|show|type out)|follows (?:in|with|now|next)"
        r"|coming next|(?:in|what) (?:i paste|follows)|what follows|first half|next up|up next"
        r"|in (?:two|three|several) parts|part (?:one|1|\d of \d|\d/\d)|coming up|here comes"
        r"|page one|in my next message|below|continued in",
        r"(?:die |der |den )?(?:nächste\w*|folgende\w*) (?:nachricht|text|teil)|gleich|teil 1"
        r"|(?:ich )?(?:schicke|kopiere|füge|sende|poste|leite|zeige)\b[^.!?\n]{0,40}"
        r"(?:weiter|jetzt|ein|dir|nun|gleich)|als nächstes|es folgt|nun folgt",
        r"(?:le |la )?(?:prochain|message suivant|texte suivant|partie 1)|message suivant"
        r"|je (?:te |vous )?(?:colle|copie|transfère|envoie|vais (?:te |vous )?(?:coller|copier"
        r"|transférer|envoyer))|voici|ensuite vient",
        r"(?:el |la )?(?:próximo|siguiente) (?:mensaje|texto)|parte 1|a continuación"
        r"|(?:te |le )?(?:pego|copio|reenvío|mando|voy a (?:pegar|copiar|mandar|reenviar))",
        r"次のメッセージ|これから|続けて送|次に(?:送|貼)|貼ります|転送します",
    ),
    re.IGNORECASE,
)
"""What says that a text comes with the next message."""
