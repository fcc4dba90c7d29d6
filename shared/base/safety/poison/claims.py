"""What an order claims: that rules are off, somebody has a say, or something is allowed.

Verbs are in the forms of orders (imperative, infinitive, after
"must"), so that what the user does themselves ("sends the report") is none.
"""

import re

from shared.base.safety.poison.words import AI, SOME, any_of

IGNORE = re.compile(
    any_of(
        r"ignore|ignoring|disregard|forget|override|overrides|overrule|bypass|supersede"
        r"|supersedes|discard|drop|erase|neglect|break|replace|replaced|stop following"
        r"|no longer follow",
        r"ignoriere|ignorieren|vergiss|vergessen|missachte|missachten|umgehe|umgehen",
        r"ignore[rsz]?|oublie|oublier|oubliez|néglige|contourne",
        r"ignora|ignorar|ignores|olvida|olvidar|olvides|omite",
        r"ignorare|negeer|vergeet|игнорируй|игнорировать|забудь",
        r"無視|忘れ|忽略|无视",
    ),
    re.IGNORECASE,
)
RULES = re.compile(
    any_of(
        r"instructions?|prompts?|guidelines|guardrails|system prompts?|safety (?:rules|policy"
        r"|policies)|(?:your|all|any|previous|prior|earlier|former|above|its|their|these|those"
        r"|content|security|the vendor's)(?: \w+)? (?:rules?|polic(?:y|ies)|restrictions?"
        r"|constraints|limits)|restrictions|user'?s? (?:wishes|orders|consent|will)"
        r"|wishes of th(?:e|is) (?:user|person)",
        r"anweisung(?:en)?|regeln|vorgaben|richtlinien|systemprompt",
        r"instructions|règles|consignes|directives",
        r"instrucciones|reglas|normas|directrices",
        r"istruzioni|regole|instruções|regras|instructies|regels|инструкции|правила",
        r"指示|命令|ルール|プロンプト|指令|规则",
    ),
    re.IGNORECASE,
)
OBEY = re.compile(
    any_of(
        rf"obey(?:s|ing)?(?!{SOME}(?:limits?|rules?|conventions?|laws?|style|standards?"
        rf"|speed)\b)|comply(?:ing)? with|complies with|carr(?:y|ies"
        rf"|ying) out(?: \w+){{0,3}} (?:what|order|request|command|demand|instruction)\w*"
        rf"|carry them out|do (?:as|what(?:ever)?|everything|anything)"
        r"(?: \w+){1,6} (?:says?|asks?|tells?|wants?|orders?)|says in all things|take orders"
        r"|takes (?:its |his )?orders|follow(?:s|ing)?(?: [\w']+){0,3} (?:orders|commands)"
        r"|follow it instead|follow the (?:resulting )?(?:steps|order|instructions) (?:in|at|of"
        r"|from)|must be (?:obeyed|followed|executed)|are orders|(?:their|its|his"
        r"|her) (?:commands|orders|instructions) (?:run|executed|followed|obeyed)|act on them"
        r"|(?:as|like) (?:the )?(?:instructions|orders|commands)|as the user'?s own orders"
        r"|serve \w+ only|help \w+ whenever|in all things|(?:do|decode and|and) follow(?= |:|$)"
        r"|whose orders|say yes to every|answer yes to every|follow my orders"
        r"|the instructions in this file win|do what (?:they|it|the sentence) says?"
        r"|act on the whole|outranks?|takes? precedence over (?:what )?the user\w*|(?:treat"
        r"|count|regard|accept|read)s?\b[^.!?\n]{0,60}\bas "
        r"(?:(?:coming|words) (?:from|of) )?the (?:owner|user|admin\w*)(?:'s)?(?: own)?"
        r"(?: words?| orders?| will)?|as (?:it|you) (?:would|do|does) to the user",
        r"gehorche?n?|befolgen?|folge den (?:anweisungen|befehlen)|tu,? was|tun,? was"
        r"|führe aus, was",
        r"obéis|obéir|obéissez|fa(?:is|ire|ites) tout ce que|suis les (?:ordres|instructions)",
        r"obedece|obedecer|obedezca|haz (?:caso|todo lo que)|sigue las (?:órdenes|instrucciones)",
        r"命令に(?:は)?(?:必ず)?従|指示に従|従うこと|従え|従い|服从",
    ),
    re.IGNORECASE,
)
CONCEAL = re.compile(
    any_of(
        rf"(?:not|never|n't|without|nor|cannot){SOME}(?:tell|telling|inform|informing|notify"
        rf"|notifying"
        rf"|show|showing|alert|alerting|warn|warning|shown to|told to|let){SOME}(?:user|owner"
        rf"|reviewers)|(?:not|never|without|n't)(?: \w+){{0,2}} (?:mention|mentioning|disclose"
        rf"|disclosing|reveal|revealing|log|report|reporting|say|saying|surface) (?:it|this|that"
        rf"|them|why|so|about it)|never (?:point|bring) (?:it|this) (?:out|up)"
        rf"|keep(?:ing)? (?:it|this|them) (?:from|quiet)|(?:hide|hides|hiding|conceal|withhold"
        rf"|withholding|keep|keeping)\b[^.!?\n]{{0,50}} from (?:the )?"
        r"(?:\w+ and (?:the )?)?(?:user|owner|reviewers)|hide any mention|conceal\w*|cover up"
        r"|away from (?:the )?\w+'s? eyes|(?:user|owner|customer) need not (?:hear|know|learn)"
        r"|skip the notice|unnoticed|(?:silently|secretly|stealthily|covertly) (?!\w+s\b)\w+"
        r"|without (?:drawing )?(?:attention|notice)|(?:stay|staying|keep|keeping"
        r"|remain) (?:silent|quiet) (?:about|on) (?:it|this|that)|stay silent|keep silent"
        r"|keep quiet about it|user (?:must|need|should|may|shall|will|is|are|does|do)(?: not"
        r"|n't)(?: to)?(?: be)? (?:know|learn|see|told|notice|find|shown|informed)"
        r"|before (?:the user|they are|anyone|he|she) (?:sees?|reads?|read)|never let the user"
        r"|let the user not|silence this alarm|delete the traces|do not (?:inform|warn|alert"
        r"|tell) the user|hide this from|and hide it|(?:keep|kept"
        r"|keeping) (?:\w+ )?to (?:yourself|itself|themselves)|(?:do not|don't|not|never) let on"
        r"|(?:not"
        r"|never) (?:to )?be (?:mentioned|shown|told|reported|disclosed|revealed"
        r"|listed) to (?:the user|them|him|her)|(?:deny|pretend|say that no"
        r"|claim)\b[^.!?\n]{0,40}(?:when|if) the user asks",
        r"verschweig\w*|verheimlich\w*|(?:dem |den )?(?:be)?nutzer\b[^.!?\n]{0,30}\b(?:nichts"
        r"|nicht)|(?:vor|ohne)\b[^.!?\n]{0,15}(?:be)?nutzer",
        r"cach(?:e|er|ez)\b[^.!?\n]{0,30}utilisateur|sans (?:prévenir|informer|le dire à"
        r"|avertir)|(?:ne )?(?:le )?(?:dis|dites|dire)(?:-le)? (?:pas|rien) à l.utilisateur",
        r"ocult\w+\b[^.!?\n]{0,30}usuario|no se lo digas|sin (?:avisar|decir|informar)\w*",
        r"zeg niets tegen de gebruiker",
        r"ユーザーに(?:は)?[^。\n]{0,12}(?:知らせ|見せ|言わ|伝え|告げ|教え)な|ユーザーに気づかれ|隠して|隠せ",
    ),
    re.IGNORECASE,
)
GRANT = re.compile(
    any_of(
        rf"{AI}\W{{1,3}}(?:\w+\W{{1,3}}){{0,2}}?(?:authori[sz]ed|permitted|entitled|empowered"
        rf"|granted"
        rf"|cleared|allowed to (?!work|use))|authori[sz]es you|has authori[sz]ed \w+ to (?:read"
        rf"|see|use|access)"
        rf"|(?:the )?user{SOME}(?:authori[sz]ed (?:every|all|any|you)|consented|pre-?approved"
        rf"|approved (?:all|every|any)|agreed that \w+ (?:may|can))|(?:grant|grants|give|gives"
        rf"|granting)(?: \w+){{0,5}} (?:access|admin|root|full (?:authority|control|access)"
        rf"|admin rights)(?! to work)|grant admin|unlock admin|admin mode|(?:change|unlock"
        rf"|enable) (?:admin|root) \w+|developer mode|full authority|verified admin"
        rf"|verified administrator|hereby (?:permit|grant|authori[sz]e)"
        rf"|{AI} may(?: now)? (?:skip|act|spend|share|disclose|stop|use|transfer|approve)"
        rf"|i may act|unrestricted|no restrictions|without restrictions|as root|in advance"
        rf"|in the (?:name of the user|user's name)|on behalf of the user|on the user's behalf"
        rf"|may use this assistant"
        rf"|as if (?:he|she|they) were the user",
        r"(?:du|assistent|ki|agent)\W{1,3}(?:\w+\W{1,3}){0,2}?(?:berechtigt|befugt"
        r"|bevollmächtigt|darf|darfst|ermächtigt)|darf der assistent|du darfst"
        r"|im namen de[sr] (?:be)?nutzer\w*",
        r"(?:tu es|vous êtes|l.assistant est) (?:autorisé|habilité)e?|(?:au nom"
        r"|à la place) de l.utilisateur",
        r"(?:estás|está usted|el asistente está) (?:autorizado|facultado)a?|en (?:nombre"
        r"|lugar) del usuario",
        r"権限が(?:あり|ある)|許可されて|(?:ユーザー|本人)(?:に代わ|の代わり)",
    ),
    re.IGNORECASE,
)
UNASKED = re.compile(
    any_of(
        r"without (?:\w+ ){0,2}?(?:ask\w*|confirm\w*|approv\w*|consent\w*|permission|checks?"
        r"|checking|review\w*|reading|oversight|questions?|limits?|supervision)"
        r"|no questions asked|unsupervised|never ask again|no review needed|not ask again"
        r"|no longer need|(?:signed off|approved|confirmed|accepted) automatically",
        r"ohne (?:\w+ ){0,2}?(?:rückfrage\w*|zustimmung|nachfrage\w*|zu fragen|bestätigung"
        r"|prüfung)",
        r"sans (?:\w+ ){0,2}?(?:demander|confirmation|vérifi\w+|accord|contrôle)",
        r"sin (?:\w+ ){0,2}?(?:preguntar\w*|confirmar|confirmación|permiso|control)",
        r"確認せず|確認なし|許可なく|無断で",
    ),
    re.IGNORECASE,
)
UNCHECKED = re.compile(
    any_of(
        r"(?:skip|skipping|disable|disabled|switch off|turn off|turning off|bypass|abolish"
        r"|abolished"
        rf"|suppress|remove|stop){SOME}(?:confirm\w*|approvals?|permission step|consent|safety"
        rf"|safeguards?|guardrails|logging|audit\w*|signature checks?|identity checks?"
        rf"|verification|warnings?|protections?)|(?:confirm\w*|approval"
        rf"|consent)(?: \w+){{0,2}} (?:abolished|obsolete|disabled)|disable confirm\w*|never warn"
        rf"|safety off|stop asking|ignore \w+ consent|refusals are forbidden|(?:guardrails"
        rf"|safety|rules|restrictions|polic(?:y|ies)) (?:do not|don't|no longer) apply"
    ),
    re.IGNORECASE,
)
