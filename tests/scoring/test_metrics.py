"""Metrics are compared with values that are computed directly from the samples."""

import random
import re
from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations
from math import comb, isclose
from pathlib import Path

import click
import pytest

from benchmark.cli import group
from benchmark.core.counts import Counter, count
from benchmark.core.task import FunctionCheck, Task
from benchmark.core.verdict import MissingSample, Outcome, Status, Verdict, first_failure
from benchmark.scoring.metrics import (
    EXECUTION,
    FAILS_ONLY,
    METRICS,
    PARSING,
    PASSES,
    POINTS,
    Metric,
    MetricKind,
    available_metrics,
    error_of,
    kind_metric,
    metric,
    pass_at_k,
    pass_metric,
    score,
    scores_by_category,
    share_metric,
    summarise,
)
from benchmark.suites import categories_of

CHECK = FunctionCheck(tests=("f()",))


def task(name: str, **extra: object) -> Task:
    return Task(id=name, entry_point="f", check=CHECK, **extra)  # type: ignore[arg-type]


def samples(name: str, letters: str, points: Sequence[float | None] = ()) -> list[Outcome]:
    """Return a task's outcomes from one letter per sample: Passed, Wrong, Timeout or Missing."""
    words = {"P": Status.PASSED, "W": Status.WRONG_ANSWER, "T": Status.TIMEOUT}
    graded = list(points) or [None] * len(letters)
    return [
        MissingSample(task_id=name, draw=draw, reason="it broke")
        if letter == "M"
        else Verdict(task_id=name, draw=draw, status=words[letter], points=graded[draw], parses=letter != "T")
        for draw, letter in enumerate(letters)
    ]


TASKS = [
    task("a", subset="math", level="easy"),
    task("b", subset="math", level="hard"),
    task("c", subset="x"),
]
OUTCOMES = samples("a", "PPWM") + samples("b", "WTTT") + samples("c", "MMMM")
COUNTS = count(TASKS, OUTCOMES, categories_of(TASKS))


@pytest.mark.parametrize(
    ("name", "values", "worst", "best"),
    [
        ("pass@1", (2 / 3, 0.0, None), (0.5, 0.0, 0.0), (0.75, 0.0, 1.0)),
        ("pass@3", (1.0, 0.0, None), (pass_at_k(4, 2, 3), 0.0, 0.0), (1.0, 0.0, 1.0)),
        ("execution_success", (1.0, 0.25, None), (0.75, 0.25, 0.0), (1.0, 0.25, 1.0)),
        ("share:timeout", (0.0, 0.75, None), (0.0, 0.75, 0.0), (0.25, 0.75, 1.0)),
        ("parsing_success", (1.0, 0.25, None), (0.75, 0.25, 0.0), (1.0, 0.25, 1.0)),
    ],
)
def test_values_and_their_bounds_follow_from_the_samples(name, values, worst, best) -> None:
    found = metric(name).values(COUNTS)
    assert found.values == pytest.approx(values)
    assert found.worst == pytest.approx(worst)
    assert found.best == pytest.approx(best)


def test_a_score_has_numbers_of_tasks_and_samples_and_bounds_for_missing_ones() -> None:
    found = score(COUNTS, pass_metric(1))
    assert found is not None
    assert (found.value, found.tasks, found.samples, found.missing) == (round(1 / 3, 6), 2, 7, 5)
    assert (found.worst, found.best) == (round(0.5 / 3, 6), round(1.75 / 3, 6))


def test_a_score_without_missing_samples_has_no_bounds() -> None:
    found = score(count(TASKS[:2], samples("a", "PW") + samples("b", "PP")), EXECUTION)
    assert found is not None
    assert (found.worst, found.best) == (None, None)


