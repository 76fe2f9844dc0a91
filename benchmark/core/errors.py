"""Every error that Sightbench raises on purpose, with its code from :mod:`benchmark.core.exit_codes`."""

from collections.abc import Sequence
from typing import ClassVar

from benchmark.core.exit_codes import ExitCode

_QUOTE_LIMIT = 120


def quote_value(value: object) -> str:
    """Quote an untrusted value for a message: one line of printable ASCII, at most 120 characters."""
    text = ascii(value[: _QUOTE_LIMIT + 1] if isinstance(value, str) else value)
    return text if len(text) <= _QUOTE_LIMIT else text[: _QUOTE_LIMIT - 1] + "…"


def printable_text(text: str) -> str:
    """Return ``text`` with control and invisible characters escaped."""
    return "".join(char if char.isprintable() else ascii(char)[1:-1] for char in text)


class SightbenchError(Exception):
    """Base of all deliberate errors; the command line prints it without a traceback.

    Args:
        problem: what is wrong, with the value (quoted by :func:`quote_value` if it is untrusted).
        fix: what to do instead; empty if the problem already says it.
    """

    exit_code: ClassVar[int] = ExitCode.FAILED

    def __init__(self, problem: str, fix: str = "") -> None:
        self.fix = fix
        super().__init__(problem)
        if fix:
            self.add_note(f"fix: {fix}")  # for tracebacks, such as those of a notebook

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle all fields, so that errors with other ``__init__`` arguments survive a process boundary."""
        return _restore, (type(self), self.args, self.__dict__)

    def render(self) -> str:
        """Return the message as the command line prints it, with the fix on a separate line."""
        return f"error: {self}" + (f"\n  fix: {self.fix}" if self.fix else "")


def _restore(
    kind: type[SightbenchError], arguments: tuple[object, ...], fields: dict[str, object]
) -> SightbenchError:
    error = kind.__new__(kind)
    error.args = arguments
    error.__dict__.update(fields)
    return error


class BadInput(SightbenchError):
    """A file or an option from the user is wrong; the message says where, and how to correct it.

    Args:
        file: the file (or option) as the user named it.
        place: position in the file, such as ``line 3: task_id`` or ``runs[0].model``; empty for all of it.
        problem: what is wrong, with the value.
        fix: what to do instead; may be empty.
    """

    exit_code: ClassVar[int] = ExitCode.BAD_INPUT

    def __init__(self, file: object, place: str, problem: str, fix: str = "") -> None:
        self.file = str(file) if str(file).isprintable() else quote_value(str(file))
        self.place = place
        self.problem = problem
        super().__init__(": ".join(part for part in (self.file, place, problem) if part), fix)

    @property
    def problems(self) -> tuple["BadInput", ...]:
        """The problems that the error holds, each with its own message; at least one."""
        return (self,)

    @property
    def located(self) -> str:
        """The place and the problem, without the file and the fix."""
        return ": ".join(filter(None, (self.place, self.problem)))


class ManyBadInputs(BadInput):
    """Several problems found in one file or submission, each with its own message."""

    def __init__(self, problems: Sequence[BadInput]) -> None:
        if not problems:
            raise ValueError("at least one problem is needed")
        self._each = tuple(problems)
        first = problems[0]
        super().__init__(first.file, first.place, first.problem, first.fix)
        for other in problems[1:]:
            self.add_note(other.render())

    @property
    def problems(self) -> tuple[BadInput, ...]:
        """All problems, in the order in which they were found."""
        return self._each

    def render(self) -> str:
        """Return all messages, one after the other."""
        return "\n".join(problem.render() for problem in self.problems)


class Differs(SightbenchError):
    """A comparison or check ran without errors, and its result is negative."""

    exit_code: ClassVar[int] = ExitCode.DIFFERS


class OurFailure(SightbenchError):
    """Sightbench or a provider failed; this never counts against a model."""

    exit_code: ClassVar[int] = ExitCode.FAILED


class SandboxFailure(OurFailure):
    """The sandbox broke or could not be started; the sample has no verdict."""


class SandboxStartFailure(SandboxFailure):
    """The sandbox could not be started, or not load its libraries; no answer has run in it."""
