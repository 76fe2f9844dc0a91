"""One line for readers about each decision."""

from benchmark.scoring.decision_days import Decision, Settled
from benchmark.scoring.drop import Drop
from benchmark.scoring.night_series import BASELINE_NIGHTS, Anchors, Direction, Kind, Track
from benchmark.scoring.nights import CHECK_NIGHTS, CLEAN_NIGHTS, MISSING_NIGHTS, STAGE_1, most_missing

_FEW = 0.001


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
    """Say that an alarm is still open.

    Args:
        opened: what was said when it was opened.
        track: the direction's track.
        began: the date of the first decision about it.
    """
    clean = len(track.clean)
    return f"{opened} (decided on {began}); {clean} of {CLEAN_NIGHTS} clean nights"


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
        least = min(min(made.p(direction) for made in checked) for direction in Direction)
        return f"the check of {CHECK_NIGHTS} nights found no change: {p_text(least)}"
    if decision.comparisons:
        return f"no drop: {p_text(min(made.test.p_drop for made in decision.comparisons))}"
    return "nothing was compared"


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


def unknown_text(missing: int, tasks: int) -> str:
    """Say why a night was not used."""
    if missing > most_missing(tasks):
        return f"{missing} of {tasks} tasks have no draw, so this night is not used"
    return f"a task has no draw on {MISSING_NIGHTS} of the last seven nights, so this night is not used"


def both_text(what: str, p: float, drop: Drop) -> str:
    """Say what the test and the interval say about a night on which an alias moved."""
    found = "finds fewer passes" if p < STAGE_1 else "finds no drop"
    shown = "is above 0" if drop.low > 0 else "includes 0" if drop.high >= 0 else "is below 0"
    return f"{what}; the test of this night {found}, {p_text(p)}, and the interval {shown}: {drop_text(drop)}"
