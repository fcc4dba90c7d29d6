"""Every command of Claude's memory tool, as the SDK hands them on."""

import asyncio
import os
from collections.abc import Callable

from anthropic.lib.tools import ToolError

from rekindle_client import AsyncRekindle, Rekindle
from rekindle_client.anthropic import AsyncMemoryTool, MemoryTool

HEAD = "Here're the files and directories up to 2 levels deep in"


def scenario(call: Callable[[dict[str, object]], object]) -> None:
    def run(command: str, **told: object) -> str:
        return str(call({"command": command, **told}))

    def refused(words: str, command: str, **told: object) -> None:
        try:
            answer = run(command, **told)
        except ToolError as error:
            answer = str(error)
        else:
            raise AssertionError(f"{command} {told} was not refused: {answer}")
        assert words in answer, answer

    assert run("view", path="/memories").splitlines() == [
        f"{HEAD} /memories, excluding hidden items:",
        "0\t/memories",
    ]
    tests = "/memories/projects/shop/tests.md"
    run("create", path=tests, file_text="The tests need Docker.\nThe port is 4747.")
    run("create", path="/memories/ann.md", file_text="Ann is our CFO.")
    assert run("view", path="/memories").splitlines()[1:] == [
        "55\t/memories",
        "15\t/memories/ann.md",
        "40\t/memories/projects/",
        "40\t/memories/projects/shop/",
    ]
    assert run("view", path="/memories/projects").splitlines()[1:] == [
        "40\t/memories/projects",
        "40\t/memories/projects/shop/",
        "40\t/memories/projects/shop/tests.md",
    ]
    assert run("view", path=tests, view_range=[2, -1]).splitlines()[1:] == [
        "     2\tThe port is 4747."
    ]
    refused("already exists", "create", path=tests, file_text="x")
    refused("already exists", "create", path="/memories/projects", file_text="x")
    run("create", path="/memories/cfo.md", file_text="Ann is our CFO.")
    run("delete", path="/memories/cfo.md")
    refused("does not exist", "view", path="/memories/none.md")
    refused("is not in /memories", "view", path="/memories/../etc/passwd")
    refused("is not in /memories", "view", path="/memories2")
    refused("cannot be changed", "delete", path="/memories/")

    edited = run("str_replace", path=tests, old_str="4747", new_str="4848")
    assert "     2\tThe port is 4848." in edited
    refused("did not appear", "str_replace", path=tests, old_str="4747", new_str="1")
    refused("in lines: 1, 2", "str_replace", path=tests, old_str="The ", new_str="A ")
    run("insert", path=tests, insert_line=1, insert_text="Use version 27.\n")
    refused("[0, 3]", "insert", path=tests, insert_line=9, insert_text="x")
    assert run("view", path=tests).splitlines()[1:] == [
        "     1\tThe tests need Docker.",
        "     2\tUse version 27.",
        "     3\tThe port is 4848.",
    ]

    run("rename", old_path="/memories/projects", new_path="/memories/work")
    assert "Docker" in run("view", path="/memories/work/shop/tests.md")
    refused("does not exist", "rename", old_path="/memories/projects", new_path="/memories/x")
    refused("already exists", "rename", old_path="/memories/work", new_path="/memories/ann.md")
    refused("already exists", "rename", old_path="/memories/work", new_path="/memories/work/deep")
    run("delete", path="/memories/work")
    refused("does not exist", "delete", path="/memories/work")
    long = "\n".join(f"Line {number} of a long file." for number in range(500))
    run("create", path="/memories/long.md", file_text=long)
    assert run("view", path="/memories/long.md").count("of a long file.") == 500
    refused("must not be empty", "create", path="/memories/empty.md", file_text="")
    refused("20,000", "create", path="/memories/longer.md", file_text="word " * 5000)
    refused("secret", "create", path="/memories/key.md", file_text=f"sk-{'proj-'}{'aB3' * 16}")
    run("delete", path="/memories/long.md")
    assert run("view", path="/memories").splitlines()[1:] == [
        "15\t/memories",
        "15\t/memories/ann.md",
    ]


def main() -> None:
    url, token = os.environ["REKINDLE"], os.environ["TOKEN"]
    with Rekindle(url, token) as rekindle:
        rekindle.memory.save("A note that is no file.", target="archive")
        tool = MemoryTool(rekindle)
        assert tool.to_dict() == {"type": "memory_20250818", "name": "memory"}
        scenario(tool.call)
        tool.clear_all_memory()

        async def tasks(command: dict[str, object]) -> object:
            async with AsyncRekindle(url, token) as rekindle:
                return await AsyncMemoryTool(rekindle).call(command)

        scenario(lambda command: asyncio.run(tasks(command)))
        tool.clear_all_memory()
        kept = [note.content for note in rekindle.memory.all(target="archive")]
        assert kept == ["A note that is no file."], kept


if __name__ == "__main__":
    main()
