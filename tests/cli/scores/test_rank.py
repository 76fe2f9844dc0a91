"""Tests of `sightbench rank`: the cache, identical output, and refused input."""

import json
import os
import random
from collections.abc import Iterable
from pathlib import Path

import numpy as np
import pytest
from rich.console import Console

from benchmark.analysis.groups import GroupKey
from benchmark.analysis.ranks.ranking import rank
from benchmark.analysis.ranks.subjects import Subject
from benchmark.analysis.wording import percent
from benchmark.cli.rank_tables import print_blind, print_ranking
from benchmark.core.counts import Counts
from benchmark.core.verdict import Status
from benchmark.results.branch_record import add_record
from benchmark.results.row import row_id
from benchmark.scoring.metrics import FEW_STEMS, metric
from tests.jsonl import write_jsonl, write_verdicts

TASKS = 30


def letters(skill: float, seed: int) -> str:
    chance = random.Random(seed)  # noqa: S311 - no secret
    return "".join("P" if chance.random() < skill else "W" for _ in range(TASKS))


#: The command with a folder for what it keeps; the folder of rows follows.
RANK = ("rank", "--cache", "build/ranks", "--rows")


@pytest.fixture
def rows(tmp_path: Path, make_row) -> Path:
    """Write rows of four models and a baseline on the same tasks."""
    for number, skill in enumerate((0.95, 0.9, 0.4, 0.35)):
        started = f"2026-02-0{number + 1}T00:00:00Z"
        add_record(tmp_path / "rows", make_row(f"m{number}", letters(skill, number), started=started))
    add_record(tmp_path / "rows", make_row("gold", "P" * TASKS))
    return tmp_path / "rows"


def test_a_ranking_writes_nothing_unless_a_folder_is_named(in_process, rows: Path, tmp_path: Path) -> None:
    before = sorted(tmp_path.rglob("*"))
    plain = in_process("rank", "--rows", rows, "--json")
    in_process("rank", "--rows", rows, "--leaderboard")
    assert sorted(tmp_path.rglob("*")) == before
    assert in_process(*RANK, rows, "--json").stdout == plain.stdout
    assert len(list(tmp_path.rglob("*"))) > len(before)


@pytest.mark.gate
def test_a_new_row_is_compared_with_the_others_and_no_pair_twice(in_process, rows: Path, make_row) -> None:
    first = in_process(*RANK, rows, "--json")
    assert first.stderr == "6 pairs compared\n"
    again = in_process(*RANK, rows, "--json")
    assert (again.stderr, again.stdout) == ("0 pairs compared\n", first.stdout)
    add_record(rows, make_row("m4", letters(0.7, 4), started="2026-02-05T00:00:00Z"))
    grown = in_process(*RANK, rows, "--json", "--pairs")
    assert grown.stderr == "4 pairs compared\n"
    anew = in_process(*RANK, rows, "--json", "--pairs", "--cache", "elsewhere")
    assert anew.stderr == "10 pairs compared\n"
    assert anew.stdout == grown.stdout


def test_a_newer_row_of_a_model_replaces_the_older_one(in_process, rows: Path, make_row) -> None:
    in_process(*RANK, rows)
    add_record(rows, make_row("m3", letters(0.99, 9), started="2026-03-01T00:00:00Z"))
    done = in_process(*RANK, rows, "--json")
    assert done.stderr == "3 pairs compared\n"
    (table,) = json.loads(done.stdout)["tables"]
    assert table["places"][0]["slug"] == "m3"
    assert len(table["places"]) == 4


@pytest.mark.parametrize("harm", ["", "[]", '{"version": "1.1"}', "{", "\x00"])
def test_a_broken_cache_is_made_again(in_process, rows: Path, tmp_path: Path, harm: str) -> None:
    first = in_process(*RANK, rows, "--json")
    files = list((tmp_path / "build" / "ranks").rglob("*.made-again.*"))
    assert len(files) == 7
    (comparisons,) = (tmp_path / "build" / "ranks").glob("*.npz")
    data = comparisons.read_bytes()
    comparisons.write_bytes(data[:99] + bytes([data[99] ^ 255]) + data[100:] if harm else data[:99])
    for file in files:
        file.write_text(harm, encoding="utf-8")
    again = in_process(*RANK, rows, "--json")
    assert (again.returncode, again.stdout) == (0, first.stdout)


