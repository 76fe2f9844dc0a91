"""All readings of a family's marks, which worked examples narrow.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any

from workshop.authoring.family import UnfitError
from workshop.suites.code_vision.families._mark_meanings import Charts
from workshop.suites.code_vision.families._mark_places import Course
from workshop.suites.code_vision.families._mark_readings import (
    NOTHING,
    OPTIONS,
    USUAL,
    Options,
    Readings,
    count_meanings,
    count_readings,
    merged,
)
from workshop.suites.code_vision.families._mark_walks import outcomes
from workshop.suites.code_vision.families._settled_rules import NarrowedSpace

_MOST, _MOST_USUAL = 12_000, 3_000  #: walks that are tried for a run of an example: short runs come first


@dataclass(frozen=True, slots=True, kw_only=True)
class MarkSpace(NarrowedSpace):
    """All readings of a family's marks. Worked examples narrow them run by run, so that few are tried together."""

    main: Charts  #: which calls of the tests are about
    exception: bool  #: whether there may be one where marks meet

    def start(self) -> list[Readings]:
        """Return the readings before any worked example; those of a mark are tried when a walk passes it."""
        return [{} if self.exception else {"meet": NOTHING}]

    def left(
        self,
        shown: Sequence[tuple[Any, Sequence[int]]],
        readings: Sequence[Readings] | None = None,
        every: Mapping[str, Options] = OPTIONS,
    ) -> list[Readings]:
        """Return the readings that give all runs of worked examples their totals.

        Args:
            shown: worked examples with their totals.
            readings: those that are left before; by default all.
            every: all that a mark may mean, if they say nothing of it.

        Raises:
            UnfitError: if too many walks are tried for a run.
        """
        readings = self.start() if readings is None else readings
        most = _MOST_USUAL if every is USUAL else _MOST
        for (charts, lists), totals in shown:
            course = Course(charts)
            for numbers, wanted in zip(lists, totals, strict=True):
                tried = (pair for each in readings for pair in outcomes(course, each, numbers, every))
                found = list(islice(tried, most + 1))
                if len(found) > most:
                    raise UnfitError(f"more than {most} walks are tried for a run")
                readings = merged([each for total, each in found if total == wanted], every)
        return list(readings)

    def open_call(
        self,
        readings: Sequence[Readings],
        asked: Sequence[tuple[Any, Any]],
        every: Mapping[str, Options] = OPTIONS,
    ) -> str:
        """Say which readings give a call of the tests another result; empty if none does."""
        if not readings:
            return f"none of {self.size} rules gives the results of all examples"
        course, count = Course(self.main), sum(map(count_readings, readings))
        for (numbers,), result in asked:
            if any(
                total != result for each in readings for total, _ in outcomes(course, each, numbers, every)
            ):
                return f"{count} rules fit them, some of which are wrong for a call"
        return ""


def mark_space(main: Charts, marks: Sequence[str]) -> MarkSpace:
    """Return all readings of a family's marks."""
    counts = {mark: count_meanings(mark, sheets=len(main) > 1) for mark in (*marks, "each")}

    return MarkSpace(parts=counts, main=main, exception="meet" in marks)
