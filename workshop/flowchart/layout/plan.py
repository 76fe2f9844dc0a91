"""What one panel shows: nodes and groups with the edges between them, and connectors to other pictures."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from benchmark.files.chart import Chart, Direction, Edge, Group, Node

MAX_INLINE = 8  #: characters of a label that stands next to its line; longer ones stand in the line


@dataclass(frozen=True, slots=True, kw_only=True)
class ChartPanel:
    """A part of a chart that is laid out by itself."""

    nodes: tuple[Node, ...]  #: those outside the groups
    groups: tuple[Group, ...]  #: the regions inside
    edges: tuple[
        tuple[int, Edge], ...
    ]  #: with the 0-based index in the chart; from or to a node of this panel
    frame: Group | None = None  #: the sub-chart that the panel shows, for its title
    direction: Direction = "TD"
    narrow: bool = False  #: whether shapes are narrow, to save room
    letters: Mapping[str, str]  #: node that is reached from another picture → letters of its connector
    shared: frozenset[str] = frozenset()  #: regions of which other pictures show a part

    def all_groups(self) -> tuple[Group, ...]:
        """All regions, outer ones before those inside."""
        return tuple(inner for group in self.groups for inner in group.walk())

    def all_nodes(self) -> tuple[Node, ...]:
        """All nodes, those outside regions first."""
        return self.nodes + tuple(node for group in self.all_groups() for node in group.nodes)


def panels_of(chart: Chart) -> Iterator[ChartPanel]:
    """Yield the main chart, then each sub-chart: a group without edges to the outside, or inside another."""
    closed = {group.id for group in closed_groups(chart)}
    main = Group(id="", title="", nodes=chart.nodes, groups=chart.groups)
    for group in (main, *(group for group in chart.all_groups() if group.id in closed)):
        kept = _without(group, closed - {group.id})
        inside = {node.id for made in kept.walk() for node in made.nodes}
        if inside:
            yield ChartPanel(
                nodes=kept.nodes,
                groups=kept.groups,
                edges=tuple((n, edge) for n, edge in enumerate(chart.edges) if edge.target in inside),
                frame=group if group is not main else None,
                direction=chart.direction,
                letters={},
            )


def closed_groups(chart: Chart) -> list[Group]:
    """Return the groups without edges to the outside."""
    return [group for group in chart.all_groups() if _is_closed(group, chart)]


def split_panel(
    panel: ChartPanel, parts: Sequence[Collection[str]], letters: Iterator[str]
) -> list[ChartPanel]:
    """Split a panel into parts with the given nodes, which refer to one another by connectors."""
    home = {node: number for number, part in enumerate(parts) for node in part}
    regions = {
        group.id: {home[node.id] for inner in group.walk() for node in inner.nodes}
        for group in panel.all_groups()
    }
    named: dict[str, str] = {}
    for _, edge in panel.edges:
        sources = regions.get(edge.source) or {home[edge.source]}
        if sources != {home[edge.target]} and edge.target not in named:
            named[edge.target] = next(letters)
    made = []
    for number, part in enumerate(parts):
        kept = _only(Group(id="", title="", nodes=panel.nodes, groups=panel.groups), part)
        edges = tuple(
            (index, edge)
            for index, edge in panel.edges
            if home[edge.target] == number or number in (regions.get(edge.source) or {home[edge.source]})
        )
        made.append(
            replace(
                panel,
                nodes=kept.nodes,
                groups=kept.groups,
                edges=edges,
                letters=named,
                shared=frozenset(group for group, pictures in regions.items() if len(pictures) > 1),
            )
        )
    return made


def letters_in_order() -> Iterator[str]:
    """Yield A, B, …, Z, AA, AB, …."""
    alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    prefixes = [""]
    while True:
        prefixes = [prefix + letter for prefix in prefixes for letter in alphabet]
        yield from prefixes


def _is_closed(group: Group, chart: Chart) -> bool:
    inside = {node.id for inner in group.walk() for node in inner.nodes}
    inside |= {inner.id for inner in group.walk()}
    return all((edge.source in inside) == (edge.target in inside) for edge in chart.edges)


def _without(group: Group, closed: Collection[str]) -> Group:
    kept = tuple(_without(inner, closed) for inner in group.groups if inner.id not in closed)
    return replace(group, groups=kept)


def _only(group: Group, nodes: Collection[str]) -> Group:
    inner = tuple(_only(made, nodes) for made in group.groups)
    return replace(
        group,
        nodes=tuple(node for node in group.nodes if node.id in nodes),
        groups=tuple(made for made in inner if any(part.nodes for part in made.walk())),
    )
