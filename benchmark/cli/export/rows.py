"""`sightbench export every-eval-ever`, `hub-eval-results` and `inspect`: rows in formats of other tools."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import click

from benchmark.analysis.wording import plural
from benchmark.cli.shared.options import FOLDER, PATH, assets_option
from benchmark.files.atomic import write_atomic

if TYPE_CHECKING:
    from benchmark.interchange.every_eval_ever import Relationship

_EVERY_EVAL_EVER = """\b
Examples:
  sightbench export every-eval-ever recorded --out build/eee
  sightbench export every-eval-ever results/SUITE/DATASET/SLUG/ID.json --aggregate --out build/eee
"""
_HUB_EVAL_RESULTS = """\b
Example:
  sightbench export hub-eval-results results/mmcode/open --hub-dataset OWNER/sightbench-mmcode --out build/hub
"""
_INSPECT = """\b
Examples:
  sightbench export inspect recorded --out build/logs
  inspect view --log-dir build/logs
"""
Command = TypeVar("Command", bound=Callable[..., object])
model_option = click.option(
    "--model-id",
    metavar="OWNER/NAME",
    default="",
    help="Id of the model, as Hugging Face spells it, if all rows are of one model. By default the id that"
    " was asked for, or the organisation and the slug.",
)


def rows_argument(command: Command) -> Command:
    """Add ROW..., --aggregate, --model-id and --assets."""
    for option in (
        assets_option,
        model_option,
        click.option("--aggregate", is_flag=True, help="Write only scores, nothing about single samples."),
        click.argument("rows", metavar="ROW...", nargs=-1, required=True, type=PATH),
    ):
        command = option(command)
    return command


@click.command(epilog=_EVERY_EVAL_EVER)
@rows_argument
@click.option(
    "--relationship",
    type=click.Choice(["first_party", "third_party", "collaborative", "other"]),
    default="third_party",
    show_default=True,
    help="Who evaluated, seen from the model's developer.",
)
@click.option("--out", type=FOLDER, required=True, help="Folder for the files; created if missing.")
def every_eval_ever(
    *,
    rows: tuple[Path, ...],
    aggregate: bool,
    model_id: str,
    assets: str,
    relationship: Relationship,
    out: Path,
) -> None:
    """Write rows as records of Every Eval Ever (github.com/evaleval/every_eval_ever), schema 0.3.0.

    Reads each ROW, a file or a folder of rows, and the completions and verdicts next to it. Writes to
    OUT/data/sightbench-SUITE/DEVELOPER/MODEL/, the path that their datastore asks for: UUID.json with every
    score and its range, and UUID_samples.jsonl with one record per judged sample, unless --aggregate is set.

    Records of samples contain only what the site shows: texts of tasks if they are ours, failed checks if
    the licence allows it, answers if the row keeps them. For fresh data sets there are only scores.

    Needs no keys, and no network without --assets. Safe to repeat: the same row gives the same bytes.
    """
    from benchmark.cli.shared.assets import asset_fetcher
    from benchmark.interchange.every_eval_ever import record_files
    from benchmark.interchange.rows import read_exported

    with contextlib.ExitStack() as stack:
        fetch = asset_fetcher(assets, stack)
        for exported in read_exported(rows, samples=not aggregate, fetch=fetch, model_id=model_id):
            for path, content in record_files(exported, relationship).items():
                write_atomic(out / path, content)
                click.echo(out / path)
            scores, samples = len(exported.row.result.scores), len(exported.samples)
            click.echo(f"  {plural(scores, 'score')}, {plural(samples, 'sample')}")
            if exported.withheld:
                click.echo(f"  without texts of tasks: {exported.withheld}")
            if not exported.model.is_known:
                note_unknown_model(exported.row.result.submission.slug)


@click.command(epilog=_HUB_EVAL_RESULTS)
@click.argument("rows", metavar="ROW...", nargs=-1, required=True, type=PATH)
@click.option(
    "--hub-dataset",
    metavar="OWNER/NAME",
    required=True,
    help="Data set on the Hub whose leaderboard the scores are for.",
)
@click.option(
    "--task-id",
    default="",
    help="Id of the leaderboard in its eval.yaml; by default the one that `export hub-dataset` writes.",
)
@click.option("--revision", default="", help="Commit of the data set on the Hub.")
@click.option("--source", default="", help="https address of a page about the results.")
@model_option
@click.option("--out", type=FOLDER, required=True, help="Folder for the files; created if missing.")
def hub_eval_results(
    *,
    rows: tuple[Path, ...],
    hub_dataset: str,
    task_id: str,
    revision: str,
    source: str,
    model_id: str,
    out: Path,
) -> None:
    """Write scores as Hugging Face model repositories take them, in .eval_results/*.yaml.

    Reads each ROW, a file or a folder of rows, all on one data set. Writes
    OUT/DEVELOPER/MODEL/.eval_results/NAME.yaml, one file per model and leaderboard: the metric that ranks the
    data set (percent, or points from 1 to 10), the date, and notes with its range and conditions. Of several
    rows for one file, the newest counts. Upload the folder .eval_results to the model's repository on the
    Hub, or open a pull request there.

    Needs no network and no keys. Safe to repeat: the same rows give the same bytes.
    """
    from benchmark.interchange.hub_results import HubTarget, result_files
    from benchmark.interchange.rows import read_exported

    target = HubTarget(dataset=hub_dataset, task=task_id, revision=revision, source=source)
    found = tuple(read_exported(rows, samples=False, fetch=None, model_id=model_id))
    files = result_files(found, target)
    for path, content in files.items():
        write_atomic(out / path, content)
        click.echo(out / path)
    for slug in dict.fromkeys(row.row.result.submission.slug for row in found if not row.model.is_known):
        note_unknown_model(slug)


@click.command(epilog=_INSPECT)
@rows_argument
@click.option("--out", type=FOLDER, required=True, help="Folder for the logs; created if missing.")
def inspect(*, rows: tuple[Path, ...], aggregate: bool, model_id: str, assets: str, out: Path) -> None:
    """Write rows as logs of Inspect, which `inspect view` and inspect_ai.log.read_eval_log read.

    Reads each ROW, a file or a folder of rows, and the completions and verdicts next to it. Writes one log
    per row to --out, in Inspect's JSON format: every score with its range, and, unless --aggregate is set,
    every judged sample with its verdict.

    Samples contain only what the site shows: texts of tasks if they are ours, failed checks if the licence
    allows it, answers if the row keeps them. For fresh data sets there are only scores.

    Needs no keys, and no network without --assets. Safe to repeat: the same row gives the same bytes.
    """
    from benchmark.cli.shared.assets import asset_fetcher
    from benchmark.interchange.inspect_log import log_file
    from benchmark.interchange.rows import read_exported

    with contextlib.ExitStack() as stack:
        fetch = asset_fetcher(assets, stack)
        for exported in read_exported(rows, samples=not aggregate, fetch=fetch, model_id=model_id):
            name, content = log_file(exported)
            write_atomic(out / name, content)
            click.echo(f"{out / name}: {plural(len(exported.samples), 'sample')}")
            if exported.withheld:
                click.echo(f"  without texts of tasks: {exported.withheld}")
            if not exported.model.is_known:
                note_unknown_model(exported.row.result.submission.slug)


def note_unknown_model(slug: str) -> None:
    """Print how to name a model whose developer is unknown."""
    click.echo(f"  the developer of {slug} is unknown: name the model with --model-id OWNER/NAME")
