"""The work of `sightbench results retract`."""

import re
from datetime import UTC, datetime
from pathlib import Path

import click

from benchmark.cli.shared.results_branch import opened
from benchmark.core.errors import BadInput, shown
from benchmark.results import layout
from benchmark.results.branch import publish
from benchmark.results.ledger import read_row_in_place, row_files
from benchmark.results.retraction import Retraction, retraction_of, write_retraction
from benchmark.results.row import Row

_PREFIX = re.compile(r"[0-9a-f]{8,64}")


def run(*, row: str, rows: Path, remote: str | None, branch: str, reason: str, by: str, link: str) -> None:
    """Add a retraction to a folder of rows or to the branch."""
    now = datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    words = {"reason": reason, "by": by, "link": link, "date": now}
    if remote is None:
        path = _retract(rows, row, words)
        click.echo("withdrawn already" if path is None else f"wrote {click.format_filename(path)}")
        return

    def write(checkout: Path) -> str | None:
        path = _retract(checkout / layout.ROWS, row, words)
        return None if path is None else f"Withdraw row {path.stem[:12]}\n\n{reason}\n\nBy {by}. {link}"

    with opened(remote, branch) as there:
        done = publish(
            there.address,
            write,
            folder=there.folder,
            branch=branch,
            token=there.token,
            told=lambda note: click.echo(note, err=True),
        )
    click.echo(
        "withdrawn already" if done.commit is None else f"pushed {done.added[0]} as {done.commit[:12]}"
    )


def _retract(rows: Path, name: str, words: dict[str, str]) -> Path | None:
    return write_retraction(rows, _retraction(_row(rows, name), words))


def _retraction(row: Row, words: dict[str, str]) -> Retraction:
    return retraction_of(
        row, reason=words["reason"], date=words["date"], by=words["by"], link=words["link"], named="options"
    )


def _row(rows: Path, name: str) -> Row:
    """The only row whose id begins so."""
    if not _PREFIX.fullmatch(name):
        raise BadInput("ROW", "", f"{shown(name)} is no id of a row", "give its first 8 characters or more")
    found = [path for path in row_files(rows) if path.stem.startswith(name)]
    if len(found) != 1:
        fix = "give more of its id" if found else "see sightbench results list"
        raise BadInput("ROW", "", f"{len(found) or 'no'} rows of {rows} begin with {name}", fix)
    return read_row_in_place(rows, found[0])
