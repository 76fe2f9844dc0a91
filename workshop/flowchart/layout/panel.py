"""Lay out one panel: sizes, places by the engine, frames, lines and labels."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from benchmark.files.chart import Edge, Group, Node, Shape
from workshop.flowchart.layout.boxes import CIRCLE, TITLE_HEIGHT, size_label, size_node
from workshop.flowchart.layout.engine import Cluster, Link, place_nodes
from workshop.flowchart.layout.grid import STEP
from workshop.flowchart.layout.plan import MAX_INLINE, ChartPanel
from workshop.flowchart.layout.values import Connector, EdgeLabel, GroupFrame, NodeBox, Rectangle

#: px between neighbours, and between a node and its followers; if no line fits, the next pair is tried.
SPACINGS = ((48, 60), (48, 72), (72, 96), (96, 120), (144, 168), (240, 264))
FRAME_MARGIN = 36  #: px between a frame and what is inside

_HEAVY, _LIGHT = 6, 2  # weights of lines for the engine
_OPEN = -1  # an item whose ways on are being followed
_NEARLY = 36  # px; lines that are less crooked are made straight


@dataclass(slots=True, kw_only=True)
class Piece:
    """A line to be drawn, from one item to another: an edge, or its part before or after its label."""

    edges: tuple[int, ...]
    source: str
    target: str
    label: tuple[int, tuple[str, ...], int] | None = None  #: edge, lines and width of the label next to it
    dotted: bool = False
    arrow: bool = True


@dataclass(slots=True, kw_only=True)
class Placed:
    """A panel whose nodes have places, and whose lines are not yet drawn."""

    panel: ChartPanel
    shapes: dict[str, Shape | None] = field(default_factory=dict)  #: of items; None is a label or connector
    places: dict[str, Rectangle] = field(default_factory=dict)
    lines: dict[str, tuple[str, ...]] = field(default_factory=dict)
    frames: list[GroupFrame] = field(default_factory=list)
    pieces: list[Piece] = field(default_factory=list)

    def boxes(self) -> tuple[NodeBox, ...]:
        """Return the nodes of the chart, without labels and connectors."""
        return tuple(
            NodeBox(id=name, place=self.places[name], lines=self.lines[name])
            for name, shape in self.shapes.items()
            if shape is not None
        )

    def connectors(self) -> tuple[Connector, ...]:
        """Return the circles that refer to other pictures."""
        return tuple(
            Connector(
                letters=self.lines[name][0],
                place=place,
                leads="here" if name.startswith("here ") else "away",
            )
            for name, place in self.places.items()
            if name.startswith(("here ", "away "))
        )

    def labels(self) -> tuple[EdgeLabel, ...]:
        """Return the labels that stand in their lines."""
        return tuple(
            EdgeLabel(edge=int(name.removeprefix("label ")), place=place, lines=self.lines[name])
            for name, place in self.places.items()
            if name.startswith("label ")
        )


def place_panel(panel: ChartPanel, spacing: tuple[int, int], *, first_straight: bool = False) -> Placed:
    """Place the nodes, labels in lines, connectors and frames of a panel.

    Args:
        panel: the panel.
        spacing: px between neighbours, and between a node and its followers.
        first_straight: place the target of a node's first edge straight on, instead of the one from which the
            longest way follows.

    Raises:
        ChartError: for a label that is too long.
    """
    placed = Placed(panel=panel)
    for node in panel.all_nodes():
        _add_node(placed, node)
    for index, edge in panel.edges:
        _add_edge(placed, index, edge)
    links = _links(placed, first_straight)
    sizes = {name: (place.width, place.height) for name, place in placed.places.items()}
    centres = place_nodes(
        sizes,
        links,
        [_cluster(group) for group in panel.groups],
        direction=panel.direction,
        across=spacing[0],
        along=spacing[1],
    )
    for name, (x, y) in centres.items():
        width, height = sizes[name]
        placed.places[name] = Rectangle(
            x=round(x / STEP) * STEP - width // 2,
            y=round(y / STEP) * STEP - height // 2,
            width=width,
            height=height,
        )
    _straighten(placed)
    for group in panel.groups:
        _add_frames(placed, group)
    return placed


def around(places: Iterable[Rectangle]) -> Rectangle:
    """Return the smallest rectangle around others."""
    listed = list(places)
    x, y = min(place.x for place in listed), min(place.y for place in listed)
    right, bottom = max(place.right for place in listed), max(place.bottom for place in listed)
    return Rectangle(x=x, y=y, width=right - x, height=bottom - y)


def framed(group: Group, inside: Rectangle) -> GroupFrame:
    """Return the frame of a group around what is inside, with room for its title."""
    lines, width, height = size_label(group.title, group.id)
    grown = inside.grown(FRAME_MARGIN)
    above = TITLE_HEIGHT - STEP + (height // 24 - 1) * 24
    place = Rectangle(
        x=grown.x,
        y=grown.y - above,
        width=max(grown.width, -(-(width + 2 * STEP) // STEP) * STEP),
        height=grown.height + above,
    )
    return GroupFrame(id=group.id, place=place, lines=lines)


def title_place(frame: GroupFrame) -> Rectangle:
    """Return where the title of a frame is."""
    _, width, height = size_label(" ".join(frame.lines), frame.id)
    return Rectangle(x=frame.place.x + STEP, y=frame.place.y + 6, width=width, height=height)


def _add_node(placed: Placed, node: Node) -> None:
    box = size_node(node, narrow=placed.panel.narrow)
    placed.shapes[node.id], placed.places[node.id], placed.lines[node.id] = node.shape, box.place, box.lines


def _add_item(placed: Placed, name: str, lines: tuple[str, ...], width: int, height: int) -> str:
    placed.shapes[name], placed.lines[name] = None, lines
    placed.places[name] = Rectangle(x=0, y=0, width=width, height=height)
    return name


def _add_edge(placed: Placed, index: int, edge: Edge) -> None:
    panel = placed.panel
    here = {node.id for node in panel.all_nodes()}
    groups = {group.id for group in panel.all_groups()}
    target = edge.target
    if target in panel.letters and (target not in here or edge.source not in here | groups):
        letters = panel.letters[target]
        if target in here:
            _enter_here(placed, index, target, letters)
            return
        target = _add_item(placed, f"away {index}", (letters,), CIRCLE, CIRCLE)
    elif target in panel.letters and edge.source in groups and _is_elsewhere(placed, edge.source):
        _enter_here(placed, index, target, panel.letters[target])
    piece = Piece(edges=(index,), source=edge.source, target=target, dotted=edge.dotted)
    placed.pieces.append(piece)
    if edge.label and len(edge.label) <= MAX_INLINE:
        lines, width, _ = size_label(edge.label, edge)
        piece.label = (index, lines, width)
    elif edge.label:
        lines, width, height = size_label(edge.label, edge)
        width, height = -(-(width + 16) // 24) * 24, -(-(height + 8) // 24) * 24
        name = _add_item(placed, f"label {index}", lines, width, height)
        piece.target, piece.arrow = name, False
        placed.pieces.append(Piece(edges=(index,), source=name, target=target, dotted=edge.dotted))


def _is_elsewhere(placed: Placed, group: str) -> bool:
    """Whether other pictures show a part of a group; then an error of that part comes in by a connector."""
    return group in placed.panel.shared


def _enter_here(placed: Placed, index: int, target: str, letters: str) -> None:
    name = f"here {target}"
    if name not in placed.places:
        _add_item(placed, name, (letters,), CIRCLE, CIRCLE)
        placed.pieces.append(Piece(edges=(index,), source=name, target=target))
        return
    (piece,) = [piece for piece in placed.pieces if piece.source == name]
    piece.edges = (*piece.edges, index)


def _links(placed: Placed, first_straight: bool) -> list[Link]:
    """Return the edges for the engine, without circles: lines back are turned around.

    Of several lines back to the same place only the last takes room, because they are drawn as one.
    """
    inside = {group.id: [node.id for node in _nodes(group)] for group in placed.panel.all_groups()}
    straight, back = _directions(placed)
    if first_straight:
        straight = {piece.source: piece.target for piece in reversed(placed.pieces)}
    links: dict[tuple[str, str], Link] = {}
    returns: dict[str, Link] = {}
    for piece in placed.pieces:
        source, target = piece.source, piece.target
        if source in inside:
            links.setdefault((source, target), Link(source=inside[source][-1], target=target, weight=0))
        elif (source, target) in back:
            returns[target] = Link(source=target, target=source, weight=_LIGHT)
        else:
            weight = _HEAVY if straight[source] == target else _LIGHT
            links.setdefault((source, target), Link(source=source, target=target, weight=weight))
    return [*links.values(), *returns.values()]


def _directions(placed: Placed) -> tuple[dict[str, str], set[tuple[str, str]]]:
    """Return where each item leads straight on, to the longest way, and the lines that lead back."""
    inside = {group.id: [node.id for node in _nodes(group)] for group in placed.panel.all_groups()}
    ways: dict[str, list[str]] = {name: [] for name in placed.places}
    for piece in placed.pieces:
        for source in inside.get(piece.source, [piece.source]):
            ways[source].append(piece.target)
    depths: dict[str, int] = {}
    straight: dict[str, str] = {}
    back: set[tuple[str, str]] = set()

    def depth(name: str) -> int:
        depths[name] = _OPEN
        longest = 0
        for target in ways[name]:
            below = depths[target] if target in depths else depth(target)
            if below == _OPEN:
                back.add((name, target))
            if name not in straight or 1 + below > longest:
                longest, straight[name] = max(longest, 1 + below), target
        depths[name] = longest
        return longest

    targets = {piece.target for piece in placed.pieces}
    for name in sorted(placed.places, key=lambda name: name in targets):
        if name not in depths:
            depth(name)
    return straight, back


def _nodes(group: Group) -> tuple[Node, ...]:
    return tuple(node for inner in group.walk() for node in inner.nodes)


def _straighten(placed: Placed) -> None:
    """Move items a little where that makes their line straight, and they come near nothing else."""
    down = placed.panel.direction == "TD"
    for piece in placed.pieces:
        if piece.source not in placed.places:
            continue
        (x, y), (to_x, to_y) = placed.places[piece.source].centre, placed.places[piece.target].centre
        off = x - to_x if down else y - to_y
        if not 0 < abs(off) <= _NEARLY:
            continue
        for name, by in ((piece.target, off), (piece.source, -off)):
            moved = placed.places[name].moved(by if down else 0, 0 if down else by)
            others = [place for other, place in placed.places.items() if other != name]
            alone = sum(name in {other.source, other.target} for other in placed.pieces) <= 2  # noqa: PLR2004
            if alone and not any(moved.grown(_NEARLY).overlaps(other) for other in others):
                placed.places[name] = moved
                break


def _cluster(group: Group) -> Cluster:
    _, width, _ = size_label(group.title, group.id)
    return Cluster(
        nodes=tuple(node.id for node in group.nodes),
        clusters=tuple(_cluster(inner) for inner in group.groups),
        title_width=width,
    )


def _add_frames(placed: Placed, group: Group) -> Rectangle:
    first = len(placed.frames)
    inner = [_add_frames(placed, made) for made in group.groups]
    frame = framed(group, around([*inner, *(placed.places[node.id] for node in group.nodes)]))
    placed.frames.insert(first, frame)
    return frame.place
