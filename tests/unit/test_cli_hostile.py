"""The command line and what hostile files, pipes, and servers hand to it."""

import gzip
import io
import json
import os
import sqlite3
import subprocess
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cli.api import Api
from cli.errors import Unreachable, UsageProblem
from cli.identity import identity
from cli.reading import MAX_DEPTH, file_bytes, parse_json
from cli.safe_text import escaped, harmless, to_json
from cli.transfer.reading import read
from cli.views import timestamp
from emulator.gateway.paths import ROOT
from tests.support.access.hostile_server import HostileServer
from tests.support.cli import COMMAND, Cli

DEEP = 200_000
HARMFUL = "\x1b[2J\x07\x9b31m\u202egnp.exe\u2066\u2069\U000e0041\u200b\ufeff\x7f\u2028\ud800"


@pytest.fixture
def server():
    with HostileServer() as one:
        yield one


@pytest.fixture
def cli(server, monkeypatch):
    return Cli(server, "ada", monkeypatch)


def refused(path):
    with pytest.raises(UsageProblem) as error:
        read(path)
    return f"{error.value.message} {error.value.hint}"


# Files


@pytest.mark.parametrize(
    "text",
    [
        "[" * DEEP + "]" * DEEP,
        '{"a":' * DEEP + "1" + "}" * DEEP,
        '{"a":' * DEEP,
        '{"content": ' + "[" * (MAX_DEPTH + 1) + "]" * (MAX_DEPTH + 1) + "}",
        '{"content": "x"}\n' * 2 + '{"a":' * DEEP,
        '{"confidence": ' + "9" * 10_000 + "}",
    ],
    ids=["lists", "objects", "open", "valid", "lines", "number"],
)
def test_a_file_of_deep_json_is_refused_or_read_in_part(tmp_path, text):
    file = tmp_path / "deep.json"
    file.write_text(text)
    if text.startswith('{"content": "x"'):
        assert [item.reason for part in read(file) for item in part.refused] == ["INVALID_JSON"]
    else:
        assert "is not valid JSON" in refused(file)


def test_deep_json_in_a_column_stays_text(tmp_path):
    file = tmp_path / "rows.csv"
    file.write_text(f"preference_type,preference_value,metadata\nlike,Go,{'[' * 5000}\n")
    assert read(file)[0].data[0]["metadata"] == "[" * 5000


@given(st.integers(0, 3 * MAX_DEPTH), st.booleans())
def test_json_is_parsed_up_to_a_depth(depth, objects):
    text = '{"a":' * depth + "1" + "}" * depth if objects else "[" * depth + "1" + "]" * depth
    try:
        parse_json(text)
    except ValueError:
        assert depth > MAX_DEPTH
    else:
        assert depth <= MAX_DEPTH


@pytest.mark.parametrize("kind", ["/dev/zero", "/dev/urandom", "fifo", "socket", "full"])
def test_only_regular_files_are_read(tmp_path, kind):
    path = tmp_path / "input.json"
    if kind == "fifo":
        os.mkfifo(path)
    elif kind == "socket":
        import socket

        bound = socket.socket(socket.AF_UNIX)
        bound.bind(str(path))
    elif kind == "full":
        path.mkdir()
        path = path / "input.json"
        os.mkfifo(path)
    else:
        path.symlink_to(kind)
    assert "not a regular file" in refused(path)


def test_a_pipe_that_somebody_writes_to_is_refused_at_once(tmp_path):
    path = tmp_path / "input.json"
    os.mkfifo(path)
    writer = os.open(path, os.O_RDWR)
    assert "Pass - and redirect" in refused(path)
    os.close(writer)


def test_a_folder_with_loops_and_devices_is_refused_with_the_name(tmp_path):
    (tmp_path / "a.json").symlink_to(tmp_path / "b.json")
    (tmp_path / "b.json").symlink_to(tmp_path / "a.json")
    assert "a.json cannot be read" in refused(tmp_path)
    (tmp_path / "loop").symlink_to(tmp_path)
    (tmp_path / "a.json").unlink()
    (tmp_path / "b.json").unlink()
    (tmp_path / "c.json").write_text('{"content": "x"}')
    assert len(read(tmp_path)) == 1
    (tmp_path / "d.json").symlink_to("/dev/zero")
    assert "d.json is not a regular file" in refused(tmp_path)


