"""The chart as a value: nodes with standard shapes, edges with labels, and groups (sub-charts, regions)."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Literal

Direction = Literal["TD", "LR"]

MAX_LABEL = 500  #: characters of a label or title
MAX_NODES = 1000  #: nodes of a chart
MAX_DEPTH = 16  #: groups inside one another
MAX_ID = 40  #: characters of an id

_ID = re.compile(rf"[A-Za-z_][A-Za-z0-9_]{{0,{MAX_ID - 1}}}", re.ASCII)
#: Words of Mermaid that cannot be ids; in capitals, such as ``End``, they can.
RESERVED = frozenset({
    "end", "subgraph", "graph", "flowchart", "direction", "style", "class", "classDef", "linkStyle", "click",
    "default", "href", "call",
})  # fmt: skip


class Shape(StrEnum):
    """The standard shapes of flowcharts."""

    TERMINAL = "terminal"  #: stadium: start, end, and a raised error that leaves the chart
    PROCESS = "process"  #: box: one step
    DECISION = "decision"  #: rhombus: a question; the edges that leave it are labelled
    DATA = "data"  #: parallelogram: input and output
    SUBROUTINE = "subroutine"  #: box with double sides: a step that another chart of the picture describes


@dataclass(frozen=True, slots=True, kw_only=True)
class Node:
    """A node. Labels have one line; whoever draws them breaks lines."""

    id: str
    shape: Shape
    label: str  #: 1 to 500 printable characters, no space at either end


@dataclass(frozen=True, slots=True, kw_only=True)
class Edge:
    """An arrow from a node, or from a group, to a node."""

    source: str  #: id of a node; of a group only if ``dotted``
    target: str  #: id of a node
    label: str = ""  #: such as ``Yes``; at most 500 characters
    dotted: bool = False  #: an error that leaves a group, instead of the ordinary way on


@dataclass(frozen=True, slots=True, kw_only=True)
class Group:
    """A frame with a title: the chart of a helper, or the region of a ``try`` inside a chart."""

    id: str
    title: str
    nodes: tuple[Node, ...] = ()  #: the nodes directly inside, not those of ``groups``
    groups: tuple["Group", ...] = ()

    def walk(self) -> Iterator["Group"]:
        """Yield this group and all groups inside it, outer ones first."""
        yield self
        for group in self.groups:
            yield from group.walk()


@dataclass(frozen=True, slots=True, kw_only=True)
class Chart:
    """A flowchart. Use :func:`check_chart` on charts that were not made by this package."""

    nodes: tuple[Node, ...] = ()  #: the nodes outside all groups
    groups: tuple[Group, ...] = ()
    edges: tuple[Edge, ...] = ()
    direction: Direction = "TD"

    def all_groups(self) -> tuple[Group, ...]:
        """All groups, outer ones before those inside."""
        return tuple(inner for group in self.groups for inner in group.walk())

    def all_nodes(self) -> tuple[Node, ...]:
        """All nodes: those outside groups first, then group by group."""
        return self.nodes + tuple(node for group in self.all_groups() for node in group.nodes)


class ChartError(ValueError):
    """A chart breaks a rule.

    Args:
        problem: what is wrong.
        item: the id of the node or group, or the edge, that is to blame; None for the chart as a whole.
    """

    def __init__(self, problem: str, item: "str | Edge | None" = None) -> None:
        super().__init__(problem)
        self.problem = problem
        self.item = item


def check_chart(chart: Chart) -> None:
    """Check ids, labels, ends of edges, and that every node can be reached from a start.

    A start is a terminal that no edge leads to; without such a terminal, any node that no edge leads to.

    Raises:
        ChartError: for the first rule that is broken.
    """
    nodes, groups = chart.all_nodes(), chart.all_groups()
    if not nodes:
        raise ChartError("has no nodes")
    if len(nodes) > MAX_NODES:
        raise ChartError(f"has {len(nodes)} nodes; at most {MAX_NODES} are allowed")
    _check_depth(chart.groups, 1)
    seen: set[str] = set()
    labels = [(node.id, node.label) for node in nodes] + [(group.id, group.title) for group in groups]
    for name, label in labels:
        _check_id(name, seen)
        seen.add(name)
        _check_label(label, name)
    _check_edges(chart)
    reached = reachable_nodes(chart)
    for node in nodes:
        if node.id not in reached:
            raise ChartError(f"unreachable: no path from a start leads to node {node.id}", node.id)


def reachable_nodes(chart: Chart) -> frozenset[str]:
    """Return the ids of the nodes that a start leads to; an error can leave any node of a group."""
    followers: dict[str, list[str]] = {node.id: [] for node in chart.all_nodes()}
    for edge in chart.edges:
        followers.setdefault(edge.source, []).append(edge.target)
    for group in chart.all_groups():
        for inner in group.walk():
            for node in inner.nodes:
                followers[node.id] += followers.get(group.id, [])
    targets = {edge.target for edge in chart.edges}
    starts = [node for node in chart.all_nodes() if node.id not in targets]
    terminals = [node for node in starts if node.shape is Shape.TERMINAL]
    waiting = [node.id for node in terminals or starts]
    reached = set(waiting)
    while waiting:
        fresh = [target for target in followers[waiting.pop()] if target not in reached]
        reached.update(fresh)
        waiting += fresh
    return frozenset(reached)


def _check_depth(groups: tuple[Group, ...], depth: int) -> None:
    for group in groups:
        if depth > MAX_DEPTH:
            raise ChartError(f"has more than {MAX_DEPTH} groups inside one another", group.id)
        _check_depth(group.groups, depth + 1)


def _check_id(name: str, seen: set[str]) -> None:
    if not _ID.fullmatch(name):
        raise ChartError(
            f"{name!r} is not an id: a letter, then letters, digits and _, at most {MAX_ID}", name
        )
    if name in RESERVED:
        raise ChartError(f"{name!r} is a word of Mermaid and cannot be an id", name)
    if name in seen:
        raise ChartError(f"two nodes or groups have the id {name}", name)


def _check_label(label: str, item: str | Edge) -> None:
    if len(label) > MAX_LABEL:
        raise ChartError(f"label too long: {len(label)} characters, at most {MAX_LABEL} are allowed", item)
    if label != label.strip() or not label.isprintable() or (not label and isinstance(item, str)):
        raise ChartError("a label must be printable text of one line, without spaces at its ends", item)


def _check_edges(chart: Chart) -> None:
    nodes = {node.id for node in chart.all_nodes()}
    groups = {group.id for group in chart.all_groups()}
    seen: set[Edge] = set()
    for edge in chart.edges:
        _check_label(edge.label, edge)
        for end in (edge.source, edge.target):
            if end not in nodes | groups:
                raise ChartError(f"edge to a missing node: {end} has no shape and label", edge)
        if edge.target in groups or (edge.source in groups and not edge.dotted):
            raise ChartError("an edge may only leave a group, and then it is dotted (-.->)", edge)
        if edge in seen:
            raise ChartError(f"two equal edges lead from {edge.source} to {edge.target}", edge)
        seen.add(edge)
