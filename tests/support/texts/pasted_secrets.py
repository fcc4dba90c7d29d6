"""Secrets as people paste them: files, commands, headers, and cards with their codes.

Each secret is put together from pieces, so that no secret scanner takes this file for a leak.
"""

_DATABASE = "Marble." + "Arch12"
_ROOT = "R00ty!" + "tooty"
_MASTER = "Tundra-" + "Fox-91"
_DEFAULT = "Pl0ver" + "!nest"
_BRACES = "Zebra{S" + "tripe}9"
_ORACLE = "T1ger" + "Lily"
_NPM_TOKEN = "9b2f1c3e-77a" + "a-4d10-9c3b-" + "5d2f7a8e1b60"
_NPM_PASSWORD = "QmFuYW5h" + "U3BsaXQ5"
_NPM_AUTH = "am9lOkJhbmFu" + "YVNwbGl0OQ=="
_HEROKU = "c4d7e1f0-" + "aaaa-bbbb"
_FTP = "Salt.M" + "arsh3"
_PG_USER = "Heron!" + "Lake4"
_PG_ADMIN = "Sw4mp" + "Thing"
_KUBE_KEY = "LS0tLS1" + "CRUdJTiBSU0EgU" + "FJJVkFURSBLRVkt" + "LS0tLQpNSUlFcEFJQkFB"
_KUBE_TOKEN = "qz7m4n8w9c" + "2v5b6t1r3y"
_TEAMS = "0a1b2c3d4e5" + "f60718293a4" + "b5c6d7e8f9"
_LOGIC_APP = "Qx7_pL0kVb3nM2z" + "R9tYwE4uHsJ6aGd" + "F1cXo8iKlPqWs"
_SESSION = "8h2kq9z7v1" + "m4x0c5b3n6"
_CONNECT = "q7Wd0PzK1m" + "Vx8RtYb2Nc"
_PHP = "r2t5ir32p" + "2bupf6ik2" + "ev3b1r97"
_JSESSION = "0A1B2C3D4E5" + "F60718293A4" + "B5C6D7E8F9"
_REGISTRY = "Quill&" + "Ink33"
_MYSQL = "Flint_" + "Rock8"
_DUMP = "Birch!" + "Bark5"
_PSQL = "Elm.St" + "reet6"
_DOCKER = "am86Z2hwX2Zv" + "b2JhcmJheg=="
_CSRF = "abc123def" + "456ghi789"
_SEED = "JBSW Y3DP " + "EHPK 3PXP"
_TOTP = "KRUG S4ZA " + "NFZS A5DF"
_VISA = "4111 1111 " + "1111 1111"
_VISA_NBSP = "4111\xa01111\xa0" + "1111\xa01111"
_AMEX = "3782-8224" + "63-10005"
_MASTERCARD_DOTS = "5500.0000." + "0000.0004"
_MASTERCARD = "5500 0000 " + "0000 0004"
_DISCOVER = "60110009" + "90139424"
_DINERS = "3056 930" + "902 5904"
_TEAMS_IDS = (
    "11112222-3333-4444-" + "5555-666677778888@9" + "9990000-aaaa-bbbb-c" + "ccc-ddddeeeeffff"
)
_TEAMS_OWNER = "12345678-123" + "4-1234-1234-" + "123456789012"

_COMPOSE_TEXT = (
    "services:\n"
    "  db:\n"
    "    environment:\n"
    f"      - POSTGRES_PASSWORD={_DATABASE}\n"
    f"      - MYSQL_ROOT_PASSWORD={_ROOT}\n"
)
_TERRAFORM_TEXT = (
    'resource "aws_db_instance" "x" {\n'
    '  master_username = "root"\n'
    f'  master_password = "{_MASTER}"\n'
    "}\n"
    'variable "db_password" {\n'
    f'  default = "{_DEFAULT}"\n'
    "}"
)
_NPMRC_TEXT = (
    f"//registry.npmjs.org/:_authToken={_NPM_TOKEN}\n"
    f"//npm.acme.io/:_password={_NPM_PASSWORD}\n"
    f"//npm.acme.io/:_auth={_NPM_AUTH}"
)
_NETRC_TEXT = (
    "machine api.heroku.com\n"
    "  login jo@acme.io\n"
    f"  password {_HEROKU}\n"
    f"machine ftp.acme.io login jo password {_FTP}"
)
_PGPASS_TEXT = f"db.acme.io:5432:app:jo:{_PG_USER}\n*:*:*:postgres:{_PG_ADMIN}"
_KUBECONFIG_TEXT = (
    "users:\n"
    "- name: admin\n"
    "  user:\n"
    f"    client-key-data: {_KUBE_KEY}\n"
    f"    token: kubeconfig-u-8xk2p:{_KUBE_TOKEN}\n"
)
_PHPSESSID_TEXT = f"got PHPSESSID={_PHP} from the browser; JSESSIONID={_JSESSION}"
_OTP_SEED_TEXT = f"my 2FA seed is {_SEED}, TOTP secret: {_TOTP}"
_CARD_4X4_TEXT = f"{_VISA} exp 09/27 CVC 737"
_CARD_AMEX_TEXT = f"Amex {_AMEX}, gültig bis 11/28, Prüfziffer 1234"
_CARD_DE_TEXT = f"Karte {_MASTERCARD_DOTS} gültig bis 04/2029 Kartenprüfnummer: 482"
_CARD_FR_TEXT = f"carte {_MASTERCARD} valable jusqu'au 12/26, cryptogramme 391"
_CARD_ES_TEXT = f"tarjeta {_DISCOVER} caduca 05-28 código de seguridad 913"
_CARD_NBSP_TEXT = f"{_VISA_NBSP} CVV: 222"
_CARD_DINERS_TEXT = f"{_DINERS} CVV2=541"
_MYSQL_P_TEXT = (
    f"mysql -h db -u root -p{_MYSQL} shop; mysqldump --password={_DUMP} shop; "
    f"PGPASSWORD={_PSQL} psql"
)

