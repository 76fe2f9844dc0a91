"""Where nights fall when nothing has changed: a band for each baseline that decisions name."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from benchmark.leaderboard.inputs.nights import NightPanel
from benchmark.leaderboard.nights.points import NightPoint
from benchmark.leaderboard.nights.words import deciding_test
from benchmark.results.nights import Decision
from benchmark.scoring.night_band import NightBand, night_band


@dataclass(frozen=True, slots=True, kw_only=True)
class BandPiece:
    """The band of one baseline, over its own nights and those compared with it."""

    first: str  #: date
    last: str  #: date
    band: NightBand

    def holds(self, date: str) -> bool:
        """Whether the band belongs to a date."""
        return self.first <= date <= self.last


@dataclass(slots=True)
class _Piece:
    baseline: frozenset[str]  #: ids of panels
    basis: tuple[str, ...]
    last: str


def band_pieces(points: Sequence[NightPoint], panels: Mapping[str, NightPanel]) -> tuple[BandPiece, ...]:
    """Return the bands, oldest first.

    The baseline of a night is that of the tests of its decision: the current one, otherwise the first. A
    night without tests keeps the baseline of the night before, unless there is a break between them. A
    baseline that grew gives one band. Its own nights are in the band, too.

    Args:
        points: the nights, oldest first.
        panels: all panels by id.
    """
    pieces: list[_Piece] = []
    for point in points:
        if point.decision is not None and point.decision.outcome == "new-baseline":
            pieces.append(_Piece(frozenset(), point.basis, point.date))
            continue
        baseline = _baseline(point, panels)
        last = pieces[-1] if pieces and pieces[-1].basis == point.basis else None
        if last is not None and (not baseline or (last.baseline and last.baseline <= baseline)):
            last.baseline, last.last = baseline or last.baseline, point.date
        else:
            pieces.append(_Piece(baseline, point.basis, point.date))
    return _with_bands(pieces, points, panels)


def _baseline(point: NightPoint, panels: Mapping[str, NightPanel]) -> frozenset[str]:
    """Return the panels that a night is compared with; none if they have another basis than the night."""
    tests = () if point.decision is None else point.decision.tests
    tonight = [test for test in tests if test.stage == "stage-1"]  # others may be those of an earlier night
    named = {test.anchor: test.baseline for test in tonight or tests}
    found = frozenset(named.get("current") or named.get("first") or ())
    same = all(name in panels and panels[name].basis in point.basis for name in found)
    return found if same else frozenset()


def _with_bands(
    pieces: Sequence[_Piece], points: Sequence[NightPoint], panels: Mapping[str, NightPanel]
) -> tuple[BandPiece, ...]:
    found: list[BandPiece] = []
    dates = [point.date for point in points]
    for number in reversed(range(len(pieces))):
        piece = pieces[number]
        baseline = [panels[name] for name in piece.baseline]
        band = night_band(_draws(baseline))
        if band is None:
            continue
        before = pieces[number - 1].last if number else ""
        first = min(panel.date for panel in baseline)
        begun = next(date for date in dates if date > before)
        last = piece.last if not found else min(piece.last, _day_before(found[-1].first, dates))
        if min(first, begun) <= last:
            found.append(BandPiece(first=min(first, begun), last=last, band=band))
    return tuple(reversed(found))


def _day_before(date: str, dates: Sequence[str]) -> str:
    """Return the last night before a date; empty if there is none."""
    return max((night for night in dates if night < date), default="")


def _draws(baseline: Sequence[NightPanel]) -> list[tuple[int, int]]:
    """Return the numbers of passes and of draws of each task."""
    passed: Counter[tuple[object, str]] = Counter()
    drawn: Counter[tuple[object, str]] = Counter()
    for panel in baseline:
        for task, letter in zip(panel.tasks, panel.outcomes, strict=True):
            if letter != "M":
                drawn[panel.series, task] += 1
                passed[panel.series, task] += letter == "P"
    return [(passed[task], number) for task, number in drawn.items()]


def deciding_levels(decision: Decision, panels: Mapping[str, NightPanel]) -> tuple[float, float] | None:
    """Return the mean rates before and after a change; None if the decision has no test of its draws."""
    test = deciding_test(decision)
    if test is None:
        return None
    sides = []
    for names in (test.baseline, test.fresh):
        if any(name not in panels for name in names):
            return None
        draws = _draws([panels[name] for name in names])
        if not draws:
            return None
        sides.append(sum(passed / drawn for passed, drawn in draws) / len(draws))
    return sides[0], sides[1]
