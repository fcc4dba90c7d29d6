"""What a web page can make a browser send to this machine reaches nothing of the stack.

Every request is sent over a plain socket. A page that an attacker wrote can choose the method, the
path, the body and one of three content types; the browser adds Host, Origin and Sec-Fetch-Site.
"""

import json
import subprocess
import sys
import uuid
from pathlib import Path
from urllib.parse import unquote, urlsplit

import httpx
import pytest
from google.cloud.tasks_v2.types import cloudtasks

from emulator.control import control_app
from emulator.firestore.wire import protos
from emulator.gateway.app import Gateway
from emulator.gateway.paths import ROOT
from emulator.guard import Guard, Zone
from emulator.tasks.server import SERVICE as TASKS
from emulator.tokens import user_token
from main import FUNCTIONS
from tests.support.engines import needs_embedded
from tests.support.firestore_support import Raw
from tests.support.raw_http import call_grpc, head_of, send
from tests.support.stacks import stack_process

FIRESTORE = "/google.firestore.v1.Firestore/"
guarded = needs_embedded("hidane answers pages and names from elsewhere")
FIRESTORE_GUARD = pytest.param("firestore", marks=guarded)
PRIVATE = ("/analyze_batch", "/run_maintenance", "/on_prompt_created", "/on_user_deleted")
FORMS = ("text/plain", "text/plain; x=application/json", "application/x-www-form-urlencoded")
FORMS += ("multipart/form-data; boundary=x", "TEXT/PLAIN;charset=utf-8")
FOREIGN_HOSTS = (
    "evil.example",
    "evil.example:4747",
    "localhost.evil.example",
    "127.0.0.1.evil.example",
    "127.0.0.1@evil.example",
    "127.0.0.256",
    "0.0.0.0",
    "192.168.1.5:4747",
    "[::2]",
    "localhost:99999",
    "localhost, evil.example",
    "",
)
PAGES = (
    {"Origin": "https://evil.example"},
    {"Origin": "null"},
    {"Origin": "http://localhost.evil.example:4747"},
    {"Origin": "http://127.0.0.1:4747@evil.example"},
    {"Origin": ""},
    {"Origin": "https://evil.example", "Sec_Fetch_Site": "same-origin"},
    {"Sec_Fetch_Site": "cross-site", "Sec_Fetch_Mode": "no-cors"},
    {"Sec_Fetch_Site": "same-site", "Sec_Fetch_Mode": "no-cors"},
    {"Sec_Fetch_Site": "cross-site", "Sec_Fetch_Mode": "navigate", "Sec_Fetch_Dest": "iframe"},
    {"Sec_Fetch_Site": "nonsense"},
)


@pytest.fixture(scope="module")
def listeners(stack):
    """Every listener of the stack, by name, and the paths that are tried on it over HTTP/1.1."""
    database = f"/emulator/v1/projects/{stack.project}/databases/(default)/documents"
    controls = [route.path for route in control_app(None, Guard()).routes]
    controls = [path.replace("{name}", "swagger-ui.css") for path in controls]
    functions = [f"/{name}" for name in FUNCTIONS]
    return {
        "gateway": (stack.gateway, ["/", "/v1/profile", "/mcp", *functions, *controls]),
        "control": (stack.control_url, controls),
        "firestore": (stack.firestore, ["/", database]),
        "tasks": (stack.tasks, ["/"]),
    }


@pytest.fixture(scope="module")
def witness(stack):
    """A document whose survival shows that nothing got through."""
    raw = Raw(stack.firestore, stack.project)
    raw.commit(raw.put("witness/w", n=1))
    yield
    assert raw.get("witness/w").found.fields["n"].integer_value == 1
    raw.channel.close()


def methods_of(path):
    return (
        ("GET", "POST", "OPTIONS") if path == "/" else ("GET", "POST", "DELETE", "PUT", "OPTIONS")
    )


@pytest.mark.parametrize("name", ["gateway", "control", FIRESTORE_GUARD, "tasks"])
def test_no_listener_answers_to_a_name_that_is_not_of_this_machine(listeners, witness, name):
    url, paths = listeners[name]
    for host in FOREIGN_HOSTS:
        for path in paths:
            status, _ = send(url, head_of("GET", path, host, Connection="close"))
            assert status in (400, 403), (host, path)
    for host in ("localhost", "LOCALHOST:1", "app.localhost:9", "127.1.2.3", "[::1]:4747"):
        status, _ = send(url, head_of("GET", "/nothing", host, Connection="close"))
        assert status == 404, host


