"""Where the nodes are: Graphviz's ``dot``, from the wheel of pygraphviz.

It gets sizes only, no texts, so it asks for no font of the machine.
"""

import importlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import ModuleType

from benchmark.core.errors import BadInput, OurFailure
from benchmark.files.chart import Direction
from workshop.extra import FIX
from workshop.flowchart.layout.values import Point

_INCH = 72  # Graphviz measures sizes in inches of 72 px, and places in px


@dataclass(frozen=True, slots=True, kw_only=True)
class Cluster:
    """Nodes and clusters that stay together, with room for a title of the given width."""

    nodes: tuple[str, ...]
    clusters: tuple["Cluster", ...]
    title_width: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Link:
    """An edge: the heavier, the straighter and shorter."""

    source: str
    target: str
    weight: int = 1


def unusable() -> str:
    """Return why layouts cannot be made on this machine; empty if they can."""
    try:
        importlib.import_module("pygraphviz")
    except ImportError as error:
        return f"pygraphviz cannot be imported: {error}"
    return ""


def version() -> str:
    """Return the name and version of the engine."""
    return f"graphviz {_engine().__graphviz_version__}"


def place_nodes(
    sizes: Mapping[str, tuple[int, int]],
    links: Sequence[Link],
    clusters: Sequence[Cluster],
    *,
    direction: Direction = "TD",
    across: int,
    along: int,
) -> dict[str, Point]:
    """Return the centres of nodes, in px.

    Args:
        sizes: node → width and height, px; in the order in which they were written.
        links: the edges.
        clusters: groups of nodes.
        direction: whether edges lead down or to the right.
        across: px between nodes next to each other.
        along: px between a node and its followers.

    Raises:
        BadInput: if the engine is not installed.
        OurFailure: if it fails.
    """
    names = {node: f"n{number}" for number, node in enumerate(sizes)}
    settings = f"rankdir={'LR' if direction == 'LR' else 'TB'} newrank=true "
    settings += f"nodesep={across / _INCH:.4f} ranksep={along / _INCH:.4f}"
    graph = _engine().AGraph(string=_dot_text(names, sizes, links, clusters, settings))
    graph.layout(prog="dot")
    places: dict[str, Point] = {}
    for node, name in names.items():
        try:
            x, y = graph.get_node(name).attr["pos"].split(",")
            places[node] = (round(float(x)), -round(float(y)))
        except (AttributeError, ValueError) as error:
            raise OurFailure(f"Graphviz gave no place to a node: {error}") from error
    graph.close()
    return places


def _engine() -> ModuleType:
    if problem := unusable():
        raise BadInput(
            "python -m workshop",
            "",
            f"cannot lay out charts: {problem}",
            f"{FIX}; Linux needs GLib and X11's libraries",
        )
    return importlib.import_module("pygraphviz")


def _dot_text(
    names: Mapping[str, str],
    sizes: Mapping[str, tuple[int, int]],
    links: Sequence[Link],
    clusters: Sequence[Cluster],
    settings: str,
) -> str:
    lines = [
        "digraph {",
        settings,
        'node [shape=box fixedsize=true label=""]',
    ]
    for node, (width, height) in sizes.items():
        lines.append(f"{names[node]} [width={width / _INCH:.6f} height={height / _INCH:.6f}]")
    counter = [0]
    for cluster in clusters:
        lines += _cluster_text(cluster, names, counter)
    for link in links:
        lines.append(f"{names[link.source]} -> {names[link.target]} [weight={link.weight}]")
    return "\n".join([*lines, "}"])


def _cluster_text(cluster: Cluster, names: Mapping[str, str], counter: list[int]) -> list[str]:
    counter[0] += 1
    table = f'<TABLE FIXEDSIZE="TRUE" WIDTH="{cluster.title_width}" HEIGHT="30" BORDER="0">'
    lines = [
        f"subgraph cluster_{counter[0]} {{ margin=36 labeljust=l",
        f"label=<{table}<TR><TD></TD></TR></TABLE>>",
        " ".join(names[node] for node in cluster.nodes),
    ]
    for inner in cluster.clusters:
        lines += _cluster_text(inner, names, counter)
    return [*lines, "}"]
