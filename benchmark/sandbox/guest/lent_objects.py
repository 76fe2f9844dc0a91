"""Stand-ins for functions, iterators and awaitables of the test, which stay on the host."""

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
_POLL_SECONDS = 0.002  #: time between two polls of an awaitable of the test

#: Name of a parameter, its kind, and whether it has a default.
_Parameter = tuple[str, int, bool]


class _Default:
    """Placeholder for a parameter's default, which only the host knows."""

    def __repr__(self) -> str:
        return "..."


_DEFAULT = _Default()


def host_function(
    number: int,
    run: Callable[..., object],
    about: tuple[str, str | None, bool, tuple[_Parameter, ...] | None],
) -> types.FunctionType:
    """Return a function that calls a function of the test on the host.

    It has the name, docstring and parameters of the original, because decorators read them.

    Args:
        number: the function's number on the host.
        run: calls the function on the host, and raises here what the function raises there.
        about: its name, its docstring, whether it is a coroutine function, and its parameters, None if it
            does not say.
    """
    name, doc, is_async, described = about
    parameters = _ANYTHING if described is None else described

    def call(given: dict[str, Any]) -> object:
        return run(number, *_arguments(parameters, given))

    namespace = {"__builtins__": builtins, "__name__": "test", "_sightbench_call": call}
    function = types.FunctionType(_compile(parameters, is_async), namespace)
    optional = [(name, kind) for name, kind, is_optional in parameters if is_optional]
    function.__defaults__ = (_DEFAULT,) * sum(kind in _POSITIONAL for _, kind in optional) or None
    function.__kwdefaults__ = {name: _DEFAULT for name, kind in optional if kind not in _POSITIONAL}
    function.__name__ = function.__qualname__ = name
    function.__doc__ = doc
    return function


@functools.lru_cache(maxsize=256)
def _compile(parameters: tuple[_Parameter, ...], is_async: bool) -> types.CodeType:
    signature = inspect.Signature(
        [inspect.Parameter(name, inspect._ParameterKind(kind)) for name, kind, _ in parameters]
    )
    head, call = ("async def", "await _sightbench_call") if is_async else ("def", "_sightbench_call")
    namespace: dict[str, Any] = {}
    exec(f"{head} function{signature}: return {call}(locals())", namespace)  # noqa: S102 - our own code
    code: types.CodeType = namespace["function"].__code__
    return code


def _arguments(
    parameters: tuple[_Parameter, ...], given: dict[str, Any]
) -> tuple[tuple[object, ...], dict[str, object]]:
    args: list[object] = []
    kwargs: dict[str, object] = {}
    all_given = True
    for name, kind, _ in parameters:
        value = given[name]
        if kind == inspect.Parameter.VAR_POSITIONAL:
            args += value
        elif kind == inspect.Parameter.VAR_KEYWORD:
            kwargs |= value
        elif value is _DEFAULT:
            all_given = False
        elif kind in _POSITIONAL and all_given:
            args.append(value)
        else:
            kwargs[name] = value
    return tuple(args), kwargs


class HostIterator:
    """An iterator of the test; each next value is requested from the host."""

    def __init__(self, number: int, run: Callable[..., object]) -> None:
        self._number = number
        self._run = run

    def __iter__(self) -> "HostIterator":
        return self

    def __next__(self) -> object:
        return self._run(self._number, (), {})


class HostAwaitable:
    """A coroutine of the test; the host is polled until it is done."""

    def __init__(self, number: int, run: Callable[..., Any]) -> None:
        self._number = number
        self._run = run

    def __await__(self) -> Generator[Any, None, object]:
        import asyncio  # few answers need it, and it takes 15 ms

        while True:
            done, value = self._run(self._number, (), {})
            if done:
                return value
            yield from asyncio.sleep(_POLL_SECONDS).__await__()
