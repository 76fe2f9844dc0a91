"""Headlines, places and bars of random models are compared with independent statistics."""

import itertools
import random
from dataclasses import dataclass

import pytest
from scipy.stats import binomtest
from statsmodels.stats.multitest import multipletests

from benchmark.leaderboard.board.page import boards
from benchmark.leaderboard.compare.page import compare_pages
from benchmark.leaderboard.model.page import models


@dataclass(frozen=True)
class ExpectedComparison:
    """The comparison of some models by McNemar's exact test on all pairs, with Holm's correction."""

    order: list[str]
    ahead: dict[
        tuple[str, str], int
    ]  #: tasks that only the first solves, minus tasks that only the second does
    real: dict[tuple[str, str], bool]

    def differs(self, slug: str, other: str) -> bool:
        return self.real.get((slug, other)) or self.real.get((other, slug), False)

    def place(self, slug: str) -> tuple[int, int]:
        apart = [other for other in self.order if self.differs(slug, other)]
        better = sum(self.order.index(other) < self.order.index(slug) for other in apart)
        return 1 + better, len(self.order) - (len(apart) - better)


def expected(field: dict[str, str]) -> ExpectedComparison:
    order = sorted(field, key=lambda slug: (-field[slug].count("P"), slug))
    pairs = list(itertools.combinations(order, 2))
    p, ahead = [], {}
    for slug, other in pairs:
        only = [sum(a == "P" != b for a, b in zip(*pair, strict=True)) for pair in _both(field, slug, other)]
        ahead[slug, other] = only[0] - only[1]
        p.append(binomtest(only[0], sum(only)).pvalue if sum(only) else 1.0)
    return ExpectedComparison(
        order, ahead, dict(zip(pairs, multipletests(p, method="holm")[1] <= 0.05, strict=True))
    )


def _both(field: dict[str, str], slug: str, other: str) -> list[tuple[str, str]]:
    return [(field[slug], field[other]), (field[other], field[slug])]


def random_field(seed: int) -> dict[str, str]:
    """Return random verdicts by model; some models differ from the first only by a few lost tasks."""
    draw = random.Random(seed)  # noqa: S311 - no secret
    tasks = draw.choice([1, 7, 40, 100])
    first = "".join(draw.choices("PW", (draw.random(), 0.3), k=tasks))
    field = {"m-0": first}
    for number in range(1, draw.choice([2, 3, 5])):
        share, keep = draw.random(), draw.random() < 0.5
        worse = ["W" if draw.random() < 0.15 else was for was in first]
        field[f"m-{number}"] = "".join(worse if keep else draw.choices("PW", (share, 1 - share), k=tasks))
    return field


@pytest.mark.parametrize(
    "seed", [*range(4), *(pytest.param(seed, marks=pytest.mark.gate) for seed in range(4, 12))]
)
def test_headlines_places_and_bars_follow_from_the_verdicts(make_row, sources, seed: int) -> None:
    field = random_field(seed)
    due = expected(field)
    found = sources(*(make_row(slug, statuses) for slug, statuses in field.items()))
    best, second = due.order[:2]
    tasks, gap = len(field[best]), due.ahead[best, second]

    board = boards(found)["index.md"]
    sure = all(due.differs(best, other) for other in due.order[1:])
    if gap:
        assert board.headline.sentence.startswith(f"{best} ")
        assert f" {100 * gap / tasks:.1f} points" in board.headline.sentence
        assert ("the lead is real." in board.headline.sentence) == sure
    else:
        assert " solve " in board.headline.sentence
        tied = [slug for slug in due.order if field[slug].count("P") == field[best].count("P")]
        rest = [slug for slug in due.order if slug not in tied and due.place(slug)[0] == 1]
        assert ("could be first, too" in board.headline.lead) == bool(rest)
    assert [line.name for line in board.tables[0].models] == due.order
    for line in board.tables[0].models:
        first, last = due.place(line.name)
        assert line.place.text == (f"{first}" if first == last else f"{first}–{last}")
        answer = models(found)[f"model/{line.name}/index.md"].answer
        assert ("cannot be told apart" in answer) == (first != last)
        assert ("the lead is real" in answer) == (line.name == best and sure)

    (page,) = compare_pages(found)
    shown = page.view["shown"]
    assert ("the lead is real" in shown.sentence, "are level" in shown.sentence) == (
        due.differs(best, second),
        not gap,
    )
    (bar,) = shown.bars
    start, width = float(bar.bar_from.rstrip("%")), float(bar.bar_width.rstrip("%"))
    assert (start > 50 or start + width < 50) == bar.real == due.differs(best, second)
