"""Whether a model may have met the tasks in training: its dates against those of the tasks.

Dates are of the day, the month or the year that their source gives; two in the same month may be either way
round, which counts as possible.
"""

from dataclasses import dataclass
from typing import Literal

from benchmark.analysis.groups import GroupKey
from benchmark.core.fresh import is_fresh
from benchmark.leaderboard.rows.facts import month
from benchmark.submissions.schema import Submission

ExposureLevel = Literal["possible", "in part", "no", "not known"]


@dataclass(frozen=True, slots=True, kw_only=True)
class PublicationDate:
    """Since when anybody could read the tasks of a data set."""

    tasks: str = ""  #: YYYY-MM-DD or shorter; empty where no date is recorded
    source: str = ""  #: of that date
    behind: str = ""  #: since when the problems were public that the tasks were made from
    origin: str = ""  #: what those problems are


@dataclass(frozen=True, slots=True, kw_only=True)
class Exposure:
    """The flag of a table, and why."""

    met: ExposureLevel
    why: str


_HUMANEVAL = "2021-07"  #: arXiv:2107.03374
_PUBLISHED: dict[tuple[str, str], PublicationDate] = {
    ("humaneval-v", "official-v1"): PublicationDate(tasks="2024-10", source="arXiv:2410.12381"),
    ("humaneval-v", "official-v2"): PublicationDate(
        tasks="2025-02", source="upstream's leaderboard of 2025-02-26"
    ),
    ("mmcode", "official"): PublicationDate(tasks="2024-04", source="arXiv:2404.09486"),
    ("code-vision", "official"): PublicationDate(
        tasks="2025-02", source="arXiv:2502.11829", behind=_HUMANEVAL, origin="HumanEval and LeetCode"
    ),
    ("code-vision", "rebuilt"): PublicationDate(behind=_HUMANEVAL, origin="HumanEval"),
    ("mathopeval", "official"): PublicationDate(tasks="2025-07", source="arXiv:2507.18140"),
    ("evalplus", "official"): PublicationDate(
        tasks="2023-05", source="arXiv:2305.01210", behind=_HUMANEVAL, origin="HumanEval and MBPP"
    ),
}


def exposure(key: GroupKey, submission: Submission | None) -> Exposure:
    """Compare the end of a model's training data with the first day of a table's tasks.

    Without a training cut-off the model's release stands for it: nothing later can be in the data, so a
    release before the tasks settles it, and a later one does not.

    Args:
        key: of the table.
        submission: what the model's authors say; None where it is not here.
    """
    if is_fresh(key.dataset):
        return Exposure(met="no", why="The tasks were made from a secret seed.")
    known = _PUBLISHED.get((key.suite, key.dataset), PublicationDate())
    cutoff = submission.training_cutoff if submission else None
    release = submission.release_date if submission else None
    last = cutoff or release
    if last is None:
        said = "The submission names no training cut-off." if submission else "Its submission is not here."
        return Exposure(met="not known", why=f"{said}{_publication_text(known)}")
    said = f"Its training data ends {month(last)}" if cutoff else f"It was released {month(last)}"
    if known.behind and _reaches(last, known.behind):
        return _derived_exposure(known, last, said, sure=cutoff is not None)
    if not known.tasks:
        return Exposure(met="not known", why=f"{said}; no date is recorded for these tasks.")
    return _dated_exposure(known, last, said, sure=cutoff is not None)


def _dated_exposure(known: PublicationDate, last: str, said: str, *, sure: bool) -> Exposure:
    """Of tasks with a date, made from nothing older."""
    since = f"{month(known.tasks)} ({known.source})"
    if not _reaches(last, known.tasks):
        return Exposure(met="no", why=f"{said}, before the tasks were published: {since}.")
    if sure:
        return Exposure(met="possible", why=f"{said}; the tasks are public since {since}.")
    why = f"{said}, after the tasks were published ({since}); it names no training cut-off."
    return Exposure(met="not known", why=why)


def _derived_exposure(known: PublicationDate, last: str, said: str, *, sure: bool) -> Exposure:
    """Of tasks that were made from older problems."""
    older = f"the problems behind the tasks, {known.origin}, are public since {month(known.behind)}"
    if known.tasks and _reaches(last, known.tasks) and sure:
        return Exposure(met="possible", why=f"{said}; {older}, the tasks since {month(known.tasks)}.")
    if known.tasks and not _reaches(last, known.tasks):
        younger = f"the tasks themselves since {month(known.tasks)} ({known.source})"
        return Exposure(met="in part", why=f"{said}; {older}, {younger}.")
    unsure = "" if sure else " It names no training cut-off."
    return Exposure(met="in part", why=f"{said}; {older}.{unsure}")


def _publication_text(known: PublicationDate) -> str:
    if known.tasks:
        return f" The tasks are public since {month(known.tasks)} ({known.source})."
    if known.behind:
        return f" The problems behind the tasks, {known.origin}, are public since {month(known.behind)}."
    return " No date is recorded for these tasks, either."


def _reaches(last: str, first: str) -> bool:
    """Whether one date may be as late as the other, by what both of them say."""
    length = min(len(last), len(first))
    return last[:length] >= first[:length]
