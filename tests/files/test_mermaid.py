"""Mermaid text: what is read, what is written, and what is refused."""

import random
import re
import string
from collections.abc import Sequence
from typing import Any

import pytest

from benchmark.core.errors import BadInput, OurFailure
from benchmark.core.sample import Sample
from benchmark.core.task import FunctionCheck, Task
from benchmark.core.verdict import MissingSample, Status, Verdict
from benchmark.files.chart import MAX_LABEL, Chart, Edge, Group, Node, Shape, check_chart
from benchmark.files.mermaid import escape_label, parse_mermaid, to_mermaid, unescape_label
from tests.case_files import read_cases, read_text
from workshop.authoring.chart_drafts import ChartCheck, chart_of_answer, check_charts
from workshop.flowchart.compiler import compile_chart
from workshop.flowchart.interpreter import chart_program

HAND_MADE = read_text("texts/hand_made.mmd")
USUAL = read_cases("charts/usual_mermaid.yaml")


def node(name: str, label: str = "x", shape: Shape = Shape.PROCESS) -> Node:
    return Node(id=name, shape=shape, label=label)


START = node("n1", "Start", Shape.TERMINAL)


def test_mermaid_of_a_person_is_read() -> None:
    chart = parse_mermaid(HAND_MADE)
    assert chart.direction == "TD"
    assert [(made.id, made.shape.value, made.label) for made in chart.all_nodes()] == [
        ("A", "terminal", "Start"),
        ("B", "decision", "is n > 3?"),
        ("C", "data", 'print("a#b")'),
        ("D", "subroutine", "helper"),
        ("E", "terminal", "End"),
        ("F", "terminal", "Start: helper"),
        ("G", "process", "a ← b"),
    ]
    assert [(edge.source, edge.label, edge.target, edge.dotted) for edge in chart.edges] == [
        ("A", "", "B", False),
        ("B", "Yes", "C", False),
        ("B", "Yes", "D", False),
        ("B", "No", "E", False),
        ("D", "", "E", False),
        ("F", "", "G", False),
        ("C", "", "E", False),
        ("s1", "error", "E", True),
    ]
    assert [(group.title, len(group.nodes)) for group in chart.groups] == [("the helper", 2)]
    assert parse_mermaid(to_mermaid(chart)) == chart


@pytest.mark.parametrize("case", USUAL, ids=lambda case: case["text"][:60])
def test_charts_as_people_write_them_are_read_and_written_again(case: dict[str, Any]) -> None:
    chart = parse_mermaid(case["text"])
    assert [made.label for made in chart.all_nodes()] == case["labels"]
    assert parse_mermaid(to_mermaid(chart)) == chart
    check_chart(chart)


def test_a_round_node_or_a_box_is_a_terminal_only_where_the_chart_begins_or_ends() -> None:
    chart = parse_mermaid("flowchart TD\n A(go) --> B(on) --> C((to)) --> D[Start] --> E[End]")
    assert {made.id for made in chart.all_nodes() if made.shape is Shape.TERMINAL} == {"A", "E"}
    chart = parse_mermaid("flowchart TD\n A([go]) --> E[End]")
    assert {made.id for made in chart.all_nodes() if made.shape is Shape.TERMINAL} == {"A"}


def test_a_program_written_as_people_do_is_interpreted() -> None:
    """The labels of the compiler without quotes, in other links and with semicolons: the same program."""
    code = "def most(a, nums):\n    if a > max(nums[0], 3):\n        nums[0] = a\n    return nums\n"
    chart = to_mermaid(compile_chart(code, "most", level="verbatim"))
    usual = re.sub(r'"([^"]*)"', lambda match: unescape_label(match[1]), chart)
    usual = re.sub(r"-->\|(\w+)\|", r"-- \1 -->", usual).replace("\n", ";\n")
    assert usual.count('"') == 0
    assert "max(nums[0], 3)" in usual
    assert chart_program(usual, "most") == chart_program(chart, "most")


def test_a_random_chart_comes_back_from_its_text() -> None:
    choose = random.Random(7)  # noqa: S311 - no secret
    signs = string.printable[:95] + "äß←≤∈é"
    for _ in range(60):
        labels = ["".join(choose.choices(signs, k=choose.randint(1, 30))).strip() or "x" for _ in range(12)]
        nodes = [node(f"n{i + 2}", label, choose.choice(list(Shape))) for i, label in enumerate(labels)]
        edges = {Edge(source="n1", target=made.id, label=choose.choice(labels)) for made in nodes}
        edges |= {Edge(source=choose.choice(nodes).id, target=choose.choice(nodes).id) for _ in range(9)}
        inner = Group(id="g2", title=labels[1], nodes=tuple(nodes[4:6]))
        group = Group(id="g1", title=labels[0], nodes=tuple(nodes[6:]), groups=(inner,))
        chart = Chart(
            nodes=(START, *nodes[:4]),
            groups=(group,),
            edges=(*sorted(edges, key=repr), Edge(source="g2", target="n2", dotted=True)),
            direction=choose.choice(["TD", "LR"]),
        )
        text = to_mermaid(chart)
        assert parse_mermaid(text) == chart
        assert to_mermaid(parse_mermaid(text)) == text


@pytest.mark.parametrize("label", ['"', "a  b", "#35;", "%%{x}%%", "<b>&amp;</b>", "`x`", r"'\n'", "é\u2028"])
def test_escaped_labels_hold_nothing_that_mermaid_changes(label: str) -> None:
    escaped = escape_label(label)
    assert not set(escaped) & set('"<>&`\\\u2028')
    assert "  " not in escaped
    assert "%%" not in escaped
    assert unescape_label(escaped) == label


@pytest.mark.parametrize("case", read_cases("charts/bad_mermaid.yaml"), ids=lambda case: case["text"][:60])
def test_text_outside_the_grammar_is_refused_with_its_line(case: dict[str, str]) -> None:
    with pytest.raises(BadInput, match=case["says"]):
        parse_mermaid(case["text"], "my.mmd")


@pytest.mark.parametrize(
    ("lines", "says"),
    [
        (["n0([x])", *(f"n{i} --> n{i + 1}[y]" for i in range(1000))], "1001 nodes"),
        ([f"a([{'x' * (MAX_LABEL + 1)}])"], "line 2: label too long: 501 characters"),
        (["subgraph s[t]"] * 2000 + ["end"] * 2000, "line 18: more than 16 groups inside"),
        (["a & " * 3000 + "a --> " + "b & " * 3000 + "b"], "line 2: more than 4000 edges"),
    ],
    ids=["nodes", "label", "groups", "edges"],
)
def test_a_chart_that_is_too_large_is_refused(lines: list[str], says: str) -> None:
    with pytest.raises(BadInput, match=says):
        parse_mermaid("\n".join(["flowchart TD", *lines]))


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
