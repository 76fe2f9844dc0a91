"""The shipped rows of 13 models: complete, without answers or tests, and equal to the published verdicts.

A model has several rows of a data set if a newer version of the judge changed verdicts. The newest is shown;
it may be by an older version than the present one, which then gives the same verdicts.
"""

import json
from dataclasses import replace
from pathlib import Path
from typing import Literal

import pytest

from benchmark.analysis.groups import question_of
from benchmark.analysis.ranks.subjects import row_subject
from benchmark.files.references import ReferencedAnswers
from benchmark.files.verdicts import read_verdicts
from benchmark.pipeline.judge.evaluate import evaluate
from benchmark.pipeline.judge.local_pool import LocalPool
from benchmark.pipeline.record import statuses_by_task
from benchmark.pipeline.rows.row_files import check_completions, check_verdicts
from benchmark.pipeline.sources import from_suite
from benchmark.results.branch_record import add_record, read_record
from benchmark.results.counted_row import count_row
from benchmark.results.ledger import row_files
from benchmark.results.row import Row, row_age, row_id
from benchmark.suites.code_vision.fetched_tasks import fetch_official
from benchmark.suites.importers import read_referenced
from lab.engines import recorded_rows as recorded_rows_script
from lab.engines.recorded_rows import (
    JudgedRun,
    is_same,
    moved_text,
    moves,
    published_verdicts,
    referenced_runs,
    rows_to_add,
)
from tests.sampling import chosen, gate_of