def test_the_score_with_all_samples_is_always_between_the_bounds() -> None:
    """Missing samples are replaced by random outcomes."""
    chance = random.Random(3)  # noqa: S311 - not used for security
    for _ in range(50):
        letters = ["".join(chance.choice("PWM") for _ in range(4)) for _ in range(3)]
        counted = count(
            TASKS, [sample for t, text in zip(TASKS, letters, strict=True) for sample in samples(t.id, text)]
        )
        for wanted in (pass_metric(1), pass_metric(2), EXECUTION):
            if any(0 < 4 - text.count("M") < 2 for text in letters):
                continue
            bounds = score(counted, wanted)
            if bounds is None or bounds.worst is None:
                continue
            filled = [text.replace("M", chance.choice("PW")) for text in letters]
            whole = score(
                count(
                    TASKS,
                    [sample for t, text in zip(TASKS, filled, strict=True) for sample in samples(t.id, text)],
                ),
                wanted,
            )
            assert bounds.worst - 1e-9 <= whole.value <= bounds.best + 1e-9


def test_a_known_score_is_not_computed_again_for_its_error() -> None:
    counts = count([task("one"), task("two")], [*samples("one", "PW"), *samples("two", "PP")])
    found, asked = score(counts, pass_metric(1)), []
    silent = Metric("pass@1", asked.append)  # type: ignore[arg-type]
    assert found is not None
    assert error_of(counts, silent) == found.stderr == 0.25
    assert not asked
    assert error_of(count([task("one")], samples("one", "PW")), pass_metric(1)) is None


def test_the_score_of_points_is_a_mean_from_1_to_10_with_its_own_scale() -> None:
    outcomes = samples("a", "PP", [10.0, 7.0]) + samples("b", "WM", [2.5, None]) + samples("c", "M")
    found = score(count(TASKS, outcomes), POINTS)
    assert found is not None
    assert (found.scale, found.value, found.tasks, found.missing) == ("points", 5.5, 2, 2)
    assert 1 <= found.low < 5.5 < found.high <= 10
    assert (found.worst, found.best) == (round((8.5 + 1.75 + 1) / 3, 6), round((8.5 + 6.25 + 10) / 3, 6))


def test_a_sample_without_points_counts_as_missing() -> None:
    found = score(count(TASKS[:1], samples("a", "PPW", [4.0, None, 4.0])), POINTS)
    assert found is not None
    assert (found.samples, found.missing) == (2, 1)


def test_verdicts_without_lint_results_or_points_have_no_such_scores() -> None:
    plain = count(TASKS, [Verdict(task_id="a", draw=0, status=Status.PASSED)])
    assert score(plain, PARSING) is None
    assert score(plain, POINTS) is None


def test_scores_are_computed_per_subset_and_level() -> None:
    names = {
        (found.metric, found.category)
        for found in scores_by_category(
            COUNTS, (pass_metric(1), share_metric("share:timeout", {Status.TIMEOUT}))
        )
    }
    assert names == {
        (name, category)
        for name in ("pass@1", "share:timeout")
        for category in ("", "subset:math", "subset:math/level:easy", "subset:math/level:hard")
    }  # subset x has no verdicts


def test_a_row_has_each_pass_at_k_for_which_every_task_has_enough_samples() -> None:
    found = [score.metric for score in summarise(TASKS, OUTCOMES, categories_of(TASKS)) if not score.category]
    assert found == [
        "pass@1",
        "pass@3",
        "execution_success",
        "share:passed",
        "share:wrong_answer",
        "share:timeout",
        "parsing_success",
    ]


def test_a_k_larger_than_the_number_of_samples_is_refused_and_not_in_rows() -> None:
    with pytest.raises(ValueError, match="pass@4 of 2 passed among 3"):
        score(COUNTS, pass_metric(4))
    assert "pass@10" not in {available.name for available in available_metrics(COUNTS)}


@pytest.mark.parametrize(
    "name", ["pass@0", "pass@x", "share:fast", "speed", "pass@01", "", "passes:", "fails_only:Large ones"]
)
def test_an_unknown_metric_is_refused(name: str) -> None:
    with pytest.raises(KeyError):
        metric(name)


