"""Tests of `analyse gains decoders`: Table 4 of HumanEval-V, vision models and their language models.

Tests of `analyse gains descriptions` show what both share: which rows count, and what a difference is.
"""

from pathlib import Path

import pytest

from benchmark.analysis.ranks.subjects import LedgerLookup, matching_rows
from benchmark.analysis.studies.gains import Gain, decoder_gains
from benchmark.results.ledger import write_row
from benchmark.scoring.metrics import metric
from benchmark.submissions.check import read_submissions
from benchmark.suites.run_names import known_suites

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


def report(folders: tuple[Path, Path]) -> dict[str, dict[str, Gain]]:
    """Return the only table: the gains of each model by subset."""
    submissions, rows = folders
    found = matching_rows(LedgerLookup(rows=rows, suite="evalplus"))
    tables = decoder_gains(found, [metric("pass@1")], read_submissions(submissions, known_suites()))
    assert len(tables) == 1
    models: dict[str, dict[str, Gain]] = {}
    for gain in tables[0].gains:
        models.setdefault(gain.slug, {})[gain.subset] = gain
    return models


def test_a_model_is_compared_with_its_decoder_by_subset(folders) -> None:
    models = report(folders)
    assert list(models) == ["acme-vl", "bolt-vl", "core-vl"]
    acme = models["acme-vl"]
    assert {
        name: (gain.first.value, gain.score.value, gain.difference.difference) for name, gain in acme.items()
    } == {"": (0.75, 0.5, -0.25), "humaneval-plus": (1.0, 0.25, -0.75), "mbpp-plus": (0.5, 0.75, 0.25)}
    assert [submission.parameters_b for submission in acme[""].submissions] == [8.3, 7.6]


def test_a_decoder_is_found_by_slug_or_name(folders) -> None:
    found = report(folders)
    first = [gains[""] for gains in found.values()]
    assert [gain.submissions[1] and gain.submissions[1].slug for gain in first] == [
        "acme-lm",
        "acme-lm",
        None,
    ]
    assert [gain.other for gain in first] == ["acme-lm", "Acme LM", "Unknown LM"]
    assert all(gain.difference is None for gain in found["core-vl"].values())


def test_the_table_shows_all_models(in_process, folders) -> None:
    submissions, rows = folders
    done = in_process("analyse", "gains", "decoders", "--submissions", submissions, "--rows", rows)
    lines = [" ".join(line.split()) for line in done.stdout.splitlines()]
    assert any(line.startswith("Acme VL 8.3 acme-lm 7.6 humaneval-plus 100.0 25.0 −75.0") for line in lines)
    assert "note: Unknown LM, the decoder of core-vl, is not the slug or name of a submission" in lines
