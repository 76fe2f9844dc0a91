"""Charts as Mermaid text, and back.

The grammar. Blank lines, lines that begin with ``%%``, directives ``%%{…}%%``, and a head between two lines
of ``---`` are skipped::

    header    = ("flowchart" | "graph") ["TD" | "TB" | "LR"]
    line      = statement {";" statement}                  the header may be the first statement of a line
    statement = chain | "subgraph" [id] "[" text "]" | "subgraph" text | "direction" word | "end"
              | ("style" | "class" | "classDef" | "linkStyle" | "click") anything         skipped
    chain     = operand {link operand}
    operand   = node [":::" word] {"&" node [":::" word]}         what follows ":::" is skipped
    node      = id [ "[" text "]" | "([" text "])" | "(" text ")" | "((" text "))" | "{" text "}"
                     | "[/" text "/]" | "[[" text "]]" | "{{" text "}}" ]
    link      = arrow ["|" text "|"] | "--" text "-->" | "==" text "==>" | "-." text ".->"
    arrow     = "-->" | "==>" | "-.->"         or longer: "--->", "-..->"
    text      = in quotes ("), or without; then brackets and quotes in it come in pairs

The shapes are box, stadium, rhombus, parallelogram and sub-routine; a hexagon is a box. A round node or a
circle is a stadium where the chart begins or ends, and otherwise a box. In a chart without stadiums, a box
that says Start or End is one, too. A node without a shape is a box with its id. Thick arrows are drawn like
others. Text is read as Mermaid shows it: ``<br/>`` is a space, tags such as ``<b>`` are left out, and the
entities of HTML, also written as ``#lt;`` and ``#35;``, are their characters.

People and models write ``[max(a, b)]`` and ``[nums[i] = 0]``, which Mermaid itself refuses: they are read.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from html.entities import html5

from benchmark.core.errors import BadInput, quote_value
from benchmark.files.chart import (
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
#: Shapes of Mermaid that have no shape of their own here.
_ROUND = (("((", "))"), ("(", ")"))
_HEXAGON = ("{{", "}}")
_EVERY = ((Shape.PROCESS, _HEXAGON), *_BRACKETS.items(), *((Shape.PROCESS, pair) for pair in _ROUND))
_SHAPES = [(shape, *pair) for shape, pair in _EVERY]
_PAIRS = {"(": ")", "[": "]", "{": "}"}
_ENDS = frozenset(("start", "begin", "end", "stop", "finish", "done"))  #: labels of boxes that are terminals
_HEADER = re.compile(r"(?:flowchart|graph)(?:[ \t]+(TD|TB|LR))?[ \t]*(?:;|$)")
_SUBGRAPH = re.compile(r"subgraph(?:[ \t]+([A-Za-z_]\w*))?[ \t]*\[")
_TITLE = re.compile(r"subgraph[ \t]+([^\[\];]+)")
_DIRECTION = re.compile(r"direction[ \t]+(?:TD|TB|LR|RL|BT)[ \t]*(?=;|$)")
#: Statements that change only how a chart looks, or what a click on it does.
_LOOKS = re.compile(r"(?:style|class|classDef|linkStyle|click)[ \t]+\w[^;]*")
_CLASS = re.compile(r":::[\w-]+")
_ARROW = re.compile(r"(?:--+|==+|-\.+-)>")
_BREAK = re.compile(r"[ \t]*<br[ \t]*/?>[ \t]*", re.IGNORECASE)
_WORD = re.compile(r"[A-Za-z_]\w*", re.ASCII)
#: Tags that change only how a text looks.
_TAG = re.compile(r"</?(?:b|i|u|em|strong|small|code|center)>", re.IGNORECASE)
_ENTITY = re.compile(r"&?#([0-9]{1,7});|&#[xX]([0-9A-Fa-f]{1,6});|[&#]([A-Za-z][A-Za-z0-9]{1,31});")
_ESCAPED = {'"': "#quot;", "<": "#lt;", ">": "#gt;", "&": "#amp;"} | {
    char: f"#{ord(char)};" for char in "#`\\"
}
_HEAD = re.compile(r"\s*---[ \t\r]*\n(?>(?:(?!---).*\n)*)---[ \t\r]*\n")
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
    reader = _MermaidReader(file)
    number = 0
    for number, line in enumerate(_without_settings(text).split("\n"), start=1):
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
    """Replace entities such as ``#quot;``, ``#35;`` and ``&lt;`` by their characters.

    Raises:
        ValueError: for a number that is not a code point.
    """

    def shown(found: re.Match[str]) -> str:
        if found[1] or found[2]:
            return chr(int(found[1] or found[2], 10 if found[1] else 16))
        return html5.get(f"{found[3]};", found[0])  # an unknown name is text

    return _ENTITY.sub(shown, text)


def _without_settings(text: str) -> str:
    """Return a text without directives and without a head of YAML; all lines keep their numbers."""
    first, *rest = text.removeprefix("\ufeff").split("%%{")
    for piece in rest:
        inside, closed, after = piece.partition("}%%")
        first += "\n" * inside.count("\n") + after if closed else "%%{" + piece
    head = _HEAD.match(first)
    return "\n" * head[0].count("\n") + first[head.end() :] if head else first


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


def _wrapped(label: str) -> bool:
    """Whether a label is all in brackets or slashes, as in Mermaid's other shapes: ``[(x)]``, ``{{x}}``."""
    depth, pairs = 0, {"(": ")", "{": "}"}
    if label[:1] in ("/", "\\") and label[-1] in ("/", "\\"):
        return True
    if len(label) < 3 or pairs.get(label[0]) != label[-1]:  # noqa: PLR2004 - brackets and a letter
        return False
    for char in label[:-1]:
        depth += (char == label[0]) - (char == label[-1])
        if not depth:
            return False
    return True


