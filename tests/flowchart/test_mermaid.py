"""Mermaid text: what is read, what is written, and what is refused."""

import random
import string

import pytest

from benchmark.core.errors import BadInput
from benchmark.flowchart.chart import MAX_LABEL, Chart, Edge, Group, Node, Shape
from benchmark.flowchart.mermaid import escape_label, parse_mermaid, to_mermaid, unescape_label
from tests.case_files import read_cases, read_text

HAND_MADE = read_text("texts/hand_made.mmd")


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
