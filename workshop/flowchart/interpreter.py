"""Turns the Mermaid text of a compiled chart into a program that walks the chart, node by node.

Only the text is read. The program is an answer like that of a model: it runs in the sandbox, where the limits
of the judge end a chart that does not end. Nothing is executed here.
"""

import ast
import re
from collections.abc import Iterator, Sequence

from benchmark.core.errors import BadInput, quote_value
from benchmark.files.chart import Chart, Node, Shape
from benchmark.files.mermaid import parse_mermaid
from workshop.flowchart.phraser import level_of, read_label
from workshop.flowchart.step import ChartStep, Level, StepKind
from workshop.flowchart.writer import Unit, UnitError, UnitWriter, check_unit, collect_units

#: A chart that is defined at two places is written twice, with all charts inside it.
_MOST_DEFINITIONS = 1000
_WORD = re.compile(r"[^\W\d]\w*")


def chart_program(text: str, entry_point: str, file: str = "chart") -> str:
    """Return a Python program that does what the chart says.

    Args:
        text: Mermaid text that :func:`~workshop.flowchart.compiler.compile_chart` and
            :func:`~benchmark.files.mermaid.to_mermaid` made, at any level.
        entry_point: name of the function or class that tests call.
        file: name of the chart, for messages.

    Raises:
        BadInput: if the text is outside the grammar, a label is not a step, an edge is missing, or no chart
            has this entry point.
    """
    chart = parse_mermaid(text, file)
    try:
        units = collect_units(chart, _steps(chart))
        for unit in units.values():
            check_unit(unit)
        return _Program(units, _prefix(chart)).write(entry_point)
    except UnitError as error:
        raise BadInput(file, error.place, error.problem) from None
    except RecursionError:
        raise BadInput(file, "", "a label is nested too deep to be a step") from None


def _steps(chart: Chart) -> dict[str, ChartStep]:
    """Read the label of each node, at the level that the starts show."""
    targets = {edge.target for edge in chart.edges}
    starts = [node for node in chart.all_nodes() if node.shape is Shape.TERMINAL and node.id not in targets]
    levels = {level_of(node.label) for node in starts}
    if len(levels) != 1 or None in levels:
        labels = ", ".join(quote_value(node.label) for node in starts[:5])
        raise UnitError("", f"the charts must start with a name, in one level of words; got {labels}")
    (level,) = levels
    return {node.id: _step(node, level) for node in chart.all_nodes() if level is not None}


def _step(node: Node, level: Level) -> ChartStep:
    try:
        return read_label(node.label, level)
    except ValueError:
        problem = f"the label {quote_value(node.label)} is not a step at level {level}"
        raise UnitError(f"node {node.id}", problem) from None


def _prefix(chart: Chart) -> str:
    """Return the beginning of names that no label contains."""
    words = {word for node in chart.all_nodes() for word in _WORD.findall(node.label)}
    prefix = "_chart"
    while any(word.startswith(prefix) for word in words):
        prefix += "_"
    return prefix


class _Program:
    """Writes the functions and classes of a chart, one inside the other as their names say."""

    def __init__(self, units: dict[str, Unit], prefix: str) -> None:
        self._units = units
        self._prefix = prefix
        self._written: set[str] = set()
        self._definitions = 0

    def write(self, entry_point: str) -> str:
        aliases = {"iter": "iter", "next": "next", "isinstance": "isinstance", "type": "type"}
        lines = [f"{self._prefix}_{name} = {value}" for name, value in aliases.items()]
        lines += [f"{self._prefix}_Error = BaseException", f"{self._prefix}_done = object()"]
        program = self._units.get("")
        defined = (
            {step.name for step in program.steps.values() if step.kind is StepKind.DEFINE}
            if program
            else set()
        )
        top = [name for name in self._units if name and "." not in name and name not in defined]
        for name in top:
            lines += self._definition(name)
        if program is not None:
            lines += UnitWriter(program, self._prefix, self._definition).body("")
        missing = next((name for name in self._units if name and name not in self._written), None)
        if missing is not None:
            raise UnitError("", f"no step defines {missing}")
        if entry_point not in {*top, *defined, *_bound(program)}:
            raise UnitError("", f"no chart starts {quote_value(entry_point)}")
        return "\n".join(lines) + "\n"

    def _definition(self, name: str) -> list[str]:
        unit = self._units.get(name)
        if unit is None:
            raise UnitError("", f"no chart starts {quote_value(name)}")
        self._definitions += 1
        if self._definitions > _MOST_DEFINITIONS:
            raise UnitError("", f"more than {_MOST_DEFINITIONS} definitions: {name} again and again")
        self._written.add(name)
        writer = UnitWriter(unit, self._prefix, self._definition)
        return [writer.header(), *(f"    {line}" for line in writer.body(name))]


def _bound(program: Unit | None) -> Iterator[str]:
    steps: Sequence[ChartStep] = () if program is None else tuple(program.steps.values())
    for step in steps:
        for node in ast.walk(step.node) if step.node is not None else ():
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
                yield node.id
            elif isinstance(node, ast.alias):
                yield node.asname or node.name
