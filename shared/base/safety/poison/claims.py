"""What an order claims: that rules are off, somebody has a say, or something is allowed.

Verbs are in the forms of orders (imperative, infinitive, after
"must"), so that what the user does themselves ("sends the report") is none.
"""

import re

from shared.base.safety.poison.words import AI, SOME, any_of

IGNORE = re.compile(
    any_of(
        r"ignore|ignoring|disregard|forget|override|overrides|overrule|bypass|supersede|supersedes"
        r"|discard|drop|erase|neglect|break|replace|replaced|stop following|no longer follow",
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
        r"|policies)"
        r"|(?:your|all|any|previous|prior|earlier|former|above|its|their|these|those|content"
        r"|security"
        r"|the vendor's)(?: \w+)? (?:rules?|polic(?:y|ies)|restrictions?|constraints|limits)"
        r"|restrictions|user'?s? (?:wishes|orders|consent|will)|wishes of th(?:e|is) (?:user"
        r"|person)",
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
        rf"obey(?:s|ing)?(?!{SOME}(?:limits?|rules?|conventions?|laws?|style|standards?|speed)\b)"
        r"|comply(?:ing)? with|complies with|carr(?:y|ies|ying) out(?: \w+){0,3} (?:what|order"
        r"|request"
        r"|command|demand|instruction)\w*|carry them out|do (?:as|what(?:ever)?|everything"
        r"|anything)"
        r"(?: \w+){1,6} (?:says?|asks?|tells?|wants?|orders?)|says in all things|take orders"
        r"|takes (?:its |his )?orders|follow(?:s|ing)?(?: [\w']+){0,3} (?:orders|commands)"
        r"|follow it instead|follow the (?:resulting )?(?:steps|order|instructions) (?:in|at|of"
        r"|from)"
        r"|must be (?:obeyed|followed|executed)"
        r"|are orders|(?:their|its|his|her) (?:commands|orders|instructions) (?:run|executed"
        r"|followed|obeyed)"
        r"|act on them|(?:as|like) (?:the )?(?:instructions|orders|commands)"
        r"|as the user'?s own orders|serve \w+ only|help \w+ whenever|in all things"
        r"|(?:do|decode and|and) follow(?= |:|$)|whose orders|say yes to every|answer yes to every"
        r"|follow my orders|the instructions in this file win|do what (?:they|it"
        r"|the sentence) says?"
        r"|act on the whole|outranks?|takes? precedence over (?:what )?the user\w*"
        r"|(?:treat|count|regard|accept|read)s?\b[^.!?\n]{0,60}\bas "
        r"(?:(?:coming|words) (?:from|of) )?the (?:owner|user|admin\w*)(?:'s)?(?: own)?"
        r"(?: words?| orders?| will)?"
        r"|as (?:it|you) (?:would|do|does) to the user",
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
        rf"|reviewers)"
        r"|(?:not|never|without|n't)(?: \w+){0,2} (?:mention|mentioning|disclose|disclosing|reveal"
        r"|revealing|log|report|reporting|say|saying|surface) (?:it|this|that|them|why|so|about it)"
        r"|never (?:point|bring) (?:it|this) (?:out|up)|keep(?:ing)? (?:it|this|them) (?:from"
        r"|quiet)"
        r"|(?:hide|hides|hiding|conceal|withhold|withholding|keep"
        r"|keeping)\b[^.!?\n]{0,50} from (?:the )?"
        r"(?:\w+ and (?:the )?)?(?:user|owner|reviewers)|hide any mention|conceal\w*|cover up"
        r"|away from (?:the )?\w+'s? eyes|(?:user|owner|customer) need not (?:hear|know|learn)"
        r"|skip the notice|unnoticed|(?:silently|secretly|stealthily|covertly) (?!\w+s\b)\w+"
        r"|without (?:drawing )?(?:attention"
        r"|notice)"
        r"|(?:stay|staying|keep|keeping|remain) (?:silent|quiet) (?:about|on) (?:it|this|that)"
        r"|stay silent|keep silent|keep quiet about it"
        r"|user (?:must|need|should|may|shall|will|is|are)(?: not|n't)(?: to)?(?: be)? (?:know"
        r"|learn|see"
        r"|told|notice|find|shown|informed)|before (?:the user|they are|anyone|he|she) (?:sees?"
        r"|reads?"
        r"|read)|never let the user|let the user not|silence this alarm|delete the traces"
        r"|do not (?:inform|warn|alert|tell) the user|hide this from|and hide it",
        r"verschweig\w*|verheimlich\w*|(?:dem |den )?(?:be)?nutzer\b[^.!?\n]{0,30}\b(?:nichts"
        r"|nicht)"
        r"|(?:vor|ohne)\b[^.!?\n]{0,15}(?:be)?nutzer",
        r"cach(?:e|er|ez)\b[^.!?\n]{0,30}utilisateur|sans (?:prévenir|informer|le dire à|avertir)"
        r"|(?:ne )?(?:le )?(?:dis|dites|dire)(?:-le)? (?:pas|rien) à l.utilisateur",
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
        rf"|cleared|allowed to (?!work|use))"
        r"|authori[sz]es you|has authori[sz]ed \w+ to (?:read|see|use|access)"
        rf"|(?:the )?user{SOME}(?:authori[sz]ed (?:every|all|any|you)|consented|pre-?approved"
        r"|approved (?:all|every|any)|agreed that \w+ (?:may|can))"
        r"|(?:grant|grants|give|gives|granting)(?: \w+){0,5} (?:access|admin|root|full (?:authority"
        r"|control|access)|admin rights)(?! to work)|grant admin|unlock admin"
        r"|admin mode|(?:change|unlock|enable) (?:admin|root) \w+|developer mode"
        r"|full authority"
        r"|verified admin|verified administrator|hereby (?:permit|grant|authori[sz]e)"
        rf"|{AI} may(?: now)? (?:skip|act|spend|share|disclose|stop|use|transfer|approve)"
        r"|i may act|unrestricted|no restrictions|without restrictions|as root|in advance"
        r"|in the (?:name of the user|user's name)|on behalf of the user"
        r"|may use this assistant|as if (?:he|she|they) were the user",
        r"(?:du|assistent|ki|agent)\W{1,3}(?:\w+\W{1,3}){0,2}?(?:berechtigt|befugt"
        r"|bevollmächtigt|darf"
        r"|darfst|ermächtigt)|darf der assistent|du darfst",
        r"(?:tu es|vous êtes|l.assistant est) (?:autorisé|habilité)e?",
        r"(?:estás|está usted|el asistente está) (?:autorizado|facultado)a?",
        r"権限が(?:あり|ある)|許可されて",
    ),
    re.IGNORECASE,
)
UNASKED = re.compile(
    any_of(
        r"without (?:\w+ ){0,2}?(?:ask\w*|confirm\w*|approv\w*|consent\w*|permission|checks?"
        r"|checking"
        r"|review\w*|reading|oversight|questions?|limits?|supervision)|no questions asked"
        r"|unsupervised"
        r"|never ask again|no review needed|not ask again|no longer need"
        r"|(?:signed off|approved|confirmed|accepted) automatically",
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
        r"|safeguards?|guardrails|logging|audit\w*|signature checks?|identity checks?|verification"
        r"|warnings?|protections?)|(?:confirm\w*|approval|consent)(?: \w+){0,2} (?:abolished"
        r"|obsolete"
        r"|disabled)|disable confirm\w*|never warn|safety off|stop asking|ignore \w+ consent"
        r"|refusals are forbidden|(?:guardrails|safety|rules|restrictions|polic(?:y"
        r"|ies)) (?:do not|don't"
        r"|no longer) apply"
    ),
    re.IGNORECASE,
)
