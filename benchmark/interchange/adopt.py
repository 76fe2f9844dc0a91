"""Judges the answers that were found in a folder, and compares verdicts with the published ones."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from benchmark.analysis.reproduce.cells import paper_items
from benchmark.core.errors import BadInput, OurFailure, quote_value
from benchmark.core.executor import Executor
from benchmark.core.sample import Completion, SampleKey
from benchmark.core.task import Task
from benchmark.core.verdict import Outcome, Status, Verdict
from benchmark.interchange.found_answers import FoundFile
from benchmark.pipeline import evaluate as conductor
from benchmark.pipeline.identity import GivenIdentity
from benchmark.pipeline.judge.perturbed import check_honest
from benchmark.pipeline.sources import TaskSource, from_suite
from benchmark.suites import SUITES, load

_OWN = "own"


@dataclass(frozen=True, slots=True, kw_only=True)
class AdoptedFile:
    """A file of answers with our verdicts."""

    file: FoundFile
    tasks: str  #: where the tasks and their tests come from, in words
    extraction: str  #: name of the rule
    missing: tuple[str, ...]  #: tasks without an answer, or with fewer than the others
    unknown: tuple[str, ...]  #: answered tasks that are not among the tasks
    outcomes: Mapping[SampleKey, Outcome]

    @property
    def compared(self) -> tuple[tuple[SampleKey, bool, Verdict], ...]:
        """Samples that have both verdicts: whether the published one is that the answer passed, and ours."""
        published = self.file.published
        return tuple(
            (key, published[key], outcome)
            for key, outcome in self.outcomes.items()
            if key in published and isinstance(outcome, Verdict)
        )

    @property
    def differing(self) -> tuple[tuple[SampleKey, bool, Verdict], ...]:
        """Those of :attr:`compared` whose verdicts differ."""
        return tuple(each for each in self.compared if each[1] != passed(each[2]))

    @property
    def unjudged(self) -> int:
        """Samples that have no verdict because of a failure of ours."""
        return sum(not isinstance(outcome, Verdict) for outcome in self.outcomes.values())


def passed(outcome: Outcome) -> bool:
    """Whether an answer passed here."""
    return isinstance(outcome, Verdict) and outcome.status is Status.PASSED


class TaskFinder:
    """Finds the tasks of answers.

    Args:
        named: the tasks that the user has named; None for those in the files, or the data set on this machine
            that has most of the ids.
        files: all files: what one of a part lacks, the others of the same part may have.
    """

    def __init__(self, named: TaskSource | None, files: Sequence[FoundFile]) -> None:
        self._named = named
        self._first: dict[str, tuple[Task, FoundFile]] = {}  #: by id, the first file that has the task
        for file in files:
            for task in file.tasks:
                self._first.setdefault(task.id, (task, file))
        self._sources: list[TaskSource] | None = None

    def source_of(self, file: FoundFile) -> tuple[TaskSource, str]:
        """Return the tasks of a file, and in words where they come from.

        Raises:
            BadInput: if no tasks are known, several data sets fit, or files disagree about a test.
        """
        ids = {completion.task_id for completion in file.completions}
        if self._named is not None:
            source = self._named
            files = ", ".join(path.name for path in source.files)
            words = files or f"{source.suite_id} {source.dataset}"
        elif file.tasks:
            return self._in_files(file), "in the files"
        else:
            source = self._fitting(file, ids)
            words = f"{source.suite_id} {source.dataset}"
        # A file may answer one subset of a data set.
        subsets = {task.subset for task in source.tasks if task.id in ids}
        return replace(source, tasks=tuple(task for task in source.tasks if task.subset in subsets)), words

    def _in_files(self, file: FoundFile) -> TaskSource:
        for task in file.tasks:
            known, other = self._first[task.id]
            if known.check != task.check:
                problem = f"its test of {quote_value(task.id)} differs from that in {other.path}"
                raise BadInput(file.path, "", problem, "name the tasks with --suite, or with --tasks")
        first = file.tasks[0]
        tasks = tuple(task for task, _ in self._first.values() if task.subset == first.subset)
        return TaskSource(tasks=tasks, suite_id=first.suite, dataset=first.dataset, suite=load(first.suite))

    def _fitting(self, file: FoundFile, ids: set[str]) -> TaskSource:
        if self._sources is None:
            self._sources = list(_data_sets())
        ranked = Counter(
            {place: len(ids & {task.id for task in each.tasks}) for place, each in enumerate(self._sources)}
        )
        best = max(ranked.values(), default=0)
        fitting = [self._sources[place] for place, shared in ranked.items() if shared == best]
        fewest = min(len(source.tasks) for source in fitting)
        fitting = [source for source in fitting if len(source.tasks) == fewest]
        if not best or len(fitting) > 1:
            names = ", ".join(f"{source.suite_id} {source.dataset}" for source in fitting)
            problem = (
                f"fits several data sets: {names}" if best else "answers tasks of no data set that is here"
            )
            raise BadInput(
                file.path, "", problem, "name the tasks with --suite and --dataset, or with --tasks"
            )
        return fitting[0]


def _data_sets() -> Iterable[TaskSource]:
    """Yield the data sets that are on this machine."""
    for suite in SUITES:
        for dataset in load(suite).datasets:
            try:
                yield from_suite(suite, dataset)
            except (BadInput, OurFailure):
                continue


def rule_of(source: TaskSource) -> str:
    """Return the extraction rule that the authors of a data set grade with, as far as it is known here."""
    known = (
        item.extraction
        for item in paper_items()
        if item.runs and (item.suite, item.dataset) == (source.suite_id, source.dataset)
    )
    return next(known, _OWN)


@dataclass(frozen=True, slots=True, kw_only=True)
class _PlannedFile:
    """A file with its tasks, before it is judged."""

    file: FoundFile
    source: TaskSource
    tasks: str  #: where they come from
    extraction: str
    answers: tuple[Completion, ...]  #: those that are judged


def judge_found(
    files: Sequence[FoundFile],
    named: TaskSource | None,
    executor: Executor,
    *,
    extraction: str = "",
    limit: int | None = None,
    stage: conductor.Stage = conductor.no_progress,
) -> tuple[list[AdoptedFile], list[BadInput]]:
    """Judge the answers of files in the sandbox; those to tasks of one data set together.

    Args:
        files: the files.
        named: the tasks; None for those that :class:`TaskFinder` finds.
        executor: runs the answers.
        extraction: name of the extraction rule; empty for that of the data set's authors, else our own.
        limit: number of tasks of each file, the first ones; None for all.
        stage: shows the progress.

    Returns:
        The judged files, and why others were not judged: their tasks are not known, or cannot be judged here.

    Raises:
        SandboxFailure, OurFailure: as :func:`.evaluate.judge`.
    """
    finder, problems = TaskFinder(named, files), list[BadInput]()
    groups: dict[tuple[str, ...], list[_PlannedFile]] = {}
    for file in files:
        try:
            planned = _plan(file, finder, extraction, limit)
        except BadInput as error:
            problems.append(error)
        else:
            key = (planned.source.suite_id, planned.source.dataset, planned.tasks, planned.extraction)
            groups.setdefault(key, []).append(planned)
    adopted: list[AdoptedFile] = []
    for group in groups.values():
        try:
            adopted += _judge_group(group, executor, stage)
        except BadInput as error:
            problems += [BadInput(each.file.path, "", error.problem, error.fix) for each in group]
    return adopted, problems


def _plan(file: FoundFile, finder: TaskFinder, extraction: str, limit: int | None) -> _PlannedFile:
    source, words = finder.source_of(file)
    known = {task.id for task in source.tasks}
    answered = dict.fromkeys(each.task_id for each in file.completions if each.task_id in known)
    judged = set(list(answered)[:limit])
    rule = extraction or rule_of(source)
    source.rule(rule)
    answers = tuple(each for each in file.completions if each.task_id in judged)
    return _PlannedFile(file=file, source=source, tasks=words, extraction=rule, answers=answers)


def _judge_group(
    group: Sequence[_PlannedFile], executor: Executor, stage: conductor.Stage
) -> Iterable[AdoptedFile]:
    """Judge files with the same tasks and rule as if each were a further draw of one model."""
    owners: dict[SampleKey, tuple[_PlannedFile, SampleKey]] = {}
    answers: list[Completion] = []
    draws: Counter[str] = Counter()
    for planned in group:
        for answer in planned.answers:
            key = (answer.task_id, draws[answer.task_id])
            draws[answer.task_id] += 1
            owners[key] = planned, answer.key
            answers.append(replace(answer, draw=key[1]))
    tasks = {task.id: task for planned in group for task in planned.source.tasks if task.id in draws}
    first = group[0]
    job = conductor.read(
        conductor.Answers(paths=(first.file.path,), completions=answers),
        replace(first.source, tasks=tuple(tasks.values())),
        GivenIdentity(),
        first.extraction,
        partial=True,
        options=False,
    )
    evaluation = conductor.judge(job, executor, stage=stage)
    check_honest(evaluation.lying)
    outcomes: dict[int, dict[SampleKey, Outcome]] = {id(planned): {} for planned in group}
    for outcome in evaluation.outcomes:
        planned, key = owners[outcome.key]
        outcomes[id(planned)][key] = outcome
    return [_adopted(planned, outcomes[id(planned)]) for planned in group]


def _adopted(planned: _PlannedFile, outcomes: Mapping[SampleKey, Outcome]) -> AdoptedFile:
    known = {task.id for task in planned.source.tasks}
    draws = Counter(completion.task_id for completion in planned.file.completions)
    most = max(draws.values(), default=0)
    return AdoptedFile(
        file=planned.file,
        tasks=planned.tasks,
        extraction=planned.extraction,
        missing=tuple(task.id for task in planned.source.tasks if draws[task.id] < most),
        unknown=tuple(task for task in draws if task not in known),
        outcomes=outcomes,
    )