def test_a_cache_deletes_unused_entries_and_is_not_used_by_another_version(
    in_process, rows: Path, tmp_path: Path
) -> None:
    in_process(*RANK, rows)
    in_process(*RANK, rows, "--metric", "execution_success")
    cache = tmp_path / "build" / "ranks"
    files = list(cache.rglob("*.made-again.*"))
    assert len(files) == 8
    for file in files:
        os.utime(file, (0, 0))
    assert in_process(*RANK, rows).stderr == "0 pairs compared\n"
    assert len(list(cache.rglob("*.made-again.*"))) == 7
    (file,) = cache.glob("*.npz")
    with np.load(file) as stored:
        np.savez(file, **{**stored, "version": np.array("0.1")})
    assert in_process(*RANK, rows).stderr == "6 pairs compared\n"


def test_a_row_that_was_changed_or_moved_is_also_refused_from_the_cache(in_process, rows: Path) -> None:
    in_process(*RANK, rows)
    row = next(rows.rglob("m0/*.json"))
    copy = row.parent.parent / "m9" / row.name
    copy.parent.mkdir()
    copy.write_bytes(row.read_bytes())
    done = in_process(*RANK, rows, code=2)
    assert "the file's path does not match its content" in done.stderr
    copy.unlink()
    row.write_text(row.read_text().replace("wrong_answer", "timeout", 1), encoding="utf-8")
    done = in_process(*RANK, rows, code=2)
    assert "not the digest of the row's content" in done.stderr


def test_the_table_has_places_groups_the_smallest_detectable_gap_and_the_leader_s_range(
    in_process, rows: Path
) -> None:
    output = in_process("rank", "--rows", rows).stdout
    assert "1–2    m0" in output
    assert "3–4    m2" in output
    assert "cannot be told apart: m0 and m1" in output
    assert "4 of 6 pairs really differ; between neighbours, a gap smaller than about" in output
    assert "gold" not in output
    (table,) = json.loads(in_process("rank", "--rows", rows, "--json").stdout)["tables"]
    (leader,) = table["leaders"]
    score = table["places"][0]["score"]
    assert (leader["slug"], leader["high"]) == ("m0", score["high"])
    assert leader["low"] < score["low"]  # allows for having been chosen
    span = f"{percent(leader['low'])}–{percent(leader['high'])}"
    words = "the highest of four scores tends to be too high; allowing for that, its range is"
    assert f"{words} {span}\n" in output


def graded(path: Path, points: Iterable[int]) -> Path:
    lines = ({"task_id": f"t{task}", "points": value} for task, value in enumerate(points))
    return write_jsonl(path, ({"draw": 0, "status": "passed", **line} for line in lines))


def test_the_leader_s_range_of_points_is_on_their_scale(in_process, tmp_path: Path) -> None:
    files = [graded(tmp_path / f"{high}.jsonl", (high - task % 3 for task in range(12))) for high in (9, 8)]
    (table,) = json.loads(in_process("rank", *files, "--metric", "points", "--json").stdout)["tables"]
    (leader,) = table["leaders"]
    assert 1 < leader["low"] <= table["places"][0]["score"]["low"] < 8 < leader["high"] < 10
    assert f"its range is {leader['low']:.2f}" in in_process("rank", *files, "--metric", "points").stdout


def test_a_category_has_its_own_table(in_process, tmp_path: Path, make_row) -> None:
    names = [f"task-{number}" for number in range(13)]
    subsets = {"subset:math": names[:7], "subset:text": names[7:]}
    for slug, statuses in (("a", "PPPPPPWWWWWWW"), ("b", "WWWWWWWWWPPPP")):
        add_record(tmp_path / "rows", make_row(slug, statuses, subsets=subsets))
    both = ("--category", "subset:math", "--category", "subset:text")
    done = in_process("rank", "--rows", "rows", *both, "--json")
    math, text = json.loads(done.stdout)["tables"]
    assert (math["category"], math["tasks"], math["places"][0]["slug"]) == ("subset:math", 7, "a")
    assert (text["category"], text["tasks"], text["places"][0]["slug"]) == ("subset:text", 6, "b")
    assert text["groups"] == [["b", "a"]]


