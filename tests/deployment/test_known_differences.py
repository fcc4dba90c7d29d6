"""The documented differences between the Firestore engines are those that the tests allow."""

import re

from emulator.gateway.paths import ROOT
from tests.support.differential.known import DIFFERENCES


def test_every_known_difference_is_documented() -> None:
    text = (ROOT / "emulator/firestore/README.md").read_text()
    table = text.partition("| what differs | here | hidane | why |\n|---|---|---|---|\n")[2]
    rows = re.findall(r"^\| ([^|]+) \|", table.partition("\n\n")[0], re.M)
    assert sorted(rows) == sorted(difference.about for difference in DIFFERENCES)
