"""Takes the chart from a model's answer, and finds out what it proves."""

import re
from collections.abc import Callable, Iterable, Sequence

from benchmark.authoring.drafts.record import ChartCheck
from benchmark.authoring.flowchart.interpreter import chart_program
from benchmark.authoring.flowchart.mermaid import parse_mermaid
from benchmark.core.errors import BadInput, OurFailure
from benchmark.core.executor import Executor, Shard
from benchmark.core.sample import Answer, Sample
from benchmark.core.task import Task
from benchmark.core.verdict import MissingSample, Outcome, Status

#: What begins a block, with its name, and what ends it, without one.
_FENCE = re.compile(r" {0,3}```[ \t]*(.*)")
_SHOWN = 300  #: maximum characters of a reason


def chart_of_answer(text: str) -> str:
    """Return the chart in a model's answer: the last block marked ``mermaid``, else the last, else all.

    A block whose end is missing reaches to the end of the answer. Lone surrogates become question marks.
    """
    text = text.encode("utf-8", "replace").decode()
    blocks: list[tuple[str, list[str]]] = []
    inside = False
    # Line by line, because a regular expression over a whole answer may take hours.
    for line in text.split("\n"):
        fence = _FENCE.fullmatch(line.rstrip())
        if inside and (fence is None or fence[1]):
            blocks[-1][1].append(line)
        elif fence is not None:
            inside = not inside
            if inside:
                blocks.append((fence[1].lower(), []))
    named = [lines for name, lines in blocks if name.startswith("mermaid")]
    found = named or [lines for _, lines in blocks] or [text.split("\n")]
    return "\n".join(found[-1]).strip("\r\n") + "\n"


def check_charts(
    charts: Iterable[tuple[Task, str]],
    executor: Executor,
    checked: Callable[[Task, str, ChartCheck], object],
) -> None:
    """Read charts, and judge the programs that the interpreter makes of them on the tests of their tasks.

    Args:
        charts: each task with the text of its chart.
        executor: judges the programs.
        checked: called with the task, the text and the finding as soon as a chart is checked.

    Raises:
        OurFailure: if the program of a chart could not be judged; all others were.
    """
    texts: dict[int, str] = {}
    shards: list[Shard] = []
    failed: list[MissingSample] = []
    for index, (task, text) in enumerate(charts):
        program = _program(text, task)
        if isinstance(program, ChartCheck):
            checked(task, text, program)
        else:
            sample = Sample(task=task, draw=0, answer=Answer(code=program, program=program))
            shards.append(Shard(index=index, samples=(sample,)))
            texts[index] = text

    def judged(shard: Shard, outcomes: Sequence[Outcome]) -> None:
        (sample,), (outcome,) = shard.samples, outcomes
        if isinstance(outcome, MissingSample):
            failed.append(outcome)
        else:
            checked(sample.task, texts[shard.index], _finding(outcome.status, outcome.detail))

    executor.run(shards, judged)
    if failed:
        first = failed[0]
        problem = f"{len(failed)} of the charts could not be judged; that of {first.task_id}: {first.reason}"
        raise OurFailure(problem, "run the command again; if that does not help, look at the task's tests")


def _program(text: str, task: Task) -> str | ChartCheck:
    """Return the program that a chart is turned into, or why it cannot be turned into one."""
    try:
        parse_mermaid(text, task.id)
    except BadInput as error:
        return ChartCheck(finding="outside-grammar", detail=error.located[:_SHOWN])
    try:
        return chart_program(text, task.entry_name, task.id)
    except BadInput as error:
        return ChartCheck(finding="not-interpreted", detail=error.located[:_SHOWN])


def _finding(status: Status, detail: str) -> ChartCheck:
    if status is Status.PASSED:
        return ChartCheck(finding="proven")
    return ChartCheck(finding="fails", detail=f"{status.value}: {detail}"[:_SHOWN])
