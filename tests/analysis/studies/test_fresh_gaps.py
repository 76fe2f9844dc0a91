"""Rows on fresh sets are marked, ranked in their own tables, and subtracted from rows on the public set."""

import json
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from benchmark.analysis.groups import group_rows
from benchmark.analysis.ranks.subjects import LedgerLookup, matching_rows
from benchmark.analysis.studies.fresh_gaps import ModelGap, fresh_gaps, match_rows
from benchmark.core.names import MEANING
from benchmark.leaderboard.board.page import boards
from benchmark.leaderboard.model.page import models
from benchmark.leaderboard.model.section import gap_lines
from benchmark.results.branch_record import add_record
from benchmark.results.counted_row import count_row
from benchmark.results.row import Row, row_id
from benchmark.scoring.metrics import metric
from benchmark.suites import load
from tests.points_rows import points_row
from tests.put_suite import put_suite

pytest.importorskip("statsmodels", reason="needs the extra statistics")

FAMILIES = 12
FRESH = "fresh-0123456789ab"
OTHER = "fresh-ba9876543210"


@pytest.fixture
def make(make_row) -> Callable[..., Row]:
    """Make rows with three tasks per family, one letter per task; tasks of both sets have the same ids."""

    def of(slug: str, letters: str, dataset: str = "open", **more) -> Row:
        families = [f"family-{number}" for number in range(len(letters) // 3)]
        tasks = [f"{name}-{number}" for name in families for number in (1, 2, 3)]
        more = {"suite": "humaneval-v", "setting": "V2C", "protocol": "greedy"} | more
        row = make_row(slug, letters, dataset=dataset, tasks=tasks, **more)
        stems = {task: task.rpartition("-")[0] for task in tasks}
        digest = dataset.encode().hex().ljust(64, "0")[:64]
        task_set = row.result.tasks.model_copy(update={"stems": stems, "digest": digest})
        result = row.result.model_copy(update={"tasks": task_set})
        return row.model_copy(update={"result": result, "id": row_id(result)})

    return of


@pytest.fixture
def rows(make) -> list[Row]:
    """Rows of a model that memorised the public tasks, and of one that did not."""
    return [
        make("parrot", "PPP" * FAMILIES, name="Parrot"),
        make("parrot", "PWW" * FAMILIES, FRESH, name="Parrot"),
        make("honest", "PPWPWWPPWPPP" * 3, name="Honest"),
        make("honest", "PPWPWWPWWPPP" * 3, FRESH, name="Honest"),
    ]


def written(folder: Path, *rows: Row) -> Path:
    """Write rows below a folder and return where they are."""
    for row in rows:
        add_record(folder / "rows", row)
    return folder / "rows"


@pytest.fixture
def ledger(tmp_path: Path, rows) -> Path:
    return written(tmp_path, *rows)


def gaps(ledger: Path) -> dict[str, ModelGap]:
    tables, _ = fresh_gaps(matching_rows(LedgerLookup(rows=ledger)), metric("pass@1"))
    return {f"{model.slug} {model.fresh_dataset}": model for models in tables.values() for model in models}


def test_public_minus_fresh_is_computed_by_family(ledger: Path) -> None:
    found = gaps(ledger)
    parrot, honest = found[f"parrot {FRESH}"], found[f"honest {FRESH}"]
    gap = parrot.gap
    assert (gap.difference, gap.real) == (pytest.approx(2 / 3, abs=1e-6), True)
    assert (gap.families, gap.public_tasks, gap.fresh_tasks, gap.left_out) == (12, 36, 36, 0)
    assert gap.p == pytest.approx(2 / 2**12)
    assert 0 < gap.low < gap.difference < gap.high
    assert parrot.words == ("scores 66.7 points higher on public tasks than on fresh ones; the gap is real")
    assert (honest.gap.difference, honest.gap.real) == (pytest.approx(1 / 12, abs=1e-6), False)
    assert honest.words.endswith("8.3 points higher on public tasks than on fresh ones; the gap is not real")
    assert honest.gap.low < 0 < honest.gap.high


@pytest.mark.parametrize(
    ("public", "sure"), [("PPM" * 2 + "PPP" * 10, True), ("PMM" * 12, False), ("PPP" * 12, True)]
)
def test_a_gap_that_missing_samples_could_turn_has_a_condition(
    in_process, tmp_path: Path, make, public: str, sure: bool
) -> None:
    """In the worst case, all missing public samples are wrong, as are two of three fresh tasks."""
    ledger = written(tmp_path, make("a", public), make("a", "PWW" * 12, FRESH))
    found = gaps(ledger)[f"a {FRESH}"]
    assert (found.gap.real, found.gap.sure) == (True, sure)
    assert found.gap.exact == ("M" not in public)  # else families have more fresh tasks
    condition = "" if sure else " unless the missing samples would change that"
    assert found.words.endswith(f"; the gap is real{condition}")
    output = in_process("analyse", "gains", "fresh", "--rows", ledger).stdout
    assert f"the gap is real{condition} (" in output


def test_tasks_of_the_same_id_are_never_paired(tmp_path: Path, make) -> None:
    """Which task of a family was passed makes no difference."""
    public = make("a", "PWW" * FAMILIES)
    found = [
        gaps(written(tmp_path / name, public, make("a", name * FAMILIES, FRESH)))[f"a {FRESH}"].gap
        for name in ("PWW", "WWP")
    ]
    assert found[0] == found[1]
    assert (found[0].difference, found[0].p) == (0, 1)


def test_families_that_only_one_set_has_are_left_out_and_counted(tmp_path: Path, make) -> None:
    ledger = written(tmp_path, make("a", "PPP" * 7 + "WWW" * 5), make("a", "PPP" * 7, FRESH))
    gap = gaps(ledger)[f"a {FRESH}"].gap
    assert (gap.families, gap.difference, gap.left_out) == (7, 0, 15)


def test_public_and_fresh_rows_match_only_if_they_answer_the_same_question(make, rows) -> None:
    later = make("parrot", "PPW" * FAMILIES, FRESH, started="2026-05-01T00:00:00Z")
    other = make("parrot", "PPW" * FAMILIES, OTHER, started="2026-06-01T00:00:00Z")
    find = match_rows([*rows, later, other]).find
    assert find(rows[0]) == (other, later)
    assert find(later) == (rows[0],)
    lone = partial(make, "parrot", "PPW" * FAMILIES)
    for changed in (
        {"setting": "image"},
        {"protocol": "sampled-6"},
        {"prompt": "sightbench"},
        {"extraction": "upstream"},
        {"suite": "code-vision"},
        {"trust": "reported"},
    ):
        assert find(lone(FRESH, **changed)) == ()
    assert find(lone("official-v2")) == ()
    newer = lone(started="2026-01-01T00:00:00Z", version=2)
    assert match_rows([*rows, newer]).find(rows[1]) == (newer,)


def test_rows_without_a_public_counterpart_are_listed(in_process, tmp_path: Path, make) -> None:
    add_record(tmp_path / "rows", make("a", "PPP" * FAMILIES))
    done = in_process("analyse", "gains", "fresh", "--rows", "rows")
    assert done.returncode == 2
    assert "there is no row of a fresh data set" in done.stderr
    add_record(tmp_path / "rows", make("b", "PPP" * FAMILIES, FRESH))
    done = in_process("analyse", "gains", "fresh", "--rows", "rows")
    assert f"b on {FRESH}, V2C: its model has no matching public row" in done.stderr
    add_record(tmp_path / "rows", make("a", "PPP" * FAMILIES, FRESH))
    done = in_process("analyse", "gains", "fresh", "--rows", "rows")
    assert f"left out: b on {FRESH}, V2C: its model has no matching public row" in done.stdout


def test_a_table_of_a_fresh_set_comes_last_and_explains_fresh(make, rows, sources) -> None:
    more = [make(slug, "PWW" * FAMILIES, FRESH) for slug in "abc"]  # more models than the public table
    (groups,) = group_rows([*rows, *more]).values()
    assert [group.key.dataset for group in groups] == ["open", FRESH]
    public, fresh = boards(sources(*rows, *more))["index.md"].tables
    assert (public.fresh, fresh.fresh) == ("", MEANING)
    assert {line.page for line in public.models} == {"model/parrot/index.md", "model/honest/index.md"}


def test_the_page_of_a_model_marks_the_fresh_set_and_shows_the_gap(rows, sources) -> None:
    public, fresh = models(sources(*rows))["model/parrot/index.md"].sections
    assert (public.fresh, fresh.fresh) == ("", MEANING)
    assert public.gaps == fresh.gaps
    assert public.gaps[0].startswith(
        "scores 66.7 points higher on public tasks than on fresh ones; the gap is"
    )
    assert "36 public and 36 fresh tasks of 12 families" in public.gaps[0]
    assert models(sources(*rows[:1]))["model/parrot/index.md"].sections[0].gaps == ()


def test_commands_mark_fresh_sets(in_process, ledger: Path) -> None:
    (fresh,) = ledger.glob(f"*/{FRESH}/parrot/*.json")
    (public,) = ledger.glob("*/open/parrot/*.json")
    (other,) = ledger.glob(f"*/{FRESH}/honest/*.json")
    assert f"{FRESH}, fresh: {MEANING}" in in_process("evaluate", "--score-only", fresh).stdout
    assert "fresh" not in in_process("evaluate", "--score-only", public).stdout
    assert json.loads(in_process("evaluate", "--score-only", fresh, "--json").stdout)["dataset"] == FRESH
    assert f"note: {FRESH}, fresh: {MEANING}" in in_process("compare", fresh, other).stdout
    ranked = json.loads(in_process("rank", "--rows", ledger, "--json").stdout)["tables"]
    marked = {table["dataset"]: f"fresh: {MEANING}" in table["notes"] for table in ranked}
    assert marked == {"open": False, FRESH: True}
    refused = in_process("compare", fresh, public)
    assert refused.returncode == 2
    assert "use `sightbench analyse gains fresh` to compare public with fresh rows" in refused.stderr


FRESH_FREE = "fresh-0123456789ab-free"


@pytest.fixture
def in_points(make_row, monkeypatch: pytest.MonkeyPatch):
    suite = load("mathopeval")
    put_suite(monkeypatch, replace(suite, data=replace(suite.data, public=("open-free",))))
    public = points_row(make_row, "a", [9.0, 8.0, 7.5] * 4, name="Acme")
    return public, points_row(make_row, "a", [5.0, 4.0, 4.5] * 4, name="Acme", dataset=FRESH_FREE)


def test_a_model_s_page_gives_the_gap_in_points(in_points) -> None:
    (line,) = gap_lines(map(count_row, in_points))(in_points[0])
    assert line.startswith("scores 3.67 points higher on public tasks than on fresh ones; the gap is real (+")
    assert "%" not in line


def test_the_command_measures_each_data_set_by_its_own_metric(in_process, tmp_path: Path, in_points) -> None:
    written(tmp_path, *in_points)
    ((table, (model,)),) = fresh_gaps(map(count_row, in_points), None)[0].items()
    assert (table.metric, model.gap.difference) == ("points", 3.666667)
    printed = in_process("analyse", "gains", "fresh", "--rows", "rows").stdout
    assert "points from 1 to 10, open-free minus fresh" in printed
    assert "8.17" in printed
    assert "+3.67" in printed
    by_passes = in_process("analyse", "gains", "fresh", "--rows", "rows", "--metric", "pass@1").stdout
    assert ": pass@1 in %, open-free minus fresh" in by_passes
