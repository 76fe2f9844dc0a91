"""The shipped rows of 13 models: complete, without answers or tests, and equal to the published verdicts."""

import json
from pathlib import Path

from benchmark.analysis.ranks.subjects import row_subject
from benchmark.files.references import ReferencedAnswers
from benchmark.files.verdicts import read_verdicts
from benchmark.pipeline.rows.row_files import check_completions, check_verdicts
from benchmark.results.branch_record import read_record
from benchmark.results.counted_row import count_row
from benchmark.results.ledger import row_files
from benchmark.results.row import Row
from benchmark.suites.importers import read_referenced
from engines.recorded_rows import published_verdicts, referenced_runs
from tests.sampling import gate_of

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
        files = {path.name, run.verdicts_file.name}
        assert {file.name for file in path.parent.iterdir()} == files
        assert not {"def ", "assert", "return "} & set(json.dumps(row.model_dump(mode="json")).split())


@gate_of("recorded")
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
