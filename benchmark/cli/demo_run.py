"""The work of `sightbench demo`."""

import shutil
from collections.abc import Sequence
from pathlib import Path

from rich.table import Table

from benchmark.analysis.groups import score_of
from benchmark.analysis.scale_words import words_of
from benchmark.cli.shared.console import output, progress
from benchmark.cli.shared.suite_names import known_suites
from benchmark.cli.shared.tables import outcome_line, plain_table
from benchmark.core.errors import Differs
from benchmark.files.shipped import SHIPPED
from benchmark.leaderboard.build.build import build_site
from benchmark.leaderboard.rows.task_difficulty import compute_difficulties
from benchmark.leaderboard.shared.site_config import SiteConfig
from benchmark.pipeline.judge.local_pool import LocalPool
from benchmark.pipeline.rows.record import record_evaluation
from benchmark.pipeline.rows.submitted_run import judge_run, row_identity, run_descriptions
from benchmark.results.ledger import read_row_in_place, row_files
from benchmark.results.row import Row, RowScore
from benchmark.submissions.check import read_submission
from benchmark.suites.settings import ranking_metric

#: Bundled submission → the score that it must have; None if any score is possible.
_BUNDLED = {
    "_examples/gold": 1.0,
    "_examples/blank": 0.0,
    "_examples/stub": None,
    "_examples/guess": None,
    "smollm2-135m-q4": None,
}


def run(
    *, submissions: Path | None, recorded: Path | None, out: Path, site: bool, workers: int | None
) -> None:
    """Judge the bundled submissions, print their scores and those of recorded rows, and build the site."""
    submissions = submissions or SHIPPED / "submissions"
    table = plain_table("data set", "submission", "pass@1 %", "95 % interval", "outcomes", right=(2,))
    lines: dict[str, list[tuple[str, str, str, str, str]]] = {}
    wrong = []
    for name, expected in _BUNDLED.items():
        folder = submissions / name
        submission = read_submission(folder, known_suites())
        slug = submission.slug
        for run in submission.runs:
            data = f"{run.suite} {run.dataset}"
            with progress(f"judging {slug} on {data}") as report:
                evaluation = judge_run(folder, run, executor=LocalPool(workers), progress=report)
            descriptions = run_descriptions(folder, run, evaluation)
            record_evaluation(out / "rows", evaluation, row_identity(folder, submission, run), descriptions)
            wanted = ranking_metric(run.suite, run.dataset)
            score = next(found for found in evaluation.scores if found.metric == wanted)
            words = words_of(score.scale)
            low_high = words.range(score.low, score.high)
            value = f"{words.value(score.value)}{'' if wanted == 'pass@1' else ' of 10'}"
            cells = (data, slug, value, low_high, outcome_line(evaluation.outcomes))
            lines.setdefault(data, []).append(cells)
            least = None if expected is None else words.lowest + expected * (words.highest - words.lowest)
            if least is not None and score.value != least:
                wrong.append(f"{slug} must score {least} on {data}, got {score.value}")
    for lines_of_dataset in lines.values():
        for line in lines_of_dataset:
            table.add_row(*line)
    console = output()
    console.print(table)
    rows = _copy_rows(recorded or SHIPPED / "recorded", out / "rows")
    if rows:
        console.print(_recorded_table(rows))
        console.print(_judged_when(rows))
    console.print(f"rows: {out / 'rows'}")
    if site:
        cache = out / "ranks"
        compute_difficulties(out / "rows", cache)
        config = SiteConfig(rows=out / "rows", submissions=submissions, cache=cache)
        console.print(f"open {build_site(config, out / 'site').index}")
    if wrong:
        raise Differs("; ".join(wrong))


def _copy_rows(recorded: Path, rows: Path) -> tuple[Row, ...]:
    """Copy recorded rows with their files, replace those that earlier versions shipped, and return them."""
    found = []
    for path in row_files(recorded) if recorded.is_dir() else ():
        row = read_row_in_place(recorded, path)
        folder = rows / path.parent.relative_to(recorded)
        shutil.rmtree(folder, ignore_errors=True)
        shutil.copytree(path.parent, folder)
        found.append(row)
    return tuple(found)


def _recorded_table(rows: Sequence[Row]) -> Table:
    """Return one line per model, with its score on each data set; the best on the first data set leads."""
    datasets = sorted({(row.result.suite, row.result.dataset) for row in rows})
    scores: dict[str, dict[tuple[str, str], RowScore]] = {}
    for row in rows:
        if (score := score_of(row)) is not None:
            name = (row.result.suite, row.result.dataset)
            scores.setdefault(row.result.submission.slug, {})[name] = score
    table = plain_table("recorded submission, pass@1 %", *(" ".join(name) for name in datasets))

    def place(slug: str) -> list[float]:
        return [-scores[slug][name].value if name in scores[slug] else 0.0 for name in datasets]

    for slug in sorted(scores, key=place):
        cells = (_score_cell(scores[slug].get(name)) for name in datasets)
        table.add_row(slug, *cells)
    return table


def _score_cell(score: RowScore | None) -> str:
    """Return a score with its range, such as ``91.3 (88.3–93.6)``."""
    if score is None:
        return ""
    words = words_of(score.scale)
    return f"{words.value(score.value)} ({words.range(score.low, score.high)})"


def _judged_when(rows: Sequence[Row]) -> str:
    """Return when recorded rows were judged, and from what."""
    days = sorted({row.run.started[:10] for row in rows})
    when = days[0] if len(days) == 1 else f"{days[0]} to {days[-1]}"
    versions = ", ".join(sorted({str(row.result.versions.judge) for row in rows}))
    return (
        f"recorded rows: judged on {when} by judge version {versions}, from answers that others publish"
        " (not judged now)"
    )