def test_unknown_tasks_are_ignored_or_refused_or_counted_as_their_own_stem() -> None:
    assert sum(count(TASKS[:1], OUTCOMES).judged) == 3
    with pytest.raises(KeyError):
        Counter(TASKS).add("z", Status.PASSED)
    free = Counter(None)
    for outcome in OUTCOMES:
        free.add(outcome.task_id, outcome.status if isinstance(outcome, Verdict) else None)
    assert free.counts().tasks == free.counts().stems == ("a", "b", "c")
    assert free.counts().judged == COUNTS.judged


def test_an_evaluation_without_samples_has_no_scores() -> None:
    assert summarise(TASKS, [], categories_of(TASKS)) == ()
    assert summarise([], [], {}) == ()


def by_kind(name: str, draw: int, **letters: str) -> Verdict:
    """Return a verdict from one letter per kind of tests: Passed or Timeout."""
    kinds = {kind: Status.PASSED if letter == "P" else Status.TIMEOUT for kind, letter in letters.items()}
    return Verdict(task_id=name, draw=draw, status=first_failure(kinds), kinds=kinds)


def kind_task(name: str, *kinds: str) -> Task:
    return Task(id=name, entry_point="f", check=FunctionCheck(tests=("f()",) * len(kinds), kinds=kinds))


KIND_TASKS = [
    kind_task("a", "typical", "large", "large"),
    kind_task("b", "typical", "large"),
    kind_task("c", "typical"),
    task("d"),
]
KIND_OUTCOMES = [
    by_kind("a", 0, typical="P", large="T"),
    by_kind("a", 1, typical="T", large="T"),
    by_kind("b", 0, typical="P", large="P"),
    MissingSample(task_id="b", draw=1, reason="it broke"),
    by_kind("c", 0, typical="T"),
    by_kind("c", 1, typical="P"),
    Verdict(task_id="d", draw=0, status=Status.PASSED),
    Verdict(task_id="d", draw=1, status=Status.PASSED),
]


def test_shares_by_kind_count_only_tasks_that_have_tests_of_the_kind() -> None:
    counts = count(KIND_TASKS, KIND_OUTCOMES)
    values = {
        (prefix, kind): tuple(kind_metric(prefix, kind).values(counts).values)
        for prefix in (PASSES, FAILS_ONLY)
        for kind in ("typical", "large")
    }
    assert values == {
        (PASSES, "typical"): (0.5, 1.0, 0.5, None),
        (PASSES, "large"): (0.0, 1.0, None, None),
        (FAILS_ONLY, "typical"): (0.0, 0.0, 0.5, None),
        (FAILS_ONLY, "large"): (0.5, 0.0, None, None),
    }
    assert kind_metric(PASSES, "typical").values(counts).missing == (0, 1, 0, 0)
    assert kind_metric(PASSES, "large").values(counts).missing == (0, 1, 0, 0)


def test_a_row_has_scores_by_kind_over_all_tasks_with_bounds_for_missing_samples() -> None:
    scores = {
        found.metric: found for found in summarise(KIND_TASKS, KIND_OUTCOMES, categories_of(KIND_TASKS))
    }
    large = scores["fails_only:large"]
    assert (large.value, large.tasks, large.samples, large.missing) == (0.25, 2, 3, 1)
    assert (large.worst, large.best) == (0.25, 0.5)
    assert 0 < large.low < 0.25 < large.high < 1
    assert scores["passes:large"].value == 0.5
    assert scores["passes:typical"].value == pytest.approx(2 / 3, abs=1e-6)
    assert [name for name in scores if ":" in name and not name.startswith("share:")] == [
        "passes:typical",
        "fails_only:typical",
        "passes:large",
        "fails_only:large",
    ]


