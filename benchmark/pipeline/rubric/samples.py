"""The answers that a model judges: their code, and the rubric of their task."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from benchmark.core.digest import sha256_hex
from benchmark.core.errors import BadInput, quote_value
from benchmark.core.sample import Completion, SampleKey, sample_name
from benchmark.core.suite import ExtractionRule
from benchmark.core.task import Task
from benchmark.judging.rubric.rubrics import Rubric, rubric_of
from benchmark.pipeline.judge.extracting import extract_all, raw_samples

_ID_CHARACTERS = 190  #: longest name of a sample that is also the id of its request, whose limit is 200


@dataclass(frozen=True, slots=True, kw_only=True)
class RubricSample:
    """One draw of a task that a rubric judges."""

    task: Task
    draw: int  #: 0-based
    rubric: Rubric
    code: str  #: the answer's code; empty if it has none
    reason: str = ""  #: why there is no code, or why the sample cannot be judged
    missing: bool = False  #: whether there is no completion, so that there is nothing to judge

    @property
    def name(self) -> str:
        """The name of the sample, ``task_id#draw``."""
        return sample_name((self.task.id, self.draw))

    @property
    def request_id(self) -> str:
        """The id of its requests: its name, or a digest if that is too long for an id."""
        return self.name if len(self.name) <= _ID_CHARACTERS else sha256_hex(self.name.encode())


def check_tasks(tasks: Sequence[Task], named_in: object) -> None:
    """Check that a rubric judges each task.

    Raises:
        BadInput: if there is none for a task; it names the first.
    """
    for task in tasks:
        if rubric_of(task) is None:
            problem = f"{quote_value(task.id)} has a check that no rubric judges"
            fix = "give tasks with checks of kind figure or rubric; judge others with sightbench evaluate"
            raise BadInput(named_in, "check", problem, fix)


def rubric_samples(
    tasks: Sequence[Task],
    completions: Sequence[Completion],
    rule: ExtractionRule,
    missing: Mapping[SampleKey, str],
) -> tuple[RubricSample, ...]:
    """Return all samples, sorted by task and draw.

    Args:
        tasks: tasks that :func:`check_tasks` accepts.
        completions: completions of these tasks.
        rule: takes the code from a completion; it runs in a process of its own.
        missing: why samples have no completion.
    """
    by_id = {task.id: task for task in tasks}
    samples = [
        RubricSample(
            task=by_id[task_id], draw=draw, rubric=_rubric(by_id[task_id]), code="", reason=why, missing=True
        )
        for (task_id, draw), why in missing.items()
    ]
    for sample in extract_all(raw_samples(by_id, completions, rule.extract), workers=1):
        answer, task = sample.answer, by_id[sample.task.id]
        reason = "" if not answer.empty else answer.failure or "; ".join(answer.notes) or "no code was found"
        samples.append(
            RubricSample(
                task=task,
                draw=sample.draw,
                rubric=_rubric(task),
                code="" if answer.empty else answer.code,
                reason=reason,
            )
        )
    return tuple(sorted(samples, key=lambda sample: (sample.task.id, sample.draw)))


def _rubric(task: Task) -> Rubric:
    rubric = rubric_of(task)
    assert rubric is not None  # noqa: S101 - check_tasks has refused such tasks
    return rubric
