"""`sightbench verify`: judge a published row again, offline."""

from pathlib import Path

import click

from benchmark.cli.options import PATH, workers_option


@click.command()
@click.argument("row_file", metavar="ROW", type=PATH)
@click.option(
    "--tasks",
    type=PATH,
    multiple=True,
    help="The row's task file, where its suite has no such data set here.",
)
@click.option("--predictions", type=PATH, help="The row's completions, where they do not stand beside it.")
@workers_option
def command(row_file: Path, tasks: tuple[Path, ...], predictions: Path | None, workers: int | None) -> None:
    """Judge the completions of ROW again in the sandbox and compare every status and score.

    Where the row says how many answers parse, they are linted again as well.

    Reads the row, the completions beside it and the tasks of its data set; writes nothing. Needs no
    network and no keys. Repeating it is safe. Exit code 1 when anything differs.
    """
    from benchmark.cli.console import output, progress
    from benchmark.core.errors import Differs
    from benchmark.pipeline import sources
    from benchmark.pipeline.local import LocalPool
    from benchmark.pipeline.verify import completions_of, verify
    from benchmark.results.ledger import read_row

    row = read_row(row_file)
    result = row.result
    completions = completions_of(row, row_file, predictions)
    source = (
        sources.from_files(tasks) if tasks else sources.from_suite(result.suite, result.dataset, row_file)
    )
    verification = verify(
        row,
        row_file,
        source.tasks,
        completions,
        rule=source.rule(result.extraction, row_file),
        executor=LocalPool(workers),
        stage=progress,
    )
    console = output()
    for line in (*verification.differing, *verification.scores_differing):
        console.print(line)
    samples = sum(map(len, result.statuses.values()))
    console.print(
        f"{samples - len(verification.differing)} of {samples} statuses agree with row {row.id[:12]}"
    )
    if not verification.same_id:
        console.print(f"the result has another id now: {verification.again.id[:12]}")
        for name, then, now in _versions(
            row.result.versions.model_dump(), verification.again.result.versions.model_dump()
        ):
            console.print(f"  {name}: {then} then, {now} now")
    if not verification.agrees:
        raise Differs(f"row {row.id[:12]} does not agree with what was judged now")


def _versions(then: dict[str, object], now: dict[str, object]) -> list[tuple[str, object, object]]:
    return [(name, then[name], now[name]) for name in then if then[name] != now[name]]
