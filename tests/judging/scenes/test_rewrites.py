"""Programs that draw the same figure by other means get all points."""

import pytest

from benchmark.judging.scenes.comparison import compare
from tests.case_files import read_cases
from tests.judging.scenes.conftest import SceneOf
from tests.judging.scenes.figures import FIGURES
from tests.sampling import first_of

REWRITES = read_cases("figures/rewrites.yaml")


@pytest.mark.parametrize("name", first_of(REWRITES, 5, "gate"))
def test_a_rewrite_gets_all_points(scene_of: SceneOf, name: str) -> None:
    reference, answer = FIGURES[REWRITES[name]["figure"]], REWRITES[name]["program"]
    found = compare(scene_of(reference), scene_of(answer))
    assert (found.points, found.differences) == (10, ())
    assert compare(scene_of(answer), scene_of(reference)).same
