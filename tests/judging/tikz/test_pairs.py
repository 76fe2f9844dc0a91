"""A figure in TikZ is the same as that of matplotlib, and one change makes it another."""

import pytest

from benchmark.judging.scenes.comparison import Comparison, compare
from benchmark.judging.tikz import answer
from tests.judging.scenes.conftest import SceneOf
from tests.judging.tikz.pairs import PAIRS


def compared(scene_of: SceneOf, reference: str, text: str) -> Comparison:
    wanted = scene_of(reference)
    return compare(wanted, answer.scene(text, wanted))


@pytest.mark.parametrize("name", PAIRS)
def test_the_same_figure_gets_all_points_and_a_change_is_found(scene_of: SceneOf, name: str) -> None:
    reference, text, old, new = PAIRS[name]
    same = compared(scene_of, reference, text)
    assert (same.points, same.differences) == (10, ())
    changed = text.replace(old, new, 1)
    assert changed != text
    other = compared(scene_of, reference, changed)
    assert other.points < 10
    assert other.differences
