"""Replies of the answer's objects to the questions of a test, and how to tell whether they agree."""

import contextlib
import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Never

from benchmark.judging.codec.encoding import HostEncoder, NotEncodableError
from benchmark.judging.proxies.plain_stand_ins import are_equal
from benchmark.judging.proxies.reference import Reference, handle_of, reference_to
from benchmark.sandbox.host.channel import GuestFault

#: An operator and its operands.
Question = tuple[object, ...]


class SelfContradiction(GuestFault):
    """Replies of one object that cannot all be true."""

    def __init__(self, reference: Reference, reason: str) -> None:
        super().__init__(f"{reference.sightbench_label()} of the answer contradicts itself: {reason}")


@dataclass(slots=True, eq=False)
class Outcome:
    """The reply to one question: a value or an exception."""

    value: object = None
    error: BaseException | None = None
    size: int = 0  #: bytes received for the reply
    text: str | None = None  #: JSON of a value that may hold containers
    #: Makes such a value anew, so that the test's changes to one copy stay there.
    again: Callable[[], object] | None = None
    _fresh: bool = True

    def get(self) -> object:
        """Return the value, or raise the exception."""
        if self.error is not None:
            raise self.error.with_traceback(None)
        if self.again is None:
            return self.value
        if not self._fresh:
            return self.again()
        value, self.value, self._fresh = self.value, None, False
        return value

    def content(self) -> object:
        """Return the value to compare; the test must not get it, because it could change it."""
        return self.value if self.again is None else self.again()

    def agrees_with(self, other: "Outcome") -> bool:
        """Whether two outcomes are the same object, equal plain values or two exceptions."""
        if self.error is not None or other.error is not None:
            return (self.error is None) == (other.error is None)
        if self.text is not None and self.text == other.text:
            return True
        mine, others = self.content(), other.content()
        if handle_of(mine) is not None or handle_of(others) is not None:
            return handle_of(mine) == handle_of(others)
        return are_equal(mine, others)

    def may_stand_for(self, other: "Outcome") -> bool:
        """Whether two values are different objects of the answer."""
        return (
            isinstance(self.value, Reference)
            and isinstance(other.value, Reference)
            and self.value is not other.value
        )

    def is_plain(self) -> bool:
        """Whether this is an exception or a value without objects of the answer."""
        with contextlib.suppress(NotEncodableError):
            HostEncoder(_refuse_reference, _refuse_function).encode([self.content()])
            return True
        return False


def question(operator: str, args: tuple[object, ...]) -> Question | None:
    """Return a key that is the same for the same question, and None if there is none."""
    if all(type(value) in (str, int, bool, float, type(None)) for value in args):
        return operator, *((type(value), value) for value in args)
    with contextlib.suppress(NotEncodableError):
        return operator, json.dumps(HostEncoder(_unlabelled_reference, _refuse_function).encode(list(args)))
    return None


def number_of(target: Reference) -> int | str:
    """Return the handle number of an object, or its name in the answer's module."""
    (number,) = target.sightbench_target().values()
    assert isinstance(number, int | str)  # noqa: S101 - a handle or a name
    return number


def _unlabelled_reference(value: object) -> dict[str, object] | None:
    """Return how messages name a stand-in, without its label, which changes."""
    reference = reference_to(value)
    return None if reference is None else {"t": reference["t"], "v": reference["v"]}


def _refuse_reference(value: object) -> None:
    if reference_to(value) is not None:
        raise NotEncodableError("an object of the answer")


def _refuse_function(_: object) -> Never:
    raise NotEncodableError("a function of the test")
