"""Charts as Mermaid text, and back.

The grammar, line by line; blank lines and lines that begin with ``%%`` are skipped::

    header   = ("flowchart" | "graph") ("TD" | "TB" | "LR")
    line     = chain | "subgraph" id "[" text "]" | "end"            a ";" at the end is skipped
    chain    = operand {link operand}
    operand  = node {"&" node}
    node     = id [ "[" text "]" | "([" text "])" | "{" text "}" | "[/" text "/]" | "[[" text "]]" ]
    link     = "-->" ["|" text "|"] | "--" text "-->" | "-.->" ["|" text "|"] | "-." text ".->"
    text     = in quotes ("), or without any of the characters " [ ] ( ) { } | < >

The shapes are box, stadium, rhombus, parallelogram and sub-routine. In text, ``#quot;``, ``#lt;``, ``#gt;``,
``#amp;`` and ``#35;`` (any decimal code point) stand for characters that Mermaid cannot hold.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from benchmark.core.errors import BadInput, quote_value
from benchmark.flowchart.chart import (
    MAX_DEPTH,
    MAX_LABEL,
    MAX_NODES,
    RESERVED,
    Chart,
    ChartError,
    Direction,
    Edge,
    Group,
    Node,
    Shape,
    check_chart,
)

_BRACKETS: Mapping[Shape, tuple[str, str]] = {
    Shape.TERMINAL: ("([", "])"),
    Shape.SUBROUTINE: ("[[", "]]"),
    Shape.DATA: ("[/", "/]"),
    Shape.DECISION: ("{", "}"),
    Shape.PROCESS: ("[", "]"),
}
_HEADER = re.compile(r"(?:flowchart|graph)[ \t]+(TD|TB|LR)[ \t]*;?")
_SUBGRAPH = re.compile(r"subgraph[ \t]+([A-Za-z_]\w*)[ \t]*\[")
_WORD = re.compile(r"[A-Za-z_]\w*", re.ASCII)
_SPECIAL = re.compile(r'["\[\](){}|<>]')
_ENTITY = re.compile(r"#(?:(quot|lt|gt|amp)|([0-9]{1,7}));")
_NAMED = {"quot": '"', "lt": "<", "gt": ">", "amp": "&"}
_ESCAPED = {char: f"#{name};" for name, char in _NAMED.items()} | {char: f"#{ord(char)};" for char in "#`\\"}
_MAX_TEXT = 2_000_000  # characters of a whole text
_MAX_EDGES = 4 * MAX_NODES


def to_mermaid(chart: Chart) -> str:
    """Write a chart as Mermaid text; :func:`parse_mermaid` returns an equal chart."""
    lines = [f"flowchart {chart.direction}"]
    lines += [f"    {_node(node)}" for node in chart.nodes]
    for group in chart.groups:
        lines += _group(group, "    ")
    for edge in chart.edges:
        label = f'|"{escape_label(edge.label)}"|' if edge.label else ""
        lines.append(f"    {edge.source} {'-.->' if edge.dotted else '-->'}{label} {edge.target}")
    return "\n".join(lines) + "\n"


def parse_mermaid(text: str, file: str = "chart") -> Chart:
    """Read a chart from Mermaid text of the grammar above.

    Args:
        text: the text.
        file: its name, for messages.

    Raises:
        BadInput: names the first line that is outside the grammar or breaks a rule of charts.
    """
    if len(text) > _MAX_TEXT:
        raise BadInput(file, "", f"has {len(text)} characters; at most {_MAX_TEXT} are allowed")
    reader = _Reader(file)
    number = 0
    for number, line in enumerate(text.split("\n"), start=1):
        stripped = line.strip()
        if stripped and not stripped.startswith("%%"):
            reader.read_line(stripped, number)
    return reader.finish(number)


def escape_label(text: str) -> str:
    """Replace the characters that Mermaid would change or not show."""
    escaped = "".join(_ESCAPED.get(char, char) for char in text)
    escaped = escaped.replace("%%", "%#37;").replace("  ", " #32;").replace("  ", " #32;")
    return "".join(char if char.isprintable() else f"#{ord(char)};" for char in escaped)


def unescape_label(text: str) -> str:
    """Replace entities such as ``#quot;`` and ``#35;`` by their characters.

    Raises:
        ValueError: for a number that is not a code point.
    """
    return _ENTITY.sub(lambda found: _NAMED[found[1]] if found[1] else chr(int(found[2])), text)


def _node(node: Node) -> str:
    left, right = _BRACKETS[node.shape]
    return f'{node.id}{left}"{escape_label(node.label)}"{right}'


def _group(group: Group, indent: str) -> Iterator[str]:
    yield f'{indent}subgraph {group.id}["{escape_label(group.title)}"]'
    for node in group.nodes:
        yield f"{indent}    {_node(node)}"
    for inner in group.groups:
        yield from _group(inner, indent + "    ")
    yield f"{indent}end"


@dataclass(slots=True)
class _OpenGroup:
    """A group whose ``end`` has not been read yet; the outermost one is the chart."""

    id: str = ""
    title: str = ""
    nodes: list[Node] = field(default_factory=list)
    groups: list[Group] = field(default_factory=list)

    def close(self) -> Group:
        return Group(id=self.id, title=self.title, nodes=tuple(self.nodes), groups=tuple(self.groups))


class _Reader:
    """Reads one line after the other."""

    def __init__(self, file: str) -> None:
        self._file = file
        self._line = ""
        self._number = 0
        self._place = 0
        self._direction: Direction | None = None
        self._open = [_OpenGroup()]
        self._nodes: dict[str, Node] = {}
        self._edges: list[Edge] = []
        self._lines: dict[str | Edge, int] = {}  #: where each id and edge was read first

    def finish(self, number: int) -> Chart:
        self._number = number
        if self._direction is None:
            raise self._error("is empty", "begin with `flowchart TD`")
        if len(self._open) > 1:
            raise self._error(f"subgraph {self._open[-1].id} has no `end`")
        (outer,) = self._open
        chart = Chart(
            nodes=tuple(outer.nodes),
            groups=tuple(outer.groups),
            edges=tuple(self._edges),
            direction=self._direction,
        )
        try:
            check_chart(chart)
        except ChartError as error:
            self._number = self._lines.get(error.item, 1) if error.item is not None else 1
            raise self._error(error.problem) from None
        return chart

    def read_line(self, line: str, number: int) -> None:
        self._line, self._number, self._place = line.removesuffix(";").rstrip(), number, 0
        if self._direction is None:
            found = _HEADER.fullmatch(line)
            if found is None:
                raise self._error(
                    f"{quote_value(line)} is not the first line of a flowchart",
                    "begin with `flowchart TD` or `flowchart LR` (`graph` and `TB` work as well)",
                )
            self._direction = "LR" if found[1] == "LR" else "TD"
        elif self._line == "end":
            if len(self._open) == 1:
                raise self._error("`end` without `subgraph`")
            closed = self._open.pop().close()
            self._open[-1].groups.append(closed)
        elif self._line.split()[0] == "subgraph":
            self._subgraph()
        else:
            self._chain()

    def _subgraph(self) -> None:
        found = _SUBGRAPH.match(self._line)
        if found is None:
            raise self._error("a subgraph needs an id and a title", 'write `subgraph helper["its title"]`')
        self._place = found.end()
        title = self._text("]")
        self._end_of_line()
        self._lines.setdefault(found[1], self._number)
        if len(self._open) > MAX_DEPTH:
            raise self._error(f"more than {MAX_DEPTH} groups inside one another")
        self._open.append(_OpenGroup(id=found[1], title=title))

    def _chain(self) -> None:
        sources = self._operand()
        while self._place < len(self._line):
            dotted, label = self._link()
            targets = self._operand()
            for source in sources:
                for target in targets:
                    edge = Edge(source=source, target=target, label=label, dotted=dotted)
                    self._lines[edge] = self._number
                    self._edges.append(edge)
                    if len(self._edges) > _MAX_EDGES:  # at once, because a line can have millions
                        raise self._error(f"more than {_MAX_EDGES} edges")
            sources = targets

    def _operand(self) -> list[str]:
        names = [self._read_node()]
        while self._take("&"):
            names.append(self._read_node())
        return names

    def _read_node(self) -> str:
        self._skip()
        found = _WORD.match(self._line, self._place)
        if found is None or found[0].lower() in RESERVED:
            raise self._error(
                f"expected the id of a node, got {quote_value(self._line[self._place :])}",
                "see the grammar: nodes, edges, `subgraph` and `end`",
            )
        name, self._place = found[0], found.end()
        for shape, (left, right) in _BRACKETS.items():
            if self._line.startswith(left, self._place):
                self._place += len(left)
                self._declare(Node(id=name, shape=shape, label=self._text(right)))
                break
        else:
            if self._line[self._place : self._place + 1] in {"(", ">", "@", ":"}:
                raise self._error(
                    f"unknown shape: {quote_value(self._line[self._place :])}",
                    "use [box], ([start or end]), {decision}, [/input or output/] or [[sub-routine]]",
                )
        self._lines.setdefault(name, self._number)
        return name

    def _declare(self, node: Node) -> None:
        known = self._nodes.setdefault(node.id, node)
        if known is node:
            self._open[-1].nodes.append(node)
            self._lines[node.id] = self._number
        elif known != node:
            raise self._error(f"node {node.id} has two shapes or labels")

    def _link(self) -> tuple[bool, str]:
        self._skip()
        rest = self._line[self._place :]
        for arrow, dotted in (("-->", False), ("-.->", True)):
            if rest.startswith(arrow):
                self._place += len(arrow)
                return dotted, self._text("|") if self._take("|") else ""
        for start, arrow, dotted in (("--", "-->", False), ("-.", ".->", True)):
            if rest.startswith(start) and rest[2:3] not in {"-", "o", "x", "."}:
                self._place += len(start)
                return dotted, self._text(arrow)
        raise self._error(f"expected --> or -.-> , got {quote_value(rest)}")

    def _text(self, closing: str) -> str:
        """Read a text and what closes it."""
        self._skip()
        quoted = self._line.startswith('"', self._place)
        start = self._place + quoted
        stop = self._line.find('"' if quoted else closing, start)
        raw = self._line[start:stop].strip(" \t")
        self._place = stop + quoted
        if stop < 0 or not self._take(closing) or (not quoted and _SPECIAL.search(raw)):
            raise self._error(
                f"expected text that ends with {closing}, got {quote_value(self._line[start:])}",
                'put the text in quotes: "…"; a quote inside is #quot;',
            )
        if len(raw) > 10 * MAX_LABEL:
            raise self._error(f"label too long: at most {MAX_LABEL} characters are allowed")
        try:
            return unescape_label(raw)
        except (ValueError, OverflowError):
            raise self._error("an entity such as #35; is not the number of a character") from None

    def _take(self, sign: str) -> bool:
        self._skip()
        if not self._line.startswith(sign, self._place):
            return False
        self._place += len(sign)
        return True

    def _skip(self) -> None:
        while self._line[self._place : self._place + 1] in {" ", "\t"}:
            self._place += 1

    def _end_of_line(self) -> None:
        self._skip()
        if self._place < len(self._line):
            raise self._error(f"unexpected text: {quote_value(self._line[self._place :])}")

    def _error(self, problem: str, fix: str = "") -> BadInput:
        return BadInput(self._file, f"line {self._number}", problem, fix)
