"""What gives somebody else the user's say: others that act for them, and consent that is presumed.

A note may say who may move a meeting. It may not say whose words count as the user's, that whoever
knows a word is an administrator, that somebody signs for the user, or that nobody need be asked.
"""

import re

from shared.base.safety.poison.words import any_of

_THE_USER = (
    r"(?:the )?(?:user|owner)(?:'?s)?|(?:be)?nutzers?|(?:l'|l.)utilisateur|(?:el|al|del) usuario"
)
EQUATED = re.compile(
    any_of(
        r"(?:counts? as|(?:is|are) (?:worth )?(?:as good as|the same as|equal to|on a par with)"
        r"|carr(?:y|ies) (?:the same |as much )?weight|equals?|weighs? (?:as much|more)|(?:has"
        r"|have|takes?|gets?|with) (?:priority|precedence)|prevails?|stands? above"
        r"|ranks? (?:above|before|with)|comes? before|overrides?|trumps?|rather than|instead of"
        r"|(?:speaks|decides|signs|stands in) (?:for|in place of)|beats?|outweighs?|supersedes?"
        r"|(?:takes?|taken|took) over|(?:gilt|gelten|zähl(?:t|en)|wieg(?:t|en)|steh(?:t|en)"
        r"|hat vorrang|haben vorrang)|(?:vaut|valent|comptent?|priment?|pèsent?|l.emportent?"
        r"|passent?)|(?:valen?|cuentan?|pesan?|prevalecen?))\b[^.!?\n]{0,60}?(?<!\w)"
        rf"(?:{_THE_USER})(?!\w)",
        r"(?:beats?|outweighs?|supersedes?|prevails? over|wins over|outranks?) (?:any|all|every)"
        r"|(?:da|dar) prioridad|donne\w* (?:la )?priorité|(?:hat|haben) vorrang|(?:guardian"
        r"|custodian|trustee|deputy|proxy|representative|owner|holder) of (?:this|the)"
        r" (?:account|profile|memory|user)|must be (?:served|obeyed|helped|believed)",
        r"(?:本人|ユーザー)の[^。\n]{0,8}(?:として扱|と同じ|と同等|より優先)|(?:本人|ユーザー)より[^。\n]{0,8}優先",
    ),
    re.IGNORECASE,
)
"""Words of others that weigh as much as the user's."""
MAY = re.compile(
    any_of(
        r"(?<!user )(?<!i )(?<!you )(?:may|can|(?:is|are|be) (?:allowed|authori[sz]ed|permitted"
        r"|entitled|empowered)|power of attorney|signs?)|has (?:given"
        r"|granted) (?:\w+ ){1,6}?(?:the )?(?:right|power|permission|authority)"
        r"|has (?:the )?(?:right|power|authority)",
        r"darf|dürfen|berechtigt|befugt|vollmacht|bevollmächtigt|ermächtigt",
        r"peut|peuvent|autorisée?s?|a le droit|procuration|habilitée?s?",
        r"puede|pueden|autoriza|autorizad[oa]s?|tiene permiso|poder para",
        r"してよい|してもよい|許可|権限",
    ),
    re.IGNORECASE,
)
FOR_THE_USER = re.compile(
    any_of(
        r"(?:for|as|instead of|in place of) the (?:user|owner)|on (?:behalf of the user"
        r"|the user'?s behalf)|the user'?s (?:name|place|account|card|mail|files|profile"
        r"|memor(?:y|ies)|notes)|(?:reset|close|open|unlock|use) (?:the|this|his|her"
        r"|their) (?:account|card|vault|wallet)|(?:change|edit|read|see|rewrite|delete) (?:these"
        r"|the|all|every|its|their)? ?"
        r"(?:memor(?:y|ies)|profile|notes|everything)|grant access",
        r"im namen de[sr] (?:be)?nutzer\w*|für de?n (?:be)?nutzer|über (?:sein|ihr|das) konto"
        r"|alles (?:sehen|lesen|ändern)",
        r"au nom de l.utilisateur|à la place de l.utilisateur|modifier le profil|(?:lire|voir"
        r"|modifier) (?:ses|les|tous ses) (?:souvenirs|notes|données|messages)",
        r"en nombre del usuario|en lugar del usuario|(?:leer|ver|cambiar|modificar) (?:sus|las"
        r"|el) (?:notas|memorias|datos|perfil)",
        r"(?:ユーザー|本人)(?:に代わ|の代わり|の名前で)|プロフィールを(?:変更|編集)",
    ),
    re.IGNORECASE,
)
"""What is the user's to do, or to let be done."""
_CONSENT = (
    r"(?:approvals?|confirmations?|permissions?|consent|safety (?:checks?|rules)|guardrails"
    r"|safeguards?|restrictions|authori[sz]ations?|sign-?offs?|oversight|zustimmung|bestätigung"
    r"|erlaubnis|einwilligung|genehmigung|rückfragen?|accord|confirmation|consentement"
    r"|autorisation|aprobación|confirmación|permiso|consentimiento|autorización)"
)
WAIVED = re.compile(
    any_of(
        rf"(?:no|without need of|no further) {_CONSENT} (?:(?:is|are|will be) )?(?:\w+ )?"
        r"(?:required|needed|necessary)"
        rf"|{_CONSENT} (?:\w+ ){{0,4}}?(?:(?:is|are|was|were|ha(?:s|ve) been|can be|counts? as) )"
        r"(?:\w+ )?(?:no longer|not (?:needed|required|necessary)|waived|presumed|assumed"
        r"|implied|unnecessary|superfluous|optional|lifted|off|given|granted|disabled|suspended)"
        rf"|(?:assumes?|presumes?|waived?|lifted|dropped|suspended|(?:turn|switch)(?:ed)? off)"
        rf" (?:all |the |any |every |general )?{_CONSENT}|pre-?(?:approved|authori[sz]ed"
        rf"|confirmed)|(?:go|goes|going) through without|need(?:s)? not be asked|need not ask"
        rf"|(?:approved|accepted|confirmed) in advance",
        rf"keine (?:\w+ )?{_CONSENT} (?:\w+ )?(?:nötig|erforderlich|notwendig)"
        rf"|{_CONSENT} (?:ist|gilt|gelten) (?:\w+ )?(?:nicht|erteilt|unnötig|entbehrlich)"
        rf"|muss nicht gefragt werden",
        rf"(?:aucune?|plus de|pas de|(?:pas|plus) besoin d.?\w*) ?{_CONSENT}"
        rf"|{_CONSENT} (?:est )?(?:présumée?|acquise?|inutile)",
        rf"no (?:hace falta|se necesita|requiere|se requiere) (?:\w+ )?{_CONSENT}"
        rf"|{_CONSENT} (?:se )?(?:presume|supone|da por)",
        r"(?:確認|承認|許可|同意)(?:は|も|なし)?(?:不要|いらない|済み)",
    ),
    re.IGNORECASE,
)
"""Consent that nobody has given."""
POSED = re.compile(
    any_of(
        r"(?:messages?|texts?|mails?|e-?mails?|requests?|sentences?|orders?|tags?|anyone|anybody"
        r"|whoever|someone|somebody|(?:the )?(?:person|account owner|owner of this account"
        r"|chat partner))\b[^.!?\n]{0,60}? (?:is|are|comes?|speaks?|has|have)(?: really"
        r"| actually)? (?:from |as |for |with )?(?:the |an? )?(?:user'?s )?"
        r"(?:administrators?|admins?|root|developers?|owners?|system(?! \w)|operators?|user"
        r"|account owner)",
        r"(?:the )?(?:account )?owner (?:of this account )?is (?:really|actually|now)",
        r"(?:chatpartner|nachrichten?|wer)\b[^.!?\n]{0,60} (?:ist|kommt|sind)[^.!?\n]{0,20}"
        r"(?:administrator|entwickler|besitzer|inhaber)",
        r"(?:messages?|personne|quiconque)\b[^.!?\n]{0,60} (?:est|vient|sont)[^.!?\n]{0,20}"
        r"(?:administrat\w+|développeur|propriétaire)",
        r"(?:mensajes?|quien|persona)\b[^.!?\n]{0,60} (?:es|viene|son)[^.!?\n]{0,20}"
        r"(?:administrador\w*|desarrollador\w*|dueño|propietario)",
        r"(?:人|者|メッセージ)は[^。\n]{0,12}(?:管理者|開発者|所有者|本人)",
    ),
    re.IGNORECASE,
)
"""Who is said to be more than a stranger."""
TRIGGER = re.compile(
    any_of(
        r"(?:someone|somebody|anyone|anybody|whoever|a (?:message|caller))"
        r" (?:who |that |which )?(?:says?|writes?|mentions?|knows?|asks?|types?|uses?|contains?"
        r"|begins? with|sends?)|(?:the )?(?:word|phrase|code ?word|keyword|passphrase|sentence)"
        r" \W?\w[^.!?\n]{0,40}? (?:appears?|is (?:said|used|mentioned|written)|comes? up|falls)"
        r"|(?:if|when(?:ever)?) (?:they|others|strangers|callers) ask",
        r"(?:jemand|wer|wenn das wort)\b[^.!?\n]{0,30}(?:sagt|schreibt|erwähnt|kennt|fällt)",
        r"(?:quelqu.un|quiconque|si le mot)\b[^.!?\n]{0,30}(?:dit|écrit|mentionne|connaît)",
        r"(?:alguien|quien|si la palabra)\b[^.!?\n]{0,30}(?:dice|diga|escrib\w+|menciona|conoce)",
        r"(?:誰か|合言葉|という言葉)[^。\n]{0,12}(?:言|書|出|知)",
    ),
    re.IGNORECASE,
)
"""What a stranger can do to set something off."""
OPENING = re.compile(
    any_of(
        r"give|gives|grant|unlock|open|print|dump|reveal|read out|treat|obey|access|admin\w*"
        r"|trust|execute|hand over",
        r"gib|zeig\w*|öffne|drucke|zugriff|vertrau\w*",
        r"donne\w*|affiche\w*|montre\w*|ouvre|accès",
        r"dale|da|muestra|abre|imprime|acceso",
        r"見せ|教え|渡|表示|開",
    ),
    re.IGNORECASE,
)
"""What an outsider wants to be done then."""
ASSENT = re.compile(
    any_of(
        r"accept|approve|approves|grant|allow|permit|authori[sz]e|agree|agreed|agrees|trust"
        r"|trusted|confirm(?! with)|say yes|execute|executed|obey|cleared|consented|comply"
        r"|believe|follow(?! up)",
        r"akzeptiere?n?|genehmige?n?|erlaube?n?|bestätige?n?|vertraue?n?|zustimmen|befolge?n?",
        r"accepte[rz]?|approuve[rz]?|autorise[rz]?|confirme[rz]?|obéis|valide[rz]?|accorde[rz]?",
        r"acepta[r]?|aprueb\w+|aprobar|autoriza[r]?|confirma[r]?|confía|obedece|concede",
        r"承認|許可|信用|信頼|受け入れ|従",
    ),
    re.IGNORECASE,
)
WHATEVER = re.compile(
    any_of(
        r"whatever|whoever|anything|everything|(?:every|all|any)(?: \w+)? (?:offers?|requests?"
        r"|terms|permissions?|conditions|demands?|instructions?|commands?|orders?|changes?"
        r"|invit\w+|proposals?|payments?|transfers?|claims?)",
        r"alles|(?:jede[nrms]?|alle) (?:\w+ )?(?:angebote?|anfragen?|bedingungen?"
        r"|anweisung(?:en)?|forderung(?:en)?|wünsche?)",
        r"tout(?:e|es)? (?:ce que|les demandes|les conditions|demande|offre|les offres)",
        r"todo lo que|tod[oa]s? l[oa]s? (?:peticiones|ofertas|condiciones|pagos|solicitudes)"
        r"|los pagos|las facturas",
        r"すべて|全て|何でも",
    ),
    re.IGNORECASE,
)
"""A yes that is given in advance."""
ASKED_FIRST = re.compile(r"\b(?:ask|with|from|to) me\b|\b(?:before|until|after) I\b", re.IGNORECASE)
"""The user is asked all the same."""
FULL_RIGHTS = re.compile(
    any_of(
        r"(?:full|all|admin\w*|unlimited|unrestricted|root|execute|every) (?:rights|permissions?"
        r"|access|control|authority|powers?|privileges)",
        r"(?:volle|alle|unbeschränkte) (?:rechte|zugriffsrechte|vollmacht|berechtigungen)",
        r"(?:tous les|pleins) (?:droits|pouvoirs|accès)",
        r"(?:todos los|plenos) (?:derechos|permisos|poderes)|acceso total",
        r"(?:全|すべての|完全な)(?:権限|権利|アクセス)",
    ),
    re.IGNORECASE,
)
TEXT_OF_OTHERS = re.compile(
    any_of(
        r"(?:instructions?|commands?|orders?|requests?|notes?|messages?|directives?|anything|what)"
        r"(?: that| which)?(?: \w+)? (?:in|from|by|of|inside|within|on|found in|contained in|coming"
        r" from) (?:the |a |an |any |every )?(?:\w+ )?(?:readmes?|files?|pages?|sites?|websites?"
        r"|e?-?mails?|invites?|invitations?|documents?|comments?|plugins?|hooks?|bots?|tools?"
        r"|outputs?|results?|attachments?|pdfs?|calendar|newsletters?|tickets?|issues?"
        r"|extensions?|vendors?|strangers?|support|helpdesk)",
        r"(?:anweisungen|befehle|anfragen|hinweise) (?:aus|in|von|vom) (?:\w+ )?(?:webseiten?"
        r"|mails?|dokumenten?|dateien?|kommentaren?|seiten?|support|werkzeugen?)",
        r"(?:instructions|ordres|consignes|demandes) (?:de|des|dans|du) (?:les |la "
        r"|le )?(?:pages?|sites?|courriels?|mails?|documents?|fichiers?|support)",
        r"(?:instrucciones|órdenes|peticiones) (?:de|en|del) (?:los |las |la |el )?(?:páginas?"
        r"|correos?|documentos?|archivos?|soporte)|lo que (?:pidan?|digan?) (?:los|las|el"
        r"|la) (?:correos?|páginas?|documentos?|mensajes?|soporte)",
        r"(?:ページ|メール|文書|ファイル|ツール|サポート)の(?:指示|命令|内容)",
    ),
    re.IGNORECASE,
)
TO_BE_DONE = re.compile(
    any_of(
        r"(?:is|are|was|were|be|been) (?:\w+ )?(?:executed|trusted|followed|obeyed|valid|binding"
        r"|approved|authori[sz]ed|carried out|cleared|safe|true|the user's|from the user|orders)"
        r"|(?:is|are) to be (?:treated|followed|done|run|executed)|count as|treated (?:as|like)"
        r"|as (?:if|though)",
        r"(?:sind|ist|gelten) (?:\w+ ){0,4}?(?:zu behandeln|zu befolgen|auszuführen|verbindlich"
        r"|bindend|gültig|vertrauenswürdig)|gelten als",
        r"(?:sont|est) à (?:suivre|exécuter)|font foi|doivent être (?:suivies|exécutées)",
        r"haz|deben (?:seguirse|cumplirse|ejecutarse)|son (?:válidas|de confianza)",
        r"実行|従|扱う|信頼",
    ),
    re.IGNORECASE,
)
"""Words of others that are to be followed."""
NO_QUESTION = re.compile(
    any_of(
        r"(?:nobody|no one|none|never|not|no longer|need not|n't)\b[^.!?\n]{0,20}"
        r"\b(?:confirm|ask|approve|verify|authori[sz]e|double-check)\b",
        r"(?:nie|nicht|niemand|niemals)\b[^.!?\n]{0,20}(?:bestätig\w*|prüf\w*|nach)"
        r"|frag\w* (?:nie|nicht)",
        r"(?:ne|n')\W?\w+ (?:pas|jamais|plus)[^.!?\n]{0,12}(?:confirm\w*|vérifi\w*)|sans vérifier",
        r"(?:no|nunca|nadie)\b[^.!?\n]{0,12}(?:confirm\w*|verifi\w*|pregunt\w*)",
    ),
    re.IGNORECASE,
)
GRAVE = re.compile(
    any_of(
        r"deletions?|deleting|payments?|invoices?|purchases?|transfers?|installs?"
        r"|installation\w*|commands?|deploy\w*|contracts?|changes to|access|orders? from|bills?"
        r"|permissions?",
        r"lösch\w*|zahlung\w*|rechnung\w*|käufe?|überweisung\w*|befehle?|verträge?",
        r"suppression\w*|paiements?|factures?|achats?|commandes?|contrats?|demandes?",
        r"borrad\w*|pagos?|facturas?|compras?|transferencias?|contratos?",
        r"削除|支払|請求|購入|契約",
    ),
    re.IGNORECASE,
)
"""What cannot be taken back."""