PASTED: tuple[tuple[str, str, str], ...] = (
    ("pasted compose", _COMPOSE_TEXT, _DATABASE),
    ("pasted compose 2", _COMPOSE_TEXT, _ROOT),
    ("pasted terraform", _TERRAFORM_TEXT, _MASTER),
    ("pasted terraform 2", _TERRAFORM_TEXT, _DEFAULT),
    (
        "pasted mssql",
        "Server=tcp:acme.database.windows.net,1433;Database=app;User "
        f"ID=sa;Password={_BRACES};Encrypt=True;",
        _BRACES,
    ),
    ("pasted jdbc oracle", f"jdbc:oracle:thin:scott/{_ORACLE}@//ora.acme.io:1521/ORCL", _ORACLE),
    ("pasted npmrc", _NPMRC_TEXT, _NPM_TOKEN),
    ("pasted npmrc 2", _NPMRC_TEXT, _NPM_PASSWORD),
    ("pasted npmrc 3", _NPMRC_TEXT, _NPM_AUTH),
    ("pasted netrc", _NETRC_TEXT, _HEROKU),
    ("pasted netrc 2", _NETRC_TEXT, _FTP),
    ("pasted pgpass", _PGPASS_TEXT, _PG_USER),
    ("pasted pgpass 2", _PGPASS_TEXT, _PG_ADMIN),
    ("pasted kubeconfig", _KUBECONFIG_TEXT, _KUBE_KEY),
    ("pasted kubeconfig 2", _KUBECONFIG_TEXT, _KUBE_TOKEN),
    (
        "pasted teams webhook",
        f"https://acme.webhook.office.com/webhookb2/{_TEAMS_IDS}/IncomingWebhook/"
        f"{_TEAMS}/{_TEAMS_OWNER}",
        _TEAMS,
    ),
    (
        "pasted teams workflow",
        "https://prod-12.westeurope.logic.azure.com:443/workflows/"
        "abc/triggers/manual/paths/invoke?api-version=2016-06-01&"
        f"sp=%2Ftriggers&sv=1.0&sig={_LOGIC_APP}",
        _LOGIC_APP,
    ),
    ("pasted cookie", f"Cookie: theme=dark; sessionid={_SESSION}; csrftoken={_CSRF}", _SESSION),
    (
        "pasted set-cookie",
        f"Set-Cookie: connect.sid=s%3A{_CONNECT}.4hGf; Path=/; HttpOnly",
        _CONNECT,
    ),
    ("pasted phpsessid", _PHPSESSID_TEXT, _PHP),
    ("pasted phpsessid 2", _PHPSESSID_TEXT, _JSESSION),
    ("pasted otp seed", _OTP_SEED_TEXT, _SEED[-9:]),
    ("pasted otp seed 2", _OTP_SEED_TEXT, _TOTP[-9:]),
    ("pasted card 4x4 2", _CARD_4X4_TEXT, "737"),
    ("pasted card amex 2", _CARD_AMEX_TEXT, "1234"),
    ("pasted card de 2", _CARD_DE_TEXT, "482"),
    ("pasted card fr 2", _CARD_FR_TEXT, "391"),
    ("pasted card es 2", _CARD_ES_TEXT, "913"),
    ("pasted card nbsp 2", _CARD_NBSP_TEXT, "222"),
    ("pasted card diners 2", _CARD_DINERS_TEXT, "541"),
    ("pasted docker login", f"docker login -u jo -p {_REGISTRY} registry.acme.io", _REGISTRY),
    ("pasted mysql -p", _MYSQL_P_TEXT, _MYSQL),
    ("pasted mysql -p 2", _MYSQL_P_TEXT, _DUMP),
    ("pasted mysql -p 3", _MYSQL_P_TEXT, _PSQL),
    ("pasted docker config", f'{{"auths": {{"ghcr.io": {{"auth": "{_DOCKER}"}}}}}}', _DOCKER),
    ("code of card 4x4", _CARD_4X4_TEXT, "737"),
    ("code of card amex", _CARD_AMEX_TEXT, "1234"),
    ("code of card de", _CARD_DE_TEXT, "482"),
    ("code of card fr", _CARD_FR_TEXT, "391"),
    ("code of card es", _CARD_ES_TEXT, "913"),
    ("code of card nbsp", _CARD_NBSP_TEXT, "222"),
    ("code of card diners", _CARD_DINERS_TEXT, "541"),
)
