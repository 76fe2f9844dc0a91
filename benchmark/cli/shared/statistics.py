"""What commands that compute statistics share: options, the extra they need, and how numbers read."""

import importlib.util
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import click

from benchmark.cli.shared.options import FOLDER, PATH
from benchmark.core.errors import BadInput

if TYPE_CHECKING:
    from pydantic import BaseModel

    from benchmark.core.task import Task

Command = TypeVar("Command", bound=Callable[..., object])

json_option = click.option("--json", "as_json", is_flag=True, help="Print one JSON document instead.")
metric_option = click.option(
    "--metric",
    default="pass@1",
    show_default=True,
    help="pass@K, execution_success, parsing_success, points or share:STATUS.",
)
rows_option = click.option(
    "--rows",
    type=FOLDER,
    default=Path("results"),
    show_default=True,
    help="Folder of rows: <suite>/<dataset>/<slug>/<id>.json.",
)
cache_option = click.option(
    "--cache",
    type=FOLDER,
    default=Path("build/ranks"),
    show_default=True,
    help="Folder for what is computed once. It may be removed at any time; entries unused for 60 days are.",
)


def tasks_options(command: Command) -> Command:
    """Where verdict files find stems, subsets, levels and categories."""
    for option in (
        click.option("--dataset", default="", help="A data set of the suite; its first by default."),
        click.option("--suite", default="", help="The suite whose tasks the verdict files are about."),
        click.option("--tasks", type=PATH, multiple=True, help="Or their task file; may be repeated."),
    ):
        command = option(command)
    return command


def tasks_of(files: Sequence[Path], suite: str, dataset: str) -> "tuple[Task, ...] | None":
    """The tasks that the options name; None without any."""
    from benchmark.pipeline import sources

    if files and (suite or dataset):
        raise BadInput("--tasks", "", "cannot be used with --suite or --dataset", "leave one of them out")
    if files:
        return sources.from_files(files).tasks
    if dataset and not suite:
        raise BadInput("--dataset", "", "needs --suite", "name the suite")
    return sources.from_suite(suite, dataset).tasks if suite else None


def need_statistics() -> None:
    """Check that numpy, scipy and statsmodels are here.

    Raises:
        BadInput: when they are not.
    """
    absent = [name for name in ("numpy", "scipy", "statsmodels") if importlib.util.find_spec(name) is None]
    if absent:
        fix = 'pip install "sightbench[statistics]"'
        raise BadInput("this command", "", f"needs {', '.join(absent)}, not installed here", fix)


def print_json(report: "BaseModel") -> None:
    """One document on standard output."""
    sys.stdout.write(report.model_dump_json(by_alias=True, indent=1) + "\n")


def points(fraction: float, scale: float = 100.0) -> str:
    """A difference in points, with its sign: ``+11.9``, ``−0.4``; ``0.0`` is kept for exactly none."""
    if fraction == 0:
        return "0.0"
    return ("+" if fraction > 0 else "−") + f"{max(abs(scale * fraction), 0.1):.1f}"


def chance(p: float) -> str:
    """A p-value for people: ``0.041``, ``0.00012``, ``under 1e-6``."""
    return "under 1e-6" if p < 1e-6 else f"{p:.2g}"  # noqa: PLR2004 - below it nobody counts