@pytest.mark.parametrize("name", ["gateway", "control", FIRESTORE_GUARD, "tasks"])
@pytest.mark.parametrize("page", PAGES, ids=lambda page: "-".join(page.values())[:40])
def test_no_listener_answers_to_a_page_from_elsewhere(listeners, witness, name, page):
    url, paths = listeners[name]
    for path in paths:
        for method in methods_of(path):
            request = head_of(method, path, "localhost", Connection="close", **page)
            status, body = send(url, request)
            assert status == 403, (method, path, status, body)


@pytest.mark.parametrize("kind", FORMS)
@pytest.mark.parametrize("name", ["gateway", "control", "firestore"])
def test_a_form_of_an_old_browser_changes_nothing(listeners, stack, witness, name, kind):
    """An old browser sends neither Origin nor Sec-Fetch-Site with a form."""
    url, paths = listeners[name]
    body = b'{"name": "projects/p/databases/(default)/documents/witness/w", "fields": {}}'
    for path in paths:
        if path not in PRIVATE and not path.startswith(("/__emulator/", "/emulator/")):
            continue
        head = head_of("POST", path, "localhost", Content_Type=kind, Content_Length=str(len(body)))
        status, answer = send(url, head + body)
        assert status in (403, 404, 405, 415), (path, status, answer)


@pytest.mark.parametrize("path", PRIVATE)
def test_a_private_function_needs_a_header_that_no_page_can_send(stack, path):
    for headers in ({}, {"Content_Type": ""}, *({"Content_Type": kind} for kind in FORMS)):
        head = head_of("POST", path, "localhost", Content_Length="0", Connection="close", **headers)
        status, body = send(stack.gateway, head)
        assert status in (403, 415), (headers, body)


def test_a_page_cannot_wipe_a_user(api, stack, uid):
    api.post("/v1/memory", {"content": "kept"})
    event = {
        "context": {
            "eventId": "1",
            "timestamp": "2026-01-01T00:00:00.000Z",
            "eventType": "providers/firebase.auth/eventTypes/user.delete",
            "resource": {"service": "firebaseauth.googleapis.com", "name": "projects/p"},
        },
        "data": {"uid": uid},
    }
    body = json.dumps(event).encode()
    length = str(len(body))
    for headers in ({"Content_Type": "text/plain"}, {"Origin": "null"}, {}):
        head = head_of("POST", "/on_user_deleted", "localhost", Content_Length=length, **headers)
        assert send(stack.gateway, head + body)[0] in (403, 415)
    assert api.get("/v1/memory")["entries"]


@pytest.mark.parametrize(
    "listener",
    [
        "gateway",
        pytest.param("firestore", marks=needs_embedded("hidane answers web sockets with 404")),
        "tasks",
    ],
)
def test_an_upgrade_to_a_web_socket_is_refused(listeners, listener):
    upgrade = {
        "Connection": "Upgrade",
        "Upgrade": "websocket",
        "Sec_WebSocket_Version": "13",
        "Sec_WebSocket_Key": "dGhlIHNhbXBsZSBub25jZQ==",
        "Origin": "https://evil.example",
    }
    url, _ = listeners[listener]
    assert send(url, head_of("GET", "/__emulator/usage", "localhost", **upgrade))[0] == 403


@needs_embedded("hidane answers lines of JSON with 404, not 415")
def test_lines_of_json_on_the_port_of_firestore_are_not_imported(stack, witness):
    path = f"/emulator/v1/projects/{stack.project}/databases/(default)/documents"
    name = f"projects/{stack.project}/databases/(default)/documents/witness/w"
    line = json.dumps({"name": name, "fields": {"n": {"integerValue": "2"}}}).encode()
    for kind in ("", *FORMS):
        headers = {"Content_Length": str(len(line)), **({"Content_Type": kind} if kind else {})}
        status, _ = send(stack.firestore, head_of("POST", path, "localhost", **headers) + line)
        assert status == 415, kind
    # Without a request line it is no HTTP at all.
    assert send(stack.firestore, line + b"\n\r\n\r\n")[0] == 400
    assert send(stack.tasks, line + b"\n\r\n\r\n")[0] == 400


