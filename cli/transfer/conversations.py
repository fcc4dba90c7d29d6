"""Reads the data exports of ChatGPT and Claude piece by piece, and sends them in pieces.

An export may be larger than memory, so only one conversation is held at a time. The id of the
import is a hash of the file: a run that was cut off goes on where the server says that it stopped.
"""

import hashlib
import zipfile
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath
from typing import IO, Any

import ijson
from ijson.common import JSONError

from cli.api import Api
from cli.errors import ApiError, CliError, UsageProblem
from cli.output import Steps
from cli.transfer.sending import interrupted
from cli.transfer.source import Refused
from shared.base.fields import MAX_PROMPT
from shared.transfer.conversations import chatgpt, claude
from shared.transfer.conversations.reading import Reading, Said
from shared.transfer.formats import Format

PIECE = 100
"""Messages of one request."""
PIECE_BYTES = 700_000
MOST_OF_ONE = 32 * 1024 * 1024
"""The most bytes of one conversation, which is held in memory."""
MOST = 64 * 1024 * 1024 * 1024
"""The most bytes of a file, unpacked."""
_CHUNK = 1024 * 1024
_LOOKED_AT = 100_000
"""Parts of JSON after which a file is not looked at any further for what it is."""
_ZIP = b"PK\x03\x04"
_READERS: dict[Format, Callable[[Any], Reading]] = {
    Format.CHATGPT: chatgpt.read_conversation,
    Format.CLAUDE: claude.read_conversation,
}
_KEYS = {"mapping": Format.CHATGPT, "chat_messages": Format.CLAUDE}


@dataclass(frozen=True)
class Member:
    """A file with conversations; within an archive it has a name there."""

    path: Path
    name: str = ""

    @contextmanager
    def opened(self) -> Iterator["_Guarded"]:
        """Opens it for reading, within limits."""
        with ExitStack() as stack:
            file: IO[bytes] = stack.enter_context(self.path.open("rb"))
            if self.name:
                archive = stack.enter_context(zipfile.ZipFile(file))
                file = stack.enter_context(archive.open(self.name))
            yield _Guarded(file, str(self))

    def __str__(self) -> str:
        return f"{self.path.name}: {self.name}" if self.name else self.path.name


@dataclass(frozen=True)
class Export:
    """A data export: its product, its files with conversations, and where they are in JSON."""

    path: Path
    format: Format
    members: list[tuple[Member, str]]


@dataclass
class Imported:
    """What became of an export, in messages; `waiting` is how many are still to be learned from."""

    export: Export
    taken: int = 0
    merged: int = 0
    refused: list[Refused] = field(default_factory=list)
    left_out: Counter[str] = field(default_factory=Counter)
    waiting: int = 0


class _Guarded:
    """A file that says when it holds more than anybody's conversations do."""

    def __init__(self, file: IO[bytes], name: str) -> None:
        self._file = file
        self._name = name
        self._total = 0
        self._since = 0

    def read(self, size: int = -1) -> bytes:
        data = self._file.read(min(size, _CHUNK) if size >= 0 else _CHUNK)
        self._total += len(data)
        self._since += len(data)
        if self._since > MOST_OF_ONE or self._total > MOST:
            raise UsageProblem(
                f"{self._name} has a conversation of more than {MOST_OF_ONE:,} bytes, or more than "
                f"{MOST:,} bytes in all.",
                "Check that the file is the export as you downloaded it.",
            )
        return data

    def next_one(self) -> None:
        """Begins to count anew, for the next conversation."""
        self._since = 0


def export_in(path: Path) -> Export | None:
    """Returns the export in a file or a folder; None if it holds no conversations.

    Raises:
        UsageProblem: it is a broken archive, or one without conversations.
    """
    try:
        members = _members(path)
        found = [(member, *_shape(member)) for member in members]
    except zipfile.BadZipFile as error:
        raise UsageProblem(f"{path} is a broken ZIP archive.", "Download it again.") from error
    except (OSError, RuntimeError, NotImplementedError, EOFError) as error:
        # Encrypted archives raise RuntimeError, unknown compression NotImplementedError.
        raise UsageProblem(f"{path} cannot be read: {error}.") from error
    formats = {format_ for _, format_, _ in found if format_}
    if len(formats) > 1:
        raise UsageProblem(f"{path} has exports of several products.", "Import one at a time.")
    if not formats:
        if members and members[0].name:
            raise UsageProblem(f"{path} has no conversations from ChatGPT or Claude.")
        return None
    return Export(path, formats.pop(), [(member, where) for member, is_, where in found if is_])


