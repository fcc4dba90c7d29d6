"""An embedded Eventarc: new prompts become CloudEvents, as the Firestore trigger sends them."""

from emulator.eventarc.bridge import Bridge

__all__ = ["Bridge"]
