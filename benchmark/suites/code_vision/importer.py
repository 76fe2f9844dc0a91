"""Convert published outputs of Code-Vision to tasks, predictions and published verdicts in our formats."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields, replace
from pathlib import Path

from benchmark.core.errors import BadInput, quote_value
from benchmark.core.order import natural_key
from benchmark.core.sample import Completion
from benchmark.core.task import Task
from benchmark.files.edge import validate_record
from benchmark.files.task_line import TaskLine
from benchmark.files.tasks import task_record
from benchmark.suites.code_vision.layouts import SplitFolder, find_layouts
from benchmark.suites.code_vision.published_verdicts import PublishedVerdict
from benchmark.suites.code_vision.records import (
    FileLine,
    PublishedAnswer,
    read_results,
    read_split_answers,
    read_split_problems,
)
from benchmark.suites.code_vision.tasks import SUBSETS, UpstreamProblem, task_of

#: Data set of the tasks that are made from published outputs.
DATASET = "official"


@dataclass(frozen=True, slots=True, kw_only=True)
class PublishedRun:
    """The published answers and verdicts of one model on one subset, both in the order of the tasks."""

    subset: str
    model: str
    completions: tuple[Completion, ...]
    published: tuple[PublishedVerdict, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportedRuns:
    """The tasks and runs of all imported outputs."""

    tasks: Mapping[str, tuple[Task, ...]]  #: subset → its tasks, sorted by id
    runs: tuple[PublishedRun, ...]  #: sorted by model and subset
    doubled: tuple[str, ...] = ()  #: lines that do not count, because an earlier one has their task

    def first(self, limit: int | None) -> "ImportedRuns":
        """Return the first ``limit`` answers of each run, in the order of the tasks; None for all."""
        runs = (
            replace(run, completions=run.completions[:limit], published=run.published[:limit])
            for run in self.runs
        )
        return replace(self, runs=tuple(runs))


def read_published_outputs(paths: Iterable[Path]) -> ImportedRuns:
    """Read published outputs from files or folders, in the layouts of :mod:`.layouts`.

    If one model's file lacks a field of a problem, the field is taken from another model's file. Of the lines
    of one task in a file of the authors' layout, the first counts, as in :mod:`.referenced`.

    Raises:
        BadInput: for the first problem: no outputs, a line that is broken or lacks a field, a model that
            occurs twice, a problem that differs between two models.
    """
    outputs = _PublishedOutputs()
    for layout in find_layouts(paths):
        if isinstance(layout, SplitFolder):
            for path in layout.tasks:
                for where, problem in read_split_problems(path):
                    outputs.add_problem(where, problem)
            for path in layout.completions:
                for where, answer in read_split_answers(path):
                    outputs.add_answer(where, answer, first_counts=False)
        else:
            for where, problem, answer in read_results(layout):
                outputs.add_answer(where, answer)
                outputs.add_problem(where, problem)
    return outputs.runs()


@dataclass(slots=True)
class _PublishedOutputs:
    problems: dict[tuple[str, str], tuple[FileLine, UpstreamProblem]] = field(default_factory=dict)
    answers: dict[tuple[str, str], dict[str, tuple[FileLine, PublishedAnswer]]] = field(default_factory=dict)
    doubled: list[str] = field(default_factory=list)

    def add_problem(self, where: FileLine, problem: UpstreamProblem) -> None:
        key = (problem.subset, problem.task_id)
        known = self.problems.get(key)
        if known is None:
            self.problems[key] = (where, problem)
            return
        missing: dict[str, str] = {}
        for name in (part.name for part in fields(UpstreamProblem)):
            earlier, new = getattr(known[1], name), getattr(problem, name)
            if earlier is None and new is not None:
                missing[name] = new
            elif earlier != new and new is not None:
                raise where.error(
                    name,
                    f"{quote_value(problem.task_id)} differs from {known[0].path}, line {known[0].line}",
                    "import outputs of one version of the benchmark at a time",
                )
        if missing:
            self.problems[key] = (known[0], replace(known[1], **missing))

    def add_answer(self, where: FileLine, answer: PublishedAnswer, *, first_counts: bool = True) -> None:
        run = self.answers.setdefault((answer.subset, answer.model), {})
        first = next(iter(run.values()), None)
        # Two files of one model are two runs, whose answers must not be mixed.
        if first is not None and first[0].path != where.path:
            raise BadInput(
                where.path,
                "",
                f"{answer.model} on {answer.subset} was already read from {first[0].path}",
                "name each model only once",
            )
        task_id = answer.completion.task_id
        if task_id in run:
            problem = f"{quote_value(task_id)} is already on line {run[task_id][0].line}"
            if not first_counts:
                raise where.error("task_id", problem, "remove one of the two")
            self.doubled.append(f"{where.path}, line {where.line}: {problem}")
            return
        run[task_id] = (where, answer)

    def runs(self) -> ImportedRuns:
        tasks = {key: _checked_task(where, problem) for key, (where, problem) in self.problems.items()}
        for (subset, _), run in self.answers.items():
            for task_id, (where, _) in run.items():
                if (subset, task_id) not in tasks:
                    raise where.error(
                        "task_id", f"the task files have no problem {quote_value(task_id)}", "add it there"
                    )
        return ImportedRuns(
            tasks={
                subset: tuple(tasks[subset, task_id] for task_id in sorted(ids, key=natural_key))
                for subset in SUBSETS
                if (ids := [task_id for other, task_id in tasks if other == subset])
            },
            runs=tuple(self._run(subset, model) for subset, model in sorted(self.answers, key=_model_order)),
            doubled=tuple(self.doubled),
        )

    def _run(self, subset: str, model: str) -> PublishedRun:
        run = self.answers[subset, model]
        answers = [run[task_id][1] for task_id in sorted(run, key=natural_key)]
        return PublishedRun(
            subset=subset,
            model=model,
            completions=tuple(answer.completion for answer in answers),
            published=tuple(answer.published for answer in answers),
        )


def _checked_task(where: FileLine, problem: UpstreamProblem) -> Task:
    """Convert a problem to a task, and check that our reader of task files accepts it."""
    try:
        task = task_of(problem, DATASET)
        record = task_record(task)
    except ValueError as error:
        problem_text = f"cannot become a task: {error}"
        raise where.error("", problem_text, "correct this problem, or leave it out") from None
    validate_record(TaskLine, record, where.path, f"line {where.line}")
    return task


def _model_order(key: tuple[str, str]) -> tuple[str, int]:
    return key[1], SUBSETS.index(key[0])