def test_a_category_counts_the_other_categories_of_its_kind(in_process, tmp_path: Path, make_row) -> None:
    """Six of six tasks are won, so p is 1 in 32: real for one category alone, not if two are looked at."""
    names = [f"task-{number}" for number in range(14)]
    for folder, subsets in {
        "one": {"subset:math": names[:6], "subset:text": names[10:]},
        "two": {"subset:math": names[:6], "subset:text": names[6:]},
    }.items():
        for slug, statuses in (("a", "PPPPPP"), ("b", "WWWWWW")):
            add_record(tmp_path / folder, make_row(slug, statuses + "W" * 8, subsets=subsets))
        done = in_process("rank", "--rows", folder, "--category", "subset:math", "--json")
        (table,) = json.loads(done.stdout)["tables"]
        looks = {"one": 1, "two": 2}[folder]
        assert table["neighbours"][0]["p_holm"] == looks / 32
        assert table["neighbours"][0]["real"] == (table["groups"] == []) == (looks == 1)
        assert [place["last"] for place in table["places"]] == [looks, 2]
        assert table["separated"] == 2 - looks
        multiplied = "p-values are multiplied by 2, the number of categories of this kind"
        assert (multiplied in table["notes"]) == (looks == 2)


def test_categories_with_too_few_families_are_named_in_one_line(in_process, tmp_path: Path, make_row) -> None:
    names = [f"task-{number}" for number in range(8)]
    subsets = {"subset:math": names[:5], "subset:text": names[5:]}
    for slug, statuses in (("a", "PPPPPPWW"), ("b", "WWWWWWPP")):
        add_record(tmp_path / "rows", make_row(slug, statuses, subsets=subsets))
    options = ("--category", "subset:math", "--category", "subset:text")
    done = in_process("rank", "--rows", "rows", *options)
    assert (done.returncode, done.stdout) == (0, "")
    assert ": Not ranked: Math and text have under six families each. By luck alone" in done.stderr
    assert json.loads(in_process("rank", "--rows", "rows", *options, "--json").stdout)["tables"] == []


def test_a_model_above_a_really_better_one_has_a_note(in_process, tmp_path: Path, make_row) -> None:
    """The 20 tasks that b fails have no verdict of a: a has the higher score, but wins no common task."""
    add_record(tmp_path / "rows", make_row("a", "W" * 8 + "P" * 40 + "M" * 20))
    add_record(tmp_path / "rows", make_row("b", "P" * 8 + "P" * 40 + "W" * 20))
    (table,) = json.loads(in_process("rank", "--rows", "rows", "--json").stdout)["tables"]
    assert [(place["slug"], place["first"], place["last"]) for place in table["places"]] == [
        ("a", 2, 2),
        ("b", 1, 1),
    ]
    assert table["notes"][0].startswith("a is listed above b, because models are listed by score; its place")
    assert "note: a is listed above b, because" in in_process("rank", "--rows", "rows").stdout


def test_a_table_with_too_few_samples_is_left_out_with_a_note(in_process, tmp_path: Path, make_row) -> None:
    row = make_row("a", "PW")
    result = row.result
    statuses = {task: [status[0], "passed", "timeout"] for task, status in result.statuses.items()}
    three = result.model_copy(update={"statuses": statuses, "protocol": "sampled-3"})
    add_record(tmp_path / "rows", row)
    add_record(tmp_path / "rows", row.model_copy(update={"result": three, "id": row_id(three)}))
    done = in_process("rank", "--rows", "rows", "--metric", "pass@2", "--json")
    (table,) = json.loads(done.stdout)["tables"]
    value = table["places"][0]["score"]["value"]
    assert (table["protocol"], value) == ("sampled-3", round((1 + 2 / 3) / 2, 6))
    assert "note: code-vision rebuilt flowchart cool-1 upstream own has too few samples" in done.stderr


def test_an_empty_ledger_has_no_table_and_a_single_model_place_1(in_process, tmp_path, make_row) -> None:
    (tmp_path / "rows").mkdir()
    done = in_process("rank", "--rows", "rows", "--json")
    assert (done.returncode, json.loads(done.stdout)["tables"]) == (0, [])
    add_record(tmp_path / "rows", make_row("a", "PW"))
    (table,) = json.loads(in_process("rank", "--rows", "rows", "--json").stdout)["tables"]
    assert [(place["first"], place["last"]) for place in table["places"]] == [(1, 1)]
    assert (table["pairs"], table["visible_difference"], table["neighbours"]) == (0, 0.0, [])
    assert table["leaders"] == []


def verdicts(path: Path, right: str, tasks: str = "abcdef") -> Path:
    return write_verdicts(path, dict(zip(tasks, right, strict=True)))


