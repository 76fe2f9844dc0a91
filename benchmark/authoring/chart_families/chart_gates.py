"""Check the flowcharts of a family: their labels, their size, and how those of twins differ."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations

from benchmark.authoring.chart_families.dataset import layout_of
from benchmark.authoring.chart_families.instance import ChartTask
from benchmark.authoring.flowchart.chart import Chart, ChartError, Edge
from benchmark.authoring.flowchart.kept import KeptChart
from benchmark.authoring.flowchart.layout.check import LayoutError, check_layout
from benchmark.authoring.flowchart.layout.values import read_layout
from benchmark.authoring.flowchart.phraser import source_labels
from benchmark.authoring.gates.fault import GateFault
from benchmark.core.errors import BadInput

MAX_PICTURES = 3
#: Level → fewest and most nodes of a chart.
NODES = {"easy": (8, 36), "medium": (8, 60), "hard": (8, 60)}


def chart_faults(made: ChartTask, kept: Mapping[str, KeptChart]) -> Iterator[GateFault]:
    """Yield the faults of a task's chart.

    Args:
        made: the task.
        kept: kept layouts by task id; a chart without one is laid out, which needs the engine.

    Raises:
        BadInput: if the engine is needed and not installed.
    """
    for problem in _problems(made, kept):
        yield GateFault(made.task_id, "chart", problem)


def _problems(made: ChartTask, kept: Mapping[str, KeptChart]) -> Iterator[str]:
    try:
        chart = made.chart
    except BadInput as error:
        yield f"{error.place}: {error.problem}"
        return
    fewest, most = NODES[made.level]
    nodes = sum(1 for _ in chart.all_nodes())
    if not fewest <= nodes <= most:
        yield f"has {nodes} nodes; a task of level {made.level} has {fewest} to {most}"
    for label in source_labels(chart):
        yield f"a label holds source text, for want of words: {label}"
    try:
        layout = read_layout(layout_of(made, kept).layout)
        check_layout(layout, chart)
    except ChartError as error:
        yield f"cannot be laid out: {error.problem}"
        return
    except LayoutError as error:
        yield f"cannot be read well: {error}"
        return
    pictures = len(layout.pages)
    if pictures > MAX_PICTURES:
        yield f"needs {pictures} pictures, more than {MAX_PICTURES}"


def difference_faults(made: Sequence[ChartTask]) -> Iterator[GateFault]:
    """Yield a fault for each two variants whose charts differ in more or less than one step or one swap."""
    for first, second in combinations(made, 2):
        try:
            problem = difference_problem(first.chart, second.chart)
        except BadInput:  # the gate `chart` reports it
            continue
        if problem:
            names = f"the charts of {first.variant} and {second.variant}"
            yield GateFault(first.family, "change", f"{names} {problem}")


def difference_problem(first: Chart, second: Chart) -> str:
    """Return in which way two charts differ in more or less than one label or one swap; empty if neither."""
    nodes, others = list(first.all_nodes()), list(second.all_nodes())
    if [(node.id, node.shape) for node in nodes] != [(node.id, node.shape) for node in others]:
        return f"have other shapes: {len(nodes)} and {len(others)} nodes; change one step or decision only"
    labels = [node.label for node, other in zip(nodes, others, strict=True) if node.label != other.label]
    swapped = _swapped(first.edges, second.edges)
    if swapped is None:
        return "have other arrows; change one step or decision only"
    if len(labels) + len(swapped) == 1:
        return ""
    count = len(labels) + len(swapped)
    return f"differ in {count} places, not one: {'; '.join(labels + swapped) or 'they are the same'}"


def _swapped(first: Sequence[Edge], second: Sequence[Edge]) -> list[str] | None:
    """Return the decisions whose two answers are swapped; None if the arrows differ in any other way."""
    ways, others = _ways(first), _ways(second)
    if ways.keys() != others.keys():
        return None
    swapped = []
    for source, way in ways.items():
        other = others[source]
        if way == other:
            continue
        if len(way) != 2 or sorted(way.values()) != sorted(other.values()) or way.keys() != other.keys():  # noqa: PLR2004
            return None
        swapped.append(f"the answers at {source}")
    return swapped


def _ways(edges: Sequence[Edge]) -> dict[str, dict[str, str]]:
    """Return for each node its ways out: label → target."""
    ways: dict[str, dict[str, str]] = {}
    for edge in edges:
        ways.setdefault(edge.source, {})[f"{edge.label}{edge.dotted}"] = edge.target
    return ways