def test_a_large_file_is_refused_without_being_kept(tmp_path):
    file = tmp_path / "large.json"
    with file.open("wb") as sparse:
        sparse.truncate(10 * 1024**3)
    assert "larger than 1,000 bytes" in _message(lambda: file_bytes(file, 1000))
    assert "Split it." in refused(file)


def _message(work):
    with pytest.raises(UsageProblem) as error:
        work()
    return error.value.message


@pytest.mark.slow
@pytest.mark.parametrize(
    "view",
    [
        "WITH RECURSIVE n(x) AS (VALUES(1) UNION ALL SELECT x+1 FROM n) SELECT x AS content FROM n",
        "WITH RECURSIVE n(x) AS (VALUES(1) UNION ALL SELECT x+1 FROM n) "
        "SELECT x AS content FROM n WHERE x < 0",
        "SELECT zeroblob(900000000) AS content",
    ],
    ids=["endless", "searching", "blob"],
)
def test_a_view_that_never_ends_is_given_up(tmp_path, view):
    file = tmp_path / "views.sqlite"
    with sqlite3.connect(file) as database:
        database.execute(f"CREATE VIEW user_memories AS {view}")
    assert "Split it." in (told := refused(file)) or "cannot be read" in told


@pytest.mark.parametrize(
    "packed", [gzip.compress(b"0" * 10**7), b"PK\x03\x04" + b"0" * 100], ids=["gz", "zip"]
)
def test_archives_are_not_unpacked(tmp_path, packed):
    file = tmp_path / "packed.json"
    file.write_bytes(packed)
    assert "is not" in refused(file)


# Standard input and output


class Endless(io.RawIOBase):
    """A stream of zeros without an end, such as /dev/zero."""

    def readable(self):
        return True

    def readinto(self, buffer):
        buffer[:] = bytes(len(buffer))
        return len(buffer)


def test_input_that_is_not_text_is_refused_or_replaced(cli):
    noted = cli.run("memory", "add", "-", piped=io.BytesIO(b"\xff\xfe\x00caf\xe9"))
    assert (noted.code, "not UTF-8" in noted.err) == (2, True)
    chat = cli.run("chat", "--anonymous", piped=io.BytesIO(b"caf\xe9 \xff\nhelp\nquit\n"))
    assert (chat.code, "end the conversation" in chat.out) == (0, True)


@pytest.mark.parametrize("command", [("memory", "add", "-"), ("chat", "--anonymous"), ("erase",)])
def test_endless_input_is_refused(cli, command):
    ended = cli.run(*command, piped=io.BufferedReader(Endless()))
    assert (ended.code, "than 1,048,576 " in ended.err) == (2, True)


def test_an_import_is_read_from_standard_input(cli, server):
    server.body = {"taken": 1, "merged": 0, "refused": []}
    ended = cli.run("import", "-", typed='[{"content": "Likes tea"}]')
    assert (ended.code, server.count) == (0, 1)
    database = io.BytesIO(b"SQLite format 3\0" + bytes(100))
    ended = cli.run("import", "-", piped=database)
    assert (ended.code, "Name its file" in ended.err) == (2, True)


def test_a_reader_that_stops_is_no_error(cli, server):
    server.body = {"entries": [entry(str(n), "x" * 100) for n in range(3000)], "usage": {}}
    reading, writing = os.pipe()
    os.close(reading)
    ended = subprocess.run(
        [*COMMAND, "memory", "--json"], cwd=ROOT, stdout=writing, stderr=subprocess.PIPE
    )
    os.close(writing)
    assert (ended.stderr, ended.returncode in (0, 1)) == (b"", True)


# Text of a server


def entry(id_, content):
    created = "2026-01-01T00:00:00Z"
    return {"id": id_, "target": "memory", "content": content, "createdAt": created, "tags": []}


