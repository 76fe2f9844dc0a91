"""Files beside rows that are not there, or not what the row was made from: pages name them."""

from collections.abc import Iterable, Iterator
from pathlib import Path

from benchmark.core.digest import sha256_hex
from benchmark.results.counted_row import CountedRow
from benchmark.results.layout import ROW_FILE_LIMIT
from benchmark.results.ledger import row_file_path


def unsound_files(rows: Iterable[CountedRow], folder: Path) -> Iterator[str]:
    """A sentence for each; files above the limit are assets of a release, and may be absent.

    Args:
        rows: whose files are looked at.
        folder: of the rows.
    """
    for row in (one.row for one in rows):
        for what, file in row.run.files:
            whose = f"the {what} of {row.result.submission.slug}, row {row.id[:12]},"
            path = row_file_path(folder, row, file)
            if not path.is_file():
                if file.bytes <= ROW_FILE_LIMIT:
                    yield f"{whose} are not beside it"
            elif path.stat().st_size != file.bytes or sha256_hex(path.read_bytes()) != file.sha256:
                yield f"{whose} are not those that it was made from: their SHA-256 differs"
