"""Every error that Sightbench raises on purpose, each with its exit code.

Exit codes: 0 done · 1 scores or checks differ or fail · 2 bad input · 3 a provider's or our own failure.
"""

from collections.abc import Sequence
from typing import ClassVar

_SHOWN_CHARACTERS = 120


def shown(value: object) -> str:
    """Quote a stranger's value for a message: one line, printable ASCII, at most 120 characters."""
    text = ascii(value[: _SHOWN_CHARACTERS + 1] if isinstance(value, str) else value)
    return text if len(text) <= _SHOWN_CHARACTERS else text[: _SHOWN_CHARACTERS - 1] + "…"


def printable(text: str) -> str:
    """``text`` with control and invisible characters escaped."""
    return "".join(one if one.isprintable() else ascii(one)[1:-1] for one in text)


class SightbenchError(Exception):
    """Base of all deliberate errors; the command line prints it without a traceback.

    Args:
        problem: what is wrong, with the value (use :func:`shown` for a stranger's value).
        fix: what to do instead; empty when the problem says it.
    """

    exit_code: ClassVar[int] = 3

    def __init__(self, problem: str, fix: str = "") -> None:
        self.fix = fix
        super().__init__(problem)

    def __reduce__(self) -> tuple[object, ...]:
        """So that an error comes whole out of another process, whatever its subclass takes."""
        return _as_it_was, (type(self), self.args, self.__dict__)

    def render(self) -> str:
        """The whole message as the command line shows it, the fix on a line of its own."""
        return f"error: {self}" + (f"\n  fix: {self.fix}" if self.fix else "")


def _as_it_was(
    kind: type[SightbenchError], arguments: tuple[object, ...], fields: dict[str, object]
) -> SightbenchError:
    error = kind.__new__(kind)
    error.args = arguments
    error.__dict__.update(fields)
    return error


class BadInput(SightbenchError):
    """A file or an option that someone gave us is wrong; says where and how to mend it.

    Args:
        file: the file (or option) as the user named it.
        place: where in it, such as ``line 3: task_id`` or ``runs[0].model``; empty for the whole file.
        problem: what is wrong, as for every error.
        fix: likewise.
    """

    exit_code: ClassVar[int] = 2

    def __init__(self, file: object, place: str, problem: str, fix: str = "") -> None:
        self.file = str(file) if str(file).isprintable() else shown(str(file))
        self.place = place
        self.problem = problem
        super().__init__(": ".join(part for part in (self.file, place, problem) if part), fix)


class ManyBadInputs(BadInput):
    """All problems found in one reading, each with its own message; one alone reads as by itself."""

    def __init__(self, problems: Sequence[BadInput]) -> None:
        if not problems:
            raise ValueError("at least one problem is needed")
        self.problems = tuple(problems)
        first = problems[0]
        super().__init__(first.file, first.place, first.problem, first.fix)

    def render(self) -> str:
        """All messages, one after the other."""
        return "\n".join(problem.render() for problem in self.problems)


class Differs(SightbenchError):
    """A comparison or a check came out negative: nothing broke, but the answer is no."""

    exit_code: ClassVar[int] = 1


class OurFailure(SightbenchError):
    """Something on our side, or a provider's, failed; never a verdict on a model."""

    exit_code: ClassVar[int] = 3


class SandboxFailure(OurFailure):
    """The sandbox could not be started or broke; the sample has no verdict."""
