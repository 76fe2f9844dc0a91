"""`sightbench analyse models`: list the models of all submissions."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from benchmark.cli.shared.console import output, plain_table, print_json
from benchmark.cli.shared.options import FOLDER, json_option
from benchmark.core.errors import printable_text

if TYPE_CHECKING:
    from benchmark.analysis.studies.model_details import ModelDetails, ModelList


@click.command()
@click.option(
    "--submissions",
    type=FOLDER,
    default=Path("submissions"),
    show_default=True,
    help="Folder of submissions, <slug>/submission.yaml.",
)
@json_option
def command(*, submissions: Path, as_json: bool) -> None:
    """List the models of all submissions with their details.

    Like Table 10 of HumanEval-V, lists kind, parameters and links; also lists organisation, decoder, licence,
    dates and the ids at the providers. A model is listed as seeing if one of its runs shows it pictures.
    Baselines and examples are left out.

    Reads the submissions; writes nothing. Needs no network and no keys. Safe to repeat.
    """
    from benchmark.analysis.studies.model_details import model_details
    from benchmark.cli.shared.suite_names import known_suites
    from benchmark.submissions.folder import read_submissions

    report = model_details(read_submissions(submissions, known_suites()))
    if as_json:
        print_json(report)
    else:
        _print(report)


def _print(report: ModelList) -> None:
    heads = ("model", "kind", "10⁹ parameters", "decoder", "organisation", "released", "licence", "link")
    table = plain_table(*heads, right=(2,))
    for model in report.models:
        table.add_row(
            printable_text(model.name),
            _kind(model),
            "" if model.parameters_b is None else f"{model.parameters_b:g}",
            printable_text(model.decoder or ""),
            printable_text(model.organisation or ""),
            model.release_date or "",
            printable_text(model.licence or ""),
            next(iter(model.links.values()), ""),
        )
    output().print(table)


def _kind(model: ModelDetails) -> str:
    weights = {"closed": "proprietary", "open": "open"}.get(model.weights or "", "not stated")
    return f"{weights}, {'sees' if model.sees else 'reads'}"
