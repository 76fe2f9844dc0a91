"""Judges the answers that were found in a folder, and compares verdicts with the published ones."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from benchmark.analysis.reproduce.cells import paper_items
from benchmark.core.errors import BadInput, OurFailure, quote_value
from benchmark.core.executor import Executor
from benchmark.core.sample import Completion, SampleKey
from benchmark.core.task import Task
from benchmark.core.verdict import Outcome, Status, Verdict
from benchmark.interchange.found_answers import FoundFile
from benchmark.pipeline import evaluate as conductor
from benchmark.pipeline.identity import GivenIdentity
from benchmark.pipeline.sources import TaskSource, from_suite
from benchmark.suites import SUITES, load

_OWN = "own"
_NAME_TASKS = "name the tasks with --suite and --dataset, or with --tasks"


@dataclass(frozen=True, slots=True, kw_only=True)
class AdoptedFile:
    """A file of answers, its tasks, and our verdicts."""

    file: FoundFile
    source: TaskSource
    tasks: str  #: where the tasks and their tests come from, in words
    extraction: str  #: name of the rule
    answers: tuple[Completion, ...]  #: those that are judged
    outcomes: Mapping[SampleKey, Outcome] = field(default_factory=dict)  #: empty until they are judged

    @property
    def missing(self) -> tuple[str, ...]:
        """Tasks without an answer, or with fewer than the others."""
        draws = Counter(completion.task_id for completion in self.file.completions)
        most = max(draws.values(), default=0)
        return tuple(task.id for task in self.source.tasks if draws[task.id] < most)

    @property
    def unknown(self) -> tuple[str, ...]:
        """Answered tasks that are not among the tasks."""
        known = {task.id for task in self.source.tasks}
        return tuple(
            dict.fromkeys(each.task_id for each in self.file.completions if each.task_id not in known)
        )

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
                raise BadInput(file.path, "", problem, _NAME_TASKS)
        first = file.tasks[0]
        tasks = tuple(task for task, _ in self._first.values() if task.subset == first.subset)
        return TaskSource(tasks=tasks, suite_id=first.suite, dataset=first.dataset, suite=load(first.suite))

    def _fitting(self, file: FoundFile, ids: set[str]) -> TaskSource:
        if self._sources is None:
            self._sources = list(_data_sets())
        shared = [sum(task.id in ids for task in each.tasks) for each in self._sources]
        best = max(shared)
        if not best:
            raise BadInput(file.path, "", "answers tasks of no data set that is here", _NAME_TASKS)
        fitting = [each for each, count in zip(self._sources, shared, strict=True) if count == best]
        fewest = min(len(source.tasks) for source in fitting)
        fitting = [source for source in fitting if len(source.tasks) == fewest]
        if len(fitting) > 1:
            names = ", ".join(f"{source.suite_id} {source.dataset}" for source in fitting)
            raise BadInput(file.path, "", f"fits several data sets: {names}", _NAME_TASKS)
        return fitting[0]


def _data_sets() -> Iterator[TaskSource]:
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
    finder = TaskFinder(named, files)
    done: list[AdoptedFile | BadInput] = []
    groups: dict[tuple[str, ...], list[AdoptedFile]] = {}
    for file in files:
        try:
            planned = _plan(file, finder, extraction, limit)
        except BadInput as error:
            done.append(error)
        else:
            key = (planned.source.suite_id, planned.source.dataset, planned.tasks, planned.extraction)
            groups.setdefault(key, []).append(planned)
    for group in groups.values():
        try:
            done += _judge_group(group, executor, stage)
        except BadInput as error:
            done += [BadInput(each.file.path, "", error.problem, error.fix) for each in group]
    problems = [each for each in done if isinstance(each, BadInput)]
    return [each for each in done if isinstance(each, AdoptedFile)], problems


def _plan(file: FoundFile, finder: TaskFinder, extraction: str, limit: int | None) -> AdoptedFile:
    source, words = finder.source_of(file)
    known = {task.id for task in source.tasks}
    answered = dict.fromkeys(each.task_id for each in file.completions if each.task_id in known)
    judged = set(list(answered)[:limit])
    rule = extraction or rule_of(source)
    source.rule(rule)  # refuses an unknown one
    answers = tuple(each for each in file.completions if each.task_id in judged)
    return AdoptedFile(file=file, source=source, tasks=words, extraction=rule, answers=answers)


def _judge_group(
    group: Sequence[AdoptedFile], executor: Executor, stage: conductor.Stage
) -> Iterator[AdoptedFile | BadInput]:
    """Judge files with the same tasks and rule as if each were a further draw of one model.

    Yields:
        Each file with its verdicts; instead of a file with an answer that passes whatever its test expects,
        why nothing is said about it.
    """
    owners: dict[SampleKey, tuple[int, SampleKey]] = {}
    answers: list[Completion] = []
    draws: Counter[str] = Counter()
    for place, planned in enumerate(group):
        for answer in planned.answers:
            answers.append(replace(answer, draw=draws[answer.task_id]))
            owners[answers[-1].key] = place, answer.key
            draws[answer.task_id] += 1
    tasks = {task.id: task for planned in group for task in planned.source.tasks if task.id in draws}
    job = conductor.read(
        conductor.Answers(paths=(group[0].file.path,), completions=answers),
        replace(group[0].source, tasks=tuple(tasks.values())),
        GivenIdentity(),
        group[0].extraction,
        partial=True,
        options=False,
    )
    evaluation = conductor.judge(job, executor, stage=stage)
    outcomes: list[dict[SampleKey, Outcome]] = [{} for _ in group]
    for outcome in evaluation.outcomes:
        place, key = owners[outcome.key]
        outcomes[place][key] = outcome
    lying = {owners[each.sample.key][0]: each.text for each in evaluation.lying}
    for place, planned in enumerate(group):
        if place in lying:
            problem = f"an answer passes whatever its test expects: {lying[place]}"
            yield BadInput(planned.file.path, "", problem, "look at this test")
        else:
            yield replace(planned, outcomes=outcomes[place])
