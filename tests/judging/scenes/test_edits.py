"""A figure with one thing changed fails and gets fewer points; so does an answer that leaves out an edit."""

from dataclasses import replace

import pytest

from benchmark.judging.scenes.comparison import compare
from benchmark.judging.scenes.values import Scene
from tests.case_files import read_cases, read_text, table
from tests.judging.scenes.conftest import SceneOf
from tests.judging.scenes.figures import BAR, FIGURES, START, edited
from tests.sampling import gate_of

pytestmark = gate_of("scenes")

CHANGES = read_cases("figures/changes.yaml")
EDITS = read_cases("figures/edits.yaml")
ANNOTATIONS = read_cases("figures/annotations.yaml")
COLOURED = read_cases("figures/coloured_edits.yaml")
#: Ways to annotate a figure, right and wrong: the first way of each case and kind comes first.
WAYS = sorted(
    (
        (name, kind, way)
        for name, case in ANNOTATIONS.items()
        for kind in ("right", "wrong")
        for way in case[kind]
    ),
    key=lambda way: [*ANNOTATIONS[way[0]][way[1]]].index(way[2]),
)


def retitled(scene: Scene) -> Scene:
    (axes,) = scene.axes
    return replace(scene, axes=(replace(axes, title="Another title"),))


@pytest.mark.parametrize("name", CHANGES)
def test_a_figure_with_one_change_fails(scene_of: SceneOf, name: str) -> None:
    figure = FIGURES[CHANGES[name]["figure"]]
    found = compare(scene_of(figure), scene_of(edited(figure, [CHANGES[name]["change"]])))
    assert not found.same
    assert found.points <= 9.9
    assert min(found.parts.values()) < 1
    assert found.differences


@pytest.mark.parametrize("name", EDITS)
def test_a_missed_edit_and_a_broken_rest_are_told_apart(scene_of: SceneOf, name: str) -> None:
    operation, program = EDITS[name]["operation"], FIGURES[EDITS[name]["figure"]]
    original, reference = scene_of(program), scene_of(edited(program, EDITS[name]["changes"]))
    right = compare(reference, reference, original, operation)
    assert (right.points, right.differences) == (10, ())
    missed = compare(reference, original, original, operation)
    assert missed.points == 1
    assert missed.parts["kept"] == 1
    broken = compare(reference, retitled(reference), original, operation)
    assert 1 < broken.points < 10
    assert broken.parts["kept"] < 1 or broken.parts["nothing-extra"] < 1
    assert [broken.parts[part] for part in ("content", "position", "completeness")] == [1, 1, 1]


def test_the_wrong_edit_is_neither_missed_nor_right(scene_of: SceneOf) -> None:
    original, reference = scene_of(BAR), scene_of(edited(BAR, [["5, 2]", "6, 2]"]]))
    wrong = compare(reference, scene_of(edited(BAR, [["7, 5, 2]", "6, 5, 2]"]])), original, "modify")
    assert wrong.parts == {"content": 0, "position": 1, "completeness": 1, "nothing-extra": 1, "kept": 0.9091}
    assert wrong.points == 1


def test_colours_count_where_an_edit_changes_them(scene_of: SceneOf) -> None:
    original = scene_of(BAR)
    red, crimson, green = (
        scene_of(edited(BAR, [["5, 2])", f'5, 2], color="{name}")']])) for name in ("tab:red", "crimson", "g")
    )
    assert compare(original, red).same
    assert compare(red, crimson, original, "modify").same
    assert not compare(red, green, original, "modify").same
    assert compare(red, green).same


@pytest.mark.parametrize("name", COLOURED)
def test_what_an_edit_adds_or_changes_has_its_colour(scene_of: SceneOf, name: str) -> None:
    operation, program = COLOURED[name]["operation"], FIGURES[COLOURED[name]["figure"]]
    answer = edited(program, COLOURED[name]["changes"])
    green, lime, red = (scene_of(answer.replace("INK", ink)) for ink in ("green", "forestgreen", "red"))
    assert compare(green, red).same
    assert compare(green, lime, scene_of(program), operation).same
    found = compare(green, red, scene_of(program), operation)
    assert found.parts["content"] < 1
    assert found.points < 10


@table("judging")
def test_what_an_edit_leaves_keeps_its_colour_and_size(scene_of: SceneOf, recoloured: str) -> None:
    more = "plt.text(1, 7.2, 'most'); plt.plot([-0.4, 3.4], [4, 4], 'k'); bars = plt.gca().patches\n"
    more += "plt.plot([0], [6], 'ro'); plt.scatter([3], [6], c='g'); plt.vlines(2, 5, 7, 'k', lw=2)\n"
    original = BAR + more
    answer = original.replace("[3, 7, 5, 2]", "[3, 7, 4, 2]")
    reference = scene_of(answer)
    assert compare(reference, scene_of(answer), scene_of(original), "modify").same
    found = compare(reference, scene_of(answer + recoloured), scene_of(original), "modify")
    assert [name for name, part in found.parts.items() if part < 1] == ["kept"]


@pytest.mark.parametrize("chosen", WAYS, ids=" ".join)
def test_an_annotation_is_judged_by_the_element_it_is_at(scene_of, chosen) -> None:
    name, kind, way = chosen
    case = ANNOTATIONS[name]
    figure = FIGURES[case["figure"]]
    reference, answer = (scene_of(figure + more) for more in (case["reference"], case[kind][way]))
    found = compare(reference, answer, scene_of(figure), "annotate")
    assert found.same == (kind == "right"), found.differences


