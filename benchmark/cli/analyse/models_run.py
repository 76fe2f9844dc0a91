"""The work of `sightbench analyse models`."""

from pathlib import Path

from benchmark.analysis.studies.model_details import ModelDetails, ModelList, model_details
from benchmark.cli.shared.console import output, plain_table, print_json
from benchmark.cli.shared.suite_names import known_suites
from benchmark.core.errors import printable_text
from benchmark.submissions.folder import read_submissions


def run(*, submissions: Path, as_json: bool) -> None:
    """List the models of all submissions."""
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
