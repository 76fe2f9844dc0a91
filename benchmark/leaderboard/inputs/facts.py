"""Short texts about a row or a table: name, conditions, size, dates, cost and speed; and licences."""

from collections.abc import Iterable, Mapping
from datetime import date, timedelta

from benchmark.analysis.catalog import BASELINES, suite_task, suite_title
from benchmark.analysis.groups import GroupKey, RowGroup
from benchmark.analysis.score_cells import Cell, cut_share
from benchmark.analysis.wording import (
    NAME_CHARACTERS,
    SENTENCE_NAME_CHARACTERS,
    clean,
    count,
    money,
    percent,
    plural,
    short_number,
    tries,
)
from benchmark.core.counts import Counts
from benchmark.core.names import effort_words, is_fresh
from benchmark.core.suite_facts import Licence
from benchmark.core.task import Task
from benchmark.results.row import Row, RowSubmission
from benchmark.submissions.schema import Submission
from benchmark.suites import load_all, suite_of

#: Upper limits of the size classes, in billions of parameters.
SIZE_LIMITS = (4, 10, 34, 80)

_WHOLE_SECONDS = 100  #: from this many seconds on, no decimal is shown
_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")


def display_name(row: Row, limit: int = NAME_CHARACTERS) -> str:
    """Return the model's name on one clean line, with its effort, which is never shortened."""
    words = effort_words(row.result.submission.effort)
    end = f" ({words})" if words else ""
    return submission_name(row, limit - len(end)) + end


def submission_name(row: Row, limit: int = NAME_CHARACTERS) -> str:
    """Return the name that all efforts of a submission share, or its slug if the name is blank."""
    return clean(row.result.submission.name, limit) or row.result.submission.slug


def short_name(row: Row) -> str:
    """Return the model's name, shortened for use in a sentence."""
    return display_name(row, SENTENCE_NAME_CHARACTERS)


def row_submission(row: Row, submission: Submission | None) -> RowSubmission:
    """Return what a row records of its submission; fields that it lacks come from the current submission."""
    recorded = row.result.submission
    if submission is None or submission.slug != recorded.slug:
        return recorded
    reasoning = recorded.reasoning if recorded.reasoning is not None else submission.reasoning
    known = {
        "organisation": recorded.organisation or submission.organisation or "",
        "weights": recorded.weights or submission.weights or "",
        "reasoning": reasoning,
    }
    return recorded.model_copy(update=known)


def description(row: Row, submission: Submission | None, *, short: bool = False) -> str:
    """Return the recorded facts about a model, such as ``OpenAI · closed weights · no reasoning``.

    The ``short`` ones, for a line of a table, are such as ``Meta · open · 11 B``. They leave out that a model
    does not reason, since most do not, and rows become long.
    """
    facts = row_submission(row, submission)
    size = parameter_count(submission.parameters_b) if short and submission else ""
    reasons = {True: "reasoning", False: "" if short else "no reasoning", None: ""}[facts.reasoning]
    organisation = clean(facts.organisation)
    parts = [
        organisation.replace(" ", "\u00a0") if short else organisation,  # a phone shows only whole parts
        facts.weights and (facts.weights if short else f"{facts.weights} weights"),
        reasons,
    ]
    if facts.slug in BASELINES:
        parts = ["baseline", BASELINES[facts.slug]]
    return " · ".join(filter(None, [*parts, size.replace(" ", "\u00a0")]))


def release_date(submission: Submission | None) -> str:
    """Return the date of release that a submission states: YYYY, YYYY-MM or YYYY-MM-DD; may be empty."""
    return "" if submission is None else str(submission.release_date or "")


def parameter_count(parameters: float | None) -> str:
    """Return billions of parameters as text, such as ``7.6 B`` or ``135 M``; empty if unknown."""
    if parameters is None:
        return ""
    return f"{parameters:,.4g} B" if parameters >= 1 else f"{1000 * parameters:.3g} M"


def size_class(parameters: float | None) -> str:
    """Return the upper limit of a model's size class, or ``more``; empty if its size is unknown."""
    if parameters is None:
        return ""
    return next((str(limit) for limit in SIZE_LIMITS if parameters <= limit), "more")


def group_title(key: GroupKey) -> str:
    """Return a table's suite and data set, such as ``Code-Vision, rebuilt``."""
    return f"{clean(suite_title(key.suite))}, {clean(key.dataset)}"


def tasks_and_tries(row: Row) -> str:
    """Return the number of tasks and of samples per task, such as ``438 tasks, one try each``."""
    return f"{plural(row.result.tasks.count, 'task')}, {tries(row.result.completions.draws)}"


def missing_samples(counts: Iterable[Counts]) -> str:
    """Return how many samples of some rows have no verdict, such as ``0 of 2,628 samples``."""
    counts = tuple(counts)
    lost = sum(sum(row_counts.missing) for row_counts in counts)
    return f"{count(lost)} of {plural(lost + sum(sum(row_counts.judged) for row_counts in counts), 'sample')}"


