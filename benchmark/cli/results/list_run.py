"""The work of `sightbench results list`."""

from pathlib import Path

from benchmark.analysis.ledger_report import LedgerEntry, LedgerReport, ledger_report
from benchmark.cli.shared.console import output, print_json
from benchmark.cli.shared.results_branch import rows_folder
from benchmark.cli.shared.tables import plain_table
from benchmark.core.errors import printable_text
from benchmark.results.counted_row import read_counted
from benchmark.results.ledger import read_withdrawn


def run(*, rows: Path, remote: str | None, branch: str, slugs: tuple[str, ...], as_json: bool) -> None:
    """Print all rows."""
    with rows_folder(rows, remote, branch) as folder:
        report = ledger_report(read_counted(folder, None), read_withdrawn(folder))
    if slugs:
        report = LedgerReport(rows=[row for row in report.rows if row.slug in slugs])
    if as_json:
        print_json(report)
    else:
        _print(report.rows)


def _print(entries: list[LedgerEntry]) -> None:
    table = plain_table("row", "submission", "suite", "setting", "protocol", "version", "judged", "trust", "")
    for row in entries:
        retraction = row.retraction
        reason = f" {retraction.date[:10]}: {printable_text(retraction.reason)}" if retraction else ""
        table.add_row(
            row.row[:12],
            row.slug,
            f"{row.suite} {row.dataset}",
            printable_text(row.setting),
            printable_text(row.protocol),
            str(row.version),
            row.started[:10],
            row.trust,
            f"{'' if row.state == 'counts' else row.state}{reason}",
        )
    console = output()
    console.print(table if entries else "no rows")
