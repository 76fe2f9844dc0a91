"""Values of the decision rule: the nights of a series, its baselines, its checks and its state."""

from dataclasses import dataclass, replace
from datetime import date
from enum import StrEnum
from functools import cached_property

import numpy as np

from benchmark.scoring.drift import Draws, DriftTest, pooled
from benchmark.scoring.signflip import Floats

BASELINE_NIGHTS = 18


class State(StrEnum):
    """The state of a series after a night."""

    WARMING_UP = "warming up"
    OK = "ok"
    REGRESSED = "regressed"
    IMPROVED = "improved"
    UNKNOWN = "unknown"
    REPEATS = "repeats"
    BREAK = "break"


class Direction(StrEnum):
    """The direction of a change."""

    DROP = "drop"
    RISE = "rise"


class Kind(StrEnum):
    """The nights that are compared with a baseline."""

    NIGHT = "night"
    WINDOW = "window"


class AnchorName(StrEnum):
    """Which of the two baselines; the first one is called so as long as there is no other."""

    FIRST = "first"
    CURRENT = "current"


@dataclass(frozen=True, kw_only=True, eq=False)  # without slots, because a cached_property needs a __dict__
class Night:
    """The draws of one night."""

    date: date
    version: (
        str  #: changes with everything that makes nights incomparable: suite, judge, guest, tasks, prompt
    )
    values: Floats  #: (task), 1 if the draw passed, 0 if it failed, nan if there is none

    @cached_property
    def score(self) -> float:
        """The share of its draws that passed, in [0, 1]."""
        return float(np.nanmean(self.values))


@dataclass(frozen=True)  # without slots, because a cached_property needs a __dict__
class Anchor:
    """A baseline: the nights whose draws later nights are compared with."""

    nights: tuple[Night, ...] = ()

    @cached_property
    def draws(self) -> Draws:
        """The draws of the anchor's nights.

        Raises:
            ValueError: if it has no nights.
        """
        return pooled([night.values for night in self.nights])

    @property
    def complete(self) -> bool:
        """Whether the baseline takes no further nights, so that later nights are compared with it."""
        return len(self.nights) >= BASELINE_NIGHTS

    def grown(self, night: Night) -> "Anchor":
        """Return the anchor with one more night, unless it is complete."""
        return self if self.complete else Anchor((*self.nights, night))


@dataclass(frozen=True, slots=True, kw_only=True)
class Anchors:
    """The first and the current baseline of a series."""

    first: Anchor = Anchor()
    current: Anchor | None = None  #: None as long as the first is the current one
    muted: bool = False  #: whether a person accepted a change, so that the first does not count

    @property
    def growing(self) -> bool:
        """Whether the current one still takes nights."""
        return not (self.first if self.current is None else self.current).complete

    @property
    def compared(self) -> dict[AnchorName, Anchor]:
        """The anchors with which nights are compared; empty while warming up."""
        found = {} if self.muted else {AnchorName.FIRST: self.first}
        if self.current is not None:
            found[AnchorName.CURRENT] = self.current
        return {name: anchor for name, anchor in found.items() if anchor.complete}

    def grown(self, night: Night) -> "Anchors":
        """Return the anchors with one more night."""
        if self.current is None:
            return replace(self, first=self.first.grown(night))
        return replace(self, current=self.current.grown(night))

    def renewed(self) -> "Anchors":
        """Return the anchors with an empty current one, after an alarm was closed.

        The one that a person accepted becomes the first one: otherwise each alarm would let the baseline
        slide.
        """
        first = self.current if self.muted and self.current is not None else self.first
        return Anchors(first=first, current=Anchor())


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison:
    """Nights compared with one anchor."""

    kind: Kind
    anchor: AnchorName
    baseline_nights: tuple[date, ...]
    fresh_nights: tuple[date, ...]
    baseline: Draws
    fresh: Draws
    test: DriftTest  #: of the draws; its p-values do not count the anchors
    p_scores: tuple[float, float] = (
        0.0,
        0.0,
    )  #: of the nights' scores: drop and rise; 0 if not tested

    def p(self, direction: Direction) -> float:
        """Return the one-sided p-value of this direction: the larger one of both tests."""
        if direction is Direction.DROP:
            return max(self.test.p_drop, self.p_scores[0])
        return max(self.test.p_rise, self.p_scores[1])

    def change(self, direction: Direction) -> float:
        """Return the size of the change in this direction, in [-1, 1]."""
        return self.test.drop if direction is Direction.DROP else -self.test.drop


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """A p-value below its limit: a change."""

    direction: Direction
    p: float  #: with the numbers of anchors and of the model's series counted
    comparison: Comparison  #: with the anchor that has the smallest p-value


@dataclass(frozen=True, slots=True, kw_only=True)
class Track:
    """The windows and findings of changes in one direction."""

    since: date | None = None  #: the night of the decision, while an alarm is open
    opened: Draws | None = None  #: the draws for which the open alarm was opened
    clean: tuple[Night, ...] = ()  #: the clean nights in a row of an open alarm


@dataclass(frozen=True, slots=True, kw_only=True)
class Series:
    """A series after some nights; the start is ``Series()``."""

    version: str = ""
    last: date | None = None  #: date of the last night
    state: State = State.WARMING_UP
    anchors: Anchors = Anchors()
    drop: Track = Track()
    rise: Track = Track()
    recent: tuple[Night, ...] = ()  #: the last usable nights since the last break, at most those of a window
    tasks: int = 0  #: number of tasks; 0 before the first night
    gaps: tuple[frozenset[int], ...] = ()  #: missing tasks of each of the last nights that lack only few

    def track(self, direction: Direction) -> Track:
        """Return what is known about changes in this direction."""
        return self.drop if direction is Direction.DROP else self.rise

    def having(self, direction: Direction, track: Track) -> "Series":
        """Return the series with another track."""
        return replace(self, drop=track) if direction is Direction.DROP else replace(self, rise=track)
