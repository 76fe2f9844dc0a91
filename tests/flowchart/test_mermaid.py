"""Mermaid text: what is read, what is written, and what is refused."""

import random
import string

import pytest

from benchmark.core.errors import BadInput
from benchmark.flowchart.chart import MAX_LABEL, Chart, Edge, Group, Node, Shape
from benchmark.flowchart.mermaid import escape_label, parse_mermaid, to_mermaid, unescape_label
from tests.case_files import read_text

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


BAD = {
    "": "line 1: is empty",
    "sequenceDiagram": "line 1: 'sequenceDiagram' is not the first line",
    "flowchart BT": "line 1: 'flowchart BT' is not the first line",
    "flowchart TD": "line 1: has no nodes",
    "flowchart TD\na([x])\nb((x))\na --> b": r"line 3: unknown shape: '\(\(x\)\)'",
    "flowchart TD\na([x])\nb>x]\na --> b": "line 3: unknown shape",
    "flowchart TD\na([x]) --> b": "line 2: edge to a missing node: b",
    "flowchart TD\na([x])\nb[y]\nc[z]\na --> b\nc --> b": "line 4: unreachable: .* node c",
    "flowchart TD\na([x])\nb[y]\nb --> a": "unreachable",
    f"flowchart TD\na([{'x' * (MAX_LABEL + 1)}])": "line 2: label too long: 501 characters",
    "flowchart TD\na([x])\na([y])": "line 3: node a has two shapes or labels",
    "flowchart TD\nend": "line 2: `end` without `subgraph`",
    "flowchart TD\na([x])\nsubgraph s[t]\nb[y]": "line 4: subgraph s has no `end`",
    "flowchart TD\na([x])\nsubgraph helper": "line 3: a subgraph needs an id and a title",
    "flowchart TD\na([x]) ==> b[y]": "line 2: expected --> or -.->",
    "flowchart TD\na([x]) --- b[y]": "line 2: expected --> or -.->",
    "flowchart TD\na([x]) --> ": "line 2: expected the id of a node",
    "flowchart TD\na([x])\nstyle a fill:red": "line 3: expected the id of a node, got 'style",
    'flowchart TD\na(["x)': r"line 2: expected text that ends with \]\)",
    "flowchart TD\na([f(x)])": r"line 2: expected text that ends with \]\)",
    "flowchart TD\na([x])\nb{y}\na --> b\na --> b": "line 5: two equal edges",
    "flowchart TD\na([#9999999;])": "line 2: an entity",
    "flowchart TD\na([#7;])": "line 2: a label must be printable",
    "flowchart TD\na([x])\nsubgraph s[t]\nb[y]\nend\na --> s": "line 6: an edge may only leave a group",
    "flowchart TD\n" + "subgraph s[t]\n" * 2000 + "end\n" * 2000: "line 18: more than 16 groups inside",
    "flowchart TD\n" + "a & " * 3000 + "a --> " + "b & " * 3000 + "b": "line 2: more than 4000 edges",
}


@pytest.mark.parametrize("text", BAD, ids=lambda text: text[:60])
def test_text_outside_the_grammar_is_refused_with_its_line(text: str) -> None:
    with pytest.raises(BadInput, match=BAD[text]):
        parse_mermaid(text, "my.mmd")


def test_too_many_nodes_are_refused() -> None:
    lines = ["flowchart TD", "n0([x])", *(f"n{i} --> n{i + 1}[y]" for i in range(1000))]
    with pytest.raises(BadInput, match="1001 nodes"):
        parse_mermaid("\n".join(lines))
