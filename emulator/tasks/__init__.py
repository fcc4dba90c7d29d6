"""An embedded Cloud Tasks: the v2 API over gRPC, and its dispatcher."""

from emulator.tasks.dispatcher import Dispatcher
from emulator.tasks.server import CloudTasksServer
from emulator.tasks.storage import TaskStorage

__all__ = ["CloudTasksServer", "Dispatcher", "TaskStorage"]
