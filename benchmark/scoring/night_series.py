"""Values of the decision rule: the nights of a series, its baselines, its checks and its state."""

from dataclasses import dataclass, replace
from datetime import date
from enum import StrEnum
from functools import cached_property

from benchmark.scoring.drift import Draws, DriftTest, pooled
from benchmark.scoring.signflip import Floats

BASELINE_NIGHTS = 8
USABLE_FROM = 4  #: nights of a baseline from which on it is compared with


class State(StrEnum):
    """The state of a series after a night."""

    WARMING_UP = "warming up"
    OK = "ok"
    CHECKING = "checking"
    REGRESSED = "regressed"
    IMPROVED = "improved"
    UNKNOWN = "unknown"
    BREAK = "break"


class Direction(StrEnum):
    """The direction of a change."""

    DROP = "drop"
    RISE = "rise"


class Kind(StrEnum):
    """The test from which a p-value comes."""

    STAGE_2 = "stage 2"
    POOL = "weekly pool"


@dataclass(frozen=True, slots=True, kw_only=True)
class Night:
    """The draws of one night."""

    date: date
    version: (
        str  #: changes with everything that makes nights incomparable: suite, judge, guest, tasks, prompt
    )
    values: Floats  #: (task), 1 if the draw passed, 0 if it failed, nan if there is none


@dataclass(frozen=True)  # without slots, because a cached_property needs a __dict__
class Anchor:
    """A baseline: the nights whose draws later nights are compared with."""

    nights: tuple[Floats, ...] = ()  #: for each night (task), values as in :class:`Night`

    @cached_property
    def draws(self) -> Draws:
        """The draws of its nights.

        Raises:
            ValueError: if it has no nights.
        """
        return pooled(self.nights)

    @property
    def usable(self) -> bool:
        """Whether later nights are compared with it."""
        return len(self.nights) >= USABLE_FROM

    @property
    def complete(self) -> bool:
        """Whether it takes no further nights."""
        return len(self.nights) >= BASELINE_NIGHTS

    def grown(self, values: Floats) -> "Anchor":
        """Return the anchor with one more night, unless it is complete."""
        return self if self.complete else Anchor((*self.nights, values))


@dataclass(frozen=True, slots=True, kw_only=True)
class Anchors:
    """The first and the current baseline of a series."""

    first: Anchor = Anchor()
    current: Anchor | None = None  #: None as long as the first is the current one
    muted: bool = False  #: whether a person accepted a change, so that the first is only for display

    @property
    def growing(self) -> bool:
        """Whether the current one still takes nights."""
        return not (self.first if self.current is None else self.current).complete

    @property
    def compared(self) -> tuple[Anchor, ...]:
        """The anchors with which nights are compared; empty while warming up."""
        first = () if self.muted else (self.first,)
        current = () if self.current is None else (self.current,)
        return tuple(anchor for anchor in (*first, *current) if anchor.usable)

    def grown(self, values: Floats) -> "Anchors":
        """Return the anchors with one more night."""
        if self.current is None:
            return replace(self, first=self.first.grown(values))
        return replace(self, current=self.current.grown(values))


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """A p-value below its limit: a change, if the comparison with all series of the day confirms it."""

    direction: Direction
    kind: Kind
    p: float  #: with the number of anchors counted
    test: DriftTest  #: against the anchor with the smallest p-value
    baseline: Draws  #: of this anchor
    fresh: Draws


@dataclass(frozen=True, slots=True, kw_only=True)
class Track:
    """What is known about changes in one direction."""

    began: date | None = None  #: the night of stage 1, while a check is running
    anchors: Anchors | None = None  #: as they were before that night
    checked: tuple[Floats, ...] = ()  #: the nights of the check, without that of stage 1
    since: date | None = None  #: the night of the decision, while an alarm is open
    clean: tuple[Floats, ...] = ()  #: the clean nights in a row of an open alarm


@dataclass(frozen=True, slots=True, kw_only=True)
class Series:
    """A series after some nights; the start is ``Series()``."""

    version: str = ""
    last: date | None = None  #: date of the last night
    state: State = State.WARMING_UP
    anchors: Anchors = Anchors()
    drop: Track = Track()
    rise: Track = Track()
    week: tuple[Floats, ...] = ()  #: nights since the last weekly pool
    gaps: tuple[Floats, ...] = ()  #: last nights with enough draws, for missing tasks

    def track(self, direction: Direction) -> Track:
        """Return what is known about changes in this direction."""
        return self.drop if direction is Direction.DROP else self.rise

    def having(self, direction: Direction, track: Track) -> "Series":
        """Return the series with another track."""
        return replace(self, drop=track) if direction is Direction.DROP else replace(self, rise=track)