GRPC_ATTACKS = [
    {"pseudo_authority": "evil.example:8080"},
    {"pseudo_authority": ""},
    {"origin": "https://evil.example"},
    {"origin": "http://localhost:3000"},
    {"sec_fetch_site": "cross-site"},
    {"sec_fetch_site": "same-origin"},
    {"content_type": "text/plain"},
    {"content_type": "application/x-www-form-urlencoded"},
]


@guarded
@pytest.mark.parametrize("attack", GRPC_ATTACKS, ids=str)
def test_no_call_over_http2_comes_from_a_page(stack, witness, attack):
    """No browser speaks HTTP/2 without TLS today; the check does not rest on that."""
    database = f"projects/{stack.project}/databases/(default)"
    clear = protos.CommitRequest(
        database=database, writes=[{"delete": f"{database}/documents/witness/w"}]
    )
    listing = cloudtasks.ListQueuesRequest.pb()(parent="projects/p/locations/l")
    for url, method, message in (
        (stack.firestore, FIRESTORE + "Commit", clear),
        (stack.tasks, f"/{TASKS}/ListQueues", listing),
    ):
        shown = {"authorization": "Bearer owner"} | attack
        answer = call_grpc(url, method, message.SerializeToString(), **shown)
        refused = answer.get("grpc-status") in ("3", "7") or answer[":status"] == "415"
        assert refused, (method, answer)
        usual = call_grpc(stack.tasks, f"/{TASKS}/ListQueues", listing.SerializeToString())
        assert usual["grpc-status"] == "0"


@needs_embedded("hidane lets anyone in where no rules are loaded")
@pytest.mark.parametrize(
    ("credential", "status"),
    [
        ("", "7"),
        ("Bearer owner", "0"),
        ("Bearer {token}", "7"),
        ("Bearer owners", "7"),
        ("Basic owner", "7"),
        ("owner", "7"),
    ],
)
def test_firestore_acts_for_the_owner_alone(stack, uid, credential, status):
    shown = credential.format(token=user_token(uid, stack.project))
    request = protos.BatchGetDocumentsRequest(
        database=f"projects/{stack.project}/databases/(default)"
    )
    method = FIRESTORE + "BatchGetDocuments"
    answer = call_grpc(stack.firestore, method, request.SerializeToString(), authorization=shown)
    assert answer["grpc-status"] == status
    assert status == "0" or "make firestore-second" in unquote(answer["grpc-message"])
    path = f"/emulator/v1/projects/{stack.project}-other/databases/(default)/documents"
    headers = {"Authorization": shown} if shown else {}
    told, _ = send(stack.firestore, head_of("GET", path, "localhost", **headers))
    # Tools that clear the database over HTTP send no credential; the guard stands before them.
    assert told == (200 if status == "0" or not shown else 403)


def test_programs_call_the_controls_with_json_or_without_a_body(stack):
    """What docs/embedded-stack.md shows works with curl and any HTTP library."""
    for method, what, body in (
        ("GET", "usage", None),
        ("DELETE", "usage", None),
        ("POST", "clock", {"advanceSeconds": 0}),
        ("POST", "idle", None),
        ("POST", "idle", {"timeoutSeconds": 60}),
    ):
        for url in (stack.gateway, stack.control_url):
            answer = httpx.request(method, f"{url}/__emulator/{what}", json=body, timeout=60)
            assert answer.status_code in (200, 501), (method, what, answer.text)
    curl = ["curl", "-s", "-X", "POST", f"{stack.gateway}/__emulator/idle"]
    assert json.loads(subprocess.run(curl, capture_output=True, check=True).stdout)["idle"]


def test_links_lead_to_the_dashboard_and_nowhere_else(stack):
    link = {"Sec_Fetch_Site": "cross-site", "Sec_Fetch_Mode": "navigate"}
    link |= {"Sec_Fetch_Dest": "document", "Connection": "close"}
    for path, status in (
        ("/", 200),
        ("/__emulator/docs", 200),
        ("/v1/profile", 403),
        ("/__emulator/usage", 403),
        ("/run_maintenance", 403),
    ):
        assert send(stack.gateway, head_of("GET", path, "localhost", **link))[0] == status
    posted = head_of("POST", "/", "localhost", Content_Length="0", **link)
    assert send(stack.gateway, posted)[0] == 403


