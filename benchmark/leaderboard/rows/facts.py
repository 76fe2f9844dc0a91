"""What a row or a group says about itself in a few words."""

from collections.abc import Iterable, Mapping

from benchmark.analysis.catalog import BASELINES, suite_task, suite_title
from benchmark.analysis.groups import GroupKey, RowGroup
from benchmark.analysis.score_cells import Cell
from benchmark.analysis.wording import (
    SENTENCE_NAME_CHARACTERS,
    clean,
    count,
    money,
    plural,
    short_number,
    tries,
)
from benchmark.core.counts import Counts
from benchmark.core.fresh import fresh_note
from benchmark.results.row import Row, RowSubmission
from benchmark.submissions.schema import Submission

#: Billions of parameters at which classes of size end.
SIZES = (4, 10, 40, 100)

_WHOLE = 100  #: seconds from which no tenth is shown
_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")


def display_name(row: Row) -> str:
    """The submission's name on one clean line."""
    return clean(row.result.submission.name) or row.result.submission.slug


def short_name(row: Row) -> str:
    """The same for a sentence."""
    return clean(display_name(row), SENTENCE_NAME_CHARACTERS)


def said_of(row: Row, submission: Submission | None) -> RowSubmission:
    """Whose row it is, as the row says it; what it leaves open, as the submission says it today."""
    said = row.result.submission
    if submission is None or submission.slug != said.slug:
        return said
    reasoning = said.reasoning if said.reasoning is not None else submission.reasoning
    known = {
        "organisation": said.organisation or submission.organisation or "",
        "weights": said.weights or submission.weights or "",
        "reasoning": reasoning,
    }
    return said.model_copy(update=known)


def description(row: Row, submission: Submission | None) -> str:
    """``OpenAI · closed weights · reasoning``: what is recorded, no more."""
    said = said_of(row, submission)
    if said.slug in BASELINES:
        return f"baseline · {BASELINES[said.slug]}"
    parts = [clean(said.organisation), f"{said.weights} weights" if said.weights else ""]
    if said.reasoning is not None:
        parts.append("reasoning" if said.reasoning else "no reasoning")
    return " · ".join(part for part in parts if part)


def described(row: Row, submission: Submission | None) -> str:
    """The same with the number of parameters, where it is known: ``Meta · open weights · 11 B``."""
    parameters = "" if submission is None else billions(submission.parameters_b)
    return " · ".join(part for part in (description(row, submission), parameters) if part)


def billions(parameters: float | None) -> str:
    """``7.6 B`` or ``135 M``; empty where it is not known."""
    if parameters is None:
        return ""
    return f"{parameters:,.4g} B" if parameters >= 1 else f"{1000 * parameters:.3g} M"


def size_class(parameters: float | None) -> str:
    """Which choice of the filter a model falls under: the upper end in billions; empty for unknown."""
    if parameters is None:
        return ""
    return next((str(limit) for limit in SIZES if parameters <= limit), "more")


def conditions(key: GroupKey) -> str:
    """``setting flowchart · protocol cool-1 · prompt upstream · extraction own``."""
    prompt = clean(key.prompt) or "not recorded"
    return " · ".join(
        f"{word} {clean(value)}"
        for word, value in (
            ("setting", key.setting),
            ("protocol", key.protocol),
            ("prompt", prompt),
            ("extraction", key.extraction),
        )
    )


def marked(key: GroupKey) -> str:
    """The same, with what a fresh data set is."""
    return " · ".join(filter(None, (conditions(key), fresh_note(key.dataset))))


def group_title(key: GroupKey) -> str:
    """``Code-Vision, rebuilt``."""
    return f"{clean(suite_title(key.suite))}, {clean(key.dataset)}"


def size(row: Row) -> str:
    """``438 tasks, one try each``."""
    return f"{plural(row.result.tasks.count, 'task')}, {tries(row.result.completions.draws)}"


def missing(counts: Iterable[Counts]) -> str:
    """``0 of 2,628 samples`` have no verdict, over all rows of a table."""
    counts = tuple(counts)
    lost = sum(sum(one.missing) for one in counts)
    return f"{count(lost)} of {plural(lost + sum(sum(one.judged) for one in counts), 'sample')}"


def day(started: str) -> str:
    """``2025-02-22T…`` → ``22 Feb 2025``."""
    year, month, date = started[:10].split("-")
    return f"{int(date)} {_MONTHS[(int(month) - 1) % 12]} {year}"


def month(date: str) -> str:
    """A date as far as it is known: ``2025-02`` → ``Feb 2025``, ``2025-02-22`` → ``22 Feb 2025``."""
    year, *rest = date.split("-")
    if len(rest) == len(("month", "day")):
        return day(date)
    return f"{_MONTHS[int(rest[0]) - 1]} {year}" if rest else year


def group_facts(group: RowGroup, counts: Mapping[str, Counts]) -> tuple[tuple[str, str], ...]:
    """The facts at the right of an answer, each a label and a value.

    Args:
        group: of a table.
        counts: of its rows, by id.
    """
    first = group.newest[0]
    task = suite_task(group.key.suite)
    facts = (
        ("Task", task),
        ("Data set", clean(group.key.dataset)),
        ("Size", size(first)),
        ("Missing", missing(counts[row.id] for row in group.newest)),
        ("As of", day(max(row.run.started for row in group.newest))),
    )
    return tuple((label, value) for label, value in facts if value)


def dollars_per_thousand(row: Row) -> float | None:
    """Dollars for 1,000 tasks, all draws of a task together; None where no cost is recorded."""
    return None if row.run.cost_usd is None else 1000 * row.run.cost_usd / row.result.tasks.count


def cost_per_thousand(row: Row) -> Cell:
    """The same as a cell."""
    dollars = dollars_per_thousand(row)
    if dollars is None:
        return Cell()
    return Cell(short_number(dollars, money(dollars)), f"{dollars:.8f}")


def seconds(found: float | None) -> Cell:
    """Seconds for an answer."""
    if found is None:
        return Cell()
    text = f"{found:.1f}" if found < _WHOLE else count(round(found))
    return Cell(short_number(found, text), f"{found:.3f}")


def tokens_out(row: Row) -> Cell:
    """Mean number of tokens of a completion."""
    if row.run.tokens_out is None:
        return Cell()
    tokens = row.run.tokens_out / row.result.completions.count
    return Cell(short_number(tokens, count(round(tokens))), f"{tokens:.3f}")
