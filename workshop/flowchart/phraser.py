"""Labels of steps at both levels, and back. Every label is read back before it is used."""

import ast
from collections.abc import Callable, Mapping

from benchmark.files.chart import Chart
from workshop.flowchart import code_labels, word_labels
from workshop.flowchart.step import ChartStep, Level

_WRITE: Mapping[Level, Callable[[ChartStep], str]] = {
    "verbatim": code_labels.verbatim,
    "words": word_labels.write_words,
}
_READ: Mapping[Level, Callable[[str], ChartStep]] = {
    "verbatim": code_labels.read_verbatim,
    "words": word_labels.read_words,
}
#: Begins a label that holds source text, because the step has no wording at its level.
CODE = "code: "


def phrase(step: ChartStep, level: Level) -> str:
    """Return the label of a step; :func:`read_label` turns it back into an equal step.

    At the level ``words``, the label of a step without wording begins with :data:`CODE`.

    Raises:
        ValueError: if not even its source can be read back.
    """
    attempts = (
        [(_WRITE[level], "")] if level == "verbatim" else [(_WRITE[level], ""), (_WRITE["verbatim"], CODE)]
    )
    for write, mark in attempts:
        try:
            label = mark + write(step)
            if read_label(label, level) == step:
                return label
        except ValueError:
            continue
    raise ValueError(f"no label for {step.key()}")


def read_label(label: str, level: Level) -> ChartStep:
    """Return the step that a label says.

    Raises:
        ValueError: if the label is not one of this level.
    """
    try:
        if label.startswith(CODE) and level != "verbatim":
            step = code_labels.read_verbatim(label.removeprefix(CODE))
        else:
            step = _READ[level](label)
        if step.node is not None:
            ast.fix_missing_locations(step.node)
    except RecursionError:
        raise ValueError("nested too deeply") from None
    return step


def source_labels(chart: Chart) -> list[str]:
    """Return the labels of a chart at level ``words`` that hold source text instead."""
    return [node.label for node in chart.all_nodes() if node.label.startswith(CODE)]


def level_of(start_label: str) -> Level | None:
    """Return the level of a chart, which the label of its start shows; None if it is not such a label."""
    for level in _READ:
        try:
            step = read_label(start_label, level)
        except ValueError:
            continue
        if step.kind.value.startswith("start"):
            return level
    return None
