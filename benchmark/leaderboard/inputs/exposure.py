"""Whether a model may have seen the tasks in training, from its dates and the tasks' publication dates.

Dates are as precise as their source: a day, a month or a year. If two dates are in the same month, either may
be the earlier one, so exposure counts as possible.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from benchmark.analysis.groups import GroupKey
from benchmark.analysis.wording import plural
from benchmark.core.names import is_fresh
from benchmark.core.suite_facts import PublicationDate
from benchmark.leaderboard.inputs.facts import day_or_month
from benchmark.submissions.schema import Submission
from benchmark.suites import suite_of

#: ``possible in part`` means that not the tasks, but the problems they were made from may have been seen.
ExposureLevel = Literal["possible", "possible in part", "no", "not known"]

#: How the publication of the tasks compares with the dates of a model; it proves nothing about training.
Seen = Literal["not-public", "tasks-newer", "problems-older", "before-release", "before-cutoff", "unknown"]
#: Words for each in tables, the least exposed first.
SEEN_WORDS: dict[Seen, str] = {
    "not-public": "not public",
    "tasks-newer": "tasks newer",
    "problems-older": "problems older",
    "before-release": "before release",
    "before-cutoff": "before cut-off",
    "unknown": "dates unknown",
}
#: What each means, for the sentence of a table.
SEEN_MEANINGS: dict[Seen, str] = {
    "not-public": "the tasks were never public",
    "tasks-newer": "the tasks became public only after the model's training data ended, or after its release",
    "problems-older": "the tasks are newer than the model or undated, but the problems they were made from"
    " are older, or of the same month",
    "before-release": "the tasks were public before the model's release, or in the same month; it states no"
    " training cut-off",
    "before-cutoff": "the tasks were public before the model's training cut-off, or in the same month",
    "unknown": "a date is missing",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Exposure:
    """Whether a model may have seen the tasks of a table in training, and why."""

    level: ExposureLevel
    why: str
    seen: Seen = "unknown"  #: how the dates compare


def seen_sentence(models: Sequence[Seen]) -> tuple[Seen, str]:
    """Return what holds for most models of a table, and a sentence on it; it is empty without any date."""
    if all(seen == "unknown" for seen in models):
        return "unknown", ""
    most, number = Counter(models).most_common(1)[0]
    all_of = "all models" if number == len(models) else f"{number} of {plural(len(models), 'model')}"
    return most, f"By dates, for {all_of}: {SEEN_MEANINGS[most]}."


def exposure(key: GroupKey, submission: Submission | None) -> Exposure:
    """Compare the end of a model's training data with the publication date of a table's tasks.

    If no training cut-off is known, the model's release date is used: a model that was released before the
    tasks were published cannot have seen them, but a later release date proves nothing.
    """
    if is_fresh(key.dataset):
        why = "The tasks were made from a secret seed."
        return Exposure(level="no", why=why, seen="not-public")
    known = suite_of(key.suite).data.published.get(key.dataset, PublicationDate())
    cutoff = submission.training_cutoff if submission else None
    release = submission.release_date if submission else None
    last = cutoff or release
    if last is None:
        reason = "The submission names no training cut-off." if submission else "The submission is missing."
        return Exposure(level="not known", why=f"{reason}{_publication_text(known)}")
    end = (
        f"Its training data ends {day_or_month(last)}" if cutoff else f"It was released {day_or_month(last)}"
    )
    if known.behind and _reaches(last, known.behind):
        return _derived_exposure(known, last, end, sure=cutoff is not None)
    if not known.tasks:
        return Exposure(level="not known", why=f"{end}; no date is recorded for these tasks.")
    return _dated_exposure(known, last, end, sure=cutoff is not None)


def _dated_exposure(known: PublicationDate, last: str, end: str, *, sure: bool) -> Exposure:
    """Return the exposure to tasks with a publication date that contain nothing older for this model."""
    since = f"{day_or_month(known.tasks)} ({known.source})"
    if not _reaches(last, known.tasks):
        why = f"{end}, before the tasks were published: {since}."
        return Exposure(level="no", why=why, seen="tasks-newer")
    if sure:
        why = f"{end}; the tasks have been public since {since}."
        return Exposure(level="possible", why=why, seen="before-cutoff")
    why = f"{end}; the tasks have been public since {since}. The submission names no training cut-off."
    return Exposure(level="not known", why=why, seen="before-release")


def _derived_exposure(known: PublicationDate, last: str, end: str, *, sure: bool) -> Exposure:
    """Return the exposure to tasks made from older problems that the model may have seen."""
    older = (
        f"the problems behind the tasks, {known.origin}, have been public since {day_or_month(known.behind)}"
    )
    reached = bool(known.tasks) and _reaches(last, known.tasks)
    if reached and sure:
        why = f"{end}; {older}, the tasks since {day_or_month(known.tasks)}."
        return Exposure(level="possible", why=why, seen="before-cutoff")
    if known.tasks and not reached:
        younger = f"the tasks themselves since {day_or_month(known.tasks)} ({known.source})"
        why = f"{end}; {older}, {younger}."
        return Exposure(level="possible in part", why=why, seen="problems-older")
    unsure = "" if sure else " The submission names no training cut-off."
    seen: Seen = "before-release" if reached else "problems-older"
    return Exposure(level="possible in part", why=f"{end}; {older}.{unsure}", seen=seen)


def _publication_text(known: PublicationDate) -> str:
    if known.tasks:
        return f" The tasks have been public since {day_or_month(known.tasks)} ({known.source})."
    if known.behind:
        since = day_or_month(known.behind)
        return f" The problems behind the tasks, {known.origin}, have been public since {since}."
    return " No publication date is recorded for these tasks, either."


def _reaches(last: str, first: str) -> bool:
    """Whether ``last`` may be as late as ``first``, compared as precisely as both dates allow."""
    length = min(len(last), len(first))
    return last[:length] >= first[:length]