TWINS = START + "\n" + read_text("programs/twin_axes.py")
ERRORS = START + 'plt.bar(["a", "b", "c"], [3, 7, 5], yerr=[0.5, 1, 0.8], capsize=4)\nplt.ylim(0, 10)\n'
LOG = START + 'plt.plot([1, 2, 3], [20, 300, 70], "o-")\nplt.yscale("log")\nplt.ylim(10, 1000)\n'
EMPTY = "right.plot([], [], 'rs-', label='Wind'); "
ONE_LEGEND = "left.get_legend().remove(); right.legend(handles=[*left.lines, *right.lines])\n"


@pytest.mark.parametrize(
    ("figure", "old", "new", "same"),
    [
        (TWINS, "right.legend(loc", "left.legend().remove(); right.legend(loc", False),
        (TWINS, 'right.legend(loc="upper right")\n', ONE_LEGEND, True),
        (TWINS, "right.plot([1, 2, 3], [5, 10, 20]", f"{EMPTY}left.plot([1, 2, 3], [1.25, 2.5, 5]", True),
        (TWINS, "right.plot(", "left.plot(", False),
        (TWINS, "[5, 10, 20]", "[5, 12, 20]", False),
        (TWINS, "ylim=(0, 40)", "ylim=(0, 50)", False),
        (TWINS, 'ylabel="m/s"', 'ylabel="km/h"', False),
        (ERRORS, "0.5, 1, 0.8", "0.5, 2, 0.8", False),
        (ERRORS, "capsize=4", "capsize=0", False),
        (ERRORS, ", yerr=[0.5, 1, 0.8], capsize=4", "", False),
        (
            ERRORS,
            "yerr=[0.5, 1, 0.8], capsize=4)",
            "); plt.errorbar([0, 1, 2], [3, 7, 5], [0.5, 1, 0.8], fmt='none', ecolor='k', capsize=6)",
            True,
        ),
        (LOG, 'plt.yscale("log")', "plt.gca().set_yscale('log')", True),
        (LOG, 'plt.yscale("log")', "", False),
        (LOG, "300", "320", False),
    ],
)  # fmt: skip
def test_a_figure_is_the_same_for_a_reader_or_not(scene_of, figure, old, new, same) -> None:
    assert figure.count(old) == 1
    found = compare(scene_of(figure), scene_of(figure.replace(old, new)), colours=True)
    assert found.same == same, found.differences


RIGHT_TEXT = "right.text(3, 21.5, '20')\n"


@pytest.mark.parametrize(
    ("figure", "reference", "answer", "same"),
    [
        (TWINS, RIGHT_TEXT, "left.text(3, 5.4, '20')\n", True),
        (TWINS, RIGHT_TEXT, "right.annotate('20', (3, 20), (0, 6), textcoords='offset points')\n", True),
        (TWINS, RIGHT_TEXT, "left.text(3, 6.5, '20')\n", False),
        (ERRORS, "plt.text(1, 8.2, '7')\n", "plt.text(1.05, 7.05, '7')\n", True),
        (ERRORS, "plt.text(1, 8.2, '7')\n", "plt.text(1, 3, '7')\n", True),
        (ERRORS, "plt.text(1, 8.2, '7')\n", "plt.text(2, 6.2, '7')\n", False),
    ],
)
def test_annotations_of_twins_and_of_bars_with_errors_are_at_their_element(
    scene_of: SceneOf, figure: str, reference: str, answer: str, same: bool
) -> None:
    scenes = scene_of(figure + reference), scene_of(figure + answer), scene_of(figure)
    found = compare(*scenes, "annotate")
    assert found.same == same, found.differences


def test_tikz_has_no_second_axis(judge_figure) -> None:  # type: ignore[no-untyped-def]
    verdict = judge_figure(TWINS, "\\begin{tikzpicture}\\draw (0,0) -- (1,1);\\end{tikzpicture}")
    assert verdict.status == "unsupported"


@pytest.mark.parametrize("look", ["'x'", "'o', mfc='none'", "'_', mfc='g'"])
def test_an_open_marker_has_the_colour_of_its_edge(scene_of: SceneOf, look: str) -> None:
    red, green = (scene_of(f"{START}plt.plot([1], [2], {look}, color='b', mec='{ink}')\n") for ink in "rg")
    assert [mark.color for scene in (red, green) for mark in scene.axes[0].marks] == ["#ff0000", "#008000"]


def test_units_that_are_equally_long_by_accident_do_not_count(scene_of: SceneOf) -> None:
    square = "plt.gcf().set_size_inches(5, 5); plt.axis((0, 4, 0, 4))\n"
    square += "plt.gca().set_position((0.1, 0.1, 0.8, 0.8))\n"
    accident, wide = (
        scene_of(f"{START}plt.plot([1, 2])\n{square}{more}") for more in ("", "plt.gcf().set_figwidth(8)\n")
    )
    fixed = scene_of(f"{START}plt.plot([1, 2])\n{square}plt.gca().set_aspect('equal')\n")
    assert compare(accident, wide).same
    assert compare(fixed, accident).same
    assert not compare(fixed, wide).same