def test_verdict_files_can_be_ranked_as_models(in_process, tmp_path: Path) -> None:
    files = [verdicts(tmp_path / "one.jsonl", "PPPPPP"), verdicts(tmp_path / "two.jsonl", "WWWWWW")]
    (table,) = json.loads(in_process("rank", *files, "--json").stdout)["tables"]
    places = [(place["slug"], place["first"], place["last"]) for place in table["places"]]
    assert places == [("one", 1, 1), ("two", 2, 2)]
    assert table["neighbours"][0]["p"] == 2 / 2**6
    assert [place["trust"] for place in table["places"]] == [None, None], "only their owner has judged them"
    assert "judged" not in in_process("rank", *files).stdout


def test_a_model_without_a_verdict_has_no_place_and_is_named(in_process, tmp_path: Path) -> None:
    files = [verdicts(tmp_path / "one.jsonl", "PPPPPP"), verdicts(tmp_path / "gone.jsonl", "MMMMMM")]
    printed = in_process("rank", *files).stdout
    assert "note: no place for gone, which has no judged sample for pass@1" in printed


def test_a_metric_without_samples_in_any_row_is_reported_once(in_process, rows: Path) -> None:
    output = in_process("rank", "--rows", rows, "--metric", "points").stdout
    assert output.count("note: ") == output.count("note: no model has a judged sample for points\n") == 1


@pytest.mark.gate
def test_few_stems_separate_no_models_and_the_output_says_so(in_process, tmp_path: Path) -> None:
    files = [verdicts(tmp_path / f"{letter}.jsonl", 5 * letter, "abcde") for letter in "PW"]
    (table,) = json.loads(in_process("rank", *files, "--json").stdout)["tables"]
    assert table["visible_difference"] is None
    printed = in_process("rank", *files).stdout
    assert "0 of 1 pair really differs; 5 stems are too few to detect any gap" in printed


def test_differences_of_points_use_the_same_scale_as_in_compare(in_process, tmp_path: Path) -> None:
    files = [graded(tmp_path / f"{low}.jsonl", (low + task % 2 for task in range(12))) for low in (9, 2)]
    ranked = in_process("rank", *files, "--metric", "points", "--json").stdout
    compared = json.loads(in_process("compare", *files, "--metric", "points", "--json").stdout)["overall"]
    (table,) = json.loads(ranked)["tables"]
    (pair,) = table["neighbours"]
    assert pair["difference"] == compared["difference"] == 7.0
    assert (pair["low"], pair["high"]) == (compared["low"], compared["high"])
    assert table["visible_difference"] == compared["visible"]


@pytest.mark.gate
def test_different_versions_within_a_table_are_reported(in_process, tmp_path: Path, make_row) -> None:
    first, other = make_row("a", "PPW"), make_row("b", "PWW")
    versions = other.result.versions.model_copy(update={"judge": 2})
    result = other.result.model_copy(update={"versions": versions})
    add_record(tmp_path / "rows", first)
    add_record(tmp_path / "rows", other.model_copy(update={"result": result, "id": row_id(result)}))
    note = "rows were judged by versions 1 and 2 of the judge, which may cause differences"
    assert f"note: {note}" in in_process("rank", "--rows", "rows").stdout
    (suite,) = json.loads(in_process("rank", "--leaderboard", "--rows", "rows", "--json").stdout)["suites"]
    assert suite["tables"][0]["ranking"]["notes"] == [note, FEW_STEMS]


def test_different_serial_numbers_of_one_version_are_reported(in_process, tmp_path: Path, make_row) -> None:
    for row, serial in ((make_row("a", "PPW"), "aa"), (make_row("b", "PWW"), "bb")):
        run = row.run.model_copy(update={"judge_serial": serial})
        add_record(tmp_path / "rows", row.model_copy(update={"run": run}))
    note = "note: the judge had serial numbers aa and bb, which may cause differences"
    assert note in in_process("rank", "--rows", "rows").stdout


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
    assert (ranking.separated, ranking.pairs) == (3, 6)
    print_ranking(Console(width=120), ranking.model_copy(update={"visible_difference": None}))
    assert "3 of 6 pairs really differ; 11 stems are too few to show gaps" in capsys.readouterr().out


@pytest.mark.parametrize(("dataset", "said"), [("open-choice", "guessing gives 25.0 %\n"), ("open-free", "")])
def test_a_table_of_multiple_choice_says_what_guessing_gives(capsys, dataset, said) -> None:
    print_blind(Console(width=120), (), GroupKey("mathopeval", dataset, "", "", "", "", "", ""))
    assert capsys.readouterr().out == said
