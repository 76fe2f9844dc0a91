"""What pictures add to a model's score, and what guessing without them can reach."""

from collections.abc import Iterable, Mapping
from statistics import fmean

from benchmark.analysis.groups import metric_name
from benchmark.analysis.ranks.blind import FindBlind, blind_finder
from benchmark.analysis.ranks.comparison import Difference, compare_subjects
from benchmark.analysis.ranks.subjects import Subject
from benchmark.core.task import FigureCheck, Task
from benchmark.leaderboard.inputs.sources import Sources
from benchmark.results.row import Row
from benchmark.scoring.installed import has_statistics
from benchmark.scoring.metrics import metric
from benchmark.suites import categories_of


def blind_rows(sources: Sources) -> FindBlind:
    """Return the function that finds the blind row of a row."""
    return sources.once("find blind", lambda: blind_finder(sources.light_rows))


def picture_gain(sources: Sources, row: Row) -> Difference | None:
    """Return a row's points minus the model's points without the pictures, with the range.

    Annotations with the original code are left out, because the code holds all places.

    Returns:
        None for a row that is not ranked by points: its table shows the score without the pictures instead.
        Also None if that score is missing, or the extra ``statistics``.
    """
    if metric_name(row) != "points":
        return None
    unseen = blind_rows(sources)(row)
    if unseen is None or not has_statistics():
        return None
    result = row.result
    held = sources.tasks.get((result.suite, result.dataset))
    tasks: Mapping[str, Task] = {} if held is None else held.tasks
    seeing, blind = (_subject(sources, each, tasks) for each in (row, unseen))
    if not (seeing.counts.tasks and blind.counts.tasks):
        return None
    return compare_subjects(seeing, blind, metric(metric_name(row)), common=True).overall


def _subject(sources: Sources, row: Row, tasks: Mapping[str, Task]) -> Subject:
    counts = sources.counts[row.id]
    places = [place for place, name in enumerate(counts.tasks) if not is_only_placed(tasks.get(name))]
    of = row.result.submission
    return Subject(name=of.name, slug=of.slug, counts=counts.at(places), suite=row.result.suite, row=row)


def is_only_placed(task: Task | None) -> bool:
    """Whether a task is an annotation whose prompt has the original code and all values."""
    check = None if task is None else task.check
    return isinstance(check, FigureCheck) and check.operation == "annotate" and check.guess == 1


def guess_shares(tasks: Iterable[Task]) -> dict[str, float]:
    """Return the share of tasks that guessing passes at most, of all (empty name) and by category."""
    tasks = [task for task in tasks if isinstance(task.check, FigureCheck) and task.check.guess is not None]
    shares = {task.id: task.check.guess or 0.0 for task in tasks if isinstance(task.check, FigureCheck)}
    groups = {"": list(shares), **categories_of(tasks)} if tasks else {}
    return {name: fmean(shares[each] for each in ids) for name, ids in groups.items()}
