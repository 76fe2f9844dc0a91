"""Wrong options that do not tell themselves apart from the right one."""

from collections import Counter

from benchmark.authoring.figures.options import Change, wrong_by_changes
from benchmark.core.draws import Draws

Rows = tuple[tuple[str, int], ...]

RIGHT: Rows = (("a", 1), ("b", 2), ("c", 3))
CHANGES: list[Change[Rows]] = [
    Change(lambda rows: (rows[1], rows[0], rows[2]), "a is before b", moves=True),
    Change(lambda rows: ((rows[0][0], 9), *rows[1:]), "a has 1"),
    Change(lambda rows: (rows[0], (rows[1][0], rows[2][1]), (rows[2][0], rows[1][1])), "b has 2, c has 3"),
]


def test_every_option_has_as_much_in_common_with_the_others() -> None:
    for number in range(20):
        wrong, _ = wrong_by_changes(Draws("order of changes", number), RIGHT, CHANGES)
        options = [RIGHT, *wrong]
        counts = Counter(row for rows in options for row in rows)
        assert len({sum(counts[row] for row in rows) for rows in options}) == 1, options
