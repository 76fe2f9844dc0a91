"""A figure with one thing changed fails and gets fewer points; so does an answer that leaves out an edit."""

from dataclasses import replace

import pytest

from benchmark.core.task import Operation
from benchmark.judging.scenes.comparison import compare
from benchmark.judging.scenes.values import Scene
from tests.judging.scenes.conftest import SceneOf, some
from tests.judging.scenes.figures import BAR, FUNCTION, GEOMETRIC, GROUPED, LINE, PIE, SINE, STACKED

VALUES = "for i, v in enumerate([3, 7, 5, 2]): plt.text(i, v + 0.1, v)"
POINTER = "plt.annotate('18', (4, 18), (4, 22), arrowprops={'arrowstyle': '->'})"
CROSSINGS = "plt.plot([-3.1416, 0, 3.1416], [0, 0, 0], 'ro')"
#: Name → figure, what is replaced, and by what.
CHANGES = {
    "one height": (BAR, "[3, 7, 5, 2]", "[3, 7, 5.1, 2]"),
    "one category": (BAR, '"cedar"', '"oak"'),
    "two categories swapped": (BAR, '"ash", "birch"', '"birch", "ash"'),
    "horizontal bars": (BAR, "plt.bar(", "plt.barh("),
    "title": (BAR, "Trees planted", "Trees cut"),
    "label of an axis": (BAR, 'ylabel("trees")', 'ylabel("plants")'),
    "no label of an axis": (BAR, 'plt.ylabel("trees")', ""),
    "limits": (BAR, "ylim(0, 8)", "ylim(0, 9)"),
    "one bar more": (BAR, "plt.ylim", "plt.bar(['elm'], [1]); plt.ylim"),
    "width of bars": (GROUPED, "0.4, label", "0.36, label"),
    "names in the legend swapped": (GROUPED, "2023", "20234"),
    "no legend": (GROUPED, "plt.legend()", ""),
    "bars next to each other": (STACKED, "bottom=[4, 6], ", ""),
    "a log axis": (STACKED, "plt.ylim(0, 10)", "plt.ylim(1, 10); plt.yscale('log')"),
    "a log axis from zero": (STACKED, "plt.ylim(0, 10)", "plt.yscale('log'); plt.yticks([0, 5])"),
    "one value of a line": (LINE, "15, 11, 18", "15, 11.2, 18"),
    "another marker": (LINE, "s--", "^--"),
    "no dashes": (LINE, "s--", "s-"),
    "no line between points": (LINE, "o-", "o"),
    "one share": (PIE, "[30, 45, 15, 10]", "[30, 44, 16, 10]"),
    "order of slices": (PIE, "[30, 45, 15, 10]", "[45, 30, 15, 10]"),
    "clockwise": (PIE, "startangle=90", "startangle=90, counterclock=False"),
    "start of the first slice": (PIE, "startangle=90", "startangle=80"),
    "names of slices swapped": (PIE, '"rent", "food"', '"food", "rent"'),
    "a ring": (PIE, "startangle=90", 'startangle=90, wedgeprops={"width": 0.4}'),
    "exponent": (FUNCTION, "x**2 / 4", "abs(x)**2.05 / 4"),
    "a shift": (FUNCTION, "/ 4 - 2, label", "/ 4 - 1.9, label"),
    "no axis through the origin": (FUNCTION, 'plt.axvline(0, color="black")', ""),
    "too few points for a smooth curve": (SINE, "401", "9"),
    "a part of the domain": (SINE, "np.linspace(-5, 5, 401)", "np.linspace(-5, 4.9, 401)"),
    "a gap": (SINE, "np.sin(x)", "np.where(abs(x - 1) < 0.2, np.nan, np.sin(x))"),
    "a vertex moved": (GEOMETRIC, "[0, 6, 2, 0]", "[0, 6, 2.1, 0]"),
    "a side deleted": (GEOMETRIC, "[0, 6, 2, 0], [0, 0, 4, 0]", "[0, 6, 2], [0, 0, 4]"),
    "labels of vertices swapped": (GEOMETRIC, '"A", ha="center", va="top")\nplt.text(6, -0.2, "B"',
                                   '"B", ha="center", va="top")\nplt.text(6, -0.2, "A"'),
    "a dashed line on a side": (GEOMETRIC, "plt.axis", 'plt.plot([0, 6], [0, 0], "r--"); plt.axis'),
    "a label moved": (GEOMETRIC, 'text(2, 4.2, "C"', 'text(3, 4.2, "C"'),
    "a label left out": (GEOMETRIC, 'plt.text(6, -0.2, "B", ha="center", va="top")', ""),
}  # fmt: skip

