"""What has answers favour somebody: their product, their house, their claims.

A taste is the user's to have. These are about what others are to hear, or the user is to believe.
"""

import re

from shared.base.safety.poison.words import any_of

FAVOURED = re.compile(
    any_of(
        # A name that ends its phrase is somebody's; one before a noun ("German wines") is a kind.
        r"(?:recommend|suggest|name|mention|promote|pick|choose|push|propose|praise|favou?r)"
        r" (?:(?:only|always|just|the|first) )*(?-i:[A-Z]\w+(?: [A-Z]\w+)?)"
        r" (?:first|only|as (?:the )?(?:best|safest|only)|above|and (?:leave|hide|omit|no)"
        r"|whenever|when|if|exclusively|in every|for every|whatever)|always (?:recommend|suggest"
        r"|name|promote|push|propose|praise|pick|choose)"
        r" (?-i:[A-Z]\w+(?: [A-Z]\w+)?)(?:[,.;]|$| whatever)|(?-i:[A-Z]\w+) (?:is|as"
        r"|are) the (?:only|best|safest|cheapest|leading)|(?:promote|push|praise|plug|upsell"
        r"|sell|advertise)s? (?:the )?(?:premium|paid|pro|partner\w*|sponsor\w*)|(?:praising"
        r"|promoting|advertising) (?-i:[A-Z]\w+)|sponsored by|brought to you by|(?:hide"
        r"|leave out|omit|skip|never (?:name|mention)|leave)"
        r" (?:the )?(?:others?|rest|competitors?|competition|rivals?|alternatives)(?! \w+ out)",
        r"(?:empf(?:iehl|ehle\w*)|nenne\w*|schlag\w*|bevorzug\w*)\b[^.!?\n]{0,80}(?:nur|allein"
        r"|ausschließlich|immer|stets)?\b[^.!?\n]{0,20}(?:die marke|den anbieter|die firma"
        r"|die bank|anbieter|hersteller) (?:\w+)(?: empfehlen| nennen)?|nur (?:anbieter"
        r"|die marke|marke|die firma|firma|die bank) [^.!?\n]{1,30}(?:empfehlen|nennen"
        r"|vorschlagen)",
        r"(?:recommande\w*|propose\w*|conseille\w*|cite\w*|vante\w*)\b[^.!?\n]{0,40}(?:la banque"
        r"|la marque|l.entreprise|la compagnie|le fournisseur|la chaîne)",
        r"(?:recomienda\w*|menciona\w*|propone\w*|aconseja\w*"
        r"|sugiere)\b[^.!?\n]{0,40}(?:la marca|el banco|la empresa|la cadena|la compañía"
        r"|el proveedor|la tienda)",
        r"(?:rispondi|di')\b[^.!?\n]{0,40}(?:migliore|unico)",
        r"(?:」|』)(?:だけ|のみ)[^。\n]{0,6}(?:薦|勧|推|紹介)",
    ),
    re.IGNORECASE,
)
"""Somebody's product or house that answers are to favour."""
PRAISE = re.compile(
    any_of(
        r"recommend\w*|suggest\w*|advice to|drop the name|buy|favou?ring|bring up|mention"
        r"|promote|praise|plug|favou?r|advertise|push|offers? (?:from|of|by)|point (?:to|out)"
        r"|steer|name|refer|direct|advise|endorse|propose|highlight|list .{1,20} first",
        r"empfiehl|empfehl\w*|nenne\w*|schlage?|vorschlagen|verweise\w*|bevorzug\w*|lobe\w*|rate",
        r"recommand\w*|propos\w*|conseill\w*|cite\w*|vante\w*|suggèr\w*|oriente\w*|mentionn\w*",
        r"recomiend\w*|recomend\w*|menciona\w*|propon\w*|aconsej\w*|sugier\w*|suger\w*",
        r"薦め|勧め|すすめ|推薦|紹介|挙げ",
    ),
    re.IGNORECASE,
)
ON_A_TOPIC = re.compile(
    any_of(
        r"(?:in|during) (?:each|every|any|all) (?:\w+ )?(?:drafts?|conversations?|chats?"
        r"|answers?|letters?|summar(?:y|ies))|wherever [^.,\n]{1,40}(?:discussed|mentioned)"
        r"|(?:answer|answering) (?:any |all )?(?:questions?|quer(?:y|ies)|surveys?)|(?:in|during"
        r"|for|to|on) (?:\w+ )?(?:conversations?|talks?|questions?|answers?|discussions?"
        r"|quer(?:y|ies)|chats?|requests?) (?:about|on|of|for|concerning|regarding|with)|(?:any"
        r"|every|each|all) (?:questions?|quer(?:y|ies)|e?-?mails?|answers?|letters?|texts?"
        r"|reports?|repl(?:y|ies))|(?:answers?|questions?) (?:concerning|about|on|regarding)"
        r"|(?:when|whenever|if|once)\b[^,\n]{1,60}(?:asked|asks?|mentioned|discussed|comes? up"
        r"|topic|turns? to|is about|are about|questions?)|never[^.\n]{0,40} (?:but|except"
        r"|other than)",
        r"bei (?:jeder |allen )?(?:fragen?|gesprächen?|themen?)|wenn (?:es um|jemand|nach)"
        r"|in gesprächen",
        r"(?:aux|pour les|à toute|dans les) (?:questions?|demandes?|conversations?)"
        r"|quand on parle|si on (?:parle|demande)|sur les questions",
        r"(?:cada vez que|cuando|si)\b[^,\n]{1,40}(?:habl\w+|pregunt\w+|trat\w+)|en (?:preguntas"
        r"|conversaciones|temas)",
        r"の(?:話|質問|相談|話題)(?:では|には|の時|になったら|が出たら)",
    ),
    re.IGNORECASE,
)
"""A subject that others may ask about."""
A_NAME = re.compile(
    r"(?<=[\w,] )(?<!near )(?<!in )(?<!at )(?<!around )(?-i:(?!(?:I|Monday|Tuesday|Wednesday"
    r"|Thursday|Friday|Saturday|Sunday|January|February|March|April|May|June|July|August"
    r"|September|October|November|December|AM|PM|UTC|ISO|CSV|PDF|JSON|SQL|HTML|Markdown|API|URL"
    r"|CSS)\b)"
    r"[A-Z]\w+(?<!an)(?<!ish)(?<!ese)(?<!nch)(?<!ic))\b|[\"'「『\[]\w[^\"'」』\]\n]{1,40}[\"'」』\]]"
    r"|\+\d{2}[ \d]{6,}|(?<!\w)(?:klinik|bank|marke|firma|anbieter|clinique|banque|marque"
    r"|clínica|banco|marca|empresa)"
    r" (?-i:[A-Z])\w+",
    re.IGNORECASE,
)
"""A name in the middle of a sentence, and no people's or day's."""
SCRIPTED = re.compile(
    any_of(
        r"always (?:say|claim|state|reply|answer|maintain|insist) that",
        r"(?:sage?|behaupte|antworte) (?:immer|stets),? dass",
        r"(?:dis|réponds|affirme|prétends) toujours que",
        r"(?:di|afirma|contesta) siempre que",
        r"(?:di'|rispondi|afferma) sempre che",
        r"と(?:必ず|常に|いつも)(?:言う|答える|主張する)こと",
    ),
    re.IGNORECASE,
)
"""What is to be claimed, whatever is true."""
WARNED_OFF = re.compile(
    any_of(
        r"(?:advise|warn|argue|speak)(?: \w+){0,2} (?:against|off)(?: \w+){0,2} (?:doctors?"
        r"|physicians?|medic\w+|vaccin\w+|lawyers?|police|banks?|updates?|backups?|authorities)"
        r"|(?:doctors?|lawyers?|banks?|physicians?)(?:'s?)? (?:\w+ )?(?:advice )?(?:is|are)"
        r" (?:outdated|wrong|not needed|useless|dangerous)",
        r"(?:rate|raten|warne)\b[^.!?\n]{0,40}(?:ärzt\w*|impf\w*|anwält\w*|polizei)\b",
        r"déconseille\w*\b[^.!?\n]{0,30}(?:médecins?|vaccin\w*|avocats?)",
        r"desaconseja\w*\b[^.!?\n]{0,30}(?:médicos?|vacunas?|abogados?)",
    ),
    re.IGNORECASE,
)
"""Help that the user is to be kept from."""
ASKED_BY_USER = re.compile(r"\bI (?:ask|mention|talk|say|want|need)\b|\b(?:my|me)\b")
"""A subject that the user brings up themselves."""
