"""The rule behind sentences, badges and bars agrees with `sightbench rank` and `sightbench compare`."""

import json
from itertools import combinations

import numpy as np
import pytest

from benchmark.analysis.ranks.comparison import compare_subjects
from benchmark.analysis.ranks.ranking import rank_rows
from benchmark.analysis.ranks.subjects import row_subject
from benchmark.leaderboard.compare.joint_comparisons import CategoryComparisons, joint_comparisons
from benchmark.results.branch_record import add_record
from benchmark.results.counted_row import count_row
from benchmark.scoring.metrics import pass_metric

_TASKS = 60
_SUBSETS = {
    "subset:humaneval": [f"task-{number}" for number in range(30)],
    "subset:math": [f"task-{number}" for number in range(30, 50)],
    "subset:algorithm": [f"task-{number}" for number in range(50, 60)],
}


def _rows(make_row, chances, seed=1):
    drawn = np.random.default_rng(seed)
    return [
        make_row(
            f"model-{number}",
            "".join("P" if solved else "W" for solved in drawn.random(_TASKS) < chance),
            subsets=_SUBSETS,
        )
        for number, chance in enumerate(chances)
    ]


def _joint(found) -> tuple[CategoryComparisons, ...]:
    (group,) = found.groups["code-vision"]
    return joint_comparisons(found, group)


def _pairs(found: tuple[CategoryComparisons, ...], number: int):
    look = found[number]
    for a, b in combinations(look.place, 2):
        yield a, b, look.pair(a, b)


@pytest.fixture
def field(make_row, sources):
    """Seven models, some close to each other."""
    return sources(*_rows(make_row, (0.9, 0.85, 0.7, 0.6, 0.35, 0.3, 0.05)))


def test_a_pair_over_all_tasks_is_real_if_the_rank_command_says_so(
    make_row, in_process, tmp_path, field
) -> None:
    for row in _rows(make_row, (0.9, 0.85, 0.7, 0.6, 0.35, 0.3, 0.05)):
        add_record(tmp_path / "rows", row)
    done = in_process("rank", "--rows", "rows", "--pairs", "--json")
    (table,) = json.loads(done.stdout)["tables"]
    look = _joint(field)[0]
    assert len(table["every_pair"]) == 21
    verdicts = [pair["real"] for pair in table["every_pair"]]
    assert 0 < sum(verdicts) < len(verdicts)  # both verdicts occur
    for pair in table["every_pair"]:
        shown = look.pair(pair["a"], pair["b"])
        assert shown.real == pair["real"]
        assert shown.difference == pytest.approx(1000 * pair["difference"], abs=0.5)


@pytest.mark.gate
def test_the_pair_alone_is_compared_as_by_the_compare_command_and_lies_within_the_bar(field) -> None:
    overall = field.ranked[next(iter(field.groups["code-vision"])).key].pairs
    known = {each.row.result.submission.slug: row_subject(each.row, each.counts) for each in field.rows}
    kinds = set()
    for a, b, pair in _pairs(_joint(field), 0):
        (found,) = (each for each in overall.every() if {each.a, each.b} == {a, b})
        report = compare_subjects(known[a], known[b], pass_metric(1), common=False).overall
        assert [pair.alone_low, pair.alone_high] == pytest.approx(
            [1000 * report.low, 1000 * report.high], abs=1
        )
        clear = pair.alone_low > 0 or pair.alone_high < 0
        assert clear == (found.p <= 0.05)
        assert pair.low <= pair.alone_low <= pair.difference <= pair.alone_high <= pair.high
        assert clear or not pair.real
        kinds.add((clear, pair.real))
    assert kinds == {(True, True), (True, False), (False, False)}


def test_a_pair_that_is_not_settled_has_the_number_of_tasks_that_would_settle_it(field) -> None:
    found = _joint(field)
    pairs = [pair for number in range(len(found)) for _, _, pair in _pairs(found, number)]
    for pair in pairs:
        assert pair.low <= pair.difference <= pair.high
        assert not (pair.real and pair.difference == 0)
    pairs = [pair for _, _, pair in _pairs(found, 0)]
    for pair in pairs:
        assert (pair.needed == 0) == (pair.real or pair.difference == 0)
        assert pair.needed in (0, -1) or pair.needed > _TASKS
    assert any(pair.needed > _TASKS for pair in pairs)


@pytest.mark.gate
def test_a_pair_within_a_subset_is_real_if_the_ranking_of_the_subset_says_so_for_all_looks(field) -> None:
    found = _joint(field)
    assert {look.category for look in found} == {"", *_SUBSETS}
    real = 0
    for look in found[1:]:
        tables = rank_rows(field.rows, None, categories=(look.category,)).tables
        for ranked in tables[0].pairs.every():
            shown = look.pair(ranked.a, ranked.b)
            assert shown.real == ranked.real
            assert shown.alone == (ranked.p * 3 <= 0.05)
            real += shown.real
    assert 0 < real < 63


@pytest.mark.gate
def test_two_models_alone_are_compared_as_by_the_compare_command(make_row, sources) -> None:
    """With a single pair there is nothing to adjust for, so numbers and verdicts are equal."""
    seen = set()
    for seed in range(6):
        rows = _rows(make_row, (0.75, 0.4 + seed / 20), seed)
        subjects = [row_subject(row, count_row(row).counts) for row in rows]
        report = compare_subjects(*subjects, pass_metric(1), common=False)
        expected = {found.category: found for found in (report.overall, *report.categories)}
        for look in _joint(sources(*rows)):
            pair, report_entry = look.pair("model-0", "model-1"), expected[look.category]
            assert pair.real == report_entry.real
            numbers = (report_entry.difference, report_entry.low, report_entry.high)
            assert [pair.difference, pair.low, pair.high] == pytest.approx(
                [1000 * number for number in numbers], abs=1
            )
            seen.add((look.category, report_entry.real))
    assert {("", True), ("", False), ("subset:humaneval", True), ("subset:humaneval", False)} <= seen


def test_columns_hold_the_pairs_with_all_models_below_in_any_order(field) -> None:
    look = _joint(field)[0]
    for slugs in (list(look.place), list(look.place)[::-1], ["model-3", "model-0", "nobody", "model-6"]):
        below = look.below(slugs)
        assert [len(columns["low"]) for columns in below] == list(range(len(slugs)))[::-1]
        for number, slug in enumerate(slugs):
            expected = [look.pair(slug, other) for other in slugs[number + 1 :]]
            for name in ("difference", "low", "high", "odds", "needed", "alone_low", "alone_high"):
                assert below[number][name] == [pair and getattr(pair, name) for pair in expected]


def test_very_small_odds_are_encoded_by_negative_numbers(make_row, sources) -> None:
    found = _joint(sources(*_rows(make_row, (1.0, 0.0))))
    odds = {look.category: look.pair("model-0", "model-1").odds for look in found}
    # If n tasks all differ in one direction, p is 2 ** (1 - n).
    assert odds == {"": -2, "subset:humaneval": -2, "subset:math": -1, "subset:algorithm": 512}
