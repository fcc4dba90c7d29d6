"""What an order has done: sending data away, running, paying, destroying.

Verbs are in the forms of orders (imperative, infinitive, after
"must"), so that what the user does themselves ("sends the report") is none.
"""

import re

from shared.base.safety.poison.words import SOME, any_of

SEND = re.compile(
    any_of(
        r"(?:re-?)?send|sending|sent|forward|forwarding|posted|upload|uploaded|share|transmit|sync"
        r"|export|submit|leak|pass|bcc|cc|append|disclose|relay|publish|attach|deliver|auto-forward"
        r"|phone home|mirror|replicate|ping"
        # Nouns as well, so that what is sent has to follow.
        r"|(?:e-?mail|mail|post|copy|report|hand|paste|push|text)(?= (?:the|all|any|each|every"
        r"|it|them"
        r"|this|that|these|everything|a|an|his|her|their|its|your|user|private|customer"
        r"|what|whatever|passwords?|contacts?))",
        r"sende|senden|sendest|zu senden|schick|schicke|schicken|schickst|leite|weiterleiten|mailen"
        r"|maile|mailt|mailst|teile|teilen|hochladen|hochlädst|lade|poste|posten|postest"
        r"|übermitteln"
        r"|übermittle|weitergeben|weiterzugeben|weiterzuleiten",
        r"envoie|envoies|envoyer|envoyez|transmets|transmettre|partage|partager|publie|publier"
        r"|transfère|transférer|téléverse|téléverser",
        r"envía|envíe|envíes|enviar|comparte|compartir|compartas|comparta|reenvía|reenviar|sube"
        r"|subir"
        r"|publica|publicar|manda|mandar|haz una copia|copia",
        r"invia|inviare|envie|stuur|sturen|отправить|отправь|отправляй|перешли",
        r"送信|送って|送る|送れ|転送|アップロード|共有|投稿|发送|发到|上传",
    ),
    re.IGNORECASE,
)
FETCH = re.compile(
    any_of(
        r"open|visit|fetch|load|download|go to|browse|render|call(?: out)?|execute|invoke"
        r"|connect to"
        r"|request|follow|append|add(?: the)? link|link to|commands? (?:at|from|in|returned by)"
        r"|install|import|insert|use the registry|log ?in at|enter|sign in|hand",
        r"öffne|öffnen|lade|rufe auf|aufrufen|besuche",
        r"ouvre|ouvrir|visite|télécharge|charge|exécutes?",
        r"abre|abrir|visita|descarga|carga|ejecuta",
        r"開いて|アクセス|ダウンロード|読み込",
    ),
    re.IGNORECASE,
)
RUN = re.compile(
    any_of(
        r"(?:run|execute|carry out)(?: \w+){0,3} (?:commands?|scripts?|order|payload"
        r"|code)(?: \w+){0,2}"
        r" (?:in|from|at|found|returned|by|of)|execute (?:any|all|every|it|them|that|the next)"
        r"|(?:call|invoke|invokes|use) (?:\w+_\w+|\w+\.\w+)|download and (?:run|execute)"
        r"|(?:and|then) execute|executes? the (?:next|step|order)|run the order|execute the command"
        r"|start the procedure|trigger",
        r"führe\b[^.!?\n]{0,60} aus",
        r"exécuter?s?(?: \w+){0,3} (?:commandes?|scripts?)",
        r"ejecut\w+(?: \w+){0,3} (?:comandos?|órdenes)",
        r"コマンドを(?:実行)|実行せよ|実行して",
    ),
    re.IGNORECASE,
)
MACHINE = re.compile(
    r"curl\b[^\n]{0,80}\| ?(?:ba)?sh|wget\b[^\n]{0,80}(?:\||&&|;)|\| ?(?:sudo )?(?:ba|z)?sh"
    r"|\| ?python3?|bash <\(|rm -rf|powershell(?:\.exe)? -e\w*|eval\(|os\.system\("
    r"|--dangerously-[\w-]+|node_tls_reject_unauthorized|nopasswd|--no-verify|chmod 777"
    r"|--index-url http|<script|authorized_keys|git remote add|git push \S*@"
    r"|(?:pip|npm) install\b[^\n]{0,40}https?://|0\.0\.0\.0/0|/etc/shadow|\.aws/|id_rsa|\.ssh/",
    re.IGNORECASE,
)
"""Commands and settings that hurt whoever runs them."""
DISCLOSE = re.compile(
    any_of(
        r"collect|gather|harvest|steal|read (?:out|aloud)|hand over|give out|reveal|reset|enter"
        r"|paste"
        r"|ask for|send|post|read(?! from)|commit|disclose|printed|print|add|include|mail|email"
        r"|expose"
        r"|tell the user|pass on",
        r"verrate|verraten|preisgeben|weitergeben|weiterzugeben|mailt|mailen|schicke?",
        r"révèle|révéler|donne|donner|divulgue",
        r"revela|revelar|entrega|comparta[s]?|comparte",
        r"教えて|漏ら",
    ),
    re.IGNORECASE,
)
SECRET = re.compile(
    any_of(
        r"passwords?|pins?|verification codes?|credentials|card numbers?|private keys?|api keys?"
        r"|bank account|access tokens?|his tokens?|passport(?: number)?|secrets(?:\.\w+)?"
        r"|\.env(?!\w)"
        r"|home address|address to callers|(?:hidden|system) prompt",
        r"passwort|passwörter|geheimzahl",
        r"mots? de passe",
        r"contraseñas?",
        r"パスワード|暗証番号",
    ),
    re.IGNORECASE,
)
"""What nobody asks an assistant to pass around."""
INSERT = re.compile(
    any_of(
        r"include|insert|append|add|mention|quote|state|name|give|put|end with|begin with"
        r"|recommend",
        r"nenne|nennen|füge|trage?|erwähne|gib",
        r"mentionne[rz]?|ajoute[rz]?|indique[rz]?|cite[rz]?",
        r"menciona|incluye|añade|agrega|indica",
        r"記載|書き添え|付け加え",
    ),
    re.IGNORECASE,
)
"""Having the assistant say somebody's words."""
ACCOUNT = re.compile(
    r"(?<!\w)[A-Z]{2}\d{2}(?: ?\w{4}){1,7}(?!\w)"
    r"|kontonummer|account number|numéro de compte|número de cuenta",
    re.IGNORECASE,
)
"""Where money goes."""
REROUTE = re.compile(
    any_of(
        rf"(?:change|swap|redirect|reroute|divert|empty|drain|make|replace){SOME}(?:recovery|payout"
        r"|bank account|iban|wallet|public)"
    ),
    re.IGNORECASE,
)
MONEY = re.compile(
    any_of(
        rf"(?:transfer|wire|pay|approve|spend|invest|empty){SOME}(?:money|payments?|invoices?"
        rf"|balance"
        r"|wallet|funds|purchases?|transfers?|\d{2,})",
        r"(?:zahlungen|geld|überweisung\w*)\b[^.!?\n]{0,40}(?:freizugeben|freigeben|überweisen)",
        r"(?:valider|approuver|payer)\b[^.!?\n]{0,30}(?:paiements?|factures?)",
        r"(?:aprobar|pagar|autorizar)\b[^.!?\n]{0,30}(?:pagos?|facturas?)",
        r"支払いを承認|送金",
    ),
    re.IGNORECASE,
)
DESTROY = re.compile(
    any_of(
        rf"(?:delete|wipe|erase|trash|destroy|clear|forward|export|mark){SOME}(?:audit \w+"
        rf"|traces?|history"
        r"|backups?|all (?:notes|files|mails)|every mail|as spam|warnings?|address book|contacts)",
        r"lösche?n? (?:alle|sämtliche)|vernichte",
        r"(?:supprime|efface)[rsz]? (?:tous|toutes)",
        r"(?:borra|elimina)r? (?:todos|todas)",
        r"(?:すべて|全て|全部)[^。\n]{0,12}(?:削除|消去)",
    ),
    re.IGNORECASE,
)
HARM = re.compile(
    any_of(
        r"backdoor|keylogger|phone home|exfiltrat\w+|betray|deceive|mislead|lie to|lies to"
        r"|against the user|even if the user|whatever the user says|over those of the user"
        r"|disable signature|leave the debug|debug password|public repository"
        r"|approve every (?:pull )?request|to anyone who asks|act in \w+'s|location with"
        r"|instead and|the user's real wish|reports? the user's|(?:user'?s|her"
        r"|his) (?:home )?address",
    ),
    re.IGNORECASE,
)
