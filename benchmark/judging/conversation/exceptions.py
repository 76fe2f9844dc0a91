"""Exceptions of the answer as tests see them: a builtin base, the names of the classes, and values."""

import builtins
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from benchmark.judging.codec.instances import is_shown
from benchmark.judging.conversation.answer_values import CLASSES_PER_SESSION, identifier
from benchmark.sandbox.host.channel import OffProtocol

_SHOWN_CHARACTERS = 300  #: maximum characters of an exception's text
_MEMBERS_LIMIT = 1000  #: maximum members of a group
_OWN_CLASSES_LIMIT = 20  #: maximum classes of the answer among the bases of one exception


class RaisedInGuest(BaseException):
    """Base of all exceptions that the answer raised, in addition to their builtin class."""

    class_name: str  #: name of the answer's class
    stage: str  #: when it was raised: ``preamble``, ``compile`` or ``run``
    sightbench_number: int | None  #: its number, if the exception may pass through the answer again


class AnswerExceptions:
    """The exceptions and exception classes of one conversation."""

    def __init__(self) -> None:
        self._classes: dict[str, type[BaseException]] = {}

    def kind(self, names: Iterable[str], base: type[BaseException]) -> type[BaseException]:
        """Return the host's class for an exception class of the answer, for an ``except`` of the test.

        Args:
            names: names of the class and of the classes between it and ``base``, nearest first.
            base: the builtin class that all of them extend.
        """
        kind = base
        for name in reversed([identifier(name) for name in names]):
            known = self._classes.get(name)
            # Two classes of an answer may have one name and different bases.
            if known is None or known.__base__ is not kind:
                if len(self._classes) >= CLASSES_PER_SESSION:
                    return kind
                known = self._classes[name] = type(name, (kind,), {})
            kind = known
        return kind

    def kind_of(self, described: Mapping[str, Any]) -> type[BaseException]:
        """Return the host's class for an exception class that the guest describes."""
        names = described["own"][:_OWN_CLASSES_LIMIT] or (described["type"],)
        return self.kind(map(str, names), builtin_exception(described["bases"]))

    def make(self, report: object, decode: Callable[[object], object]) -> RaisedInGuest:
        """Return the exception that the guest reports, of a class that the test can catch by name.

        Its constructor is not run.
        """
        if not isinstance(report, dict):
            raise OffProtocol
        own = map(str, report.get("own", [])[:_OWN_CLASSES_LIMIT])
        members = [self.make(part, decode) for part in report.get("group", ())[:_MEMBERS_LIMIT]]
        base = self.kind(own, builtin_exception(report.get("bases"), members))
        text, message = str(report.get("text"))[:_SHOWN_CHARACTERS], str(report.get("message"))
        error = make_exception(
            base, class_name(report), text, str(report.get("stage")), members=members, message=message
        )
        if members:
            error.args = (message, members)
        elif "args" in report:
            error.args = tuple(map(decode, report["args"]))
        if "cause" in report:
            error.__cause__ = self.make(report["cause"], decode)
        for name, value in report.get("state", {}).items():
            decoded = decode(value)
            # A field must not replace what the host relies on, such as `class_name` or `args`.
            if name.isidentifier() and not hasattr(error, name) and is_shown(name, decoded):
                setattr(error, name, decoded)
        number = report.get("number")
        error.sightbench_number = number if type(number) is int and number % 2 else None
        _set_fields(error)
        return error


def builtin_exception(bases: object, members: Sequence[BaseException] = ()) -> type[BaseException]:
    """Return the first of these names that is a builtin exception class which the host can raise.

    A group without members becomes an ``Exception``.
    """
    if not isinstance(bases, list | tuple):
        raise OffProtocol
    for name in bases:
        kind = getattr(builtins, name, None) if isinstance(name, str) else None
        if isinstance(kind, type) and issubclass(kind, BaseException):
            if not issubclass(kind, BaseExceptionGroup):
                return kind
            if not members:
                return Exception
            plain = all(isinstance(member, Exception) for member in members)
            return ExceptionGroup if plain else BaseExceptionGroup
    return Exception


def escaped_stop(error: BaseException) -> RaisedInGuest:
    """Return a RuntimeError for a StopIteration, which would silently end a loop of the test (PEP 479)."""
    return make_exception(RuntimeError, "RuntimeError", f"{type(error).__name__} escaped", "run")


def class_name(error: Mapping[str, object]) -> str:
    """Return the class name that the guest reports, or ``Exception`` if that is not an identifier."""
    return identifier(error.get("type"), "Exception")


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

    ``base`` is a builtin class, or a class of the host for one of the answer. The exception's ``str`` is the
    text. A group has members, for ``except*``, and a message, which its text extends.
    """
    # RaisedInGuest extends BaseException, so the two have no consistent order as bases.
    bases = (RaisedInGuest,) if base is BaseException else (base, RaisedInGuest)
    kind = type(name, bases, {"__init__": lambda _self, *_: None, "__str__": lambda _: text})
    # Constructors may need arguments that the host does not know: UnicodeDecodeError takes five.
    raised: RaisedInGuest = base.__new__(kind, message, [*members]) if members else base.__new__(kind)
    raised.args = (text,)
    raised.class_name = name
    raised.stage = stage
    raised.sightbench_number = None
    return raised


def _set_fields(error: BaseException) -> None:
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
