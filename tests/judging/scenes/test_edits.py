"""A figure with one thing changed fails and gets fewer points; so does an answer that leaves out an edit."""

from dataclasses import replace

import pytest

from benchmark.judging.scenes.comparison import compare
from benchmark.judging.scenes.values import Scene
from tests.case_files import read_cases
from tests.judging.scenes.conftest import SceneOf
from tests.judging.scenes.figures import BAR, FIGURES, edited
from tests.sampling import first_of

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


@pytest.mark.parametrize("name", first_of(CHANGES, 6, "gate"))
def test_a_figure_with_one_change_fails(scene_of: SceneOf, name: str) -> None:
    figure = FIGURES[CHANGES[name]["figure"]]
    found = compare(scene_of(figure), scene_of(edited(figure, [CHANGES[name]["change"]])))
    assert not found.same
    assert found.points <= 9.9
    assert min(found.parts.values()) < 1
    assert found.differences


@pytest.mark.parametrize("name", first_of(EDITS, 3, "gate"))
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


@pytest.mark.parametrize("name", first_of(COLOURED, 1, "gate"))
def test_what_an_edit_adds_or_changes_has_its_colour(scene_of: SceneOf, name: str) -> None:
    operation, program = COLOURED[name]["operation"], FIGURES[COLOURED[name]["figure"]]
    answer = edited(program, COLOURED[name]["changes"])
    green, lime, red = (scene_of(answer.replace("INK", ink)) for ink in ("green", "forestgreen", "red"))
    assert compare(green, red).same
    assert compare(green, lime, scene_of(program), operation).same
    found = compare(green, red, scene_of(program), operation)
    assert found.parts["content"] < 1
    assert found.points < 10


@pytest.mark.parametrize(
    "recoloured",
    [
        "bars[0].set_color('black')",
        "plt.gca().texts[0].set_color('red')",
        "plt.gca().lines[0].set_color('red')",
        "plt.gca().lines[0].set_linewidth(4)",
        "plt.gca().lines[1].set_markersize(15)",
        "plt.gca().collections[0].set_sizes([200])",
        "plt.gca().collections[1].set_linewidth(0.8)",
    ],
)
def test_what_an_edit_leaves_keeps_its_colour_and_size(scene_of: SceneOf, recoloured: str) -> None:
    more = "plt.text(1, 7.2, 'most'); plt.plot([-0.4, 3.4], [4, 4], 'k'); bars = plt.gca().patches\n"
    more += "plt.plot([0], [6], 'ro'); plt.scatter([3], [6], c='g'); plt.vlines(2, 5, 7, 'k', lw=2)\n"
    original = BAR + more
    answer = original.replace("[3, 7, 5, 2]", "[3, 7, 4, 2]")
    reference = scene_of(answer)
    assert compare(reference, scene_of(answer), scene_of(original), "modify").same
    found = compare(reference, scene_of(answer + recoloured), scene_of(original), "modify")
    assert [name for name, part in found.parts.items() if part < 1] == ["kept"]


@pytest.mark.parametrize("chosen", first_of(WAYS, 4, "gate"), ids=" ".join)
def test_an_annotation_is_judged_by_the_element_it_is_at(
    scene_of: SceneOf, chosen: tuple[str, str, str]
) -> None:
    name, kind, way = chosen
    case = ANNOTATIONS[name]
    figure = FIGURES[case["figure"]]
    reference, answer = (scene_of(figure + more) for more in (case["reference"], case[kind][way]))
    found = compare(reference, answer, scene_of(figure), "annotate")
    assert found.same == (kind == "right"), found.differences
