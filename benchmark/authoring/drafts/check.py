"""Takes the chart from a model's answer, and finds out what it proves."""

import re

from benchmark.authoring.drafts.record import ChartCheck
from benchmark.authoring.flowchart.interpreter import chart_program
from benchmark.authoring.flowchart.mermaid import parse_mermaid
from benchmark.core.errors import BadInput, OurFailure
from benchmark.core.executor import JudgesSamples
from benchmark.core.sample import Answer, Sample
from benchmark.core.task import Task
from benchmark.core.verdict import MissingSample, Status

_BLOCK = re.compile(r"^```[ \t]*(\w*)[^\n]*\n(.*?)^```[ \t]*$", re.MULTILINE | re.DOTALL)
_SHOWN = 300  #: maximum characters of a reason


def chart_of_answer(text: str) -> str:
    """Return the chart in a model's answer: the last block marked ``mermaid``, else the last, else all."""
    blocks = [(match[1].lower(), match[2]) for match in _BLOCK.finditer(text)]
    named = [block for name, block in blocks if name == "mermaid"]
    found = named or [block for _, block in blocks] or [text]
    return found[-1].strip("\n") + "\n"


def check_chart(text: str, task: Task, judge: JudgesSamples) -> ChartCheck:
    """Read a chart, and judge the program that the interpreter makes of it on the tests of the task.

    Raises:
        OurFailure: if the program could not be judged.
    """
    try:
        parse_mermaid(text, task.id)
    except BadInput as error:
        return ChartCheck(finding="outside-grammar", detail=error.located[:_SHOWN])
    try:
        program = chart_program(text, task.entry_name, task.id)
    except BadInput as error:
        return ChartCheck(finding="not-interpreted", detail=error.located[:_SHOWN])
    outcome = judge.judge(Sample(task=task, draw=0, answer=Answer(code=program, program=program)))
    if isinstance(outcome, MissingSample):
        raise OurFailure(
            f"the chart of {task.id} could not be judged: {outcome.reason}", "run the command again"
        )
    if outcome.status is Status.PASSED:
        return ChartCheck(finding="proven")
    return ChartCheck(finding="fails", detail=f"{outcome.status.value}: {outcome.detail}"[:_SHOWN])
