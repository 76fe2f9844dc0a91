"""Tests of `analyse gains descriptions`: Table 3 of HumanEval-V, the gain from descriptions."""

import json
from pathlib import Path

import pytest

from benchmark.analysis.ranks.subjects import LedgerLookup, matching_rows
from benchmark.analysis.studies.gains import Gain, GainTable, decoder_gains, description_gains
from benchmark.results.branch_record import add_record
from benchmark.scoring.metrics import metric
from benchmark.submissions.check import read_submissions
from benchmark.suites.run_names import known_suites

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
        add_record(folder, row)
    return folder


def tables(rows: Path, *slugs: str, dataset: str = "") -> list[GainTable]:
    found = matching_rows(LedgerLookup(rows=rows, dataset=dataset), slugs)
    return description_gains(found, [metric("pass@1"), metric("pass@10")])


def test_each_model_s_score_with_words_is_next_to_its_score_with_the_picture(rows: Path) -> None:
    second, first = tables(rows)
    assert (first.key.dataset, first.key.setting) == ("open", "image")
    assert (second.key.dataset, second.key.setting) == ("official-v2", "V2C")
    assert [(gain.slug, gain.other) for gain in first.gains] == [
        ("sees", "description"),
        ("codes", "description"),
        ("codes", "image+description"),
        ("coder", "description"),
    ]
    _, *codes, coder = first.gains
    assert [gain.first.value for gain in codes] == [0.1, 0.1]  # the newest row
    assert [(gain.score.value, gain.difference.difference) for gain in codes] == [
        (1.0, 0.9),
        (0.9, 0.8),
    ]
    assert (coder.first, coder.difference) == (None, None)
    # Two of five tasks are lost and three won: the comparison is by task, not by score.
    (gain,) = second.gains
    assert (gain.other, gain.difference.difference) == ("GT-T2C", 0.2)


def test_a_gain_is_the_difference_that_compare_finds(in_process, rows: Path) -> None:
    table = tables(rows)[1]
    gain = table.gains[1]
    paths = {path.stem: path for path in rows.rglob("*.json")}
    found = [json.loads(path.read_text("utf-8")) for path in paths.values()]
    pictures = [
        row
        for row in found
        if (row["result"]["submission"]["slug"], row["result"]["setting"], row["result"]["dataset"])
        == (gain.slug, table.key.setting, table.key.dataset)
    ]
    first = max(pictures, key=lambda row: row["run"]["started"])["id"]
    compared = in_process("compare", paths[gain.row.id], paths[first], "--json")
    assert json.loads(compared.stdout)["overall"] == gain.difference.model_dump()
    assert gain.difference.low > 0
    assert gain.difference.real


def test_a_gain_that_missing_samples_could_turn_has_a_condition(in_process, tmp_path: Path, make_row) -> None:
    add_record(tmp_path / "r", make_row("a", "WWWWWWPPPP", setting="image", **V1))
    add_record(tmp_path / "r", make_row("a", "PPPPPPMMMM", setting="description", **V1))
    output = in_process("analyse", "gains", "descriptions", "--rows", tmp_path / "r").stdout
    assert "real unless the missing samples would change that" in output


def test_the_table_is_that_of_the_paper(in_process, rows: Path) -> None:
    done = in_process("analyse", "gains", "descriptions", "--rows", rows, "--dataset", "open")
    lines = [line.split() for line in done.stdout.splitlines()]
    assert lines[1] == ["model", "with", "image", "score", "gain"]
    assert lines[2][:5] == ["sees", "description", "70.0", "80.0", "+10.0"]
    assert lines[3][:5] == ["codes", "description", "10.0", "100.0", "+90.0"]
    assert lines[4][:5] == ["codes", "image+description", "10.0", "90.0", "+80.0"]
    assert lines[5][:4] == ["coder", "description", "–", "50.0"]
    done = in_process("analyse", "gains", "descriptions", "codes", "--rows", rows, "--dataset", "open")
    assert [line.split()[0] for line in done.stdout.splitlines()[2:]] == ["codes", "codes"]
    assert "gold" not in done.stdout
    assert "paper" not in done.stdout


def test_a_row_of_an_older_version_of_the_suite_does_not_count(rows: Path, make_row) -> None:
    """`compare` also leaves out such a row, whatever its tasks, and even if it was judged later."""
    for row in (
        make_row("sees", "PW", setting="image", version=2, started="2026-05-01T00:00:00Z", **V1),
        make_row("sees", "PPPPPPPPPP", setting="image", started="2026-06-01T00:00:00Z", **V1),
        make_row("sees", "PP", setting="description", version=2, started="2026-05-01T00:00:00Z", **V1),
    ):
        add_record(rows, row)
    found = tables(rows, "sees", dataset="open")
    ((gain,),) = (table.gains for table in found)
    assert (gain.first.value, gain.first.tasks) == (0.5, 2)
    assert (gain.score.value, gain.score.tasks) == (1.0, 2)


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
        add_record(rows, make_row(slug, statuses, tasks=TASKS, subsets=SUBSETS, **SETTING))
    add_record(rows, make_row("dawn-vl", "PPPPPPPP", suite="code-vision"))
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
