"""What an order has done for good: matters kept quiet, spending, things installed, itself kept.

How answers are worded is the user's to ask for. These are about what reaches beyond the wording.
"""

import re

from shared.base.safety.poison.words import any_of

_EN = (
    r"(?:this|these|such (?:a )?) ?(?:\w+ )?(?:notes?|rules?|memor(?:y|ies)|entr(?:y|ies)|lines"
    r"|instructions?|orders?)"
)
_DE = r"diese[nmrs]? (?:notiz|regel|erinnerung|eintrags?|zeilen?|anweisung)"
_FR = r"(?:cette|ce|ces) (?:notes?|règles?|souvenirs?|lignes?|consignes?|instructions?)"
_ES = r"est[ae]s? (?:notas?|reglas?|memorias?|recuerdos?|líneas?|instrucci(?:ón|ones))"
KEPT_ALIVE = re.compile(
    any_of(
        r"(?:copy|re-?write|write|repeat|carry|re-?create|create|restore|insert|append|add"
        r"|duplicate"
        r"|propagate|spread|delete|remove|erase|overwrite|show|list|mention|reveal|talk about"
        r"|speak (?:of|about)|discuss|renew|pin|hide|keep)(?: \w+){0,3} "
        rf"(?:{_EN})"
        rf"|(?:{_EN})\b[^.!?\n]{{0,25}}\b(?:is|be|are|gets?|stays?|must|should|not|never)\b"
        r"[^.!?\n]{0,25}(?:removed|deleted|lost|shown|listed|mentioned|copied|confidential|secret"
        r"|hidden|repeated|restored|visible|exists?)|new (?:note|memory|entry) with"
        rf"|(?:existence of|asks? about) (?:{_EN})",
        rf"(?:kopier\w*|schreib\w*|wiederhol\w*|übernimm|übertrag\w*|lösch\w*|zeig\w*|erwähn\w*|sag"
        rf"|sprich\w*|rede|entfern\w*)\b[^.!?\n]{{0,30}}(?:{_DE})"
        rf"|(?:{_DE})\b[^.!?\n]{{0,40}}(?:gelöscht|kopier\w*|geheim|erwähn\w*|wiederhol\w*|weg)",
        rf"(?:copi\w*|recopi\w*|écri\w*|répèt\w*|supprim\w*|montr\w*|mentionn\w*|parl\w*|effac\w*)"
        rf"\b[^.!?\n]{{0,30}}(?:{_FR})|(?:{_FR})\b[^.!?\n]{{0,40}}(?:supprimée?s?|secrète?"
        rf"|cachée?)",
        rf"(?:copi\w*|escrib\w*|repit\w*|guard\w*|borr\w*|muestr\w*|mencion\w*|habl\w*|pregunt\w*"
        rf"|elimin\w*)\b[^.!?\n]{{0,30}}(?:{_ES})|(?:{_ES})\b[^.!?\n]{{0,40}}(?:borr\w*|secret[oa]"
        r"|existe\w*)",
        r"この(?:メモ|記憶|ルール|指示|記録)[^。\n]{0,16}(?:コピー|写|繰り返|削除|消|見せ|言わ|表示|知らせ|残|話|教え|秘密)",
    ),
    re.IGNORECASE,
)
"""What a note has done with itself: to last, to spread, to stay unseen."""
EARLIER = re.compile(
    any_of(
        r"(?:earlier|previous|other|prior|former|older|existing|stored) (?:\w+ )?(?:memor(?:y"
        r"|ies)|notes?|entries|preferences|arrangements|statements|wishes)|(?:what"
        r"|everything) (?:the user|they|he|she) (?:\w+ )?(?:stored|saved|said|told|wanted)",
        r"(?:frühere|andere|bisherige|ältere) (?:notizen|erinnerungen|einträge|wünsche)",
        r"(?:anciens?|autres?|précédent\w*) (?:souvenirs?|notes?|préférences)",
        r"(?:notas|memorias|recuerdos|preferencias) (?:anteriores|previas|existentes)",
        r"(?:以前|前|他)の(?:記憶|メモ|好み)",
    ),
    re.IGNORECASE,
)
"""What the user has said before."""
SET_ASIDE = re.compile(
    any_of(
        r"ignore|disregard|discard|drop|forget|overrule|overwrite|replace|set|outdated|void",
        r"ignorier\w*|vergiss|verwirf|überschreib\w*",
        r"ignore\w*|oublie\w*|écrase\w*",
        r"ignora\w*|olvida\w*|descarta\w*",
        r"無視|忘れ|捨て|上書き",
    ),
    re.IGNORECASE,
)
KEPT_QUIET = re.compile(
    any_of(
        r"(?:(?:do not|don't|never|not|nor) (?:mention|show|tell|say|list|report|display"
        r"|bring up|flag|disclose|name)|leave out|leaves? off|omit|suppress|drop|withhold|hide"
        r"|never wants? to (?:hear|know) (?:about|of)|play down|stop mentioning)\b[^.!?\n]{0,30}"
        r"\b(?:fees?|commissions?|surcharges?|price (?:increase|rise|difference)s?|mark-?ups?"
        r"|extra costs|(?:security|fraud|phishing|suspicious) (?:\w+ )?(?:warnings?|alerts?"
        r"|logins?)|failures?|refunds?|penalt(?:y|ies)|right of withdrawal|cancell?ation period"
        r"|privacy (?:page|policy|settings|notice)|data breach\w*)",
        r"(?:verschweig\w*|nicht erwähn\w*|nie(?:mals)? erwähn\w*|nichts von)\b"
        r"[^.!?\n]{0,30}(?:gebühr\w*|kosten|preiserhöh\w*|warnung\w*|notiz)",
        r"n(?:e |')\w+ (?:pas|jamais|rien|plus)\b[^.!?\n]{0,50}(?:utilisateur|frais|hausses?"
        r"|avertissements?|rétractation|échecs?)",
        r"(?:no|nunca) (?:le |se lo |lo |les )?(?:cuentes|digas|informes|menciones|muestres"
        r"|avises|cuente|diga|mencione|informe)\b[^.!?\n]{0,50}(?:usuario|cargos|comisión\w*"
        r"|recargos?|fallos|avisos)",
        r"(?:ユーザー|本人)に(?:は)?[^。\n]{0,6}(?:知らせず|言わず|伝えず|言わない|知らせない|見せない|伝えない)|(?:手数料|警告"
        r"|値上げ)[^。\n]{0,8}(?:言わ|触れ|知らせ|隠)",
    ),
    re.IGNORECASE,
)
"""What the user would want to know, and is not to."""
SPEND = re.compile(
    any_of(
        r"buy|order|orders|purchases?|renew|extend|tip|tips|donations?|donate|gifts?|subscribe"
        r"|upgrade|transfer|transfers|pay|payments?|invest|spend",
        r"kaufe?n?|bestelle?n?|bestellungen|verlängere?|verlängern|zahle?n?|zahlungen"
        r"|überweise?n?|spende?n?|buche?n?",
        r"achète[rz]?|commande[rzs]?|renouvelle|renouveler|paie|paye[rz]?|verse[rz]?|abonne[rz]?",
        r"compra[r]?|pide|pedir|renueva|renovar|paga[r]?|dona[r]?|suscribe|transfiere",
        r"購入|注文|更新|支払|寄付|有料|送金|買",
    ),
    re.IGNORECASE,
)
COMMIT = re.compile(
    r"(?:^|[,;:] |\b(?:and|then|always|please|sondern) )\W{0,2}"
    + any_of(
        r"(?:sign up|subscribe|renew|extend|top up|upgrade|accept|donate|pay|order|buy|book"
        r"|invest|transfer|purchase|enrol|enroll)"
        r"(?= [^.!?\n]{0,60}(?:plans?|subscriptions?|premium|wallet|trial|marketplace|fund"
        r"|balance|invoices?|credits?|membership|insurance|offers?|bids?)(?!\w))",
        r"(?:bezahle?|zahle|überweise|kaufe|bestelle|verlängere"
        r"|buche)(?= [^.!?\n]{0,60}(?:rechnung\w*|abo\w*|tarif\w*|sie|es|alle\w*)(?!\w))"
        r"|(?:rechnung\w*)[^.!?\n]{0,40} bezahle?n?",
        r"(?:paie|paye|achète|renouvelle|souscris|abonne)\w*(?= [^.!?\n]{0,60}(?:factures?"
        r"|abonnement|forfait)(?!\w))",
        r"(?:paga|compra|renueva|contrata|suscribe)\w*(?= [^.!?\n]{0,60}(?:facturas?|suscripción"
        r"|plan)(?!\w))",
    ),
    re.IGNORECASE,
)
"""An order that binds the user to pay."""
UNATTENDED = re.compile(
    any_of(
        r"automatically|silently|quietly|on your own|by yourself|no need to (?:show|ask|tell)"
        r"|(?:with|using|on|from|out of|to) (?:the |their )?(?:user'?s )?(?:saved|stored|default"
        r"|user'?s) (?:credit )?(?:card|account|wallet)|(?:out of|from|on) the user'?s (?:card"
        r"|account|wallet|money)|without (?:\w+ ){0,2}?(?:asking|confirm\w*|approv\w*|consent"
        r"|permission|questions?|question)",
        r"automatisch|von selbst|selbständig|hinterlegte\w* karte|ohne (?:\w+ )?(?:rück"
        r"|nach)?frage\w*",
        r"automatiquement|carte enregistrée|sans (?:\w+ )?(?:demander|confirmation|accord)",
        r"automáticamente|tarjeta guardada|de la cuenta del usuario|sin (?:\w+ )?(?:preguntar"
        r"|permiso|confirmar)",
        r"自動|知らせず|確認せず|確認なし|勝手に|無断",
    ),
    re.IGNORECASE,
)
"""Nobody looks on."""
EVERYWHERE = re.compile(
    any_of(
        r"(?:each|every|all|any|new)(?: \w+){0,2} (?:projects?|repositor(?:y|ies)|repos?"
        r"|environments?|sessions?|scripts?|code|files?|machines?|workspaces?|builds?|samples?"
        r"|starts?|installs?|servers?|accounts?)|everywhere|whenever|always|from now on|must"
        r"|has to|have to|on (?:start-?up|boot)|first thing",
        r"jede[mnrs]? (?:\w+ )?(?:projekt|start|sitzung|umgebung|repository)|überall|immer"
        r"|in allen",
        r"(?:chaque|tout|tous les|toutes les) (?:\w+ )?(?:projets?|environnements?|démarrage"
        r"|sessions?|dépôts?)|toujours|partout",
        r"(?:cada|todos los|todas las) (?:\w+ )?(?:proyectos?|entornos?|inicio|sesión(?:es)?"
        r"|arranque)|siempre",
        r"必ず|毎回|常に|起動のたび|すべての|新しいプロジェクト|各",
    ),
    re.IGNORECASE,
)
INSTALL = re.compile(
    any_of(
        r"install|installed|import|imports|add|adds|load|loads|depends?(?: up)?on|depend on"
        r"|depends on|enable|require|include|use",
        r"installiere\w*|lade|hinzufüg\w*|füge",
        r"installe\w*|ajoute\w*|charge\w*",
        r"instala\w*|añade\w*|agrega\w*|carga\w*",
        r"インストール|追加|導入|実行|読み込",
    ),
    re.IGNORECASE,
)
MADE_BY_OTHERS = re.compile(
    any_of(
        r"(?:the )?(?:package|plugin|plug-in|extension|hook|module|library|dependency|sdk|paket"
        r"|erweiterung|paquet|l.extension|paquete|extensión|complemento)"
        r" [`'\"]?[a-z@][\w@/.]*[-_/\d][\w@/.-]*[`'\"]?|(?:import|load|require|depend on"
        r"|depends on|need)s? [`'\"]?[a-z]\w*[-_]\w+[`'\"]?"
    ),
    re.IGNORECASE,
)
"""A package by its name. What the user's own tools are called is no package: "with uv"."""
INSTALL_COMMAND = re.compile(
    r"(?<!\w)(?:npx|uvx|bunx|pipx run|(?:pip3?|npm|pnpm|yarn|cargo|go|brew|gem|apt(?:-get)?)"
    r" (?:install|i|add|get)) (?!-r\b|\.|-e\b)[@\w]",
    re.IGNORECASE,
)
"""A command that fetches a package by its name and runs some of it."""
INFRASTRUCTURE = re.compile(
    any_of(
        r"(?:set|point|configure|change|switch|use|add|route|redirect|direct)\b[^.!?\n]{0,40}"
        r"\b(?:registry|proxy|mirror|package index|index-url|dns|trusted-host"
        r"|certificate authority|gateway|resolver|base url|remote)",
        r"(?:setze|stelle|nutze|verwende)\b[^.!?\n]{0,40}(?:registry|proxy|spiegel|dns)",
        r"(?:configure|utilise|règle)\b[^.!?\n]{0,40}(?:registre|proxy|miroir|dns)",
        r"(?:configura|usa|utiliza)\b[^.!?\n]{0,40}(?:registro|proxy|espejo|dns)",
    ),
    re.IGNORECASE,
)
"""What all that is fetched goes through."""
UNPROTECTED = re.compile(
    any_of(
        r"(?:disable|switch off|turn(?:ed)? off|skip|ignore|bypass|remove|deactivate|without)"
        r"(?: \w+){0,2} (?:certificates?|tls|ssl|signatures?|firewall|antivirus|virus scan\w*"
        r"|2fa|two-factor|encryption|checksums?|host keys?|sandbox)(?! for )?",
        r"(?:deaktiviere?n?|schalte|ignoriere?n?)\b[^.!?\n]{0,30}(?:zertifikat\w*|signatur\w*"
        r"|zwei-?faktor\w*|2fa|firewall|virenscan\w*|verschlüsselung)",
        r"désactive[rz]?\b[^.!?\n]{0,30}(?:certificats?|signatures?|pare-feu|antivirus)",
        r"desactiva[r]?\b[^.!?\n]{0,30}(?:certificados?|firmas?|cortafuegos|antivirus)",
        r"(?:証明書|署名|ファイアウォール)[^。\n]{0,8}(?:無効|無視|オフ)",
    ),
    re.IGNORECASE,
)
"""Protection that is taken away."""
