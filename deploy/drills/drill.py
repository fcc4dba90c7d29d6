"""What a drill is made of: steps that are told as they are done, and checks that may fail it."""

from collections.abc import Callable
from dataclasses import dataclass


class DrillFailed(Exception):
    """Something that must hold did not; the text says what."""


@dataclass
class Telling:
    """Tells the steps of a drill.

    Attributes:
        write: takes a line of text.
        number: how many steps there have been.
    """

    write: Callable[[str], None]
    number: int = 0

    def step(self, text: str) -> None:
        """Begins a step."""
        self.number += 1
        self.write(f"{self.number}. {text}")

    def holds(self, text: str, found: object, wanted: object = True) -> None:
        """Checks that something is as it must be.

        Raises:
            DrillFailed: it is not.
        """
        if found != wanted:
            raise DrillFailed(f"not true: {text} (found {found}, expected {wanted})")
        self.write(f"   ✓ {text}")
