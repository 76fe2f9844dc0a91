"""Writes one chart as the body of a Python function: a loop that goes from block to block."""

import ast
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from benchmark.files.chart import Chart, Group
from workshop.flowchart.step import ChartStep, StepKind

YES, NO = "Yes", "No"
_STARTS = frozenset({StepKind.START, StepKind.START_CLASS, StepKind.START_PROGRAM})
_DECISIONS = frozenset({StepKind.TEST, StepKind.NEXT, StepKind.CATCH, StepKind.ABSORBS})


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

    error: str  #: its name, such as ``error 2``
    target: str  #: id of a node


@dataclass(slots=True)
class Unit:
    """The chart of one function, class or program."""

    name: str  #: qualified name; empty for the program
    start: str
    steps: dict[str, ChartStep] = field(default_factory=dict)  #: in the order of the walk
    edges: dict[str, dict[str, str]] = field(default_factory=dict)  #: node → label → target
    handlers: dict[str, Handler | None] = field(default_factory=dict)  #: node → where its errors lead

    def followers(self, node: str) -> list[str]:
        """Return the nodes that an edge of ``node`` leads to; errors are left out."""
        return list(self.edges[node].values())


def collect_units(chart: Chart, steps: Mapping[str, ChartStep]) -> dict[str, Unit]:
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
            regions[edge.source] = Handler(edge.label, edge.target)
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
    steps: Mapping[str, ChartStep],
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
        kind = type(step.node).__name__ if step.kind is StepKind.DO else ""
        if step.kind in _DECISIONS:
            if labels != {YES, NO}:
                raise UnitError(f"node {number}", "a decision needs two edges, with the labels Yes and No")
        elif step.kind in {StepKind.END, StepKind.RERAISE} or kind == "Raise":
            if labels:
                raise UnitError(f"node {number}", "no edge can leave an end")
        elif labels != {""}:
            raise UnitError(f"node {number}", "a step needs one edge, without a label")
        elif kind == "Return" and unit.steps[unit.edges[number][""]].kind is not StepKind.END:
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


_PLAIN = frozenset({StepKind.START, StepKind.START_CLASS, StepKind.START_PROGRAM, StepKind.INPUT})
_MOST_LINES = 100_000  # of the body of a class
_JUMP = "\0"  # begins a line that stands for a jump to a block
_DEEPEST = 12  # decisions inside one another
_LEAF = 3  # blocks that are looked through one by one


