"""`sightbench analyse models`: what submissions say about their models."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from benchmark.cli.shared.options import FOLDER
from benchmark.cli.shared.statistics import json_option, print_json

if TYPE_CHECKING:
    from benchmark.analysis.studies.model_details import ModelDetails, ModelList


@click.command(short_help="What submissions say about their models.")
@click.option(
    "--submissions",
    type=FOLDER,
    default=Path("submissions"),
    show_default=True,
    help="Folder of submissions: <slug>/submission.yaml.",
)
@json_option
def models(*, submissions: Path, as_json: bool) -> None:
    """List the models of all submissions with their details.

    As in Table 10 of HumanEval-V: kind, parameters, links; and what else the submissions say: organisation,
    decoder, licence, dates, ids at the providers. A model is one that sees when one of its runs shows it
    pictures. Baselines and examples are left out.

    Reads the submissions, writes nothing. Needs neither network nor keys. Repeating it is safe.
    """
    from benchmark.analysis.studies.model_details import model_details
    from benchmark.cli.shared.suite_names import known_suites
    from benchmark.submissions.folder import read_submissions

    report = model_details(read_submissions(submissions, known_suites()))
    if as_json:
        print_json(report)
    else:
        _print(report)


def _print(report: "ModelList") -> None:
    from benchmark.cli.shared.console import output
    from benchmark.cli.shared.tables import plain_table
    from benchmark.core.errors import printable

    heads = ("model", "kind", "10⁹ parameters", "decoder", "organisation", "released", "licence", "link")
    table = plain_table(*heads, right=(2,))
    for one in report.models:
        table.add_row(
            printable(one.name),
            _kind(one),
            "" if one.parameters_b is None else f"{one.parameters_b:g}",
            printable(one.decoder or ""),
            printable(one.organisation or ""),
            one.release_date or "",
            printable(one.licence or ""),
            next(iter(one.links.values()), ""),
        )
    output().print(table)


def _kind(one: "ModelDetails") -> str:
    weights = {"closed": "proprietary", "open": "open"}.get(one.weights or "", "not said")
    return f"{weights}, {'sees' if one.sees else 'reads'}"
