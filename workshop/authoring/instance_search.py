"""Search the instances of a seed for the first that passes the gates; every form of families does it so."""

import itertools
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

from benchmark.core.errors import BadInput
from workshop.authoring.family import UnfitError

Made = TypeVar("Made")

_MAX_INSTANCES = 240  #: instances of a seed that are tried; of one family, one in 23 is fit


@dataclass(frozen=True, slots=True, kw_only=True)
class InstanceSearch(Generic[Made]):
    """How the instances of one family and seed are made, and what to say if none makes twins."""

    family: str
    make: Callable[[int], Made]  #: makes the instance of an index; raises ``UnfitError`` if it has no twins
    parts: str  #: functions of the family that decide about it
    fix: str
    first: int = 0  #: number of the first instance that is tried

    def twins(self) -> Iterator[Made]:
        """Yield the instances that make twins.

        Raises:
            BadInput: if none of 240 instances makes twins; the error has the last reason.
        """
        reason, found = "", False
        for index in range(self.first, self.first + _MAX_INSTANCES):
            try:
                made = self.make(index)
            except UnfitError as unfit:
                reason = str(unfit)
                continue
            found = True
            yield made
        if not found:
            problem = f"none of {_MAX_INSTANCES} instances of the seed makes twins; the last reason: {reason}"
            raise BadInput(f"family {self.family}", self.parts, problem, self.fix)

    def first_good(self, is_good: Callable[[Made], bool], most: int) -> Made:
        """Return the first good one of the first ``most`` instances with twins; if none is good, the first.

        Raises:
            BadInput: if no instance makes twins; the error has the last reason.
        """
        twins = itertools.islice(self.twins(), most)
        first = next(twins)
        return next((made for made in itertools.chain([first], twins) if is_good(made)), first)


class Pinned(Protocol):
    """The instance that the built files of a family show."""

    @property
    def version(self) -> int:
        """The family's version when it was built."""

    @property
    def seed(self) -> str:
        """The seed of the instance."""

    @property
    def index(self) -> int:
        """The index of the instance."""


class Seeded(Protocol):
    """A family, of which only version and seed matter here."""

    @property
    def version(self) -> int:
        """The family's version."""

    @property
    def seed(self) -> str:
        """The seed of its public tasks."""


def pinned_or_first(
    pins: Pinned | None, family: Seeded, make: Callable[[int], Made], first: Callable[[], Made]
) -> Made:
    """Make the pinned instance; without pins of this version and seed, the one that ``first`` finds.

    Args:
        pins: the family's pins; None if it has not been built.
        family: the family.
        make: makes the instance of an index.
        first: makes the first instance that passes the gates.
    """
    if pins is None or (pins.version, pins.seed) != (family.version, family.seed):
        return first()
    try:
        return make(pins.index)
    except UnfitError:  # the code has changed since the build; the gate `pinned` reports it
        return first()