#: Name → operation, original, and the pairs of texts that are replaced.
OPERATIONS: dict[str, tuple[Operation, str, list[tuple[str, str]]]] = {
    "delete a bar": ("delete", BAR, [('"cedar", "fir"], [3, 7, 5, 2]', '"fir"], [3, 7, 2]')]),
    "shift a function": ("modify", FUNCTION, [("x**2 / 4", "(x - 1)**2 / 4")]),
    "label an angle": ("annotate", GEOMETRIC, [("plt.axis", "plt.text(0.6, 0.3, '∠A = 63.4°'); plt.axis")]),
    "delete points at an x": (
        "delete",
        LINE,
        [
            ("days = [1, 2, 3, 4, 5]", "days = [1, 2, 4, 5]"),
            ("[12, 15, 11, 18, 16]", "[12, 15, 18, 16]"),
            ("[22, 21, 25, 24, 27]", "[22, 21, 24, 27]"),
        ],
    ),
    "change a share": ("modify", PIE, [("[30, 45, 15, 10]", "[30, 35, 25, 10]")]),
    "write values": ("annotate", BAR, [("plt.ylim", f"{VALUES}\nplt.ylim")]),
    "delete a segment": ("delete", GEOMETRIC, [("[0, 6, 2, 0], [0, 0, 4, 0]", "[0, 6, 2], [0, 0, 4]")]),
    "change colours": ("modify", BAR, [("5, 2])", '5, 2], color="tab:red")')]),
    "delete a slice": (
        "delete",
        PIE,
        [("[30, 45, 15, 10]", "[30, 45, 10]"), ('"food", "travel"', '"food"')],
    ),
    "delete a part of the domain": (
        "delete",
        SINE,
        [("np.sin(x))", "np.where((x > 1) & (x < 2), np.nan, np.sin(x)))")],
    ),
    "change a height": ("modify", GROUPED, [("[4, 6, 3]", "[4, 5, 3]")]),
    "change a value": ("modify", LINE, [("15, 11, 18", "15, 13, 18")]),
    "draw a median": ("modify", GEOMETRIC, [("plt.axis", 'plt.plot([2, 3], [4, 0], "k-"); plt.axis')]),
    "mark crossings": ("annotate", SINE, [("plt.xlim", f"{CROSSINGS}; plt.xlim")]),
    "write shares": ("annotate", PIE, [("startangle=90", "startangle=90, autopct='%1.0f%%'")]),
    "point at a value": ("annotate", LINE, [("plt.xlim", f"{POINTER}; plt.xlim")]),
}


#: Name → operation, original, and the pairs of texts that are replaced; INK is a colour that counts.
COLOURED: dict[str, tuple[Operation, str, list[tuple[str, str]]]] = {
    "a segment": ("modify", GEOMETRIC, [("plt.axis", 'plt.plot([2, 3], [4, 0], "--", c="INK"); plt.axis')]),
    "slices that move": (
        "delete",
        PIE,
        [("[30, 45, 15, 10]", '[30, 45, 10], colors=["k", "k", "INK"]'), ('"food", "travel"', '"food"')],
    ),
    "dots": (
        "annotate",
        SINE,
        [("plt.xlim", 'plt.plot([-3.1416, 0, 3.1416], [0, 0, 0], "o", c="INK"); plt.xlim')],
    ),
    "a curve": ("modify", SINE, [("np.sin(x))", 'np.sin(x - 1), c="INK")')]),
    "a height": ("modify", BAR, [("7, 5, 2])", '4, 5, 2], color=["k", "INK", "k", "k"])')]),
}


def edited(original: str, changes: list[tuple[str, str]]) -> str:
    for before, after in changes:
        assert before in original
        original = original.replace(before, after, 1)
    return original


def retitled(scene: Scene) -> Scene:
    (axes,) = scene.axes
    return replace(scene, axes=(replace(axes, title="Another title"),))


@pytest.mark.parametrize("name", some(CHANGES, 20))
def test_a_figure_with_one_change_fails(scene_of: SceneOf, name: str) -> None:
    figure, before, after = CHANGES[name]
    found = compare(scene_of(figure), scene_of(edited(figure, [(before, after)])))
    assert not found.same
    assert found.points <= 9.9
    assert min(found.parts.values()) < 1
    assert found.differences


@pytest.mark.parametrize("name", some(OPERATIONS, 7))
def test_a_missed_edit_and_a_broken_rest_are_told_apart(scene_of: SceneOf, name: str) -> None:
    operation, program, changes = OPERATIONS[name]
    original, reference = scene_of(program), scene_of(edited(program, changes))
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
    original, reference = scene_of(BAR), scene_of(edited(BAR, [("5, 2]", "6, 2]")]))
    wrong = compare(reference, scene_of(edited(BAR, [("7, 5, 2]", "6, 5, 2]")])), original, "modify")
    assert wrong.parts == {"content": 0, "position": 1, "completeness": 1, "nothing-extra": 1, "kept": 0.9091}
    assert wrong.points == 1


def test_colours_count_where_an_edit_changes_them(scene_of: SceneOf) -> None:
    original = scene_of(BAR)
    red, crimson, green = (
        scene_of(edited(BAR, [("5, 2])", f'5, 2], color="{name}")')])) for name in ("tab:red", "crimson", "g")
    )
    assert compare(original, red).same
    assert compare(red, crimson, original, "modify").same
    assert not compare(red, green, original, "modify").same
    assert compare(red, green).same


@pytest.mark.parametrize("name", some(COLOURED, 2))
def test_what_an_edit_adds_or_changes_has_its_colour(scene_of: SceneOf, name: str) -> None:
    operation, program, changes = COLOURED[name]
    answer = edited(program, changes)
    green, lime, red = (scene_of(answer.replace("INK", ink)) for ink in ("green", "forestgreen", "red"))
    assert compare(green, red).same
    assert compare(green, lime, scene_of(program), operation).same
    found = compare(green, red, scene_of(program), operation)
    assert found.parts["content"] < 1
    assert found.points < 10
