"""Export files as they are downloaded: archives, folders, single files, and broken ones."""

import json
import zipfile
from pathlib import Path

import pytest

from cli.errors import UsageProblem
from cli.transfer import conversations
from cli.transfer.conversations import export_in
from cli.transfer.reading import read
from shared.transfer.formats import Format

FIXTURES = Path(__file__).parent / "fixtures"


def load(product):
    files = sorted((FIXTURES / product).iterdir())
    return [json.loads(file.read_text(encoding="utf-8")) for file in files]


def archive(path, **members):
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as file:
        for name, content in members.items():
            file.writestr(name.replace("__", "/") + ".json", content)
    return path


def pieces(export):
    return list(conversations._pieces(export))


@pytest.mark.parametrize("product", ["chatgpt", "claude"])
def test_an_archive_is_read_like_the_file_in_it(tmp_path, product):
    text = json.dumps(load(product))
    (tmp_path / "conversations.json").write_text(text)
    packed = archive(tmp_path / "x.zip", conversations=text, user="{}", projects="[]")
    single, zipped = export_in(tmp_path / "conversations.json"), export_in(packed)
    assert single.format == zipped.format == Format(product)
    assert pieces(single) == pieces(zipped)
    ((messages, left_out),) = pieces(zipped)
    assert {message.role for message in messages} == {"user"}
    assert left_out["NOT_THE_USER"] > 0


def test_an_export_may_be_split_into_several_files(tmp_path):
    one, two = load("chatgpt")[:2], load("chatgpt")[2:]
    split = {"conversations-000": json.dumps(one), "conversations-001": json.dumps(two)}
    (found,) = pieces(export_in(archive(tmp_path / "x.zip", **split)))
    folder = tmp_path / "unpacked"
    with zipfile.ZipFile(tmp_path / "x.zip") as file:
        file.extractall(folder)
    assert pieces(export_in(folder)) == [found]


def test_a_single_conversation_and_a_wrapped_list_are_read(tmp_path):
    (tmp_path / "one.json").write_text(json.dumps(load("claude")[-1]))
    (tmp_path / "all.json").write_text(json.dumps({"conversations": load("claude")}))
    assert export_in(tmp_path / "one.json").format is Format.CLAUDE
    assert len(pieces(export_in(tmp_path / "all.json"))[0][0]) > 3


def test_other_files_are_left_to_others(tmp_path):
    (tmp_path / "x.json").write_text('{"format": "rekindle", "prompts": []}')
    (tmp_path / "x.csv").write_text("a,b\n1,2\n")
    (tmp_path / "empty").write_bytes(b"")
    for name in ("x.json", "x.csv", "empty"):
        assert export_in(tmp_path / name) is None


def test_an_archive_without_conversations_is_told(tmp_path):
    with pytest.raises(UsageProblem, match="no conversations"):
        export_in(archive(tmp_path / "x.zip", conversations="[]", user="{}"))


@pytest.mark.parametrize("cut", [0.3, 0.9])
def test_a_broken_archive_is_told(tmp_path, cut):
    packed = archive(tmp_path / "x.zip", conversations=json.dumps(load("claude")))
    data = packed.read_bytes()
    packed.write_bytes(data[: int(len(data) * cut)])
    with pytest.raises(UsageProblem, match="broken"):
        export_in(packed)


def test_a_file_that_is_cut_off_gives_what_comes_before(tmp_path):
    text = json.dumps(load("claude"))
    (tmp_path / "x.json").write_text(text[: int(len(text) * 0.9)])
    values = conversations._conversations(export_in(tmp_path / "x.json"))
    assert [next(values) for _ in range(6)] == load("claude")[:6]
    with pytest.raises(UsageProblem, match="cut off or broken after 6 conversations"):
        next(values)


@pytest.mark.slow
def test_a_bomb_is_not_unpacked(tmp_path):
    head = b'[{"mapping": {"a": {"message": {"content": {"parts": ["'
    with (
        zipfile.ZipFile(tmp_path / "x.zip", "w", zipfile.ZIP_DEFLATED) as file,
        file.open("conversations.json", "w", force_zip64=True) as member,
    ):
        member.write(head)
        for _ in range(40):
            member.write(b"a" * 1024 * 1024)
        member.write(b'"]}}}}}]')
    assert (tmp_path / "x.zip").stat().st_size < 100_000
    with pytest.raises(UsageProblem, match="more than"):
        pieces(export_in(tmp_path / "x.zip"))


@pytest.mark.slow
def test_what_is_nested_deeply_is_read_to_its_end(tmp_path):
    deep = "[" * 20_000 + "]" * 20_000
    text = json.dumps(load("chatgpt")[:1])[:-1] + ', {"mapping": {"a": {"message": DEEP}}}]'
    (tmp_path / "x.json").write_text(text.replace("DEEP", deep))
    ((_, left_out),) = pieces(export_in(tmp_path / "x.json"))
    assert left_out["MALFORMED"] == 1


def test_a_huge_message_is_counted_and_not_sent(tmp_path):
    value = load("claude")[-1]
    value["chat_messages"][0]["content"] = [{"type": "text", "text": "x" * 60_000}]
    (tmp_path / "x.json").write_text(json.dumps([value]))
    ((messages, left_out),) = pieces(export_in(tmp_path / "x.json"))
    assert left_out["TOO_LONG"] == 1
    assert all(len(message.text) < 60_000 for message in messages)


def test_pieces_fit_into_a_request(tmp_path):
    messages = [
        {"sender": "human", "created_at": f"2024-01-01T00:00:{n % 60:02}Z", "text": f"{n} " * 9000}
        for n in range(250)
    ]
    (tmp_path / "x.json").write_text(json.dumps([{"uuid": "c", "chat_messages": messages}]))
    sizes = [
        (len(part), sum(len(message.text) for message in part))
        for part, _ in pieces(export_in(tmp_path / "x.json"))
    ]
    assert sum(count for count, _ in sizes) == 250
    assert all(count <= 100 and size <= 700_000 for count, size in sizes)


def test_lists_of_memories_are_known_by_their_files(tmp_path):
    (tmp_path / "m.txt").write_text("- Lives in Oslo\n")
    memory = [{"conversations_memory": "**Work**\n\nA nurse.", "project_memories": {"p": "Sails."}}]
    (tmp_path / "memories.json").write_text(json.dumps(memory))
    rows = {"results": [{"id": "1", "memory": "Likes tea", "hash": "h"}]}
    (tmp_path / "mem0.json").write_text(json.dumps(rows))
    found = {file.name: read(file)[0] for file in tmp_path.iterdir()}
    assert {name: part.format for name, part in found.items()} == {
        "m.txt": "saved-memories",
        "memories.json": "saved-memories",
        "mem0.json": "mem0",
    }
    assert found["memories.json"].data == "**Work**\n\nA nurse.\n\nSails."
    assert found["mem0.json"].data == rows["results"]
