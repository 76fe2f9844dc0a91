"""Instances and rules that are learned by heart are two gaps: three groups of tasks are kept apart."""

import json
from pathlib import Path

import pytest

from benchmark.analysis.studies.fresh_gaps import fresh_gaps
from benchmark.analysis.studies.fresh_rows import match_rows
from benchmark.core.fresh import PRIVATE_MEANING
from benchmark.leaderboard.board.page import boards
from benchmark.leaderboard.model.page import models
from benchmark.results.counted_row import count_row
from benchmark.results.ledger import write_row
from benchmark.results.row import Row
from benchmark.scoring.metrics import metric

pytest.importorskip("statsmodels", reason="needs the extra statistics")

FAMILIES = 12
FRESH, PRIVATE = "fresh-0123456789ab", "fresh-private-0123456789ab"
BEST_AND_WORST = (("PPP", FRESH), ("WWW", PRIVATE))


@pytest.fixture
def rows(make_on_families) -> list[Row]:
    """Rows of a model that knows instances, of one that knows rules, and of one that knows neither."""
    make = make_on_families
    return [
        make("instances", "PPP" * FAMILIES, name="Instances"),
        make("instances", "PWW" * FAMILIES, FRESH, name="Instances"),
        make("instances", "PWW" * FAMILIES, PRIVATE, name="Instances"),
        make("rules", "PPP" * FAMILIES, name="Rules"),
        make("rules", "PPP" * FAMILIES, FRESH, name="Rules"),
        make("rules", "PWW" * FAMILIES, PRIVATE, name="Rules"),
        make("neither", "PPWPWWPPWPPP" * 3, name="Neither"),
        make("neither", "PPWPWWPWWPPP" * 3, PRIVATE, name="Neither"),
    ]


def test_rules_and_instances_are_told_apart(rows: list[Row]) -> None:
    report = fresh_gaps(map(count_row, rows), metric("pass@1"))
    (table,), (private,) = report.tables, report.private
    instances = {model.slug: model.gap for model in table.models}
    assert {slug: gap.real for slug, gap in instances.items() if gap} == {"instances": True, "rules": False}
    found = {model.slug: model for model in private.models}
    assert [*found] == ["instances", "neither", "rules"]
    states = {slug: (gap.rules and gap.rules.real, gap.both and gap.both.real) for slug, gap in found.items()}
    assert states == {"instances": (False, True), "rules": (True, True), "neither": (None, False)}
    assert found["rules"].rules is not None
    assert found["rules"].rules.difference == pytest.approx(2 / 3, abs=1e-6)
    assert found["rules"].rules.families == FAMILIES
    assert found["rules"].words[0] == (
        "scores 66.7 points higher on fresh tasks with public rules than on those with private rules; the gap"
        " is real (36 fresh and 36 private tasks of 12 families)"
    )
    assert found["neither"].fresh is None
    assert all(not gap.fresh_dataset.startswith("fresh-private") for gap in table.models)


def test_below_six_families_no_gap_can_be_real_and_the_command_says_so(
    in_process, tmp_path: Path, make_on_families
) -> None:
    for families, real in ((5, False), (6, True)):
        rows = [make_on_families("a", letters * families, name) for letters, name in BEST_AND_WORST]
        (table,) = fresh_gaps(map(count_row, rows), metric("pass@1")).private
        assert table.models[0].rules is not None
        assert (table.models[0].rules.difference, table.models[0].rules.real) == (1, real)
        for row in rows:
            write_row(tmp_path / str(families), row)
        shown = in_process("analyse", "fresh", "--rows", str(families)).stdout
        assert ("these families are too few for any gap to be real" in shown) != real


def test_the_command_prints_the_three_groups(in_process, tmp_path: Path, rows: list[Row]) -> None:
    for row in rows:
        write_row(tmp_path / "rows", row)
    shown = in_process("analyse", "fresh", "--rows", "rows").stdout
    assert (
        "Instances scores the same on fresh tasks with public rules as on those with private rules" in shown
    )
    assert "Rules scores 66.7 points higher on public tasks than on those with private rules" in shown
    printed = json.loads(in_process("analyse", "fresh", "--rows", "rows", "--json").stdout)
    assert [len(table["models"]) for table in (*printed["tables"], *printed["private"])] == [2, 3]


def test_a_private_row_alone_is_left_out_with_the_reason(
    in_process, tmp_path: Path, make_on_families
) -> None:
    write_row(tmp_path / "rows", make_on_families("a", "PPP" * FAMILIES, PRIVATE))
    done = in_process("analyse", "fresh", "--rows", "rows")
    assert done.returncode == 2
    assert f"a on {PRIVATE}, V2C: its model has no other such row" in done.stderr


def test_only_the_newest_row_on_a_private_set_counts(make_on_families, rows: list[Row]) -> None:
    newer = make_on_families("rules", "PPP" * FAMILIES, PRIVATE, started="2026-05-01T00:00:00Z")
    matches = match_rows([*rows, newer])
    assert matches.is_newest(newer)
    assert not matches.is_newest(rows[5])
    assert matches.public_rules(newer) == rows[4]
    assert matches.private_rules(rows[4]) == (newer,)


def test_pages_mark_private_rules_and_show_both_gaps(rows: list[Row], sources) -> None:
    found = sources(*rows)
    page = models(found)["model/rules/index.md"]
    public, fresh, private = sorted(page.sections, key=lambda section: len(section.dataset))
    assert private.fresh == PRIVATE_MEANING
    assert "only those who hold the pack of these rules can verify its rows" in private.fresh
    assert [len(section.gaps) for section in (public, fresh, private)] == [2, 2, 2]
    assert fresh.gaps[1] == private.gaps[1]
    assert private.gaps[1].endswith(f"36 fresh and 36 private tasks of 12 families, {PRIVATE}).")
    (*_, last) = boards(found)["index.md"].tables
    assert last.fresh == PRIVATE_MEANING


def test_gaps_count_only_the_families_of_the_pack(make_on_families) -> None:
    """So the three gaps need not add up: the first one is of all families."""
    known, others = FAMILIES // 2, FAMILIES - FAMILIES // 2
    rows = [
        make_on_families("a", "PPP" * known + "WWW" * others),
        make_on_families("a", "PPW" * known + "WPW" * others, FRESH),
        make_on_families("a", "PWW" * known, PRIVATE),
    ]
    report = fresh_gaps(map(count_row, rows), metric("pass@1"))
    (found,), (fresh,) = report.private[0].models, report.tables[0].models
    assert found.both is not None
    assert found.rules is not None
    assert fresh.gap is not None
    gaps = [found.both, found.rules, fresh.gap]
    assert [gap.difference for gap in gaps] == pytest.approx([2 / 3, 1 / 3, 0], abs=1e-6)
    assert [(gap.families, gap.left_out) for gap in gaps] == [(6, 18), (6, 18), (12, 0)]
