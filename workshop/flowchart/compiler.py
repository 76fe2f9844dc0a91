"""Compiles Python source to a flowchart: functions, small classes, and the statements around them."""

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from benchmark.core.errors import BadInput, quote_value
from benchmark.files.chart import (
    MAX_LABEL,
    Chart,
    ChartError,
    Direction,
    Edge,
    Group,
    Node,
    check_chart,
)
from workshop.flowchart.flow import END, Flow, FlowBuilder, generator_lines
from workshop.flowchart.lower import lower
from workshop.flowchart.names import BUILTINS, FreshNames, loaded_names, local_names, used_names
from workshop.flowchart.phraser import phrase
from workshop.flowchart.refusals import Refusal
from workshop.flowchart.step import ChartStep, Level, StepKind, shape_of

_Definition = ast.FunctionDef | ast.ClassDef


@dataclass(frozen=True, slots=True)
class _Unit:
    """What one start leads to: a function, a class or the program."""

    name: str  #: qualified name; empty for the program
    title: str
    flow: Flow


def compile_chart(
    source: str,
    entry_point: str,
    *,
    level: Level = "words",
    direction: Direction = "TD",
    file: str = "program",
) -> Chart:
    """Compile a program to a flowchart.

    The nodes of the entry point stand outside all groups if it is a function; every other function and class
    is a group. Statements outside all functions are the group ``whole program``. Docstrings, annotations, and
    imports that only annotations use are left out.

    Args:
        source: the program.
        entry_point: name of the function or class that tests call.
        level: wording of the labels.
        direction: of the chart.
        file: the name of the program, for messages.

    Raises:
        BadInput: if the program is not Python, or has a construct that no chart shows; names function,
            line and construct.
    """
    try:
        tree = ast.parse(source)
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        raise BadInput(
            file, f"line {getattr(error, 'lineno', None) or 1}", f"is not Python: {error}"
        ) from None
    if entry_point not in local_names(tree.body):
        raise BadInput(file, "", f"has no function or class {quote_value(entry_point)}")
    try:
        module = lower(tree)
        units = _Units(module).collect(entry_point)
        chart = _ChartBuilder(units, level).chart(entry_point, direction)
        check_chart(chart)
    except Refusal as refusal:
        place = f"{refusal.owner}, line {refusal.line}" if refusal.line else refusal.owner
        raise BadInput(file, place, f"{refusal.construct} cannot be shown in a flowchart") from None
    except ChartError as error:
        raise BadInput(file, entry_point, error.problem) from None
    except RecursionError:
        raise BadInput(file, "", "is nested too deeply for a flowchart") from None
    return chart


class _Units:
    """Collects the functions, classes and statements of a program, each with its flow."""

    def __init__(self, module: ast.Module) -> None:
        self._module = module
        self._fresh = FreshNames(used_names([module]))
        self._units: dict[str, _Unit] = {}

    def collect(self, entry_point: str) -> list[_Unit]:
        """Return the program (if it does anything but define), then the functions and classes in order."""
        names = [item.name for item in self._module.body if isinstance(item, _Definition)]
        once = {name for name in names if names.count(name) == 1} - _assigned(self._module)
        simple: set[str] = set()
        for item in self._module.body:
            if isinstance(item, _Definition) and item.name in once and _is_simple(item, simple):
                simple.add(item.name)
        hoisted = [
            item for item in self._module.body if isinstance(item, _Definition) and item.name in simple
        ]
        rest = [
            item for item in self._module.body if not (isinstance(item, _Definition) and item.name in simple)
        ]
        if rest:
            flow = FlowBuilder("the program", self._fresh, rest).build(
                [ChartStep(kind=StepKind.START_PROGRAM)], rest
            )
            self._units[""] = _Unit("", "whole program", flow)
        for item in sorted(hoisted, key=lambda found: found.name != entry_point):
            self._add(item, "", False)
        if rest:
            self._nested(self._units[""], False)
        return list(self._units.values())

    def _add(self, item: _Definition, owner: str, in_class: bool) -> None:
        name = f"{owner}.{item.name}" if owner else item.name
        if name in self._units:
            raise Refusal(f"a second definition of {name}", owner or "the program", item.lineno)
        steps: list[ChartStep] = []
        if isinstance(item, ast.ClassDef):
            title = f"class {item.name}"
            function = ast.parse(name, mode="eval").body
            header = ast.Call(func=function, args=item.bases, keywords=item.keywords)
            steps.append(ChartStep(kind=StepKind.START_CLASS, name=name, node=header))
        else:
            title = f"{'method' if in_class else 'function'} {item.name}"
            steps.append(ChartStep(kind=StepKind.START, name=name))
            if ast.unparse(item.args):
                steps.append(ChartStep(kind=StepKind.INPUT, node=item.args))
        flow = FlowBuilder(name, self._fresh, item.body).build(steps, item.body)
        unit = _Unit(name, f"{title} of {owner}" if owner else title, flow)
        self._units[name] = unit
        yields = generator_lines(item.body)
        if yields and not any(_has_yield(flow.nodes[number].step.node) for number in _order(flow)):
            raise Refusal("a yield that is never reached", name, yields[0])
        self._check_scope(item, flow)
        self._nested(unit, isinstance(item, ast.ClassDef))

    def _check_scope(self, item: _Definition, flow: Flow) -> None:
        """Refuse variables that are local only because of statements that are never run."""
        steps = [flow.nodes[number].step for number in _order(flow)]
        shown = local_names([step.node for step in steps if step.node is not None])
        shown |= {step.name for step in steps if step.kind is StepKind.DEFINE}
        nodes = [step.node for step in steps if step.node is not None]
        nodes += [flow.defined[step.name] for step in steps if step.kind is StepKind.DEFINE]
        lost = (local_names(item.body) - shown) & loaded_names(nodes)
        if lost:
            construct = f"a variable assigned only where it is never reached ({min(lost)})"
            raise Refusal(construct, item.name, item.lineno)

    def _nested(self, unit: _Unit, in_class: bool) -> None:
        steps = [unit.flow.nodes[number].step for number in _order(unit.flow)]
        reached = {step.name for step in steps if step.kind is StepKind.DEFINE}
        found = [item for name, item in unit.flow.defined.items() if name in reached]
        for item in sorted(found, key=lambda made: (made.lineno, made.col_offset)):
            self._add(item, unit.name, in_class)


