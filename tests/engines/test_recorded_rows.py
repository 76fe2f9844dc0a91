"""The shipped rows of 13 models: complete, without answers or tests, and equal to the published verdicts."""

import json
from pathlib import Path

import pytest

from benchmark.analysis.ranks.ranking import rank_rows
from benchmark.analysis.ranks.subjects import row_subject
from benchmark.files.references import ReferencedAnswers
from benchmark.files.verdicts import read_verdicts
from benchmark.pipeline.rows.row_files import check_completions, check_verdicts
from benchmark.results.branch_record import read_record
from benchmark.results.counted_row import count_row, read_counted
from benchmark.results.ledger import row_files
from benchmark.results.row import Row
from benchmark.suites.importers import read_referenced
from engines.recorded_rows import published_verdicts, referenced_runs

ROOT = Path(__file__).resolve().parent.parent.parent
RECORDED = ROOT / "recorded"
#: Verdicts that differ from the published ones: slug, task, published words, status here. The published limit
#: was 3 s of wall time on an unknown machine; ours is CPU time, scaled by the machine's speed.
DIFFERENT = frozenset(
    {("claude-3-sonnet-20240229", "479. Largest Palindrome Product", "timed out", "passed")}
)


def recorded_rows() -> list[tuple[Path, Row]]:
    return [(path, read_record(Row, path, RECORDED)) for path in row_files(RECORDED)]


def test_each_run_by_reference_has_one_recorded_row_from_its_own_files() -> None:
    wanted = {
        (submission.slug, run.dataset): reference for _, submission, run, reference in referenced_runs()
    }
    rows = [row for _, row in recorded_rows()]
    found: dict[tuple[str, str], ReferencedAnswers | None] = {
        (row.result.submission.slug, row.result.dataset): row.run.references for row in rows
    }
    assert found == wanted
    assert len(rows) == len(wanted) == 25
    models = [
        {slug for slug, dataset in wanted if dataset == name} for name in ("official", "official-humaneval")
    ]
    assert [len(names) for names in models] == [12, 13]
    assert models[1] - models[0] == {"internvl-2-pro"}


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
        files = {path.name, run.verdicts_file.name}
        assert {file.name for file in path.parent.iterdir()} == files
        assert not {"def ", "assert", "return "} & set(json.dumps(row.model_dump(mode="json")).split())


@pytest.mark.gate
def test_recorded_verdicts_equal_the_published_ones_but_for_time_limits(shared_data: Path) -> None:
    folder = shared_data / "codevision" / "upstream-all"
    different, samples = set(), 0
    for path, row in recorded_rows():
        references = row.run.references
        assert references is not None
        check_completions(row, read_referenced(references, folder), path)
        published = published_verdicts(references, folder)
        assert published.keys() == row.result.statuses.keys()
        for task, (status,) in row.result.statuses.items():
            samples += 1
            passed, words = published[task]
            if (status == "passed") != passed:
                different.add((row.result.submission.slug, task, words, status))
    assert samples == 12 * 438 + 13 * 164
    assert different == DIFFERENT


def test_variants_of_a_problem_are_one_stem_in_comparisons() -> None:
    """Contests have problems I and II, and some problems are there by number and by contest."""
    row = next(row for _, row in recorded_rows() if row.result.dataset == "official")
    counted = count_row(row)
    stems = row_subject(counted.row, counted.counts).compared.stems
    of = dict(zip(counted.counts.tasks, stems, strict=True))
    assert (len(stems), len(set(stems)), of["227. Basic Calculator II"]) == (438, 420, "basic-calculator")
    assert set(counted.counts.stems) == set(counted.counts.tasks)


def test_the_example_of_the_method_page_has_the_numbers_of_the_recorded_rows() -> None:
    ranking = next(
        table.ranking
        for table in rank_rows(read_counted(RECORDED, None), None).tables
        if table.ranking.key.dataset == "official"
    )
    first, second, third = ranking.places[:3]
    (leader,), score = ranking.leaders, first.score
    gaps = [f"{100 * pair.difference:.1f} points ahead" for pair in ranking.neighbours[:2]]
    assert [pair.real for pair in ranking.neighbours[:2]] == [True, False]
    assert [(place.first, place.last) for place in (first, second, third)] == [(1, 1), (2, 3), (2, 3)]
    assert len(ranking.places) == 12
    text = " ".join((ROOT / "site" / "pages" / "about" / "index.md").read_text(encoding="utf-8").split())
    for sentence in (
        f"GPT-4o solves {100 * score.value:.1f} % ({100 * score.low:.1f}–{100 * score.high:.1f}).",
        f"the {ranking.tasks} tasks are {ranking.stems} [stems]",
        f"it is the same: {100 * leader.low:.1f}–{100 * leader.high:.1f}.",
        f"GPT-4o is {gaps[0]} of Gemini 1.5 Pro, which is real.",
        f"Gemini 1.5 Pro is {gaps[1]} of Claude 3.5 Sonnet, which may be luck.",
        f"after counting all {ranking.pairs} pairs of the table",
        f"smaller than about {100 * ranking.visible_difference:.1f} points can be missed",
        "GPT-4o has place 1; Gemini 1.5 Pro and Claude 3.5 Sonnet share places 2–3.",
    ):
        assert sentence in text