ROOT = Path(__file__).resolve().parents[3]
RECORDED = ROOT / "recorded"
#: Verdicts that differ from the published ones: slug, task, published words, status here. The published limit
#: was 3 s of wall time on an unknown machine; ours is CPU time, scaled by the machine's speed.
DIFFERENT = frozenset(
    {("claude-3-sonnet-20240229", "479. Largest Palindrome Product", "timed out", "passed")}
)


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An empty folder of fetched data sets."""
    monkeypatch.setenv("SIGHTBENCH_DATASETS", str(tmp_path / "home"))


def recorded_rows() -> list[tuple[Path, Row]]:
    return [(path, read_record(Row, path, RECORDED)) for path in row_files(RECORDED)]


def shown_rows() -> list[Row]:
    """Return the newest row of each model and data set."""
    rows = sorted((row for _, row in recorded_rows()), key=row_age)
    return list({(row.slug, row.result.dataset): row for row in rows}.values())


@pytest.mark.gate
def test_each_run_by_reference_has_a_shown_row_from_its_own_files() -> None:
    """Runs whose digests nobody knows yet have no row: no machine could fetch their answers."""
    named = {(submission.slug, run.dataset): reference for _, submission, run, reference in referenced_runs()}
    wanted = {key: reference for key, reference in named.items() if reference.is_pinned}
    rows = shown_rows()
    found: dict[tuple[str, str], ReferencedAnswers | None] = {
        (row.result.submission.slug, row.result.dataset): row.run.references for row in rows
    }
    assert found == wanted
    assert len(rows) == len(wanted) == 25
    assert {slug for slug, _ in named.keys() - wanted.keys()} == {
        "gpt-4o-mini", "gpt-5-nano-2025-08-07", "qwen3-vl-30b-a3b-instruct", "qwen3-vl-8b-instruct",
    }  # fmt: skip
    models = [
        {slug for slug, dataset in wanted if dataset == name} for name in ("official", "official-humaneval")
    ]
    assert [len(names) for names in models] == [12, 13]
    assert models[1] - models[0] == {"internvl-2-pro"}


@pytest.mark.gate
def test_the_rows_of_a_data_set_are_by_one_version_and_replace_only_older_ones() -> None:
    shown = {(row.slug, row.result.dataset): row for row in shown_rows()}
    for _, row in recorded_rows():
        newest = shown[row.slug, row.result.dataset]
        if row.id != newest.id:
            then, now = row.result.versions, newest.result.versions
            assert (then.suite, then.judge) < (now.suite, now.judge)
            assert question_of(row) == question_of(newest)
    for dataset in ("official", "official-humaneval"):
        versions = [row.result.versions for row in shown.values() if row.result.dataset == dataset]
        assert len({(found.suite, found.judge) for found in versions}) == 1


def changed_row(row: Row, status: Literal["timeout"], task: str) -> Row:
    """Return a row of the judge before with another status of one task."""
    versions = row.result.versions.model_copy(update={"judge": row.result.versions.judge - 1})
    statuses = row.result.statuses | {task: [status]}
    result = row.result.model_copy(update={"versions": versions, "statuses": statuses})
    run = row.run.model_copy(update={"started": "2026-01-01T00:00:00Z", "verdicts_file": None})
    return Row(id=row_id(result), result=result, run=run)


def test_a_row_is_the_same_while_tasks_answers_and_verdicts_are() -> None:
    row = shown_rows()[0]
    task, (status,) = next(iter(row.result.statuses.items()))
    assert is_same(row, changed_row(row, status, task))  # type: ignore[arg-type]
    moved = changed_row(row, "timeout", task)
    assert not is_same(moved, row)
    assert [(move.before, move.now) for move in moves(moved, row)] == [("timeout", status)]
    name, dataset = row.result.submission.name, row.result.dataset
    assert moved_text([*moves(moved, row)]) == f"- {name}, `{dataset}`, *{task}*: timeout → {status}\n"
    tasks = row.result.tasks.model_copy(update={"digest": "0" * 64})
    other = row.result.model_copy(update={"tasks": tasks})
    assert not is_same(row, row.model_copy(update={"result": other}))


def test_one_moved_verdict_makes_all_rows_of_its_data_set_anew() -> None:
    rows = {(row.slug, row.result.dataset): row for row in shown_rows()}
    moved, other = rows["gpt-4o", "official-humaneval"], rows["internvl-2-pro", "official-humaneval"]
    elsewhere = rows["gpt-4o", "official"]
    judged = []
    for row in (moved, other, elsewhere):
        task, (status,) = next(iter(row.result.statuses.items()))
        before = changed_row(row, "timeout" if row is moved else status, task)  # type: ignore[arg-type]
        judged.append(JudgedRun(before=before, row=row, files={}))
    assert [each.row for each in rows_to_add(judged)] == [moved, other]
    assert rows_to_add(judged[1:]) == []
    current = JudgedRun(before=other, row=other, files={})
    assert [each.row for each in rows_to_add([judged[0], current])] == [moved]
    assert rows_to_add([JudgedRun(before=None, row=moved, files={}), judged[1]])[1:] == [judged[1]]


@gate_of("recorded")
@pytest.mark.usefixtures("home")
def test_answers_judged_again_add_a_row_only_if_a_verdict_moved(
    shared_data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Of InternVL, whose only row has 164 answers, the copy has a row of the judge before."""
    slug, rows = "internvl-2-pro", tmp_path / "rows"
    shown = next(row for row in shown_rows() if row.slug == slug)
    task, (status,) = next(iter(shown.result.statuses.items()))
    before = changed_row(shown, "timeout", task)
    path = add_record(rows, before)
    old = path.read_bytes()
    monkeypatch.setattr(recorded_rows_script, "PARTIAL", tmp_path)
    monkeypatch.setattr(recorded_rows_script, "MOVED", tmp_path / "moved.md")
    options = ("--answers", shared_data / "codevision" / "upstream-all", "--rows", rows, "--only", slug)

    def run(*more: str) -> str:
        monkeypatch.setattr("sys.argv", ["recorded", *map(str, options), "--workers", "1", *more])
        assert recorded_rows_script.main() == 0
        return capsys.readouterr().out

    assert f"1 new rows in {rows} (not written)" in run("--dry-run")
    assert list(row_files(rows)) == [path]
    line = f"- {shown.result.submission.name}, `official-humaneval`, *{task}*: timeout → {status}\n"
    assert (tmp_path / "moved.md").read_text(encoding="utf-8") == line
    assert f"1 new rows in {rows}\n" in run()
    (new,) = [file for file in row_files(rows) if file != path]
    assert is_same(read_record(Row, new, rows), shown), "today's judge gives the verdicts of the shown row"
    assert path.read_bytes() == old
    assert f"0 new rows in {rows}\n" in run()
    assert len(list(row_files(rows))) == 2