class UnitWriter:
    """Writes one unit.

    Args:
        unit: the chart.
        prefix: beginning of the names that the program adds.
        define: returns the lines that define a function or class, by qualified name.
    """

    def __init__(self, unit: Unit, prefix: str, define: Callable[[str], list[str]]) -> None:
        self._unit, self._prefix, self._define = unit, prefix, define
        self._dominators = dominators(unit)
        self._pc = f"{prefix}_at"
        self._blocks: dict[str, int] = {}  #: first node of a block → its number
        self._ends = "break" if not unit.name else "return"

    def header(self) -> str:
        """Return the line ``def …:`` or ``class …:``."""
        start = self._unit.steps[self._unit.start]
        name = self._unit.name.rpartition(".")[2]
        if start.kind is StepKind.START_CLASS:
            bases = start.node
            inner = [] if not isinstance(bases, ast.Call) else [*bases.args, *bases.keywords]
            return f"class {name}({', '.join(map(ast.unparse, inner))}):"
        inputs = [step.node for step in self._unit.steps.values() if step.kind is StepKind.INPUT]
        if len(inputs) > 1:
            raise UnitError("", f"{self._unit.name} has more than one input")
        arguments = ast.unparse(inputs[0]) if inputs and inputs[0] is not None else ""
        return f"def {name}({arguments}):"

    def body(self, owner: str) -> list[str]:
        """Return the lines of the body, not indented."""
        self._owner = owner
        steps = self._unit.steps
        if steps[self._unit.start].kind is StepKind.START_CLASS:
            return [*self._straight(), "pass"]
        lines = [
            ast.unparse(step.node)
            for step in steps.values()
            if isinstance(step.node, ast.Global | ast.Nonlocal)
        ]
        self._number_blocks()
        blocks = {number: self._block(first) for first, number in self._blocks.items()}
        blocks |= {
            -self._blocks[first]: self._next(first)
            for first in self._blocks
            if self._is(first, StepKind.NEXT)
        }
        tree = self._choice(sorted((number, self._turns(number, lines)) for number, lines in blocks.items()))
        handled = self._handlers()
        if handled:
            tree = [
                "try:",
                *_indent(tree),
                f"except {self._prefix}_Error as {self._prefix}_e:",
                *_indent(handled),
            ]
        return [*lines, f"{self._pc} = {self._blocks[self._unit.start]}", "while True:", *_indent(tree)]

    def _is(self, node: str, kind: StepKind) -> bool:
        return self._unit.steps[node].kind is kind

    def _straight(self) -> list[str]:
        """Return the lines of a chart without decisions."""
        node, lines = self._unit.start, list[str]()
        while not self._is(node, StepKind.END):
            if len(self._unit.followers(node)) != 1 or self._unit.handlers[node] is not None:
                raise UnitError(f"node {node}", "a class has no decisions")
            lines += self._step(node)
            (node,) = self._unit.followers(node)
            if len(lines) > _MOST_LINES:
                raise UnitError(f"node {node}", "a class has no loops")
        return lines

    def _number_blocks(self) -> None:
        """Number the nodes that begin a block; all others follow one node only, and are written after it."""
        unit = self._unit
        arriving: dict[str, list[str]] = {number: [] for number in unit.steps}
        firsts = {unit.start}
        for number in unit.steps:
            for follower in unit.followers(number):
                arriving[follower].append(number)
                if unit.handlers[follower] != unit.handlers[number]:
                    firsts.add(follower)
            handler = unit.handlers[number]
            if handler is not None:
                firsts.add(handler.target)
        depth: dict[str, int] = {}
        for number in unit.steps:
            before = arriving[number]
            depth[number] = 0
            if len(before) == 1 and number not in firsts and not self._is(number, StepKind.NEXT):
                depth[number] = depth.get(before[0], 0) + (len(unit.followers(before[0])) > 1)
                if depth[number] <= _DEEPEST:
                    continue
                depth[number] = 0
            self._blocks[number] = len(self._blocks) + 1

    def _block(self, first: str) -> list[str]:
        """Return the lines of a block, up to the step to the next block."""
        if self._is(first, StepKind.NEXT):
            loop = self._unit.steps[first].node
            iterable = ast.unparse(loop.iter) if isinstance(loop, ast.For) else ""
            return [
                f"{self._prefix}_it{self._blocks[first]} = {self._prefix}_iter({iterable})",
                f"{_JUMP}{-self._blocks[first]}",
            ]
        lines: list[str] = []
        node = first
        while True:
            lines += self._step(node)
            followers = self._unit.followers(node)
            if len(followers) != 1 or _jumps(self._unit.steps[node]):
                return lines
            if followers[0] in self._blocks:
                return [*lines, *self._to(node, followers[0])]
            node = followers[0]

    def _next(self, node: str) -> list[str]:
        """Return the lines that take the next item of a loop."""
        loop = self._unit.steps[node].node
        target = ast.unparse(loop.target) if isinstance(loop, ast.For) else ""
        item = f"{self._prefix}_item"
        return [
            f"{item} = {self._prefix}_next({self._prefix}_it{self._blocks[node]}, {self._prefix}_done)",
            f"if {item} is {self._prefix}_done:",
            *_indent(self._to(node, self._unit.edges[node][NO])),
            "else:",
            f"    {target} = {item}",
            *_indent(self._to(node, self._unit.edges[node][YES])),
        ]

    def _target(self, source: str, target: str) -> int:
        """Return the number to go to: at the head of a loop, its next item if the edge comes from inside."""
        number = self._blocks[target]
        if self._is(target, StepKind.NEXT) and target in self._dominators[source]:
            return -number
        return number

    def _to(self, node: str, target: str) -> list[str]:
        """Return the lines that go on with ``target``."""
        if target in self._blocks:
            return [f"{_JUMP}{self._target(node, target)}"]
        return self._block(target)

    def _turns(self, number: int, lines: list[str]) -> list[str]:
        """Write the jumps of a block; one that leads to the block itself becomes a loop, which is faster."""
        own = f"{_JUMP}{number}"
        loops = bool(self._unit.name) and any(line.strip() == own for line in lines)
        written: list[str] = []
        for line in lines:
            space, jump, target = line.partition(_JUMP)
            if not jump:
                written.append(line)
            elif loops and line.strip() == own:
                written.append(f"{space}continue")
            else:
                written.append(f"{space}{self._pc} = {target}")
                written += [f"{space}break"] if loops else []
        return ["while True:", *_indent(written)] if loops else written

    def _branch(self, node: str, test: str) -> list[str]:
        edges = self._unit.edges[node]
        yes, no = self._to(node, edges[YES]), self._to(node, edges[NO])
        return [f"if {test}:", *_indent(yes), "else:", *_indent(no)]

    def _step(self, node: str) -> list[str]:
        step = self._unit.steps[node]
        error, context = self._names(step)
        match step.kind, step.node:
            case (kind, _) if kind in _PLAIN:
                return []
            case (StepKind.END, _):
                return [self._ends]
            case (StepKind.TEST, ast.expr() as test):
                return self._branch(node, ast.unparse(test))
            case (StepKind.CATCH, ast.expr() as kinds):
                return self._branch(node, f"{self._prefix}_isinstance({error}, {ast.unparse(kinds)})")
            case (StepKind.ABSORBS, _):
                arguments = f"{self._prefix}_type({error}), {error}, {error}.__traceback__"
                return self._branch(node, f"{context}.__exit__({arguments})")
            case (StepKind.DO, ast.Global() | ast.Nonlocal()):
                return []
            case (StepKind.DO, ast.Return()) if not self._unit.name:
                raise UnitError(f"node {node}", "a return outside a function")
            case (StepKind.DO, ast.stmt() as statement):
                return ast.unparse(statement).split("\n")
            case (StepKind.DEFINE, _):
                return self._define(f"{self._owner}.{step.name}" if self._owner else step.name)
            case (StepKind.BIND, ast.Name(id=name)):
                return [f"{name} = {error}"]
            case (StepKind.RERAISE, _):
                return [f"raise {error}"]
            case (StepKind.ENTER, ast.withitem() as item):
                opened = f"{context}.__enter__()"
                target = "" if item.optional_vars is None else f"{ast.unparse(item.optional_vars)} = "
                return [f"{context} = {ast.unparse(item.context_expr)}", target + opened]
            case (StepKind.LEAVE, _):
                return [f"{context}.__exit__(None, None, None)"]
            case _:
                pass
        raise UnitError(f"node {node}", f"the step {step.kind.value} cannot be run")

    def _names(self, step: ChartStep) -> tuple[str, str]:
        """Return the variables that hold the error and the context of a step."""
        number = step.name.partition(" ")[2]
        return f"{self._prefix}_error{number}", f"{self._prefix}_context{number}"

    def _handlers(self) -> list[str]:
        """Return the lines that send an error to the handler of the region in which it was raised."""
        places: dict[tuple[str, int], list[int]] = {}
        for first, number in self._blocks.items():
            handler = self._unit.handlers[first]
            if handler is not None:
                error = f"{self._prefix}_error{handler.error.partition(' ')[2]}"
                numbers = places.setdefault((error, self._target(first, handler.target)), [])
                numbers += [number, -number] if self._is(first, StepKind.NEXT) else [number]
        lines: list[str] = []
        for (error, target), numbers in places.items():
            lines += [
                f"{'elif' if lines else 'if'} {self._pc} in {{{', '.join(map(str, numbers))}}}:",
                f"    {error} = {self._prefix}_e",
                f"    {self._pc} = {target}",
            ]
        return [*lines, "else:", "    raise"] if lines else []

    def _choice(self, blocks: list[tuple[int, list[str]]]) -> list[str]:
        """Return the lines that run the block whose number is the current one, by halving."""
        if len(blocks) > _LEAF:
            middle = len(blocks) // 2
            return [
                f"if {self._pc} < {blocks[middle][0]}:",
                *_indent(self._choice(blocks[:middle])),
                "else:",
                *_indent(self._choice(blocks[middle:])),
            ]
        lines: list[str] = []
        for number, block in blocks:
            condition = "else:" if number == blocks[-1][0] else f"if {self._pc} == {number}:"
            if len(blocks) == 1:
                return block
            lines += [f"el{condition}" if lines and condition != "else:" else condition, *_indent(block)]
        return lines


def _jumps(step: ChartStep) -> bool:
    return isinstance(step.node, ast.Return | ast.Raise) and step.kind is StepKind.DO


def _indent(lines: list[str]) -> list[str]:
    return [f"    {line}" for line in lines]
