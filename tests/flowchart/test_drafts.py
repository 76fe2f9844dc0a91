"""The chart in a model's answer, and what its check finds."""

from collections.abc import Sequence

import pytest

from benchmark.authoring.chart_drafts import ChartCheck, chart_of_answer, check_charts
from benchmark.core.errors import OurFailure
from benchmark.core.sample import Sample
from benchmark.core.task import FunctionCheck, Task
from benchmark.core.verdict import MissingSample, Status, Verdict
from benchmark.flowchart.compiler import compile_chart
from benchmark.flowchart.mermaid import escape_label, to_mermaid
from tests.case_files import read_cases

CHART = to_mermaid(compile_chart("def f(x):\n    return -x\n", "f", level="verbatim"))
ANSWERS = {
    **dict(read_cases("charts/answers.yaml")),
    "```mermaid\na\ud800b\n```": "a?b\n",
    "```a\n" * 50_000: "```a\n" * 49_999,
    "```" + "a" * 2_000_000: "\n",
}


@pytest.mark.parametrize("text", ANSWERS, ids=lambda text: ascii(text[:40]))
def test_the_chart_of_an_answer(text: str) -> None:
    """Also of answers that would keep a regular expression busy for hours."""
    assert chart_of_answer(text) == ANSWERS[text]


class FakeJudge:
    """Judges nothing: the sample of t0 is missing, all others passed."""

    def judge(self, sample: Sample) -> Verdict | MissingSample:
        if sample.task.id == "t0":
            return MissingSample(task_id=sample.task.id, draw=0, reason="broken test")
        return Verdict(task_id=sample.task.id, draw=0, status=Status.PASSED)


def findings(charts: Sequence[str]) -> dict[str, ChartCheck]:
    found: dict[str, ChartCheck] = {}
    check = FunctionCheck(tests=("assert f(1) == -1",))
    tasks = [Task(id=f"t{number}", entry_point="f", check=check) for number in range(len(charts))]
    check_charts(
        zip(tasks, charts, strict=True), FakeJudge(), lambda task, _, what: found.update({task.id: what})
    )
    return found


def test_a_chart_that_cannot_be_judged_keeps_no_other_from_being_checked() -> None:
    found: dict[str, ChartCheck] = {}
    check = FunctionCheck(tests=("assert f(1) == -1",))
    charts = [(Task(id=f"t{number}", entry_point="f", check=check), CHART) for number in range(3)]
    with pytest.raises(OurFailure, match="1 of the charts could not be judged; that of t0: broken test"):
        check_charts(charts, FakeJudge(), lambda task, _, what: found.update({task.id: what}))
    assert {name: what.finding for name, what in found.items()} == {"t1": "proven", "t2": "proven"}


@pytest.mark.parametrize("label", ["return " + "-" * 480 + "x", "return " + "(" * 240 + "x" + ")" * 240])
def test_a_label_that_is_nested_deep_is_not_interpreted(label: str) -> None:
    (check,) = findings([CHART.replace(escape_label("return -x"), label)]).values()
    assert check.finding == "not-interpreted"