@gate_of("recorded")
@pytest.mark.usefixtures("home")
def test_the_present_judge_gives_the_verdicts_of_the_shown_rows(shared_data: Path) -> None:
    """The answers of all models to a fixed sample of the tasks; ``weekly`` judges all answers."""
    folder = shared_data / "codevision" / "upstream-all"
    fetch_official(folder)
    compared = 0
    for dataset in ("official", "official-humaneval"):
        source = from_suite("code-vision", dataset)
        tasks = [task for task in source.tasks if chosen(task.id, 40)]
        names = {task.id for task in tasks}
        rows = [row for row in shown_rows() if row.result.dataset == dataset]
        answers = [
            replace(answer, draw=number)  # models are judged together, each as one draw
            for number, row in enumerate(rows)
            for answer in read_referenced(references_of(row), folder)
            if answer.task_id in names
        ]
        judged = evaluate(tasks, answers, rule=source.rule("upstream"), executor=LocalPool(1, keep=True))
        for task, statuses in statuses_by_task(judged.outcomes).items():
            found = {row.slug: status for row, status in zip(rows, statuses, strict=True)}
            assert found == {row.slug: row.result.statuses[task][0] for row in rows}, task
            compared += len(rows)
    assert compared > 100


def references_of(row: Row) -> ReferencedAnswers:
    assert row.run.references is not None
    return row.run.references


@gate_of("engines")
def test_a_recorded_row_says_how_it_was_judged_and_keeps_no_answer() -> None:
    for path, row in recorded_rows():
        result, run = row.result, row.run
        assert (result.setting, result.protocol) == ("flowchart", "cool-1")
        assert (result.prompt.name, result.extraction) == ("upstream", "upstream")
        assert (run.completions_file, run.descriptions_file, run.trust) == (None, None, "judged")
        assert not run.missing
        check_verdicts(row, path)
        assert run.verdicts_file is not None
        verdicts = read_verdicts(path.parent / run.verdicts_file.name)
        failed = [verdict for verdict in verdicts if verdict.status.value != "passed"]
        may_quote = result.dataset == "official-humaneval"  # its tests have a licence
        assert {bool(verdict.detail) for verdict in failed} == {may_quote}
        rows = path.parent.glob("*.json")
        files = {name for each in rows for name in (each.name, f"{each.stem}.verdicts.jsonl.gz")}
        assert {file.name for file in path.parent.iterdir()} == files
        assert not {"def ", "assert", "return "} & set(json.dumps(row.model_dump(mode="json")).split())


@gate_of("recorded")
def test_recorded_verdicts_equal_the_published_ones_but_for_time_limits(shared_data: Path) -> None:
    folder = shared_data / "codevision" / "upstream-all"
    different, samples = set(), 0
    for row in shown_rows():
        references = references_of(row)
        check_completions(row, read_referenced(references, folder), row.path(RECORDED))
        published = published_verdicts(references, folder)
        assert published.keys() == row.result.statuses.keys()
        for task, (status,) in row.result.statuses.items():
            samples += 1
            passed, words = published[task]
            if (status == "passed") != passed:
                different.add((row.result.submission.slug, task, words, status))
    assert samples == 12 * 438 + 13 * 164
    assert different == DIFFERENT


@pytest.mark.gate
def test_variants_of_a_problem_are_one_stem_in_comparisons() -> None:
    """Contests have problems I and II, and some problems are there by number and by contest."""
    row = next(row for row in shown_rows() if row.result.dataset == "official")
    counted = count_row(row)
    stems = row_subject(counted.row, counted.counts).counts.stems
    of = dict(zip(counted.counts.tasks, stems, strict=True))
    assert (len(stems), len(set(stems)), of["227. Basic Calculator II"]) == (438, 420, "basic-calculator")
    assert set(counted.counts.stems) == set(counted.counts.tasks)
