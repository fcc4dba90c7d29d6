"""A cached property whose value is created only once, even if several threads ask for it.

The first requests of a new instance arrive concurrently, and each of their threads may then compute
its own value with `functools.cached_property` (since Python 3.12) and `functools.cache`.
"""

from collections.abc import Callable
from threading import RLock
from typing import Any, Generic, TypeVar, overload

T = TypeVar("T")


class once(Generic[T]):  # noqa: N801 (used as a decorator, like property)
    """A property whose value is created on first access and kept.

    The owner must have an attribute `lock`, an RLock under which all its properties are created. It
    is reentrant because one property may need another.
    """

    def __init__(self, factory: Callable[[Any], T]) -> None:
        self._factory = factory
        self.__doc__ = factory.__doc__

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = name

    @overload
    def __get__(self, instance: None, owner: type) -> "once[T]": ...

    @overload
    def __get__(self, instance: object, owner: type) -> T: ...

    def __get__(self, instance: Any, owner: type) -> "once[T] | T":
        if instance is None:
            return self
        lock: RLock = instance.lock
        with lock:
            values: dict[str, Any] = instance.__dict__
            if self._name not in values:
                values[self._name] = self._factory(instance)
            # From now on the instance's attribute hides this descriptor, so no lock is taken.
            value: T = values[self._name]
            return value
