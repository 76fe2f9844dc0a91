"""The work of `sightbench demo`."""

from pathlib import Path

from benchmark.analysis.wording import percent, percent_range
from benchmark.cli.shared.console import output, progress
from benchmark.cli.shared.suite_names import known_suites
from benchmark.cli.shared.tables import outcome_line, plain_table
from benchmark.core.errors import Differs
from benchmark.leaderboard.build.build import build_site
from benchmark.leaderboard.shared.site_config import SiteConfig
from benchmark.pipeline.judge.local_pool import LocalPool
from benchmark.pipeline.rows.record import record_evaluation
from benchmark.pipeline.rows.submitted_run import judge_run, row_identity, run_descriptions
from benchmark.submissions.check import read_submission

#: Bundled submission → the score that it must have; None if any score is possible.
_BUNDLED = {
    "_examples/gold": 1.0,
    "_examples/blank": 0.0,
    "_examples/stub": None,
    "_examples/guess": None,
    "smollm2-135m-q4": None,
}


def run(*, submissions: Path, out: Path, site: bool, workers: int | None) -> None:
    """Judge the bundled submissions, print their scores, and build the site."""
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
            score = evaluation.scores[0]
            low_high = percent_range(score.low, score.high)
            cells = (data, slug, percent(score.value), low_high, outcome_line(evaluation.outcomes))
            lines.setdefault(data, []).append(cells)
            if expected is not None and score.value != expected:
                wrong.append(f"{slug} must score {expected} on {data}, got {score.value}")
    for lines_of_dataset in lines.values():
        for line in lines_of_dataset:
            table.add_row(*line)
    console = output()
    console.print(table)
    console.print(f"rows: {out / 'rows'}")
    if site:
        config = SiteConfig(rows=out / "rows", submissions=submissions)
        console.print(f"open {build_site(config, out / 'site').index}")
    if wrong:
        raise Differs("; ".join(wrong))
