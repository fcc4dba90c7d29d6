"""Harmless text that resembles secrets. Masking any of it would lose what the user said."""

_PROSE = r"""
The password is stored hashed, is that fine?
| password | string | required |
| password | varchar(255) | NOT NULL |
| max_tokens | 4096 | limit of an answer |
| token | 200000 | of the context window |
| secret | v2.3.1 | optional |
password | user_id
| password | username1 |
password | min_length=8
| secret | access_token_2024_expiry_date |
パスワードはBase64で保存
mot de passe: oublié
heslo: zapomenuté
parolă: uitată
| 4000 | 4300 | 4700 | 5500 |
4000 / 4300 / 4700 / 5500
Password → Settings → Security
**Password:** at least 12 characters
- **Password**: required (since v2.0)
Le mot de passe est trop court
Mot de passe oublié : cliquez ici
Das Passwort ist zu kurz, mindestens 12 Zeichen
La contraseña es obligatoria desde 2024
A senha é fraca
密码是什么？
密码是必须的
2020/2021/2022/2023
Seats 4012 | 4013 | 4014 | 4015
the cvv field
cvv_length = 16
I forgot my password again
My password manager is Bitwarden and I like it
How do I reset a password in Django?
Password requirements: at least 12 characters, one digit
Please write a password strength checker in Python
The secret is out!
The secret is to use good flour
The secret is patience, not talent.
Her secret: butter
The API key is invalid, says the error
The API key is expired after 30 days
The access token is refreshed every hour
The token is valid for 3600s
the password is 8 characters long at least
The password is case-sensitive
The password is required!
The private key is in the vault
Is the password encrypted with AES-256?
pass: the-salt-please
Pass: the butter
pass = 60%
PASS: tests/unit/test_login.py::test_password_2
Tests pass: 24/25
bypass: enabled-for-admins
compass: N45.523W122.676
My passport is valid until 2031-05-01
Passwords: never-reuse-them
Topic: passwords and how to choose them
Forgot password: instructions below
auth token: see the section on authentication
Keep your API key: it's needed later
The key is under the doormat
The key: practice every day
key = value pairs in TOML
Secret Santa: 24 December at 6pm
secret: none
password: null
password: true
Password: ********
Password: [hidden]
password: <your password>
password: your-password-here
api_key: YOUR_API_KEY
api_key="your-api-key-goes-here-123"
API_KEY=xxxxxxxxxxxxxxxxxxxxxxxx
token: <access-token-1>
password=changeme-please-example
password: ...
password: REDACTED
[password removed]
my password is [password removed]
DB_PASSWORD=${DB_PASSWORD}
DB_PASSWORD=${DB_PASSWORD:-changeme}
password: ${{ secrets.DB_PASSWORD_2 }}
password: {{ vault_db_password_1 }}
password=$DB_PASSWORD2
password=%DB_PASSWORD1%
PASSWORD=$(cat /run/secrets/db_password_1)
password: !vault
password: !secret db_password_1
password: ‹your password 1›
password: #{db.password.1}
password: $newPassword1
password: @Microsoft.KeyVault(SecretUri=https://v.example/1)
api_key: sk-a1...9f3c
password: yourPassword123
password: change-me-please
Password: https://vault.example.org/item/42
curl -u $USER:$PASSWORD https://example.org
curl -u ${USER}:${TOKEN1} https://example.org
curl --user <user>:<password> https://example.org
docker run -u 1000:1000 alpine
postgres://user:password@localhost/db
postgres://ada:${DB_PASSWORD}@localhost/db
postgres://{user}:{password1}@{host}/db
postgresql://ada@localhost:5432/shop
http://localhost:3000/@vite/client
https://example.com:8443/a@b
https://medium.com/@ada/why-1984-matters
git@github.com:ada/engine.git
ssh://git@github.com:22/ada/engine.git
redis://localhost:6379/0
mailto:ada@example.org
Meet at 10:30@cafe
"""

_COMMANDS = r"""
docker login -u ada registry.example.org
docker login -u ada -p $REGISTRY_PASSWORD1 registry.example.org
ssh -l login -p 2222 host.example.org
mysql -u root -p shop
mysql -h db -P3306 -p
redis-cli -p 6379 -n 2
sqlplus ada@db
Cookie: theme=dark; lang=en
Set-Cookie: seen=yes; Path=/; Expires=Wed, 21 Oct 2026 07:28:00 GMT; Max-Age=31536000000
The site sets a cookie: consent-banner-2024-accepted
OTP is required for every login
2FA: they have been very slow
CVC is on the back of the card
CVC 2021 annual report
The gift card is valid until 09/27, code of conduct 101
127.0.0.1:5432:5432
main.c:1234:12:warning:unused_variable_2
certificate-authority-data: LS0tLS1CRUdJTiBDRVJUSUZJQ0FURS0tLS0tCk1JSUM1ekND
auth: enabled
"auth": "oauth2-authorization-code"
variable "token_count" { default = "1024-4096" }
the default login page asks for a password again
https://example.org/thumb?sig=none&size=200
host=db user=app dbname=app port=5432
Password=Option[String]
"""

