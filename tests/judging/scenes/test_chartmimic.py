"""Real chart scripts: 193 of 195 run, each is the same as itself, and not as with one literal changed.

The literal is the first of a seeded order that is a number other than 0, or a text with a space or a capital
letter, and not in an argument about style or layout. Numbers grow by a third, at least by 1 if they are
whole, and texts get an x. For the scripts in ``UNSEEN`` the first literals change nothing that counts, so
later ones are taken.
"""

import ast
import gzip
import json
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from benchmark.core.digest import sha256_hex
from benchmark.core.task import Limits
from benchmark.judging.scenes.comparison import compare
from benchmark.judging.scenes.values import Scene
from tests.case_files import read_cases
from tests.sampling import first_of, gate_of

LIMITS = Limits(seconds=10)
#: They place a text at a position that is an array, which numpy 2.4 refuses to turn into a number.
RAISE = {"line_69", "line_70"}
#: Why the first literal of a script changes nothing that counts.
UNSEEN = read_cases("figures/not_seen.yaml")
#: Arguments and functions about style and layout, and functions whose numbers are counts of points.
STYLE_TEXT = """
alpha axis bbox bbox_to_anchor c capsize capthick cmap color colors columnspacing dashes dpi ecolor
edgecolor elinewidth facecolor family figsize fmt fontname fontsize fontweight frameon framealpha ha hatch
handlelength height_ratios hspace labelcolor labelpad labelsize length linestyle linewidth loc ls lw marker
markeredgewidth markersize markevery mec mew mfc ms ncol pad rect rotation s shadow shrink size style
textcoords title_fontsize va weight which width_ratios wrap wspace xycoords zorder
"""
LAYOUT_TEXT = """
GridSpec Reds add_subplot arange figure from_list get_cmap grid hls_to_rgb hsl_to_rgb legend linspace range
savefig seed set_color set_facecolor set_linewidth set_position set_rotation set_size_inches subplot
subplots subplots_adjust tick_params tight_layout viridis
"""
STYLE, LAYOUT = set(STYLE_TEXT.split()), set(LAYOUT_TEXT.split())


class Literals(ast.NodeVisitor):
    """Collects the literals that may change."""

    def __init__(self) -> None:
        self.found: list[ast.Constant] = []

    def visit_Call(self, node: ast.Call) -> None:
        if getattr(node.func, "attr", getattr(node.func, "id", "")) in LAYOUT:
            return
        for value in [*node.args, *(keyword.value for keyword in node.keywords if keyword.arg not in STYLE)]:
            self.visit(value)

    def visit_Subscript(self, node: ast.Subscript) -> None:
        self.visit(node.value)

    def visit_Constant(self, node: ast.Constant) -> None:
        match node.value:
            case bool() | None:
                return
            case int() | float() if node.value:
                self.found.append(node)
            case str() if node.value.istitle() or (" " in node.value and len(node.value) > 2):
                self.found.append(node)


def changed(name: str, source: str) -> Iterator[str]:
    """Yield copies of a script with one literal changed."""
    tree, literals = ast.parse(source), Literals()
    literals.visit(tree)
    for node in sorted(
        literals.found, key=lambda found: sha256_hex(f"{name} {found.lineno} {found.col_offset}".encode())
    ):
        old = node.value
        if isinstance(old, str):
            node.value = f"{old}x"
        elif isinstance(old, int):
            node.value = old + max(1, round(abs(old) / 3))
        else:
            node.value = old * 4 / 3  # type: ignore[operator]
        yield ast.unparse(tree)
        node.value = old


def scripts(shared_data: Path) -> Mapping[str, str]:
    with gzip.open(shared_data / "chartmimic" / "charts.jsonl.gz", "rt", encoding="utf-8") as file:
        records = [json.loads(line) for line in file]
    return {record["idx"]: record["reference_code"] for record in records}


@gate_of("scenes")
@pytest.mark.parametrize("part", first_of(range(5)))
def test_each_script_is_the_same_as_itself_and_not_as_a_changed_one(figure_judge, shared_data, part) -> None:
    chosen = [
        (name, source) for i, (name, source) in enumerate(scripts(shared_data).items()) if i % 5 == part
    ]
    assert len(chosen) == 39
    failed = set()
    for name, source in chosen:
        scene = figure_judge.scene(source, LIMITS)
        if not isinstance(scene, Scene):
            failed.add(name)
            continue
        assert compare(scene, scene).points == 10, name
        others = (
            other
            for text in changed(name, source)
            if isinstance(other := figure_judge.scene(text, LIMITS), Scene)
        )
        found = compare(scene, next(others))
        assert found.same == (name in UNSEEN), name
        while name in UNSEEN and found.same:
            found = compare(scene, next(others))
        assert found.points < 10, name
    assert failed == RAISE & {name for name, _ in chosen}