def test_a_page_of_the_stack_and_a_local_one_use_the_api(api, stack, uid):
    own = f"http://{urlsplit(stack.gateway).netloc}"
    for origin in (own, "http://localhost:5173", "http://[::1]:3000"):
        headers = {"Origin": origin, "Sec-Fetch-Site": "same-site"}
        assert api.client.get("/v1/profile", headers=headers).status_code == 200
        answer = stack.call("POST", "/__emulator/idle", headers={"Origin": origin})
        assert answer.status_code == (200 if origin == own else 403)


def test_every_path_of_the_gateway_has_a_zone():
    """Nothing answers at a path without a zone; what needs no token is in a strict one."""
    gateway = Gateway("http://127.0.0.1:1", Guard())
    for name in FUNCTIONS:
        zone, _ = gateway.route(f"/{name}")
        expected = Zone.PRIVATE if f"/{name}" in PRIVATE else {Zone.API, Zone.FILES}
        assert zone in expected if isinstance(expected, set) else zone is expected, name
    assert {path.strip("/") for path in PRIVATE} <= set(FUNCTIONS)
    for route in control_app(None, Guard()).routes:
        zone, _ = gateway.route(route.path)
        is_docs = route.path.startswith("/__emulator/docs")
        assert zone is (Zone.FILES if is_docs else Zone.CONTROLS), route.path
        assert not is_docs or route.methods <= {"GET", "HEAD"}


@needs_embedded("another one is no process of the stack")
def test_every_listener_of_the_stack_is_tried(stack, listeners):
    """Asks the system which ports the stack's processes listen on."""
    if not sys.platform.startswith("linux"):
        pytest.skip("reads /proc, which only Linux has")
    ports = {int(url.rsplit(":", 1)[1]) for url, _ in listeners.values()}
    assert listening(stack.process.pid) == {("127.0.0.1", port) for port in ports}


def listening(pid):
    """The addresses that a process and its children listen on."""
    children = [pid]
    for one in children:
        for task in Path(f"/proc/{one}/task").iterdir():
            children += [int(child) for child in (task / "children").read_text().split()]
    sockets = set()
    for one in children:
        for handle in Path(f"/proc/{one}/fd").iterdir():
            try:
                target = str(handle.readlink())
            except FileNotFoundError:
                continue
            if target.startswith("socket:["):
                sockets.add(target[8:-1])
    found = set()
    for table in ("tcp", "tcp6"):
        for line in Path(f"/proc/{pid}/net/{table}").read_text().splitlines()[1:]:
            fields = line.split()
            if fields[3] == "0A" and fields[9] in sockets:
                host, port = fields[1].split(":")
                parts = [str(int(host[at : at + 2], 16)) for at in (6, 4, 2, 0)]
                found.add((".".join(parts), int(port, 16)))
    return found


@guarded
def test_another_name_can_be_allowed_for_a_phones_emulator():
    project = f"demo-{uuid.uuid4().hex[:12]}"
    env = {"GOOGLE_CLOUD_PROJECT": project}
    with stack_process(env=env, options=["--allow-host", "10.0.2.2"]) as stack:
        for host, status in (("10.0.2.2:4747", 404), ("10.0.2.3", 403), ("localhost", 404)):
            for url in (stack.gateway, stack.control_url, stack.firestore, stack.tasks):
                head = head_of("GET", "/nothing", host, Connection="close")
                assert send(url, head)[0] == status, (host, url)
        page = head_of("GET", "/v1/profile", "10.0.2.2:1", Origin="http://10.0.2.2:5173")
        assert send(stack.gateway, page)[0] == 401


@pytest.mark.parametrize("name", ["http://x", "a/b", "10.0.2.2:4747", "", "a b", "a,b"])
def test_what_is_no_name_cannot_be_allowed(name):
    command = [sys.executable, "-m", "emulator", "--in-memory", "--allow-host", name]
    ended = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert (ended.returncode, "Traceback" in ended.stderr) == (2, False)


@pytest.mark.parametrize("host", ["0.0.0.0", "192.168.1.5", "example.com", "::"])
def test_firestore_by_itself_listens_on_this_machine_alone(host):
    command = [sys.executable, "-m", "emulator.firestore", "--port", "0", "--host", host]
    ended = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert (ended.returncode, "this machine alone" in ended.stderr) == (2, True)
