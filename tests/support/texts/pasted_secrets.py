"""Secrets as people paste them: files, commands, headers, and cards with their codes."""

PASTED: tuple[tuple[str, str, str], ...] = (
    (
        "pasted compose",
        "services:\n  db:\n    environment:\n      - POSTGRES_PASSWORD=M"
        "arble.Arch12\n      - MYSQL_ROOT_PASSWORD=R00ty!tooty\n",
        "Marble.Arch12",
    ),
    (
        "pasted compose 2",
        "services:\n  db:\n    environment:\n      - POSTGRES_PASSWORD=M"
        "arble.Arch12\n      - MYSQL_ROOT_PASSWORD=R00ty!tooty\n",
        "R00ty!tooty",
    ),
    (
        "pasted terraform",
        'resource "aws_db_instance" "x" {\n  master_username = "root"\n'
        '  master_password = "Tundra-Fox-91"\n}\nvariable "db_password"'
        ' {\n  default = "Pl0ver!nest"\n}',
        "Tundra-Fox-91",
    ),
    (
        "pasted terraform 2",
        'resource "aws_db_instance" "x" {\n  master_username = "root"\n'
        '  master_password = "Tundra-Fox-91"\n}\nvariable "db_password"'
        ' {\n  default = "Pl0ver!nest"\n}',
        "Pl0ver!nest",
    ),
    (
        "pasted mssql",
        "Server=tcp:acme.database.windows.net,1433;Database=app;User "
        "ID=sa;Password=Zebra{Stripe}9;Encrypt=True;",
        "Zebra{Stripe}9",
    ),
    ("pasted jdbc oracle", "jdbc:oracle:thin:scott/T1gerLily@//ora.acme.io:1521/ORCL", "T1gerLily"),
    (
        "pasted npmrc",
        "//registry.npmjs.org/:_authToken=9b2f1c3e-77aa-4d10-9c3b-5d2"
        "f7a8e1b60\n//npm.acme.io/:_password=QmFuYW5hU3BsaXQ5\n//npm.ac"
        "me.io/:_auth=am9lOkJhbmFuYVNwbGl0OQ==",
        "9b2f1c3e-77aa-4d10-9c3b-5d2f7a8e1b60",
    ),
    (
        "pasted npmrc 2",
        "//registry.npmjs.org/:_authToken=9b2f1c3e-77aa-4d10-9c3b-5d2"
        "f7a8e1b60\n//npm.acme.io/:_password=QmFuYW5hU3BsaXQ5\n//npm.ac"
        "me.io/:_auth=am9lOkJhbmFuYVNwbGl0OQ==",
        "QmFuYW5hU3BsaXQ5",
    ),
    (
        "pasted npmrc 3",
        "//registry.npmjs.org/:_authToken=9b2f1c3e-77aa-4d10-9c3b-5d2"
        "f7a8e1b60\n//npm.acme.io/:_password=QmFuYW5hU3BsaXQ5\n//npm.ac"
        "me.io/:_auth=am9lOkJhbmFuYVNwbGl0OQ==",
        "am9lOkJhbmFuYVNwbGl0OQ==",
    ),
    (
        "pasted netrc",
        "machine api.heroku.com\n  login jo@acme.io\n  password c4d7e1f"
        "0-aaaa-bbbb\nmachine ftp.acme.io login jo password Salt.Marsh"
        "3",
        "c4d7e1f0-aaaa-bbbb",
    ),
    (
        "pasted netrc 2",
        "machine api.heroku.com\n  login jo@acme.io\n  password c4d7e1f"
        "0-aaaa-bbbb\nmachine ftp.acme.io login jo password Salt.Marsh"
        "3",
        "Salt.Marsh3",
    ),
    (
        "pasted pgpass",
        "db.acme.io:5432:app:jo:Heron!Lake4\n*:*:*:postgres:Sw4mpThing",
        "Heron!Lake4",
    ),
    (
        "pasted pgpass 2",
        "db.acme.io:5432:app:jo:Heron!Lake4\n*:*:*:postgres:Sw4mpThing",
        "Sw4mpThing",
    ),
    (
        "pasted kubeconfig",
        "users:\n- name: admin\n  user:\n    client-key-data: LS0tLS1CRU"
        "dJTiBSU0EgUFJJVkFURSBLRVktLS0tLQpNSUlFcEFJQkFB\n    token: ku"
        "beconfig-u-8xk2p:qz7m4n8w9c2v5b6t1r3y\n",
        "LS0tLS1CRUdJTiBSU0EgUFJJVkFURSBLRVktLS0tLQpNSUlFcEFJQkFB",
    ),
    (
        "pasted kubeconfig 2",
        "users:\n- name: admin\n  user:\n    client-key-data: LS0tLS1CRU"
        "dJTiBSU0EgUFJJVkFURSBLRVktLS0tLQpNSUlFcEFJQkFB\n    token: ku"
        "beconfig-u-8xk2p:qz7m4n8w9c2v5b6t1r3y\n",
        "qz7m4n8w9c2v5b6t1r3y",
    ),
    (
        "pasted teams webhook",
        "https://acme.webhook.office.com/webhookb2/11112222-3333-4444"
        "-5555-666677778888@99990000-aaaa-bbbb-cccc-ddddeeeeffff/Inco"
        "mingWebhook/0a1b2c3d4e5f60718293a4b5c6d7e8f9/12345678-1234-1"
        "234-1234-123456789012",
        "0a1b2c3d4e5f60718293a4b5c6d7e8f9",
    ),
    (
        "pasted teams workflow",
        "https://prod-12.westeurope.logic.azure.com:443/workflows/abc"
        "/triggers/manual/paths/invoke?api-version=2016-06-01&sp=%2Ft"
        "riggers&sv=1.0&sig=Qx7_pL0kVb3nM2zR9tYwE4uHsJ6aGdF1cXo8iKlPq"
        "Ws",
        "Qx7_pL0kVb3nM2zR9tYwE4uHsJ6aGdF1cXo8iKlPqWs",
    ),
    (
        "pasted cookie",
        "Cookie: theme=dark; sessionid=8h2kq9z7v1m4x0c5b3n6; csrftoken=abc123def456ghi789",
        "8h2kq9z7v1m4x0c5b3n6",
    ),
    (
        "pasted set-cookie",
        "Set-Cookie: connect.sid=s%3Aq7Wd0PzK1mVx8RtYb2Nc.4hGf; Path=/; HttpOnly",
        "q7Wd0PzK1mVx8RtYb2Nc",
    ),
    (
        "pasted phpsessid",
        "got PHPSESSID=r2t5ir32p2bupf6ik2ev3b1r97 from the browser; J"
        "SESSIONID=0A1B2C3D4E5F60718293A4B5C6D7E8F9",
        "r2t5ir32p2bupf6ik2ev3b1r97",
    ),
    (
        "pasted phpsessid 2",
        "got PHPSESSID=r2t5ir32p2bupf6ik2ev3b1r97 from the browser; J"
        "SESSIONID=0A1B2C3D4E5F60718293A4B5C6D7E8F9",
        "0A1B2C3D4E5F60718293A4B5C6D7E8F9",
    ),
    (
        "pasted otp seed",
        "my 2FA seed is JBSW Y3DP EHPK 3PXP, TOTP secret: KRUG S4ZA NFZS A5DF",
        "EHPK 3PXP",
    ),
    (
        "pasted otp seed 2",
        "my 2FA seed is JBSW Y3DP EHPK 3PXP, TOTP secret: KRUG S4ZA NFZS A5DF",
        "NFZS A5DF",
    ),
    ("pasted card 4x4 2", "4111 1111 1111 1111 exp 09/27 CVC 737", "737"),
    ("pasted card amex 2", "Amex 3782-822463-10005, gültig bis 11/28, Prüfziffer 1234", "1234"),
    (
        "pasted card de 2",
        "Karte 5500.0000.0000.0004 gültig bis 04/2029 Kartenprüfnummer: 482",
        "482",
    ),
    (
        "pasted card fr 2",
        "carte 5500 0000 0000 0004 valable jusqu'au 12/26, cryptogramme 391",
        "391",
    ),
    ("pasted card es 2", "tarjeta 6011000990139424 caduca 05-28 código de seguridad 913", "913"),
    ("pasted card nbsp 2", "4111\xa01111\xa01111\xa01111 CVV: 222", "222"),
    ("pasted card diners 2", "3056 930902 5904 CVV2=541", "541"),
    ("pasted docker login", "docker login -u jo -p Quill&Ink33 registry.acme.io", "Quill&Ink33"),
    (
        "pasted mysql -p",
        "mysql -h db -u root -pFlint_Rock8 shop; mysqldump --password"
        "=Birch!Bark5 shop; PGPASSWORD=Elm.Street6 psql",
        "Flint_Rock8",
    ),
    (
        "pasted mysql -p 2",
        "mysql -h db -u root -pFlint_Rock8 shop; mysqldump --password"
        "=Birch!Bark5 shop; PGPASSWORD=Elm.Street6 psql",
        "Birch!Bark5",
    ),
    (
        "pasted mysql -p 3",
        "mysql -h db -u root -pFlint_Rock8 shop; mysqldump --password"
        "=Birch!Bark5 shop; PGPASSWORD=Elm.Street6 psql",
        "Elm.Street6",
    ),
    (
        "pasted docker config",
        '{"auths": {"ghcr.io": {"auth": "am86Z2hwX2Zvb2JhcmJheg=="}}}',
        "am86Z2hwX2Zvb2JhcmJheg==",
    ),
    ("code of card 4x4", "4111 1111 1111 1111 exp 09/27 CVC 737", "737"),
    ("code of card amex", "Amex 3782-822463-10005, gültig bis 11/28, Prüfziffer 1234", "1234"),
    (
        "code of card de",
        "Karte 5500.0000.0000.0004 gültig bis 04/2029 Kartenprüfnummer: 482",
        "482",
    ),
    (
        "code of card fr",
        "carte 5500 0000 0000 0004 valable jusqu'au 12/26, cryptogramme 391",
        "391",
    ),
    ("code of card es", "tarjeta 6011000990139424 caduca 05-28 código de seguridad 913", "913"),
    ("code of card nbsp", "4111\xa01111\xa01111\xa01111 CVV: 222", "222"),
    ("code of card diners", "3056 930902 5904 CVV2=541", "541"),
)
