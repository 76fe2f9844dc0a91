"""Exceptions of the answer as tests see them."""

from collections.abc import Mapping, Sequence
from typing import Any


class RaisedInGuest(BaseException):
    """Base of all exceptions that the answer raised, in addition to their builtin class."""

    class_name: str  #: name of the answer's class
    stage: str  #: when it was raised: ``preamble``, ``compile`` or ``run``
    sightbench_number: int | None  #: handle number, if the exception may pass through the answer again


def set_exception_fields(error: BaseException) -> None:
    """Set the fields that the exception's constructor, which is not run, would take from the arguments."""
    value: Any = error.args[0] if error.args else None
    match error:
        case StopIteration():
            error.value = value
        case SystemExit():
            error.code = value
        case OSError() if len(error.args) > 1:
            error.errno, error.strerror = error.args[:2]
        case _:
            pass


def escaped_stop(error: BaseException) -> RaisedInGuest:
    """Return a RuntimeError for a StopIteration, which would silently end a loop of the test (PEP 479)."""
    return make_exception(RuntimeError, "RuntimeError", f"{type(error).__name__} escaped", "run")


def class_name(error: Mapping[str, object]) -> str:
    """Return the class name that the guest reports, or ``Exception`` if that is not an identifier."""
    name = str(error.get("type"))[:100]
    return name if name.isidentifier() else "Exception"


def make_exception(
    base: type[BaseException],
    name: str,
    text: str,
    stage: str,
    *,
    members: Sequence[BaseException] = (),
    message: str = "",
) -> RaisedInGuest:
    """Return an exception that extends ``base``, without running the constructor of ``base``.

    Args:
        base: a builtin class, or a class of the host for one of the answer.
        name: name of the class.
        text: what ``str`` returns.
        stage: when it was raised.
        members: the exceptions of a group, for ``except*``; empty if ``base`` is no group.
        message: the message of a group, which its text extends.
    """
    bases = (RaisedInGuest,) if base is BaseException else (base, RaisedInGuest)
    kind = type(name, bases, {"__init__": lambda _self, *_: None, "__str__": lambda _: text})
    raised: RaisedInGuest = base.__new__(kind, message, [*members]) if members else base.__new__(kind)
    raised.args = (text,)
    raised.class_name = name
    raised.stage = stage
    raised.sightbench_number = None
    return raised
