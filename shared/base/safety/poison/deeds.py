"""What an order has done: sending data away, running, paying, destroying.

Verbs are in the forms of orders (imperative, infinitive, after
"must"), so that what the user does themselves ("sends the report") is none.
"""

import re

from shared.base.safety.poison.words import SOME, any_of

SEND = re.compile(
    any_of(
        r"(?:re-?)?send|sending|sent|forward|forwarding|posted|upload|uploaded|share|transmit"
        r"|sync|export|submit|leak|pass|bcc|cc|append|disclose|relay|publish|attach|deliver"
        r"|auto-forward|phone home|replicate|ping"
        # Nouns as well, so that what is sent has to follow.
        r"|(?:e-?mail|mail|post|copy|report|hand|paste|push|text|mirror)(?= (?:the|all|any|each"
        r"|every|new|it|them|this|that|these|everything|a|an|his|her|their|its|your|user|private"
        r"|customer|what|whatever|passwords?|contacts?)\b)",
        r"sende|senden|sendest|zu senden|schick|schicke|schicken|schickst|leite|weiterleiten"
        r"|mailen|maile|mailt|mailst|teile|teilen|hochladen|hochlädst|lade|poste|posten|postest"
        r"|übermitteln|übermittle|weitergeben|weiterzugeben|weiterzuleiten",
        r"envoie|envoies|envoyer|envoyez|transmets|transmettre|partage|partager|publie|publier"
        r"|transfère|transférer|téléverse|téléverser",
        r"envía|envíe|envíes|enviar|comparte|compartir|compartas|comparta|reenvía|reenviar|sube"
        r"|subir|publica|publicar|manda|mandar|haz una copia|copia",
        r"invia|inviare|envie|stuur|sturen|отправить|отправь|отправляй|перешли",
        r"送信|送って|送る|送れ|転送|アップロード|共有|投稿|发送|发到|上传",
    ),
    re.IGNORECASE,
)
INFORM = re.compile(
    any_of(
        r"tell|inform|notify|alert|let(?: \S+){1,6}? know|keep(?: \S+){1,6}? (?:up to date"
        r"|posted|informed)",
        r"informiere?n?|benachrichtige?n?",
        r"informe[rz]?|pr[eé]viens|avertis",
        r"informa[r]?|avisa[r]?",
        r"知らせ|通知",
    ),
    re.IGNORECASE,
)
GOES_OUT = re.compile(
    any_of(
        r"(?:cop(?:y|ies)|backups?|summar(?:y|ies)|history|conversations?|transcripts?|answers?"
        r"|notes|mails?|files|documents|diary)\b[^.!?\n]{0,40}\b(?:goes|go|are sent|is sent"
        r"|belongs?) (?:to|in|into|on)|in copy|in cc|in bcc|im cc|en copia|en copie"
    ),
    re.IGNORECASE,
)
"""What leaves, said of the thing and not of whoever sends it."""
BROUGHT_IN = re.compile(
    any_of(
        r"(?:reinstall|re-?add|re-?enable|restore|recreate|put back)\b[^!?\n]{0,60}(?:missing"
        r"|removed"
        r"|gone|deleted|clean-?ups?|disabled|uninstalled)"
        r"|(?:run|execute|launch|start|install|add|schedule"
        r"|set up)\b[^!?\n]{0,60}(?:from (?:the|a)"
        r" (?:link|gist|page|mail|web|internet|pastebin)|pastebin|payload|cron ?(?:job|tab)\b"
        r"[^.!?\n]{0,30}(?:fetch\w*|curl|http|download\w*))",
        r"(?:starte|führe|installiere)\b[^!?\n]{0,60}(?:aus dem (?:internet|netz|link)"
        r"|wenn es fehlt)",
        r"(?:lance|exécute|installe)\b[^!?\n]{0,60}(?:depuis (?:le lien|internet)|s'il manque)",
        r"(?:lanza|ejecuta|instala)\b[^!?\n]{0,60}(?:desde (?:el enlace|internet)|si falta)",
    ),
    re.IGNORECASE,
)
"""What is brought onto the machine, or comes back to it."""
READING = re.compile(
    any_of(
        r"docs|documentation|style ?guides?|conventions|specs?|specification|rfc|tutorials?"
        r"|standard library|reference|manual|podcasts?|music|songs?|films?|episodes?|maps?"
        r"|e-?books?|recipes?|newspapers?"
    ),
    re.IGNORECASE,
)
"""What is looked up, listened to or watched: it is not run, and nobody obeys it."""
FETCH = re.compile(
    any_of(
        r"open|visit|fetch|pull(?= (?:the|all|any|new|latest)\b)|load|download|go to|browse"
        r"|render|call(?: out)?|execute|invoke|connect to|request|follow|append"
        r"|add(?: the)? link|link to|commands? (?:at|from|in|returned by)|install|import|insert"
        r"|use the registry|log ?in at|enter|sign in|hand",
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
        r"|(?:call|invoke|invokes|use) (?:\w+_\w+|\w+\.\w+)|download and (?:run|execute)|(?:and"
        r"|then) execute|executes? the (?:next|step|order)|run the order|execute the command"
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
    r"|--index-url http|--insecure|--trusted-host|--no-check\S*|ssh-(?:ed25519|rsa) \w|<script"
    r"|authorized_keys|git remote add|git push \S*@|(?:pip|npm) install\b[^\n]{0,40}https?://"
    r"|0\.0\.0\.0/0|/etc/shadow|\.aws/|id_rsa|\.ssh/",
    re.IGNORECASE,
)
"""Commands and settings that hurt whoever runs them."""
DISCLOSE = re.compile(
    any_of(
        r"collect|gather|harvest|steal|read (?:out|aloud)|hand over|give out|reveal|reset|enter"
        r"|paste|ask for|send|post|read(?! from)|commit|disclose|printed|print|add|include|mail"
        r"|email|expose|tell the user|pass on",
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
        r"|\.env(?!\w)|home address|address to callers|(?:hidden|system) prompt"
        r"|environment variables|income",
        r"passwort|passwörter|geheimzahl",
        r"mots? de passe",
        r"contraseñas?",
        r"パスワード|暗証番号",
    ),
    re.IGNORECASE,
)
"""What nobody asks an assistant to pass around."""
CONFIDENTIAL = re.compile(
    any_of(
        r"(?:door|access|entry|alarm|gate|safe|security|pin) codes?|phone numbers?|(?:home "
        r"|private |postal )?address(?:es)?|passwords?|whereabouts|salary|income"
        r"|account (?:number|details)|date of birth|social security \w+|health \w+|diagnos\w+",
        r"türcode|telefonnummer|adresse|schlüssel|passwort|zugangsdaten|gehalt|kontonummer"
        r"|gesundheit\w*",
        r"code|numéro|adresse|clé|mot de passe|salaire|coordonnées",
        r"código|número|dirección|clave|contraseña|sueldo|datos",
        r"住所|電話番号|暗証番号|パスワード|連絡先|鍵|給料",
    ),
    re.IGNORECASE,
)
"""What only a few people are told."""
GIVE = re.compile(
    any_of(
        r"give|hand|tell|share|reply|send|disclose|pass|provide|supply|let|show|reveal|offer"
        r"|answer",
        r"gib|gebt|nenne|sag|teile|schicke|verrate",
        r"donne\w*|communique\w*|transmets|dis|fournis",
        r"da|dale|dile|comparte|entrega|facilita",
        r"教え|渡|伝え|送",
    ),
    re.IGNORECASE,
)
PUBLISH = re.compile(
    any_of(
        r"post|publish|write|put|save|copy|copies|upload|store|sync|share|move|encode|embed"
        r"|place|export|include|append|attach|add|pin",
        r"poste\w*|veröffentlich\w*|schreib\w*|speicher\w*|kopier\w*|leg\w*|lade",
        r"publie\w*|écris|mets|enregistre\w*|copie\w*|dépose\w*|partage\w*",
        r"publica\w*|escribe|pon|guarda\w*|copia\w*|sube|comparte\w*",
        r"公開|投稿|保存|書き込|載せ|写",
    ),
    re.IGNORECASE,
)
OUT_THERE = re.compile(
    any_of(
        r"(?:public|open) (?:\w+ )?(?:gallery|folders?|sheets?|drives?|channels?|boards?|links?"
        r"|documents?|pages?|repositor(?:y|ies)|buckets?|calendars?)|(?:partner|vendor|supplier"
        r"|stranger)'s (?:\w+ )?(?:dropbox|drive|folder|sheet|server|account|system|portal|cloud"
        r"|inbox|bucket|calendar|list)|(?:drive|folder|sheet|server|portal"
        r"|list) of the (?:partner|vendor|supplier)|into (?:urls?|links?)"
        r"|in the (?:\w+ )?(?:urls?|query strings?|query parameters?)",
        r"(?:öffentliche\w*) (?:ordner|galerie|laufwerk|tabelle|kanal|seite)",
        r"(?:dossier|galerie|tableau|canal|lien)s? (?:publics?|publique)",
        r"(?:carpeta|galería|hoja|canal|enlace)s? (?:públic[oa]s?)",
        r"公開ページ|公開フォルダ|掲示板",
    ),
    re.IGNORECASE,
)
"""Where more people look than the user."""
SHARED = re.compile(
    any_of(
        r"shared (?:\w+ )?(?:folders?|sheets?|drives?|calendars?|documents?)",
        r"geteilte\w* (?:ordner|laufwerk|kalender)",
        r"(?:dossier|agenda|document)s? partagés?",
        r"(?:carpeta|calendario|hoja)s? compartid[oa]s?",
        r"共有(?:フォルダ|カレンダー)",
    ),
    re.IGNORECASE,
)
OUTSIDER = re.compile(
    any_of(
        r"couriers?|strangers?|callers?|vendors?|suppliers?|(?:the |customer )support|helpdesk"
        r"|partners|agency|recruiters?|the press|journalists?|landlords?|third part(?:y|ies)"
        r"|whoever|anyone|anybody|anyone who|visitors?|sellers?|brokers?|insurers?|advertisers?"
        r"|contractors?|the other side|the (?:plugin|extension|service|company|portal|shop)",
        r"kurier\w*|fremde\w*|anrufer\w*|lieferant\w*|kundendienst|makler\w*|dritte\w*"
        r"|jede\w*, der",
        r"livreur\w*|inconnu\w*|appelant\w*|fournisseur\w*|partenaire\w*|quiconque|tiers",
        r"mensajero\w*|desconocid\w*|proveedor\w*|socio\w*|terceros|quien",
        r"業者|他人|第三者|取引先|サポート|誰に",
    ),
    re.IGNORECASE,
)
"""Who the user does not live or work with."""
OUTLET = re.compile(
    any_of(
        r"(?:to|into|in|for|with) (?:the |a |an |any |every )?(?:\w+ )?(?:tickets?|reports?"
        r"|mails?|e-?mails?|messages?|posts?|issues?|forms?|vendors?|support|repl(?:y|ies)"
        r"|answers?|comments?|logs?)"
    ),
    re.IGNORECASE,
)
"""Where others read it."""
INSERT = re.compile(
    any_of(
        r"include|insert|append|add|mention|quote|state|name|give|put|(?:end|begin|close|start)"
        r"(?: \w+){0,3} with|recommend",
        r"nenne|nennen|füge|trage?|erwähne|gib",
        r"mentionne[rz]?|ajoute[rz]?|indique[rz]?|cite[rz]?",
        r"menciona|incluye|añade|agrega|indica",
        r"記載|書き添え|付け加え",
    ),
    re.IGNORECASE,
)
"""Having the assistant say somebody's words."""
ACCOUNT = re.compile(
    r"(?<!\w)[A-Z]{2}\d{2}(?: ?\w{4}){1,7}(?!\w)|kontonummer|account number|numéro de compte"
    r"|número de cuenta",
    re.IGNORECASE,
)
"""Where money goes."""
REROUTE = re.compile(
    any_of(
        rf"(?:change|swap|redirect|reroute|divert|empty|drain|make|replace){SOME}(?:recovery"
        rf"|payout|bank account|iban|wallet|public)|new (?:address|account|iban|recipient"
        rf"|bank)\b[^.!?\n]{{0,20}}(?:for|of)\b[^.!?\n]{{0,30}}"
        r"(?:files|documents|payments?|invoices?|transfers?|confidential|contracts?|refunds?)"
    ),
    re.IGNORECASE,
)
MONEY = re.compile(
    any_of(
        rf"(?:transfer|wire|pay|approve|spend|invest|empty){SOME}(?:money|payments?|invoices?"
        rf"|balance|wallet|funds|purchases?|transfers?|\d{{2,}})",
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
        rf"|traces?|history|backups?|all (?:notes|files|mails)|every mail|as spam|warnings?"
        rf"|address book|contacts)",
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