@dataclass(slots=True)
class _OpenGroup:
    """A group whose ``end`` has not been read yet; the outermost one is the chart."""

    id: str = ""
    title: str = ""
    nodes: list[Node] = field(default_factory=list)
    groups: list["_OpenGroup"] = field(default_factory=list)

    def close(self, drawn: Callable[[Node], Node]) -> Group:
        groups = tuple(group.close(drawn) for group in self.groups)
        return Group(id=self.id, title=self.title, nodes=tuple(map(drawn, self.nodes)), groups=groups)


class _MermaidReader:
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
        self._bare: dict[str, _OpenGroup] = {}  #: ids that had no shape yet, and where they were first
        self._round: set[str] = set()  #: ids of round nodes and circles
        self._groups: set[str] = set()
        self._lines: dict[str | Edge, int] = {}  #: where each id and edge was read first

    def finish(self, number: int) -> Chart:
        self._number = number
        if self._direction is None:
            raise self._error("is empty", "begin with `flowchart TD`")
        if len(self._open) > 1:
            raise self._error(f"subgraph {self._open[-1].id} has no `end`")
        for name, group in self._bare.items():
            if name not in self._nodes and name not in self._groups:
                self._nodes[name] = Node(id=name, shape=Shape.PROCESS, label=name)
                group.nodes.append(self._nodes[name])
        stadiums = any(node.shape is Shape.TERMINAL for node in self._nodes.values())
        sources, targets = ({getattr(edge, end) for edge in self._edges} for end in ("source", "target"))

        def drawn(node: Node) -> Node:
            """Return a node that begins or ends the chart as a terminal, if it is written like one."""
            ends = node.id in self._round or (not stadiums and node.label.casefold() in _ENDS)
            inner = node.id in sources and node.id in targets
            return node if inner or not ends else replace(node, shape=Shape.TERMINAL)

        outer = self._open[0].close(drawn)
        chart = Chart(
            nodes=outer.nodes, groups=outer.groups, edges=tuple(self._edges), direction=self._direction
        )
        try:
            check_chart(chart)
        except ChartError as error:
            self._number = self._lines.get(error.item, 1) if error.item is not None else 1
            raise self._error(error.problem) from None
        return chart

    def read_line(self, line: str, number: int) -> None:
        self._line, self._number, self._place = line, number, 0
        if self._direction is None:
            found = _HEADER.match(line)
            if found is None:
                raise self._error(
                    f"{quote_value(line)} is not the first line of a flowchart",
                    "begin with `flowchart TD` or `flowchart LR` (`graph` and `TB` work as well)",
                )
            self._direction = "LR" if found[1] == "LR" else "TD"
            self._place = found.end()
        while self._rest():
            self._statement()
            if not self._take(";"):
                self._end_of_line()

    def _rest(self) -> str:
        self._skip()
        return self._line[self._place :]

    def _statement(self) -> None:
        rest = self._rest()
        word = re.split(r"[\s;\[]", rest, maxsplit=1)[0]
        if word == "end":
            self._place += len(word)
            if len(self._open) == 1:
                raise self._error("`end` without `subgraph`")
            self._open.pop()
        elif word == "subgraph":
            self._subgraph()
        elif found := _DIRECTION.match(rest) or _LOOKS.match(rest):
            self._place += found.end()  # our layout has one direction, and one look
        else:
            self._chain()

    def _subgraph(self) -> None:
        if found := _SUBGRAPH.match(self._line, self._place):
            self._place = found.end()
            title = self._text("]")
        elif found := _TITLE.match(self._line, self._place):
            self._place = found.end()
            title = found[1].strip(' \t"')
        else:
            raise self._error("a subgraph needs a title", 'write `subgraph helper["its title"]`')
        name = found[1] or ""
        if not _WORD.fullmatch(name) or name in RESERVED:
            name = f"group_{len(self._groups) + 1}"
        self._lines.setdefault(name, self._number)
        self._groups.add(name)
        if len(self._open) > MAX_DEPTH:
            raise self._error(f"more than {MAX_DEPTH} groups inside one another")
        group = _OpenGroup(id=name, title=title)
        self._open[-1].groups.append(group)
        self._open.append(group)

    def _chain(self) -> None:
        sources = self._operand()
        while self._rest() and not self._rest().startswith(";"):
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
        if found is None or found[0] in RESERVED:
            raise self._error(
                f"expected the id of a node, got {quote_value(self._line[self._place :])}",
                "see the grammar: nodes, edges, `subgraph` and `end`",
            )
        name, self._place = found[0], found.end()
        possible = [found for found in _SHAPES if self._line.startswith(found[1], self._place)]
        if not possible:
            if self._line[self._place : self._place + 1] in {">", "@"}:
                raise self._unknown_shape()
            self._bare.setdefault(name, self._open[-1])
        first: BadInput | None = None
        start = self._place
        for shape, left, right in possible:
            self._place = start + len(left)
            try:
                label = self._text(right)
            except BadInput as error:
                first = first or error
                continue  # `[[a] + [b]]` is a box, though it begins like a sub-routine
            if _wrapped(label) and not self._line[start + len(left) :].lstrip().startswith('"'):
                self._place = start
                raise self._unknown_shape()
            if left in {pair[0] for pair in _ROUND}:
                self._round.add(name)
            self._declare(Node(id=name, shape=shape, label=label))
            break
        else:
            if first is not None:
                raise first
        self._lines.setdefault(name, self._number)
        if found := _CLASS.match(self._line, self._place):
            self._place = found.end()
        return name

    def _unknown_shape(self) -> BadInput:
        return self._error(
            f"unknown shape: {quote_value(self._line[self._place :])}",
            "use [box], ([start or end]), (round), {decision}, [/input or output/] or [[sub-routine]]",
        )

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
        if found := _ARROW.match(rest):
            self._place += found.end()
            return "." in found[0], self._text("|") if self._take("|") else ""
        for start, arrow, dotted in (("--", "-->", False), ("==", "==>", False), ("-.", ".->", True)):
            if rest.startswith(start) and rest[2:3] not in set("-=ox."):
                self._place += len(start)
                return dotted, self._text(arrow)
        raise self._error(f"expected --> or -.-> , got {quote_value(rest)}")

    def _text(self, closing: str) -> str:
        """Read a text and what closes it."""
        self._skip()
        start = self._place
        quoted = self._line.startswith('"', start)
        stop = self._line.find('"', start + 1) if quoted else -1
        after = self._line[stop + 1 :].lstrip(" \t")
        if stop >= 0 and after.startswith(closing):
            raw, end = self._line[start + 1 : stop], len(self._line) - len(after)
        else:
            end = self._end_of_text(closing)
            raw = self._line[start:end]
        if end < 0:
            raise self._error(
                f"expected text that ends with {closing}, got {quote_value(self._line[start:])}",
                'put the text in quotes: "…"; a quote inside is #quot;',
            )
        self._place = end + len(closing)
        if len(raw) > 10 * MAX_LABEL:
            raise self._error(f"label too long: at most {MAX_LABEL} characters are allowed")
        try:
            plain = _TAG.sub("", _BREAK.sub(" ", raw.strip(" \t")))
            return unescape_label(plain).replace("\xa0", " ").strip()
        except (ValueError, OverflowError):
            raise self._error("an entity such as #35; is not the number of a character") from None

    def _end_of_text(self, closing: str) -> int:
        """Return where a text without quotes around it ends; -1 if its brackets or quotes have no pair."""
        if closing[-1] not in _PAIRS.values():
            return self._line.find(closing, self._place)
        wanted: list[str] = []
        place = self._place
        while 0 <= place < len(self._line):
            char = self._line[place]
            if not wanted and self._line.startswith(closing, place):
                return place
            if char == '"':
                place = self._line.find('"', place + 1)
                if place < 0:
                    return -1
            elif char in _PAIRS:
                wanted.append(_PAIRS[char])
            elif char in _PAIRS.values() and (not wanted or wanted.pop() != char):
                return -1
            place += 1
        return -1

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
