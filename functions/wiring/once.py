"""What is made on first use, by whichever thread comes first, and once.

The first requests of a new instance arrive together. `functools.cached_property` lets each of their
threads make its own value (since Python 3.12), and `functools.cache` always has.
"""

from collections.abc import Callable
from threading import RLock
from typing import Any, Generic, TypeVar, overload

T = TypeVar("T")


class once(Generic[T]):  # noqa: N801 (used as a decorator, like property)
    """A property whose value is made at the first look and kept.

    Its owner has an attribute `making`, an RLock, under which all its properties are made: one may
    need another.
    """

    def __init__(self, make: Callable[[Any], T]) -> None:
        self._make = make
        self.__doc__ = make.__doc__

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = name

    @overload
    def __get__(self, instance: None, owner: type) -> "once[T]": ...

    @overload
    def __get__(self, instance: object, owner: type) -> T: ...

    def __get__(self, instance: Any, owner: type) -> "once[T] | T":
        if instance is None:
            return self
        making: RLock = instance.making
        with making:
            kept: dict[str, Any] = instance.__dict__
            if self._name not in kept:
                kept[self._name] = self._make(instance)
            # From now on the instance's own attribute is found first, and no lock is taken.
            value: T = kept[self._name]
            return value
