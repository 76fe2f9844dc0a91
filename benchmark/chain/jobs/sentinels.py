"""Answers whose verdict is known, judged beside the samples of every job: a judge that errs is found out."""

from collections.abc import Iterable, Sequence

from benchmark.core.errors import OurFailure, shown
from benchmark.core.sample import Completion, SampleKey
from benchmark.core.task import FunctionCheck, Limits, Task
from benchmark.core.verdict import MissingSample, Outcome, Status
from benchmark.pipeline.judge.baselines import BASELINES

#: Tasks of a job whose reference and whose blank answer are judged, beside one of our own.
TASKS = 8

_OWN = Task(
    id="sightbench-sentinel",
    check=FunctionCheck(tests=("assert f(2) == 4",)),
    entry_point="f",
    reference="def f(x):\n    return 2 * x\n",
    limits=Limits(seconds=10.0),
)
_GOLD, _BLANK = 1_000_000, 1_000_001  #: draws that no prediction file can have


def with_references(tasks: Sequence[Task]) -> tuple[Task, ...]:
    """The tasks to judge sentinels of: one of ours, and some of the job's that have a reference answer."""
    known = sorted((task for task in tasks if task.reference), key=lambda task: task.id)
    step = max(1, len(known) // TASKS)
    return (_OWN, *known[::step][:TASKS])


def sentinels(tasks: Iterable[Task]) -> tuple[Completion, ...]:
    """The reference answer and a blank one of each task."""
    gold, blank = BASELINES["gold"], BASELINES["blank"]
    return tuple(
        Completion(task_id=task.id, draw=draw, text=write(task))
        for task in tasks
        for draw, write in ((_GOLD, gold), (_BLANK, blank))
    )


def is_sentinel(key: SampleKey) -> bool:
    """Whether a sample is one of these."""
    return key[1] >= _GOLD


def check_sentinels(outcomes: Iterable[Outcome]) -> None:
    """Check that each reference passed, and that no blank had an answer.

    Raises:
        OurFailure: for the first that did not: no verdict of the job is worth anything.
    """
    for outcome in outcomes:
        if not is_sentinel(outcome.key):
            continue
        name, due = (
            ("reference", Status.PASSED) if outcome.draw == _GOLD else ("blank answer", Status.NO_ANSWER)
        )
        came = f"missing: {outcome.reason}" if isinstance(outcome, MissingSample) else outcome.status.value
        if came != due.value:
            problem = f"the {name} of task {shown(outcome.task_id)} must be {due.value}, and is {came}"
            raise OurFailure(f"{problem}; nothing that this job judged is kept", "run the job again")
