"""The work of `sightbench results list`."""

from pathlib import Path

from benchmark.analysis.ledger_report import LedgerEntry, LedgerReport, ledger_report
from benchmark.cli.shared.console import output, print_json
from benchmark.cli.shared.results_branch import rows_folder
from benchmark.cli.shared.tables import plain_table
from benchmark.core.errors import printable
from benchmark.results.counted_row import read_counted
from benchmark.results.ledger import read_withdrawn


def run(*, rows: Path, remote: str | None, branch: str, slugs: tuple[str, ...], as_json: bool) -> None:
    """Print all rows."""
    with rows_folder(rows, remote, branch) as folder:
        report = ledger_report(read_counted(folder, None), read_withdrawn(folder))
    if slugs:
        report = LedgerReport(rows=[one for one in report.rows if one.slug in slugs])
    if as_json:
        print_json(report)
    else:
        _print(report.rows)


def _print(entries: list[LedgerEntry]) -> None:
    table = plain_table("row", "submission", "suite", "setting", "protocol", "version", "judged", "trust", "")
    for one in entries:
        date = f" {one.retraction.date[:10]}: {printable(one.retraction.reason)}" if one.retraction else ""
        table.add_row(
            one.row[:12],
            one.slug,
            f"{one.suite} {one.dataset}",
            printable(one.setting),
            printable(one.protocol),
            str(one.version),
            one.started[:10],
            one.trust,
            f"{'' if one.state == 'counts' else one.state}{date}",
        )
    console = output()
    console.print(table if entries else "no row")
