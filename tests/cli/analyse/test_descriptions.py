"""Tests of `analyse descriptions`: Table 3 of HumanEval-V, the gain from descriptions of the picture."""

import json
from pathlib import Path

import pytest

from benchmark.results.ledger import write_row

V1 = {"suite": "humaneval-v", "dataset": "open", "protocol": "greedy"}
V2 = {"suite": "humaneval-v", "dataset": "official-v2", "protocol": "greedy"}


@pytest.fixture
def rows(tmp_path: Path, make_row) -> Path:
    folder = tmp_path / "rows"
    for row in (
        make_row("sees", "PPPPPPPWWW", setting="image", **V1),
        make_row("sees", "PPPPPPPPWW", setting="description", **V1),
        make_row("codes", "WWWWWWWWWW", setting="image", started="2026-02-03T04:05:06Z", **V1),
        make_row("codes", "PWWWWWWWWW", setting="image", started="2026-02-04T04:05:06Z", **V1),
        make_row("codes", "PPPPPPPPPP", setting="description", **V1),
        make_row("codes", "PPPPPPPPPW", setting="image+description", **V1),
        make_row("coder", "PPPPPWWWWW", setting="description", **V1),
        make_row("gold", "PPPPPPPPPP", setting="image", **V1),
        make_row("gold", "PPPPPPPPPP", setting="description", **V1),
        make_row("paper", "PPPPPPPPPP", setting="description", trust="reported", **V1),
        make_row("codes", "PPWW", setting="signature-only", **V1),
        make_row("codes", "WWPPP", setting="V2C", **V2),
        make_row("codes", "PPPPW", setting="GT-T2C", **V2),
    ):
        write_row(folder, row)
    return folder


def test_each_model_s_score_with_words_is_next_to_its_score_with_the_picture(in_process, rows: Path) -> None:
    report = json.loads(in_process("analyse", "descriptions", "--rows", rows, "--json").stdout)
    second, first = report["tables"]
    assert (first["dataset"], first["picture"], first["words"]) == (
        "open",
        "image",
        ["description", "image+description"],
    )
    assert (second["dataset"], second["picture"], second["words"]) == ("official-v2", "V2C", ["GT-T2C"])
    assert [model["slug"] for model in first["models"]] == ["sees", "codes", "coder"]
    codes = first["models"][1]
    assert codes["picture"]["value"] == 0.1  # the newest row
    assert [(words["score"]["value"], words["difference"]["difference"]) for words in codes["words"]] == [
        (1.0, 0.9),
        (0.9, 0.8),
    ]
    coder = first["models"][2]
    assert coder["picture"] is None
    assert [words["difference"] for words in coder["words"]] == [None]
    # Two of five tasks are lost and three won: the comparison is by task, not by score.
    assert second["models"][0]["words"][0]["difference"]["difference"] == 0.2


def test_a_gain_is_the_difference_that_compare_finds(in_process, rows: Path) -> None:
    report = json.loads(in_process("analyse", "descriptions", "codes", "--rows", rows, "--json").stdout)
    gain = report["tables"][1]["models"][0]["words"][0]
    picture = report["tables"][1]["models"][0]["picture"]
    paths = {path.stem: path for path in rows.rglob("*.json")}
    compared = in_process("compare", paths[gain["score"]["row"]], paths[picture["row"]], "--json")
    assert json.loads(compared.stdout)["overall"] == gain["difference"]
    assert gain["difference"]["low"] > 0
    assert gain["difference"]["real"]


def test_a_gain_that_missing_samples_could_turn_has_a_condition(in_process, tmp_path: Path, make_row) -> None:
    write_row(tmp_path / "r", make_row("a", "WWWWWWPPPP", setting="image", **V1))
    write_row(tmp_path / "r", make_row("a", "PPPPPPMMMM", setting="description", **V1))
    output = in_process("analyse", "descriptions", "--rows", tmp_path / "r").stdout
    assert "real unless the missing samples would change that" in output


def test_the_table_is_that_of_the_paper(in_process, rows: Path) -> None:
    done = in_process("analyse", "descriptions", "--rows", rows, "--dataset", "open")
    lines = [line.split() for line in done.stdout.splitlines()]
    assert lines[1] == ["model", "image", "description", "gain", "image+description", "gain"]
    assert lines[2][:4] == ["sees", "70.0", "80.0", "+10.0"]
    assert lines[3][:4] == ["codes", "10.0", "100.0", "+90.0"]
    assert lines[4][:3] == ["coder", "–", "50.0"]
    assert "gold" not in done.stdout
    assert "paper" not in done.stdout


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--dataset", "none"), "no model has a row with a description of the picture"),
        (("--metric", "points"), "'points' is not a fraction"),
        (("--metric", "best"), "'best' is not known"),
    ],
)
def test_impossible_requests_give_one_message(in_process, rows: Path, options, message: str) -> None:
    done = in_process("analyse", "descriptions", "--rows", rows, *options)
    assert done.returncode == 2
    assert message in done.stderr


def test_a_row_of_an_older_version_of_the_suite_does_not_count(in_process, rows: Path, make_row) -> None:
    """`compare` also leaves out such a row, whatever its tasks, and even if it was judged later."""
    for row in (
        make_row("sees", "PW", setting="image", version=2, started="2026-05-01T00:00:00Z", **V1),
        make_row("sees", "PPPPPPPPPP", setting="image", started="2026-06-01T00:00:00Z", **V1),
        make_row("sees", "PP", setting="description", version=2, started="2026-05-01T00:00:00Z", **V1),
    ):
        write_row(rows, row)
    found = in_process("analyse", "descriptions", "sees", "--rows", rows, "--dataset", "open", "--json")
    (table,) = json.loads(found.stdout)["tables"]
    (model,) = table["models"]
    assert (model["picture"]["value"], model["picture"]["tasks"]) == (0.5, 2)
    assert [(words["score"]["value"], words["score"]["tasks"]) for words in model["words"]] == [(1.0, 2)]
