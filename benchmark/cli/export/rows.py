"""`sightbench export rows`: rows in formats of other tools, and the verdicts of their tables."""

from __future__ import annotations

import contextlib
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING

import click

from benchmark.analysis.wording import plural
from benchmark.cli.shared.options import FOLDER, PATH, assets_option, refuse_others
from benchmark.core.errors import BadInput
from benchmark.files.atomic import write_atomic

if TYPE_CHECKING:
    from benchmark.interchange.every_eval_ever import Relationship
    from benchmark.interchange.rows import ExportedRow

_EXAMPLES = """\b
Examples:
  sightbench export rows recorded --format eval-results --hub-dataset acme/code-vision --out build/hub
  sightbench export rows recorded --format every-eval-ever --out build/eee
  sightbench export rows results/SUITE/DATASET/SLUG/ID.json --format inspect --aggregate --out build/logs
  sightbench export rows results --format tables --out build/tables
"""
_EVERY = ("rows", "form", "out")
#: Format → the parameters that it has.
_PARAMETERS = {
    "tables": _EVERY,
    "inspect": (*_EVERY, "aggregate", "assets", "model_id"),
    "every-eval-ever": (*_EVERY, "aggregate", "assets", "model_id", "relationship"),
    "eval-results": (*_EVERY, "model_id", "hub_dataset", "source_url"),
}


@click.command(epilog=_EXAMPLES)
@click.argument("rows", metavar="ROW...", nargs=-1, required=True, type=PATH)
@click.option(
    "--format",
    "form",
    type=click.Choice(["every-eval-ever", "inspect", "eval-results", "tables"]),
    required=True,
    help="Format of the files.",
)
@click.option("--aggregate", is_flag=True, help="Write only scores, nothing about single samples.")
@click.option(
    "--relationship",
    type=click.Choice(["first_party", "third_party", "collaborative", "other"]),
    help="With every-eval-ever: who evaluated, as related to the model's developer; by default third_party.",
)
@click.option(
    "--model-id",
    metavar="OWNER/NAME",
    default="",
    help="Id of the model, as Hugging Face spells it, if all rows are of one model. By default the id that"
    " was asked for, or the organisation and the slug.",
)
@click.option(
    "--hub-dataset",
    metavar="OWNER/NAME",
    default="",
    help="With eval-results: data set on the Hugging Face hub; by default the one that the tasks come from.",
)
@click.option(
    "--source-url", default="", help="With eval-results: page with the results, such as your site's."
)
@assets_option
@click.option("--out", type=FOLDER, required=True, help="Folder for the files; created if missing.")
def command(
    *,
    rows: tuple[Path, ...],
    form: str,
    aggregate: bool,
    relationship: Relationship | None,
    model_id: str,
    hub_dataset: str,
    source_url: str,
    assets: str,
    out: Path,
) -> None:
    """Write rows in the format of another tool, or the verdicts of their tables.

    Reads each ROW, a file or a folder of rows, and the completions and verdicts next to it.

    FORMAT every-eval-ever: records of Every Eval Ever (github.com/evaleval/every_eval_ever), schema 0.3.0.
    Writes to OUT/data/sightbench-SUITE/DEVELOPER/MODEL/, the path that their datastore asks for: UUID.json
    with every score and its range, and UUID_samples.jsonl with one record per judged sample.

    FORMAT inspect: one log per row in Inspect's JSON format, which `inspect view` and
    inspect_ai.log.read_eval_log read: every score with its range, and every judged sample with its verdict.

    FORMAT eval-results: one file for each model, data set, setting, protocol and prompt, with the newest row
    that no newer version supersedes: OUT/OWNER/MODEL/.eval_results/NAME.yaml, to copy into the model's
    repository on the Hugging Face hub, which shows the score on the model's page. It has the score that
    ranks, in % or points. The task is DATASET_SETTING_PROTOCOL, and _PROMPT if that is not ours; the data
    set's own eval.yaml has to define it. The command prints these ids.

    In the first two, samples contain only what the site shows: texts of tasks if they are ours, failed checks
    if the licence allows it, answers if the row keeps them. For fresh data sets there are only scores.

    FORMAT tables: the verdicts of each table by model and task, as the site publishes them. Reads one folder
    of rows. Writes OUT/SUITE/, a gzipped CSV file per table, and a Parquet file if the extra `parquet` is
    installed. A line has the number of samples with each status; a sample without a verdict is counted as
    missing, never as wrong. Failed checks are left out where the tasks may not be shown.

    Needs no keys, and no network without --assets. Safe to repeat: the same row gives the same bytes.
    """
    refuse_others(form, _PARAMETERS[form], "leave it out")
    if form == "tables":
        _write_tables(rows, out)
        return
    from benchmark.cli.shared.assets import asset_fetcher
    from benchmark.interchange.every_eval_ever import record_files
    from benchmark.interchange.hub_results import check_address
    from benchmark.interchange.inspect_log import log_file
    from benchmark.interchange.rows import read_exported

    check_address("--source-url", source_url)
    with contextlib.ExitStack() as stack:
        fetch = asset_fetcher(assets, stack)
        # One row at a time, since the samples of a row may be large.
        samples = not aggregate and form != "eval-results"
        found = read_exported(rows, samples=samples, fetch=fetch, model_id=model_id)
        if form == "eval-results":
            _write_hub_results(out, found, hub_dataset, source_url)
            return
        for exported in found:
            if form == "inspect":
                _write(out, dict([log_file(exported)]))
            else:
                _write(out, record_files(exported, relationship or "third_party"))
            scores, count = len(exported.row.result.scores), len(exported.samples)
            click.echo(f"  {plural(scores, 'score')}, {plural(count, 'sample')}")
            if exported.withheld:
                click.echo(f"  without texts of tasks: {exported.withheld}")
            _name_unknown(exported)


def _name_unknown(exported: ExportedRow) -> None:
    if not exported.model.is_known:
        slug = exported.row.result.submission.slug
        click.echo(f"  the developer of {slug} is unknown: name the model with --model-id OWNER/NAME")


def _write_hub_results(out: Path, rows: Iterable[ExportedRow], dataset: str, source_url: str) -> None:
    from benchmark.interchange.hub_results import result_files

    for path, result in result_files(rows, dataset, source_url).items():
        _write(out, {path: result.content})
        click.echo(f"  {result.task}: {plural(len(result.exported.row.result.scores), 'score')}")
        _name_unknown(result.exported)


def _write(out: Path, files: Mapping[PurePosixPath, bytes]) -> None:
    for path, content in files.items():
        write_atomic(out / path, content)
        click.echo(out / path)


def _write_tables(rows: Sequence[Path], out: Path) -> None:
    from benchmark.leaderboard.downloads.tables import FOLDER as DOWNLOADS
    from benchmark.leaderboard.downloads.tables import table_contents, verdict_tables
    from benchmark.leaderboard.inputs.site_config import SiteConfig
    from benchmark.leaderboard.inputs.sources import sources_of
    from benchmark.results.counted_row import read_counted

    if len(rows) > 1 or not rows[0].is_dir():
        raise BadInput("ROW", "", "is not one folder of rows", "name the folder of rows")
    # Without places, which these files do not have, and which take the most time.
    sources = sources_of(read_counted(rows[0], None), SiteConfig(rows=rows[0]), ranked=False)
    tables = list(verdict_tables(sources))
    for table in tables:
        for path, content in table_contents(table, sources).items():
            file = out / Path(path).relative_to(DOWNLOADS)
            write_atomic(file, content)
            click.echo(f"{file}: {plural(table.lines, 'line')}")
    if not tables:
        click.echo("no rows")
