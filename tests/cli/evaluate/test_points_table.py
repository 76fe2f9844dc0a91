"""Points of graded checks are printed from 1 to 10, and not as percentages."""

from benchmark.cli.shared.tables import score_table
from benchmark.core.score import Score


def test_points_are_printed_on_their_own_scale() -> None:
    score = Score(
        metric="points", value=3.25, low=1.0, high=10.0, tasks=1, samples=4, missing=0, scale="points"
    )
    columns = [next(iter(column.cells)) for column in score_table([score]).columns]
    assert columns == ["points (1 to 10)", "3.25", "1.00–10.00", "1", "4", "0"]
