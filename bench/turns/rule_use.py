"""How often each rule of the offline reader fires in messages that nobody wrote for it.

Run it as `python -m bench.turns.rule_use FOLDER …`, with folders of `bench/reading/` that have been
read. It lists the rules of each language that these messages are in, those that fire least often
first.
A rule that never fires reads what nobody says, or what another rule before it reads already.
"""

import argparse
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from adapters.reader.languages import languages
from adapters.reader.reader import reader
from bench.eval_reading import lines_of


@dataclass
class Use:
    """How often the rules of a language fire.

    Attributes:
        messages: how many messages are in it.
        fired: in how many of these each rule fires, by its id.
    """

    messages: int = 0
    fired: Counter[str] = field(default_factory=Counter)


def uses(messages: Iterable[str]) -> Mapping[str, Use]:
    """Returns how often rules fire in messages, by the languages that these are in."""
    found: dict[str, Use] = defaultdict(Use)
    for message in messages:
        read = reader().read(message)
        if read.language is not None:
            use = found[read.language.about.code]
            use.messages += 1
            use.fired.update(
                {one.rule.entry.id for sentence in read.sentences for one in sentence.fired}
            )
    return found


def _messages(folder: Path) -> Iterator[str]:
    for path in sorted(folder.glob("*.jsonl")):
        for item in lines_of(path):
            yield from item.get("steps") or [item["says"]]


def main() -> int:
    """Prints the counts."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folders", nargs="+", type=Path, help="sets of messages")
    messages = [one for folder in parser.parse_args().folders for one in _messages(folder)]
    for code, use in sorted(uses(messages).items()):
        ids = [ready.entry.id for ready in languages()[code].rules]
        never = sum(not use.fired[id_] for id_ in ids)
        print(f"{code}: {len(ids)} rules, {never} of them never fire in {use.messages} messages")
        for id_ in sorted(ids, key=use.fired.__getitem__):
            print(f"{use.fired[id_]:6} {id_}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
