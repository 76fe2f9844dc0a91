"""The charts inside one Mermaid text: which nodes belong to which start, and what errors lead to."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from benchmark.authoring.flowchart.chart import Chart, Group
from benchmark.authoring.flowchart.step import Kind, Step

YES, NO = "Yes", "No"
_STARTS = frozenset({Kind.START, Kind.START_CLASS, Kind.START_PROGRAM})
_DECISIONS = frozenset({Kind.TEST, Kind.NEXT, Kind.CATCH, Kind.ABSORBS})


class UnitError(ValueError):
    """A chart cannot be run.

    Args:
        place: the node, such as ``node n3``; empty for the chart as a whole.
        problem: what is wrong.
    """

    def __init__(self, place: str, problem: str) -> None:
        super().__init__(place, problem)
        self.place, self.problem = place, problem


@dataclass(frozen=True, slots=True)
class Handler:
    """Where an error of a region leads."""

    region: str  #: id of the group
    error: str  #: its name, such as ``error 2``
    target: str  #: id of a node


@dataclass(slots=True)
class Unit:
    """The chart of one function, class or program."""

    name: str  #: qualified name; empty for the program
    start: str
    steps: dict[str, Step] = field(default_factory=dict)  #: in the order of the walk
    edges: dict[str, dict[str, str]] = field(default_factory=dict)  #: node → label → target
    handlers: dict[str, Handler | None] = field(default_factory=dict)  #: node → where its errors lead

    def followers(self, node: str) -> list[str]:
        """Return the nodes that an edge of ``node`` leads to; errors are left out."""
        return list(self.edges[node].values())


def collect_units(chart: Chart, steps: Mapping[str, Step]) -> dict[str, Unit]:
    """Return the charts by their qualified names, in the order of the text.

    Raises:
        UnitError: if two charts have one name, or share a node.
    """
    edges: dict[str, dict[str, str]] = {node.id: {} for node in chart.all_nodes()}
    regions: dict[str, Handler] = {}
    for edge in chart.edges:
        if edge.dotted:
            if edge.source in edges or edge.source in regions:
                raise UnitError(
                    "", f"only a group has a dotted edge, and one of them; {edge.source} has more"
                )
            regions[edge.source] = Handler(edge.source, edge.label, edge.target)
        elif edge.label in edges[edge.source]:
            raise UnitError(f"node {edge.source}", f"two edges have the label {edge.label!r}")
        else:
            edges[edge.source][edge.label] = edge.target
    handlers = dict.fromkeys(edges, None) | _innermost(chart.groups, None, regions)
    units: dict[str, Unit] = {}
    owners: dict[str, str] = {}
    for node in chart.all_nodes():
        step = steps[node.id]
        if step.kind in _STARTS:
            unit = Unit(step.name, node.id)
            if step.name in units:
                raise UnitError(f"node {node.id}", f"two charts start {step.name or 'the whole program'}")
            units[step.name] = unit
            _walk(unit, steps, edges, handlers)
            for inner in unit.steps:
                if owners.setdefault(inner, step.name) != step.name:
                    raise UnitError(f"node {inner}", f"belongs to {owners[inner]} and to {step.name}")
    return units


def _innermost(
    groups: tuple[Group, ...], outer: Handler | None, regions: Mapping[str, Handler]
) -> dict[str, Handler | None]:
    found: dict[str, Handler | None] = {}
    for group in groups:
        handler = regions.get(group.id, outer)
        found |= {node.id: handler for node in group.nodes}
        found |= _innermost(group.groups, handler, regions)
    return found


def _walk(
    unit: Unit,
    steps: Mapping[str, Step],
    edges: Mapping[str, dict[str, str]],
    handlers: Mapping[str, Handler | None],
) -> None:
    waiting = [unit.start]
    while waiting:
        number = waiting.pop()
        if number in unit.steps:
            continue
        unit.steps[number] = steps[number]
        unit.edges[number] = edges[number]
        unit.handlers[number] = handler = handlers[number]
        if handler is not None:
            waiting.append(handler.target)
        waiting += reversed(list(edges[number].values()))


def check_unit(unit: Unit) -> None:
    """Check that every node has the edges that its step needs.

    Raises:
        UnitError: for the first one that has not.
    """
    for number, step in unit.steps.items():
        labels = set(unit.edges[number])
        kind = type(step.node).__name__ if step.kind is Kind.DO else ""
        if step.kind in _DECISIONS:
            if labels != {YES, NO}:
                raise UnitError(f"node {number}", "a decision needs two edges, with the labels Yes and No")
        elif step.kind in {Kind.END, Kind.RERAISE} or kind == "Raise":
            if labels:
                raise UnitError(f"node {number}", "no edge can leave an end")
        elif labels != {""}:
            raise UnitError(f"node {number}", "a step needs one edge, without a label")
        elif kind == "Return" and unit.steps[unit.edges[number][""]].kind is not Kind.END:
            raise UnitError(f"node {number}", "the edge of a return must lead to the end")
        if step.kind in _STARTS and number != unit.start:
            raise UnitError(f"node {number}", "no edge can lead to a start")


def dominators(unit: Unit) -> dict[str, set[str]]:
    """Return, for each node, the nodes that lie on every way from the start to it, itself included."""
    before: dict[str, set[str]] = {number: set() for number in unit.steps}
    for number in unit.steps:
        handler = unit.handlers[number]
        for target in [*unit.followers(number), *([handler.target] if handler else [])]:
            before[target].add(number)
    everything = set(unit.steps)
    found = dict.fromkeys(unit.steps, everything) | {unit.start: {unit.start}}
    changed = True
    while changed:
        changed = False
        for number in unit.steps:
            if number != unit.start:
                common = set.intersection(*(found[other] for other in before[number])) | {number}
                if common != found[number]:
                    found[number], changed = common, True
    return found