class _ChartBuilder:
    """Turns units into nodes, edges and groups."""

    def __init__(self, units: list[_Unit], level: Level) -> None:
        self._units = units
        self._level = level
        self._charts = {unit.name.rpartition(".")[2] for unit in units}
        self._nodes = 0
        self._groups = 0

    def chart(self, entry_point: str, direction: Direction) -> Chart:
        nodes: tuple[Node, ...] = ()
        groups: list[Group] = []
        edges: list[Edge] = []
        for unit in sorted(self._units, key=lambda found: found.name != entry_point):
            outer, more = self._unit(unit)
            edges += more
            if unit.name == entry_point and unit.title.startswith("function"):
                nodes = outer.nodes
                groups[:0] = outer.groups
            else:
                groups.append(outer)
        return Chart(nodes=nodes, groups=tuple(groups), edges=tuple(edges), direction=direction)

    def _unit(self, unit: _Unit) -> tuple[Group, list[Edge]]:
        order = _order(unit.flow)
        ids: dict[int, str] = {}
        inside: dict[tuple[int, ...], list[Node]] = {}
        for number in order:
            self._nodes += 1
            ids[number] = f"n{self._nodes}"
            node = unit.flow.nodes[number]
            inside.setdefault(node.regions, []).append(self._node(ids[number], node.step, unit))
        edges = [
            Edge(source=ids[number], target=ids[target], label=label)
            for number in order
            for target, label in unit.flow.nodes[number].edges
        ]

        def group(title: str, path: tuple[int, ...]) -> Group:
            self._groups += 1
            group_id = f"g{self._groups}"
            if path:
                found = unit.flow.regions[path[-1]]
                edges.append(Edge(source=group_id, target=ids[found.handler], label=found.error, dotted=True))
            deeper = {regions[len(path)] for regions in inside if regions[: len(path)] == path != regions}
            children = [group(unit.flow.regions[region].title, (*path, region)) for region in sorted(deeper)]
            return Group(id=group_id, title=title, nodes=tuple(inside.get(path, ())), groups=tuple(children))

        return group(unit.title, ()), edges

    def _node(self, node_id: str, step: ChartStep, unit: _Unit) -> Node:
        line = getattr(step.node, "lineno", 0)
        try:
            label = phrase(step, self._level)
        except ValueError:
            raise Refusal(f"the step {step.kind.value}", unit.name or "the program", line) from None
        if len(label) > MAX_LABEL:
            raise Refusal(f"a label of {len(label)} characters", unit.name or "the program", line)
        return Node(id=node_id, shape=shape_of(step, calls_chart=self._calls_chart(step)), label=label)

    def _calls_chart(self, step: ChartStep) -> bool:
        match step.node:
            case ast.Expr(value=value) | ast.Assign(value=value) | ast.AugAssign(value=value):
                match value:
                    case ast.Call(func=ast.Name(id=name)):
                        return step.kind is StepKind.DO and name in self._charts
                    case _:
                        pass
            case _:
                pass
        return False


def _order(flow: Flow) -> list[int]:
    """Return the nodes that can be reached, in reading order: Yes before No, handlers after their region."""
    order: list[int] = []
    seen: set[int] = set()
    regions: list[int] = []
    waiting = [flow.start]
    while waiting or regions:
        if not waiting:
            waiting.append(flow.regions[regions.pop(0)].handler)
        number = waiting.pop()
        if number in seen:
            continue
        seen.add(number)
        if number != END:
            order.append(number)
        node = flow.nodes[number]
        regions += [region for region in node.regions if region not in regions]
        regions = [region for region in regions if flow.regions[region].handler not in seen]
        waiting += [target for target, _ in reversed(node.edges)]
    return [*order, END] if END in seen else order


def _has_yield(node: ast.AST | None) -> bool:
    return node is not None and any(isinstance(inner, ast.Yield | ast.YieldFrom) for inner in ast.walk(node))


def _assigned(module: ast.Module) -> set[str]:
    """Return the names that statements outside all functions assign or import."""
    rest = [item for item in module.body if not isinstance(item, _Definition)]
    return used_names(_stores(rest))


def _stores(body: list[ast.stmt]) -> Iterator[ast.AST]:
    for item in body:
        for node in ast.walk(item):
            if isinstance(node, ast.alias) or (
                isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load)
            ):
                yield node


def _is_simple(item: _Definition, simple: set[str]) -> bool:
    """Tell whether a definition does the same wherever it stands: it reads no variable while it is made."""
    if isinstance(item, ast.ClassDef):
        known = BUILTINS | simple
        bases = used_names([*item.bases, *item.keywords]) <= known
        return bases and all(
            isinstance(inner, ast.FunctionDef) and _is_simple(inner, simple) for inner in item.body
        )
    defaults = [*item.args.defaults, *(value for value in item.args.kw_defaults if value is not None)]
    return not any(isinstance(node, ast.Name | ast.Call) for value in defaults for node in ast.walk(value))
