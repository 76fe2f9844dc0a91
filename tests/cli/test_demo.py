"""The demo shows recorded rows of real models next to the bundled submissions, offline."""

import shutil
from importlib import metadata
from pathlib import Path
from typing import Any

import pytest
import yaml

from benchmark.cli import demo, demo_tables
from benchmark.core.exit_codes import ExitCode
from benchmark.pipeline.judge.evaluate import Evaluation
from benchmark.pipeline.rows import submitted_run
from benchmark.results.ledger import copy_rows, row_files
from tests.conftest import Sightbench

ROOT = Path(__file__).resolve().parent.parent.parent
RECORDED = ROOT / "recorded"


@pytest.mark.gate
def test_recorded_rows_are_copied_with_their_files_and_replace_older_ones(tmp_path) -> None:
    rows = tmp_path / "rows"
    old = rows / "code-vision" / "official" / "gpt-4o" / f"{'0' * 64}.json"
    old.parent.mkdir(parents=True)
    old.write_text("{}")
    found = copy_rows(RECORDED, rows)
    assert len(found) == len(list(row_files(rows))) == len(list(row_files(RECORDED))) >= 25
    assert not old.exists()
    copied = {path.relative_to(rows): path.read_bytes() for path in rows.rglob("*.*") if path.is_file()}
    shipped = (path for path in RECORDED.rglob("*.*") if path.is_file() and path.parent != RECORDED)
    assert copied == {path.relative_to(RECORDED): path.read_bytes() for path in shipped}
    assert copy_rows(tmp_path / "nothing", rows) == ()


@pytest.mark.gate
def test_the_table_has_the_best_seven_models_and_the_note_says_where_the_others_are(tmp_path: Path) -> None:
    rows = copy_rows(RECORDED, tmp_path)
    table = demo_tables.recorded_table(rows)
    assert table.row_count == 7
    assert next(iter(table.columns[0].cells)) == "gpt-4o"
    newest = max(row.run.started[:10] for row in rows)
    note = demo_tables.recorded_note(rows)
    assert newest in note
    assert not any(row.run.started[:10] in note for row in rows if row.run.started[:10] < newest), (
        "older rows"
    )
    assert note.startswith("and 6 more on the site; judged on ")
    few = [row for row in rows if row.result.submission.slug == "gpt-4o"]
    assert demo_tables.recorded_note(few).startswith("judged on ")


@pytest.mark.gate
def test_the_error_names_each_score_that_is_not_the_expected_one(tmp_path, in_process, monkeypatch) -> None:
    monkeypatch.setattr(demo, "_BUNDLED", {"smollm2-135m-q4": 1.0})
    done = in_process("demo", "--no-site", code=ExitCode.DIFFERS)
    assert "error: smollm2-135m-q4 must score 1.0 on code-vision rebuilt, got 0.04" in done.stderr
    assert "4.9 (2.5–9.4)" in done.stdout
    assert "see it work:  " not in done.stdout
    runs = yaml.safe_load((ROOT / "submissions/smollm2-135m-q4/submission.yaml").read_bytes())["runs"]
    assert len(list(row_files(tmp_path / "build/demo/rows"))) == len(list(row_files(RECORDED))) + len(runs)


@pytest.mark.gate
def test_verdicts_of_an_earlier_demo_are_kept_while_nothing_that_they_depend_on_has_changed(
    tmp_path: Path, in_process: Sightbench, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "submissions" / "small"
    shutil.copytree(ROOT / "submissions/smollm2-135m-q4", folder)
    file = folder / "submission.yaml"
    document = yaml.safe_load(file.read_bytes())
    file.write_text(yaml.safe_dump({**document, "slug": "small", "runs": document["runs"][:1]}))
    monkeypatch.setattr(demo, "_BUNDLED", {"small": None})
    judged = []
    judge_run = submitted_run.judge_run

    def count(*given: Any, **named: Any) -> Evaluation:
        judged.append(given)
        return judge_run(*given, **named)

    monkeypatch.setattr(submitted_run, "judge_run", count)

    def run_demo(*options: str) -> tuple[str, str]:
        judged.clear()
        folders = ("--submissions", tmp_path / "submissions", "--recorded", tmp_path)
        done = in_process("demo", "--no-site", *folders, *options, code=0)
        return done.stdout, done.stderr

    first, said = run_demo()
    assert len(judged) == 1
    assert "kept" not in said
    again, said = run_demo()
    assert not judged
    assert again == first
    assert "kept from before: 164 verdicts; --again judges all\n" in said
    again, said = run_demo("--again")
    assert len(judged) == 1
    assert again == first
    assert "kept" not in said
    (verdicts,) = Path("build/demo/rows").rglob("*.verdicts.jsonl.gz")
    verdicts.unlink()
    run_demo()
    assert len(judged) == 1, "its verdicts are gone"
    file.write_text(f"{file.read_text()}# changed\n")
    run_demo()
    assert len(judged) == 1
    monkeypatch.setattr(metadata, "distributions", list)  # others are installed
    run_demo()
    assert len(judged) == 1
    run_demo()
    assert not judged
