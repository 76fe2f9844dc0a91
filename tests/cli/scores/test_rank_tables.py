"""Lines below a printed table."""

import pytest
from rich.console import Console

from benchmark.analysis.groups import GroupKey
from benchmark.analysis.ranks.ranking import rank
from benchmark.analysis.ranks.subjects import Subject
from benchmark.cli.rank_tables import print_blind, print_ranking
from benchmark.core.counts import Counts
from benchmark.core.verdict import Status
from benchmark.scoring.metrics import metric


def test_a_table_with_real_differences_is_not_said_to_detect_none(capsys: pytest.CaptureFixture[str]) -> None:
    """One model solves all 11 families of three tasks, three models solve one family each."""
    tasks = [f"t{number}" for number in range(33)]
    stems = tuple(f"s{number // 3}" for number in range(33))
    contenders = []
    for model in range(4):
        passed = [int(model == 0 or number // 3 == model) for number in range(33)]
        counts = Counts(
            tasks=tuple(tasks),
            stems=stems,
            missing=(0,) * 33,
            statuses={Status.PASSED: tuple(passed), Status.WRONG_ANSWER: tuple(1 - one for one in passed)},
        )
        name = f"m{model}"
        contenders.append(Subject(slug=name, name=name, counts=counts))
    key = GroupKey("", "", "", "", "", "", "", "")
    ranking = rank(key, contenders, metric("pass@1"), "", None).ranking
    assert (ranking.separated, ranking.visible_difference) == (3, None)
    print_ranking(Console(width=120), ranking)
    assert "3 of 6 pairs really differ; 11 stems are too few to show gaps" in capsys.readouterr().out


@pytest.mark.parametrize(("dataset", "said"), [("open-choice", "guessing gives 25.0 %\n"), ("open-free", "")])
def test_a_table_of_multiple_choice_says_what_guessing_gives(
    capsys: pytest.CaptureFixture[str], dataset: str, said: str
) -> None:
    print_blind(Console(width=120), (), GroupKey("mathopeval", dataset, "", "", "", "", "", ""))
    assert capsys.readouterr().out == said