def send(api: Api, export: Export, steps: Steps) -> Imported:
    """Sends an export. What has arrived before is not sent again.

    Raises:
        CliError: the file is cut off, or the server cannot be reached or refuses the import.
    """
    outcome = Imported(export)
    import_id = f"{export.format}-{_digest(export)[:24]}"
    known = _position(api, import_id)
    at = 0
    for messages, left_out in _pieces(export):
        size = len(messages) + sum(left_out.values())
        outcome.left_out.update(left_out)
        if at + size > known:
            body = {
                "source": export.format,
                "position": at,
                "leftOut": dict(left_out),
                "messages": [_to_json(message) for message in messages],
            }
            try:
                answer = api.post("imports", import_id, body=body)
            except CliError as error:
                raise interrupted(error) from error
            outcome.taken += answer["taken"]
            outcome.merged += answer["merged"]
            for each in answer["refused"]:
                place = at + each["index"]
                outcome.refused.append(Refused(place, each["reason"], each["message"]))
            outcome.waiting = answer["progress"]["waiting"]
        else:
            outcome.merged += len(messages)
        at += size
        steps.advance(size)
    return outcome


def _members(path: Path) -> list[Member]:
    if path.is_dir():
        files = sorted(file for file in path.rglob("*.json") if _is_named(file.as_posix()))
        return [Member(file) for file in files]
    if not path.is_file():
        return []
    with path.open("rb") as file:
        if file.read(len(_ZIP)) != _ZIP:
            return [Member(path)]
    with zipfile.ZipFile(path) as archive:
        return [Member(path, name) for name in sorted(archive.namelist()) if _is_named(name)]


def _is_named(name: str) -> bool:
    file = PurePosixPath(name)
    return file.suffix == ".json" and (
        file.name.startswith("conversations") or file.parent.name == "conversations"
    )


def _shape(member: Member) -> tuple[Format | None, str]:
    """Returns whose conversations a file holds, and the prefix of ijson's at which they stand."""
    with member.opened() as file:
        try:
            for seen, (prefix, event, value) in enumerate(ijson.parse(file)):
                if event == "map_key" and value in _KEYS and prefix in _PREFIXES:
                    return _KEYS[value], prefix
                if seen > _LOOKED_AT:
                    break
        except (JSONError, UnicodeDecodeError, UsageProblem):
            pass
    return None, ""


_PREFIXES = ("item", "", "conversations.item")


def _pieces(export: Export) -> Iterator[tuple[list[Said], Counter[str]]]:
    """Yields the user's messages, with what was left out among them, in pieces for a request.

    The pieces of one file are always the same, so that it can be told which have arrived.
    """
    messages: list[Said] = []
    left_out: Counter[str] = Counter()
    size = 0
    for conversation in _conversations(export):
        reading = _READERS[export.format](conversation)
        left_out.update(reading.left_out)
        for said in reading.messages:
            if said.role != "user":
                left_out["NOT_THE_USER"] += 1
            elif len(said.text) > MAX_PROMPT:
                left_out["TOO_LONG"] += 1
            else:
                more = len(said.text.encode("utf-8", "replace")) + 500
                if messages and (len(messages) == PIECE or size + more > PIECE_BYTES):
                    yield messages, left_out
                    messages, left_out, size = [], Counter(), 0
                messages.append(said)
                size += more
    if messages or left_out:
        yield messages, left_out


def _conversations(export: Export) -> Iterator[Any]:
    for member, prefix in export.members:
        number = 0
        with member.opened() as file:
            try:
                for value in ijson.items(file, prefix, use_float=True):
                    number += 1
                    file.next_one()
                    yield value
            except (JSONError, UnicodeDecodeError, EOFError, zipfile.BadZipFile) as error:
                raise UsageProblem(
                    f"{member} is cut off or broken after {number:,} conversations.",
                    "Those are imported. Download the export again, and import it: "
                    "nothing is imported twice.",
                ) from error


def _digest(export: Export) -> str:
    digest = hashlib.sha256()
    files = {member.path for member, _ in export.members}
    for path in sorted(files):
        with path.open("rb") as file:
            while data := file.read(_CHUNK):
                digest.update(data)
    return digest.hexdigest()


def _position(api: Api, import_id: str) -> int:
    try:
        return int(api.get("imports", import_id)["position"])
    except ApiError as error:
        if error.reason == "NO_SUCH_IMPORT":
            return 0
        raise


def _to_json(said: Said) -> dict[str, Any]:
    return {
        "id": said.id[:128],
        "threadId": said.thread[:128],
        "role": said.role,
        "createdAt": said.at.isoformat(),
        "content": said.text,
    }
