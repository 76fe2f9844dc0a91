"""How many people solved the tasks of an open data set, in words."""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from statistics import median

from benchmark.analysis.score_cells import Cell
from benchmark.analysis.wording import count, number_word, percent, percent_range, plural
from benchmark.core.task import Task
from benchmark.datasets.reviews import Solver, TaskPeople, people_of, read_solvers
from benchmark.leaderboard.inputs.sources import Sources, TaskSet
from benchmark.review.trials import Trial, content_digest, read_trials
from benchmark.scoring.metrics import clustered_wilson
from benchmark.suites import suite_of
from benchmark.suites.open_collections import OPEN_COLLECTIONS


@dataclass(frozen=True, slots=True, kw_only=True)
class DatasetPeople:
    """The people who tried the tasks of a data set, as they are now."""

    of: Mapping[str, TaskPeople]  #: task id → the people who tried it; of tasks that somebody tried
    tasks: int  #: number of tasks of the data set
    sentences: tuple[str, ...]  #: what they did in all, and by level

    @property
    def solved(self) -> int:
        """Number of tasks that at least one person solved."""
        return sum(people.solved > 0 for people in self.of.values())

    def words(self, task: str) -> str:
        """Return ``3 of 4 people in 2.5 min``; empty if nobody tried the task."""
        people = self.of.get(task)
        if people is None:
            return ""
        who = f"{people.solved} of {people.tried} {'person' if people.tried == 1 else 'people'}"
        return who if people.minutes is None else f"{who} in {people.minutes:.1f} min"

    def cell(self, tasks: Sequence[str]) -> Cell:
        """Return how many tries at these tasks were right, ``5 of 8``; empty if nobody tried them."""
        found = [self.of[task] for task in tasks if task in self.of]
        tried, solved = sum(people.tried for people in found), sum(people.solved for people in found)
        return Cell(f"{count(solved)} of {count(tried)}", f"{solved / tried:.6f}") if tried else Cell()


def dataset_people(sources: Sources, suite: str, dataset: str) -> DatasetPeople | None:
    """Return the people who tried the tasks; None for a data set that is unknown or not our own.

    Trials by people count for tasks without review records. Both files are read once for all pages.

    Raises:
        BadInput: if a file of reviews, or that of trials, is not valid.
    """
    tasks = sources.tasks.get((suite, dataset))
    if tasks is None or tasks.folder is not None or dataset not in suite_of(suite).data.public:
        return None

    def people() -> DatasetPeople:
        collection = OPEN_COLLECTIONS.get(suite)
        solvers = {} if collection is None else dict(read_solvers(collection))
        tried = _tried(tasks, sources.once("trials", read_trials))
        return counted_people(list(tasks.tasks.values()), tried | solvers)

    return sources.once(("people", suite, dataset), people)


def _tried(tasks: TaskSet, trials: Iterable[Trial]) -> dict[str, tuple[Solver, ...]]:
    """Return what people did in trials, by task id; trials record no date and no reading of the rule."""
    found: dict[str, tuple[Solver, ...]] = {}
    for trial in trials:
        task = tasks.tasks.get(trial.task_id)
        here = trial.person and (trial.suite, trial.dataset) == (tasks.suite, tasks.dataset)
        if here and task is not None and content_digest(task) == trial.content:
            solver = Solver.model_construct(
                by=trial.solver, date="", read="", right=trial.passed, version=task.version
            )
            found[task.id] = (*found.get(task.id, ()), solver)
    return found


def counted_people(tasks: Sequence[Task], solvers: Mapping[str, tuple[Solver, ...]]) -> DatasetPeople:
    """Return the people who tried these versions of tasks; ``solvers`` are by task id."""
    of = {task.id: people for task in tasks if (people := people_of(solvers, task.id, task.version)).tried}
    return DatasetPeople(
        of=of,
        tasks=len(tasks),
        sentences=tuple(filter(None, (_all_words(tasks, of), _level_words(tasks, of)))),
    )


def _all_words(tasks: Sequence[Task], of: Mapping[str, TaskPeople]) -> str:
    if not of:
        return "Nobody has tried these tasks yet."
    names = {solver.by.casefold() for people in of.values() for solver in people.solvers}
    tries = sum(people.tried for people in of.values())
    who = f"{number_word(len(names)).capitalize()} {'person' if len(names) == 1 else 'people'}"
    made = "made one try" if tries == 1 else f"made {count(tries)} tries"
    times = [people.minutes for people in of.values() if people.minutes is not None]
    took = f" A solved task took {median(times):.1f} minutes, the median over tasks." if times else ""
    share = f"The mean share of people who solve a task is {_share(tasks, of)}."
    if "interval" in share:
        share += " The interval is for other families and the same people."
    return f"{who} {made} at {count(len(of))} of the {plural(len(tasks), 'task')}. {share}{took}"


def _level_words(tasks: Sequence[Task], of: Mapping[str, TaskPeople]) -> str:
    """Return the share of each level; empty unless people tried tasks of two levels."""
    levels = ordered_levels([task for task in tasks if task.id in of])
    if len(levels) < 2:  # noqa: PLR2004 - nothing to compare
        return ""
    each = [f"{level} {_share([task for task in tasks if task.level == level], of)}" for level in levels]
    return f"By level: {'; '.join(each)}."


def ordered_levels(tasks: Sequence[Task]) -> list[str]:
    """Return the levels of tasks in the order of their suite, such as easy, medium, hard."""
    order = list(suite_of(tasks[0].suite).data.levels) if tasks else []
    levels = {task.level for task in tasks if task.level}
    return sorted(levels, key=lambda level: (order.index(level) if level in order else len(order), level))


def _share(tasks: Sequence[Task], of: Mapping[str, TaskPeople]) -> str:
    """Return the mean over tasks of the share of people who solved it, with its interval if there is one."""
    tried = [task for task in tasks if task.id in of]
    values = [of[task.id].solved / of[task.id].tried for task in tried]
    mean = f"{percent(math.fsum(values) / len(values))} %"
    stems = [task.family for task in tried]
    if len(set(stems)) == 1:  # one family says nothing about others
        return mean
    return f"{mean} (95 % interval {percent_range(*clustered_wilson(values, stems))} %)"
