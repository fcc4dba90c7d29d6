"""An embedded Eventarc: turns new prompts into CloudEvents, as the Firestore trigger does."""

from emulator.eventarc.bridge import Bridge

__all__ = ["Bridge"]
