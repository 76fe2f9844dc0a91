"""What the test lends to the answer: it stays with the host and is asked for by number."""

import builtins
import functools
import inspect
import types
from collections.abc import Callable, Generator
from typing import Any

_POSITIONAL = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
_ANYTHING = (
    ("args", inspect.Parameter.VAR_POSITIONAL, False),
    ("kwargs", inspect.Parameter.VAR_KEYWORD, False),
)
_PAUSE = 0.002  #: seconds between two looks at an awaitable of the test

#: Name, kind and whether there is a default.
_Parameter = tuple[str, int, bool]


class _Default:
    """Stands for a default, which stays with the host."""

    def __repr__(self) -> str:
        return "..."


_DEFAULT = _Default()


def host_function(number: int, run: Callable[..., object], about: dict[str, Any]) -> types.FunctionType:
    """A function of the test as a function here, with its name, text and parameters: decorators look at them.

    Args:
        number: by which the host knows it.
        run: asks the host; what the function raises there is raised here.
        about: what the host says of it.
    """
    told = about.get("parameters")
    parameters: tuple[_Parameter, ...] = _ANYTHING if told is None else tuple(map(tuple, told))

    def call(given: dict[str, Any]) -> object:
        return run(number, *_arguments(parameters, given))

    space = {"__builtins__": builtins, "__name__": "test", "_sightbench_call": call}
    made = types.FunctionType(_code(parameters, bool(about.get("async"))), space)
    optional = [(name, kind) for name, kind, is_optional in parameters if is_optional]
    made.__defaults__ = (_DEFAULT,) * sum(kind in _POSITIONAL for _, kind in optional) or None
    made.__kwdefaults__ = {name: _DEFAULT for name, kind in optional if kind not in _POSITIONAL}
    made.__name__ = made.__qualname__ = about.get("name", "function")
    made.__doc__ = about.get("doc")
    return made


@functools.lru_cache(maxsize=256)
def _code(parameters: tuple[_Parameter, ...], is_async: bool) -> types.CodeType:
    signature = inspect.Signature(
        [inspect.Parameter(name, inspect._ParameterKind(kind)) for name, kind, _ in parameters]
    )
    head, call = ("async def", "await _sightbench_call") if is_async else ("def", "_sightbench_call")
    space: dict[str, Any] = {}
    exec(f"{head} function{signature}: return {call}(locals())", space)  # noqa: S102 - names of parameters
    code: types.CodeType = space["function"].__code__
    return code


def _arguments(
    parameters: tuple[_Parameter, ...], given: dict[str, Any]
) -> tuple[tuple[object, ...], dict[str, object]]:
    args: list[object] = []
    named: dict[str, object] = {}
    all_so_far = True
    for name, kind, _ in parameters:
        value = given[name]
        if kind == inspect.Parameter.VAR_POSITIONAL:
            args += value
        elif kind == inspect.Parameter.VAR_KEYWORD:
            named |= value
        elif value is _DEFAULT:
            all_so_far = False
        elif kind in _POSITIONAL and all_so_far:
            args.append(value)
        else:
            named[name] = value
    return tuple(args), named


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
