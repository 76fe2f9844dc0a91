"""One line for readers about each decision."""

from collections.abc import Collection, Sequence

from benchmark.results.heads import RunName
from benchmark.results.nights import Decision as RecordedDecision
from benchmark.scoring.decision_days import Decision, Settled
from benchmark.scoring.drop import Drop
from benchmark.scoring.night_series import BASELINE_NIGHTS, Anchors, Comparison, Direction, Kind, Track
from benchmark.scoring.nights import (
    CHECK_NIGHTS,
    CLEAN_NIGHTS,
    MISSING_NIGHTS,
    POOL,
    SMALLEST_CHANGE,
    STAGE_1,
    STAGE_2,
    most_missing,
)

_FEW = 0.001
_NAMED = 3  #: maximum series that a sentence names


def p_text(p: float) -> str:
    """Format a p-value: ``p = 0.012``."""
    return f"p < {_FEW}" if p < _FEW else f"p = {p:.3f}" if p < STAGE_1 else f"p = {p:.2f}"


def drop_text(drop: Drop) -> str:
    """Format a change with its interval: ``5.2 points fewer (2.1 to 8.3 over stems)``."""
    sign, word = (1, "fewer") if drop.drop >= 0 else (-1, "more")
    low, high = sorted((100 * sign * drop.low, 100 * sign * drop.high))
    return f"{100 * sign * drop.drop:.1f} points {word} ({low:.1f} to {high:.1f} over stems)"


def alarm_text(settled: Settled, drop: Drop) -> str:
    """Say which change was confirmed, in the words of the test and of the interval."""
    words = drop.if_worse if settled.finding.direction is Direction.DROP else drop.if_better
    among = "" if settled.active == 1 else f" after adjusting for {settled.active} series"
    nights = len(settled.finding.comparison.fresh_nights)
    return f"{words}: {drop_text(drop)} in {nights} nights, {p_text(settled.adjusted)}{among}"


def lasting_text(opened: str, track: Track, began: str) -> str:
    """Say that an alarm, ``opened`` with these words on the day when it ``began``, is still open."""
    clean = len(track.clean)
    row = f"{clean} of {CLEAN_NIGHTS} clean nights"
    if clean >= CLEAN_NIGHTS:
        row = f"{clean} clean nights, which do not differ enough from those that opened the alarm"
    return f"{opened} (decided on {began}); {row}"


def members_text(before: Collection[RunName], now: Collection[RunName]) -> str:
    """Say which series of a model joined or left the pooled one; empty if none did, or the first night."""
    if not before:
        return ""
    joined = [name for name in now if name not in before]
    left = [name for name in before if name not in now]
    return "; ".join(
        f"{' and '.join(str(name).partition(': ')[2] for name in names[:_NAMED])}"
        f"{f' and {len(names) - _NAMED} more' if len(names) > _NAMED else ''} {did}"
        for names, did in ((joined, "joined"), (left, "left"))
        if names
    )


def calm_text(decision: Decision) -> str:
    """Say what a night without an alarm found."""
    tried = [settled for settled in decision.settled if not settled.confirmed]
    if tried:
        found = min(tried, key=lambda settled: settled.adjusted)
        word = "drop" if found.finding.direction is Direction.DROP else "improvement"
        few = f"{p_text(found.finding.p)} is not small enough among {found.active} series"
        return f"no {word} is reported: {few}"
    checked = [made for made in decision.comparisons if made.kind is Kind.STAGE_2]
    if checked:
        return _check_text(checked)
    tonight = [made for made in decision.comparisons if made.kind is Kind.STAGE_1]
    pool = [made for made in decision.comparisons if made.kind is Kind.POOL]
    if tonight:
        text = f"no drop: {p_text(min(made.test.p_drop for made in tonight))}"
        if pool and not decision.series.drop.since:
            text += f", and {p_text(_least(pool, Direction.DROP))} in the weekly pool, not below {POOL}"
        return text
    return "nothing was compared"


def _check_text(checked: Sequence[Comparison]) -> str:
    direction = min(Direction, key=lambda direction: _least(checked, direction))
    p = _least(checked, direction)
    if p >= STAGE_2:
        return f"the check of {CHECK_NIGHTS} nights found no change: {p_text(p)}, not below {STAGE_2}"
    made = min(checked, key=lambda made: made.p(direction))
    change = f"{100 * made.change(direction):.2f} points {'fewer' if direction is Direction.DROP else 'more'}"
    least = f"less than {100 * SMALLEST_CHANGE:.0f} points is not reported"
    return f"the check of {CHECK_NIGHTS} nights found {change}, {p_text(p)}: {least}"


def _least(comparisons: Sequence[Comparison], direction: Direction) -> float:
    """Return the smallest p-value, with the number of baselines counted, as the limits do."""
    return min(1.0, len(comparisons) * min(made.p(direction) for made in comparisons))


def checking_text(track: Track, direction: Direction) -> str:
    """Say how far a check is."""
    done = len(track.checked)
    word = "fewer" if direction is Direction.DROP else "more"
    return f"{word} tasks passed on {track.began} than usual: {done} of {CHECK_NIGHTS} nights are checked"


def warming_text(anchors: Anchors, calm: str) -> str:
    """Say how far the baseline is."""
    growing = anchors.first if anchors.current is None else anchors.current
    text = f"{len(growing.nights)} of {BASELINE_NIGHTS} nights of the baseline"
    return f"{text}; {calm}"


def unknown_text(missing: int, tasks: int, used: str, alarm: str) -> str:
    """Say why a night was not used; ``used`` is the date of the last one that was."""
    if missing > most_missing(tasks):
        why = f"{missing} of {tasks} tasks have no draw, so this night is not used"
    else:
        why = f"a task has no draw on {MISSING_NIGHTS} of the last seven nights, so this night is not used"
    last = f"the last one that was used is {used}" if used else "none was used so far"
    return "; ".join([why, last, *([f"the alarm of {alarm} stays open"] if alarm else [])])


def both_text(what: str, p: float, drop: Drop) -> str:
    """Say what the test and the interval say about a night on which an alias moved."""
    found = "finds fewer passes" if p < STAGE_1 else "finds no drop"
    shown = "is above 0" if drop.low > 0 else "includes 0" if drop.high >= 0 else "is below 0"
    return f"{what}; the test of this night {found}, {p_text(p)}, and the interval {shown}: {drop_text(drop)}"


def p_values(last: RecordedDecision) -> str:
    """Return the p-values of the last night: ``stage-1 p = 0.03, stage-2 p = 0.002 (adjusted p = 0.02)``."""
    parts = []
    for test in last.tests:
        adjusted = "" if test.adjusted_p is None else f" (adjusted {p_text(test.adjusted_p)})"
        anchor = "" if test.anchor == "first" else f", {test.anchor} baseline"
        rise = " for a rise" if test.direction == "rise" else ""
        parts.append(f"{test.stage}{rise} {p_text(test.p)}{adjusted}{anchor}")
    return "; ".join(parts)