def test_samples_whose_verdicts_have_no_kinds_are_missing_in_each_kind_of_their_task() -> None:
    counts = count(KIND_TASKS[:1], [Verdict(task_id="a", draw=0, status=Status.PASSED)])
    assert score(counts, metric("passes:large")) is None
    assert metric("passes:large").values(counts).missing == (1,)


def test_kinds_are_counted_without_tasks_and_for_a_choice_of_tasks() -> None:
    free = Counter(None)
    for outcome in KIND_OUTCOMES:
        if isinstance(outcome, Verdict):
            free.add(outcome.task_id, outcome.status, kinds=outcome.kinds)
        else:
            free.add(outcome.task_id, None)
    counts = free.counts()
    assert counts.kinds == count(KIND_TASKS, KIND_OUTCOMES).kinds
    assert tuple(metric("passes:typical").values(counts.at((2, 0))).values) == (0.5, 0.5)


@pytest.mark.parametrize(
    ("n", "c", "k"), [(1, 0, 1), (1, 1, 1), (5, 2, 1), (5, 2, 3), (6, 1, 3), (10, 10, 10), (8, 3, 8)]
)
def test_pass_at_k_is_the_share_of_k_subsets_with_a_passing_sample(n: int, c: int, k: int) -> None:
    draws = list(combinations(range(n), k))
    assert isclose(pass_at_k(n, c, k), sum(min(draw) < c for draw in draws) / len(draws))


@pytest.mark.parametrize(("n", "c", "k"), [(1, 0, 2), (3, 4, 1), (3, -1, 1), (3, 1, 0)])
def test_numbers_out_of_range_are_refused(n: int, c: int, k: int) -> None:
    with pytest.raises(ValueError, match="pass@"):
        pass_at_k(n, c, k)


@pytest.mark.parametrize("n", [20, 100, 1000])
def test_pass_at_k_is_precise_for_up_to_a_thousand_samples(n: int) -> None:
    """It is compared with exact fractions, for many c and k."""
    some = sorted({1, 2, 3, n // 7, n // 2, n - n // 7, n - 2, n - 1, n})
    for c in (0, *some):
        for k in some:
            exact = 1 - Fraction(comb(n - c, k), comb(n, k))
            assert isclose(pass_at_k(n, c, k), float(exact), rel_tol=1e-13, abs_tol=0.0)


def test_pass_at_1_is_exactly_the_share() -> None:
    assert all(pass_at_k(n, c, 1) == c / n for n in range(1, 60) for c in range(n + 1))


PAGES = Path(__file__).parents[2] / "site" / "pages"


def metric_help(name: str) -> str:
    """Return the help text of the option --metric of a command."""
    command = group.get_command(click.Context(group), name)
    assert command is not None
    (option,) = [option for option in command.params if "--metric" in option.opts]
    assert isinstance(option, click.Option)
    return option.help or ""


@pytest.mark.parametrize("kind", METRICS, ids=lambda kind: kind.key)
def test_a_metric_is_in_each_help_text_on_its_page_and_in_the_glossary(kind: MetricKind) -> None:
    for command in ("compare", "evaluate", "rank"):
        assert kind.key in metric_help(command), (
            f"name it in the help of {command} --metric, in benchmark/cli"
        )
    page = (PAGES / "metrics" / "index.md").read_text(encoding="utf-8")
    assert f"\n| `{kind.key}` | " in page, "say on the page Metrics what the value of a task is"
    glossary = (PAGES / "glossary" / "index.md").read_text(encoding="utf-8")
    assert re.search(rf"^{re.escape(kind.title)} {{#", glossary, re.MULTILINE), "explain it in the glossary"


def test_the_page_of_metrics_has_no_other_metric() -> None:
    page = (PAGES / "metrics" / "index.md").read_text(encoding="utf-8")
    listed = re.findall(r"^\| `([^`]+)` \|", page.split("## Scores")[1].split("\n## ")[0], re.MULTILINE)
    assert sorted({*listed} - {"pass@1"}) == sorted(kind.key for kind in METRICS)
