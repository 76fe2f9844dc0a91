"""What the test lends to the answer: it stays with the host and is asked for by number."""

import inspect
import types
from collections.abc import Callable, Generator
from typing import Any

_POSITIONAL = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
_STARRED = (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD)
_PAUSE = 0.002  #: seconds between two looks at an awaitable of the test


class HostFunction:
    """A function of the test; ``run`` asks it.

    It has the names and parameters of the original, which decorators and the like look at; defaults stay
    with the host.
    """

    def __init__(self, number: int, run: Callable[..., object], about: dict[str, Any]) -> None:
        self.number = number
        self._run = run
        self._parameters = about.get("parameters", [])
        self.__name__ = self.__qualname__ = about.get("name", "function")
        self.__doc__ = about.get("doc")

    def __call__(self, *args: object, **kwargs: object) -> object:
        """Call it there; what it raises is raised here."""
        return self._run(self.number, args, kwargs)

    def __get__(self, owner: object, kind: type | None = None) -> object:
        return self if owner is None else types.MethodType(self, owner)

    @property
    def __signature__(self) -> inspect.Signature:
        empty = inspect.Parameter.empty
        return inspect.Signature(
            [
                inspect.Parameter(name, inspect._ParameterKind(kind), default=None if optional else empty)
                for name, kind, optional in self._parameters
            ]
        )

    @property
    def __defaults__(self) -> tuple[None, ...] | None:
        found = sum(optional for _, kind, optional in self._parameters if kind in _POSITIONAL)
        return (None,) * found or None

    @property
    def __code__(self) -> types.SimpleNamespace:
        kinds = [kind for _, kind, _ in self._parameters]
        plain = [name for name, kind, _ in self._parameters if kind not in _STARRED]
        starred = [name for name, kind, _ in self._parameters if kind in _STARRED]
        return types.SimpleNamespace(
            co_name=self.__name__,
            co_varnames=(*plain, *starred),
            co_argcount=sum(kind in _POSITIONAL for kind in kinds),
            co_posonlyargcount=kinds.count(inspect.Parameter.POSITIONAL_ONLY),
            co_kwonlyargcount=kinds.count(inspect.Parameter.KEYWORD_ONLY),
            co_flags=inspect.CO_VARARGS * (inspect.Parameter.VAR_POSITIONAL in kinds)
            | inspect.CO_VARKEYWORDS * (inspect.Parameter.VAR_KEYWORD in kinds),
        )


class HostIterator:
    """An iterator of the test; each next value is asked for."""

    def __init__(self, number: int, run: Callable[..., object]) -> None:
        self._number = number
        self._run = run

    def __iter__(self) -> "HostIterator":
        return self

    def __next__(self) -> object:
        return self._run(self._number, (), {})


class HostAwaitable:
    """A coroutine of the test; whether it is done is asked for again and again."""

    def __init__(self, number: int, run: Callable[..., Any]) -> None:
        self._number = number
        self._run = run

    def __await__(self) -> Generator[Any, None, object]:
        import asyncio  # few answers need it, and it takes 15 ms

        while True:
            done, value = self._run(self._number, (), {})
            if done:
                return value
            yield from asyncio.sleep(_PAUSE).__await__()
