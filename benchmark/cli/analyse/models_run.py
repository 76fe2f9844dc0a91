"""The work of `sightbench analyse models`."""

from pathlib import Path

from benchmark.analysis.studies.model_details import ModelDetails, ModelList, model_details
from benchmark.cli.shared.console import output, print_json
from benchmark.cli.shared.suite_names import known_suites
from benchmark.cli.shared.tables import plain_table
from benchmark.core.errors import printable
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


def _kind(one: ModelDetails) -> str:
    weights = {"closed": "proprietary", "open": "open"}.get(one.weights or "", "not said")
    return f"{weights}, {'sees' if one.sees else 'reads'}"