def day(started: str) -> str:
    """Return the day of an instant: ``2025-02-22T…`` becomes ``22 Feb 2025``."""
    year, month, date = started[:10].split("-")
    return f"{int(date)} {_MONTHS[(int(month) - 1) % 12]} {year}"


def day_or_month(date: str) -> str:
    """Return a date with the parts that it has: ``2025-02`` becomes ``Feb 2025``, ``2025`` stays."""
    year, *rest = date.split("-")
    if len(rest) == len(("month", "day")):
        return day(date)
    return f"{_MONTHS[int(rest[0]) - 1]} {year}" if rest else year


def group_facts(group: RowGroup, counts: Mapping[str, Counts]) -> tuple[tuple[str, str], ...]:
    """Return the facts next to the headline of a page, each a label and a value."""
    first = group.newest[0]
    task = suite_task(group.key.suite, group.key.setting)
    facts = (
        ("Task", task),
        ("Data set", clean(group.key.dataset)),
        ("Size", tasks_and_tries(first)),
        ("Missing", missing_samples(counts[row.id] for row in group.newest)),
        ("As of", day(max(row.run.started for row in group.newest))),
    )
    return tuple((label, value) for label, value in facts if value)


def dollars_per_thousand(row: Row) -> float | None:
    """Return the dollars for 1,000 tasks with all their samples; None if no cost is recorded."""
    return None if row.run.cost_usd is None else 1000 * row.run.cost_usd / row.result.tasks.count


def cost_cell(row: Row) -> Cell:
    """Return the dollars for 1,000 tasks as a cell."""
    dollars = dollars_per_thousand(row)
    if dollars is None:
        return Cell()
    return Cell(short_number(dollars, money(dollars)), f"{dollars:.8f}")


def seconds_cell(found: float | None) -> Cell:
    """Return the seconds per completion as a cell."""
    if found is None:
        return Cell()
    text = f"{found:.1f}" if found < _WHOLE_SECONDS else count(round(found))
    return Cell(short_number(found, text), f"{found:.3f}")


def tokens_cell(row: Row) -> Cell:
    """Return the mean number of tokens per completion as a cell."""
    if row.run.tokens_out is None:
        return Cell()
    tokens = row.run.tokens_out / row.result.completions.count
    return Cell(short_number(tokens, count(round(tokens))), f"{tokens:.3f}")


def looks_per_answer(row: Row) -> str:
    """Return how often a model looked closer at a picture per answer; empty where it could not."""
    looks = row.run.looks
    return "" if looks is None else f"{looks / row.result.completions.count:.1f}"


def cut_cell(row: Row) -> Cell:
    """Return the percentage of answers that the token limit cut off, as a cell; empty if unknown."""
    if (share := cut_share(row)) is None:
        return Cell()
    return Cell(percent(share) if share else "0", f"{share:.6f}")


NEW_DAYS = 30


def new_from(rows: Iterable[Row]) -> str:
    """Return the first day on which a row is new, such as ``2026-01-02``, given the rows of a page.

    Empty without rows. Rows of the newest row's day and of the 29 days before it are new.
    """
    latest = max((row.run.started[:10] for row in rows), default="")
    return first_new_day(latest) if latest else ""


def first_new_day(latest: str) -> str:
    """Return the first of the 30 days that end with ``latest``."""
    return (date.fromisoformat(latest) - timedelta(days=NEW_DAYS - 1)).isoformat()


def is_new(row: Row, first: str) -> bool:
    """Whether a row was judged on the day ``first`` or later."""
    return bool(first) and row.run.started[:10] >= first


def external_datasets() -> set[tuple[str, str]]:
    """Return (suite, data set) of tasks that other projects publish, also if they are not on this machine."""
    return {
        (name, dataset)
        for name, suite in load_all().items()
        for dataset, licence in suite.data.licences.items()
        if licence.command
    }


def stated_licence(tasks: Iterable[Task]) -> str:
    """Return the licence that all of these tasks state, or several; empty if one states none."""
    stated = {task.licence for task in tasks}
    return "" if "" in stated else ", ".join(sorted(stated))


def licence_of(suite: str, dataset: str, stated: str = "") -> Licence:
    """Return the licence of a data set.

    Args:
        suite: id of its suite.
        dataset: its name.
        stated: the licence that its tasks state, which counts for data sets that are not ours; without it,
            they are not shown.
    """
    known = suite_of(suite).data.licences.get(dataset)
    if known is not None:
        return known
    if is_fresh(dataset):
        return Licence(
            name="kept back",
            shows=False,
            kept_back=True,
            reason="Fresh tasks are not shown, so that models cannot learn them.",
        )
    if stated:
        return Licence(name=stated, shows=True, credit=f"Tasks and pictures: {stated}.")
    reason = "The licence of these tasks is unknown, so they are not shown."
    return Licence(name="not known", shows=False, reason=reason)
