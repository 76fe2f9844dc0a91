"""Second y axes, error bars and logarithmic axes are compared by what a reader sees."""

import pytest

from benchmark.judging.scenes.comparison import compare
from tests.judging.scenes.conftest import SceneOf
from tests.judging.scenes.figures import START

TWINS = (
    START
    + """
left = plt.gca()
left.plot([1, 2, 3], [4, 8, 6], "bo-", label="Rain")
left.set(title="Weather", xlabel="Day", ylabel="mm", ylim=(0, 10))
left.legend(loc="upper left")
right = left.twinx()
right.plot([1, 2, 3], [5, 10, 20], "rs-", label="Wind")
right.set(ylabel="m/s", ylim=(0, 40))
right.legend(loc="upper right")
"""
)
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
def test_a_figure_is_the_same_for_a_reader_or_not(
    scene_of: SceneOf, figure: str, old: str, new: str, same: bool
) -> None:
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
