"""Files of rows that are missing, or differ from the files that the row was made from; pages list them."""

from collections.abc import Iterable, Iterator
from pathlib import Path

from benchmark.core.digest import sha256_hex
from benchmark.results.counted_row import CountedRow
from benchmark.results.layout import ROW_FILE_LIMIT
from benchmark.results.ledger import row_file_path


def unsound_files(rows: Iterable[CountedRow], folder: Path) -> Iterator[str]:
    """Yield a sentence for each such file; large files are assets of a release and may be missing.

    Args:
        rows: rows whose files are checked.
        folder: folder of the rows.
    """
    for row in (counted.row for counted in rows):
        for what, file in row.run.files:
            whose = f"the {what} of {row.result.submission.slug}, row {row.id[:12]},"
            path = row_file_path(folder, row, file)
            if not path.is_file():
                if file.bytes <= ROW_FILE_LIMIT:
                    yield f"{whose} are missing: their file is not next to the row"
            elif path.stat().st_size != file.bytes or sha256_hex(path.read_bytes()) != file.sha256:
                yield f"{whose} have changed: their SHA-256 differs from the one in the row"