_CODE = r"""
password = get_password()
password = getpass.getpass("Password: ")
password = os.environ["PASSWORD"]
password = os.environ.get("DB_PASSWORD_2")
password = os.getenv("PASSWORD1")
password: process.env.DB_PASSWORD_1,
const password = process.env.PASSWORD2;
password = config["database"]["password1"]
password = settings.DATABASE_PASSWORD_1
self.password = password1
this.password = newPassword2;
user.password = hash_password(password, salt1)
user.set_password(new_password1)
if password:
if password == confirm_password2:
if (password !== confirmPassword1) {
while secret != guess:
def login(user: str, password: str = "") -> bool:
def f(password: Optional[str] = None, token: str | None = None)
password: str = Field(min_length=8)
password: SecretStr
password = forms.CharField(widget=forms.PasswordInput)
password: z.string().min(8).max(64),
password VARCHAR(255) NOT NULL
password_hash = bcrypt.hashpw(pw, bcrypt.gensalt(12))
password_hash: $2b$12$shortened
PASSWORD_HASHERS = ["django.contrib.auth.hashers.Argon2PasswordHasher"]
secret = secrets.token_hex(16)
secret = Secret.from_name("db-1")
api_key = load_api_key(path2)
api_key=settings.openai_api_key1
api_key: string;
"password": "string"
"password": ""
"password": null
{"type": "password", "name": "pass"}
<input type="password" name="password1" id="pw">
<label for="password">Password:</label>
assert password.isalnum()
auth_token = request.headers["Authorization"]
auth_token: req.headers.authorization,
access_token = response.json()["access_token"]
return {"token": create_token(user1)}
token = jwt.encode(payload, key1)
accessToken: session?.accessToken2
Authorization: Bearer <token>
Authorization: Bearer ${ACCESS_TOKEN_1}
headers = {"Authorization": f"Bearer {token1}"}
Authorization: Basic <base64 of user and password>
Basic understanding of calculus
basic authentication-and-authorization
bearer securities-and-exchange-commission-rules
private_key = rsa.generate_private_key(65537, 2048)
private_key_path = "~/.ssh/id_ed25519"
-----BEGIN CERTIFICATE-----
-----BEGIN PUBLIC KEY-----
ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIGJ1 ada@host
sk-learn is a library
sk-toggleable__control sk-toggleable__label
sk-estimator-doc-link-hover-fitted-text
skeleton_sk_live_view
npm_config_registry_default_value
npm_lifecycle_event and npm_package_name
hf_hub_download and hf_transfer
pypi-simple is a package
rekindle_memory_service and rekindle_context
AKIAlike but lower-case akia0123
key-value-store-with-many-words-in-it
re_compile_and_re_search_functions
pat-a-cake
glpat-short
secret_santa_draw_for_the_whole_family_of_ten
ghp_is_a_prefix
token_urlsafe_of_thirty_two_bytes
SG.short
shpat_ is a prefix of Shopify
SKU SK1234567890
xoxo-hugs-and-kisses-from-me
eyJ is how a JWT starts
dapi-client-library
linear lin_alg_solve
"""

_NUMBERS = r"""
my IMEI is 490154203237518
IMEI: 35-209900-176148-1
IMEI 356938035643809
order 1234567890123456
version 1.22.333.4444.55555
commit 3f2504e04f8911d39a0c0305e82c3301
sha256 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08
id 550e8400-e29b-41d4-a716-446655440000
I was born in 1984 and my phone is 555 0100
call +49 30 1234567 or +1 (555) 010-9999
timestamp 1700000000000
timestamp 1700000000123456
ISBN 978-3-16-148410-0
EAN 4006381333931
IBAN DE89 3704 0044 0532 0130 00
pi is 3.14159265358979323846
1111 2222 3333 4444
4444444444444444
0000 0000 0000 0000
2019 2020 2021 2022 2023
192.168.100.200 and 10.0.0.1
52.5200, 13.4050
tracking 1Z999AA10123456784
T123456789 and B123456789
d41d8cd98f00b204e9800998ecf8427e
data:image/png;base64,iVBORw0KGgoAAAANSUhEUg
"""

LOOKALIKES = tuple(
    line
    for part in (_PROSE, _COMMANDS, _CODE, _NUMBERS)
    for line in part.strip().splitlines()
    if line
)
