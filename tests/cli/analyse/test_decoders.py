"""Tests of `analyse decoders`: Table 4 of HumanEval-V, vision models and the language models inside them."""

import json
from pathlib import Path

import pytest

from benchmark.results.ledger import write_row

SETTING = {"suite": "evalplus", "dataset": "official", "setting": "text", "protocol": "greedy"}
TASKS = ["HumanEval/0", "HumanEval/1", "HumanEval/2", "HumanEval/3", "Mbpp/2", "Mbpp/3", "Mbpp/4", "Mbpp/6"]
SUBSETS = {"subset:humaneval-plus": TASKS[:4], "subset:mbpp-plus": TASKS[4:]}


def submit(folder: Path, slug: str, name: str, decoder: str = "", size: float = 7.6) -> None:
    (folder / slug).mkdir(parents=True)
    lines = [
        "schema: sightbench/submission/1",
        f"slug: {slug}",
        f"name: {name}",
        f"parameters_b: {size}",
        *([f"decoder: {decoder}"] if decoder else []),
        "owners: [octocat]",
        "runs:",
        "  - suite: evalplus",
        "    dataset: official",
        "    setting: text",
        "    protocol: greedy",
        "    prompt: sightbench",
        "    model: {provider: openai, model: m}",
    ]
    (folder / slug / "submission.yaml").write_text("\n".join(lines) + "\n")


@pytest.fixture
def folders(tmp_path: Path, make_row) -> tuple[Path, Path]:
    submissions, rows = tmp_path / "submissions", tmp_path / "rows"
    submit(submissions, "acme-lm", "Acme LM")
    submit(submissions, "acme-vl", "Acme VL", "acme-lm", 8.3)
    submit(submissions, "bolt-vl", "Bolt VL", "Acme LM", 8.1)
    submit(submissions, "core-vl", "Core VL", "Unknown LM")
    submit(submissions, "dawn-vl", "Dawn VL", "acme-lm")
    for slug, statuses in (
        ("acme-lm", "PPPPPPWW"),
        ("acme-vl", "PWWWPPPW"),
        ("bolt-vl", "PPPPPPWW"),
        ("core-vl", "PPPPPPPP"),
    ):
        write_row(rows, make_row(slug, statuses, tasks=TASKS, subsets=SUBSETS, **SETTING))
    write_row(rows, make_row("dawn-vl", "PPPPPPPP", suite="code-vision"))
    return submissions, rows


def report(in_process, folders: tuple[Path, Path], *options: object) -> dict:
    submissions, rows = folders
    done = in_process("analyse", "decoders", "--submissions", submissions, "--rows", rows, "--json", *options)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_a_difference_that_missing_samples_could_turn_has_a_condition(in_process, folders, make_row) -> None:
    submissions, rows = folders
    tasks = [f"HumanEval/{number}" for number in range(10)]
    for slug, statuses in (("acme-lm", "WWWWWWPPPP"), ("acme-vl", "PPPPPPMMMM")):
        write_row(rows.parent / "r", make_row(slug, statuses, tasks=tasks, **SETTING))
    done = in_process("analyse", "decoders", "--submissions", submissions, "--rows", rows.parent / "r")
    assert "real unless the missing samples would change that" in done.stdout


def test_a_model_is_compared_with_its_decoder_by_subset(in_process, folders) -> None:
    found = report(in_process, folders)
    (table,) = found["tables"]
    models = {model["slug"]: model for model in table["models"]}
    assert list(models) == ["acme-vl", "bolt-vl", "core-vl"]
    assert found["without_rows"] == ["dawn-vl"]
    acme = {pair["subset"]: pair for pair in models["acme-vl"]["subsets"]}
    assert {
        name: (pair["decoder"]["value"], pair["model"]["value"], pair["difference"]["difference"])
        for name, pair in acme.items()
    } == {"": (0.75, 0.5, -0.25), "humaneval-plus": (1.0, 0.25, -0.75), "mbpp-plus": (0.5, 0.75, 0.25)}
    assert (models["acme-vl"]["parameters_b"], models["acme-vl"]["decoder_parameters_b"]) == (8.3, 7.6)


def test_a_decoder_is_found_by_slug_or_name(in_process, folders) -> None:
    (table,) = report(in_process, folders)["tables"]
    assert [model["decoder_slug"] for model in table["models"]] == ["acme-lm", "acme-lm", None]
    assert [model["decoder"] for model in table["models"]] == ["acme-lm", "Acme LM", "Unknown LM"]
    assert all(pair["difference"] is None for pair in table["models"][2]["subsets"])


def test_the_difference_is_that_of_compare(in_process, folders) -> None:
    _, rows = folders
    (table,) = report(in_process, folders)["tables"]
    done = in_process("compare", "acme-vl", "acme-lm", "--rows", rows, "--json")
    assert json.loads(done.stdout)["overall"] == table["models"][0]["subsets"][0]["difference"]


def test_the_table_shows_all_models(in_process, folders) -> None:
    submissions, rows = folders
    done = in_process("analyse", "decoders", "--submissions", submissions, "--rows", rows)
    lines = [" ".join(line.split()) for line in done.stdout.splitlines()]
    assert any(line.startswith("Acme VL 8.3 acme-lm 7.6 humaneval-plus 100.0 25.0 −75.0") for line in lines)
    assert "note: Unknown LM, the decoder of core-vl, is not the slug or name of a submission" in lines


def test_missing_rows_give_one_message(in_process, folders) -> None:
    submissions, rows = folders
    for options, message in (
        (("--dataset", "other"), "no model with a decoder has a row of evalplus"),
        (("--submissions", rows), "has no NAME/submission.yaml"),
    ):
        done = in_process("analyse", "decoders", "--submissions", submissions, "--rows", rows, *options)
        assert done.returncode == 2
        assert message in done.stderr


def test_a_row_of_an_older_version_of_the_suite_does_not_count(in_process, folders, make_row) -> None:
    """`compare` also leaves out such a row, whatever its tasks, and even if it was judged later."""
    _, rows = folders
    for row in (
        make_row("acme-vl", "WWWWWWWW", tasks=TASKS, started="2026-05-01T00:00:00Z", version=2, **SETTING),
        make_row("acme-vl", "PPPPPPPP", tasks=TASKS, started="2026-06-01T00:00:00Z", **SETTING),
        make_row("bolt-vl", "PPPP", tasks=TASKS[:4], started="2026-05-01T00:00:00Z", version=2, **SETTING),
    ):
        write_row(rows, row)
    found = report(in_process, folders)
    differences = {
        model["slug"]: (model["subsets"][-1]["model"]["value"], model["subsets"][-1]["model"]["tasks"])
        for table in found["tables"]
        for model in table["models"]
    }
    assert differences == {"acme-vl": (0.0, 8), "bolt-vl": (1.0, 4), "core-vl": (1.0, 4)}
    assert sum(len(table["models"]) for table in found["tables"]) == 3