def test_nothing_that_a_server_sends_acts_on_the_terminal(cli, server):
    note = entry(HARMFUL, HARMFUL) | {"tags": [HARMFUL], "target": HARMFUL}
    server.body = {"entries": [note], "usage": {}, "results": [], "warnings": [HARMFUL]}
    server.body |= {"text": HARMFUL, "sections": [], "omitted": []}
    for command in (["memory"], ["memory", "search", "x"], ["context"]):
        for options in ([], ["--json"]):
            ended = cli.run(*command, *options)
            assert ended.code == 0, ended.err
            assert harmful_in(ended.out + ended.err) == set(), command
    assert cli.run("memory", "--json").json["entries"] == [note]
    server.status = 400
    server.body = {"error": {"message": HARMFUL, "details": [{"reason": HARMFUL}]}}
    for options in ([], ["--json"]):
        ended = cli.run("memory", *options)
        assert ended.code == 1
        assert harmful_in(ended.out + ended.err) == set()


def harmful_in(text):
    kinds = ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")
    return {char for char in text if unicodedata.category(char) in kinds} - set("\n\t\u200c\u200d")


@given(st.text(st.characters(), max_size=50))
def test_no_text_stays_harmful_and_json_means_the_same(text):
    assert harmful_in(harmless(text)) == set()
    assert not set(harmless(text, one_line=True)) & set("\n\r\t\v\f\x85\u2028\u2029")
    document = {"key": [text], text: 1}
    assert harmful_in(to_json(document, indent=2)) == set()
    assert json.loads(to_json(document)) == document
    assert json.loads(escaped(json.dumps(document, ensure_ascii=False))) == document


@given(st.text(st.characters(categories=["L", "M", "N", "P", "S", "Zs"]), max_size=50))
def test_ordinary_text_is_shown_as_it_is(text):
    assert harmless(text) == text


def test_emoji_and_joined_scripts_are_shown_as_they_are():
    for text in ("👩\u200d👧 ❤\ufe0f", "می\u200cخواهم", "a\nb\tc\u00a0d"):
        assert harmless(text) == text


# Answers of a server


@pytest.mark.parametrize(
    "after", ["inf", "nan", "-5", "1e999", "²", "9" * 400, "Wed, 21 Oct 2026 07:28:00 GMT", "99999"]
)
@pytest.mark.parametrize("status", [429, 503])
def test_an_absurd_pause_is_not_waited_for(cli, server, after, status):
    server.status = status
    server.headers = {"Retry-After": after.encode().decode("latin-1")}
    server.body = {"error": {"message": "busy", "details": []}}
    assert cli.run("memory").code in (1, 3)
    assert server.count == 1


def api_of(server):
    url = server.gateway
    return Api(identity(url, "ada", None, {}), lambda _: None)


def test_an_answer_that_unpacks_to_gigabytes_is_refused(server):
    server.headers = {"Content-Encoding": "gzip"}
    server.body = gzip.compress(b" " * (64 * 2**20 + 1), compresslevel=1)
    with pytest.raises(Unreachable, match="answered with more than"):
        api_of(server).get("memory")


@pytest.mark.parametrize(
    "body",
    [b"[" * DEEP, b'{"a":' * DEEP, b'{"a": ' + b"[" * 150 + b"]" * 150 + b"}", b"\xff", b""],
    ids=["lists", "objects", "valid", "bytes", "empty"],
)
def test_an_answer_that_is_not_the_apis_is_a_clear_error(cli, server, body):
    server.body = body
    ended = cli.run("memory")
    assert (ended.code, "not a Rekindle server" in ended.err) == (3, True)


def test_a_list_that_repeats_its_page_ends(cli, server):
    server.body = {"entries": [entry("a", "b")], "nextPageToken": "again", "usage": {}}
    ended = cli.run("memory", "--all")
    assert (ended.code, "repeats a page" in ended.err) == (3, True)
    assert server.count == 2


@pytest.mark.parametrize("time", ["9999-12-31T23:59:59Z", "0001-01-01T00:00:00Z", "soon", "+"])
def test_times_at_the_ends_of_the_calendar_are_shown(time, monkeypatch):
    class Terminal:
        pretty = True

    for zone in ("Pacific/Kiritimati", "Pacific/Pago_Pago"):
        monkeypatch.setenv("TZ", zone)
        assert timestamp(time, Terminal())
