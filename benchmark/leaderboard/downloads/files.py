"""The files of all downloads and their checksums; each file is made when it is written."""

import io
import json
import zipfile
from collections.abc import Callable, Iterator
from functools import partial

from benchmark.analysis.reported.table import ReportedTable, reported_tables
from benchmark.core.digest import sha256_hex
from benchmark.leaderboard.downloads.encodings import has_parquet, table_csv, to_csv, to_json, to_parquet
from benchmark.leaderboard.downloads.feed import FEED_PATH, NIGHT_FEED_PATH, feed_bytes, night_feed_bytes
from benchmark.leaderboard.downloads.tables import FOLDER, DownloadTable, download_tables, file_head
from benchmark.leaderboard.downloads.verdicts import VerdictTable, verdict_contents, verdict_tables
from benchmark.leaderboard.inputs.sources import Sources
from benchmark.leaderboard.parts.page import PlainFile

VERDICTS_PATH = f"{FOLDER}/verdicts.zip"
CHECKSUMS_PATH = f"{FOLDER}/SHA256SUMS"
REPORTED_FORMATS = ("csv", "json")  #: formats of papers' tables


def formats() -> tuple[str, ...]:
    """Return the file endings in which each table is published."""
    return ("csv", "json", "parquet") if has_parquet() else ("csv", "json")


def reported_path(table: ReportedTable) -> str:
    """Return the path of a paper's table, without a file ending."""
    return f"{FOLDER}/papers/{table.name}"


def download_files(sources: Sources) -> Iterator[PlainFile]:
    """Yield all files; the checksums come last, so that no file has to be made twice."""
    digests: dict[str, str] = {}
    made: list[PlainFile] = []
    for path, content in _contents(sources):
        made.append(PlainFile(path, partial(_make_and_digest, path, content, digests)))
        yield made[-1]
    yield PlainFile(CHECKSUMS_PATH, partial(_checksums, made, digests))


def _contents(sources: Sources) -> Iterator[tuple[str, Callable[[], bytes]]]:
    for table in download_tables(sources):
        for ending in formats():
            path = f"{table.path}.{ending}"
            yield path, partial(_encode, table, ending, path, sources)
    for verdicts in verdict_tables(sources):
        for _, path in verdicts.files:
            yield path, partial(_verdicts_file, verdicts, path, sources)
    yield VERDICTS_PATH, partial(verdicts_archive, sources)
    for reported in reported_tables():
        yield f"{reported_path(reported)}.csv", partial(_reported_csv, reported)
        yield f"{reported_path(reported)}.json", partial(_reported_json, reported)
    yield FEED_PATH, partial(feed_bytes, sources)
    yield NIGHT_FEED_PATH, partial(night_feed_bytes, sources)


def _encode(table: DownloadTable, ending: str, path: str, sources: Sources) -> bytes:
    if ending == "csv":
        return to_csv(table.kind, table.rows())
    head = file_head(table.schema, f"{table.title}: {table.about}", path, sources)
    return to_json(head, table.rows()) if ending == "json" else to_parquet(table.kind, table.rows(), head)


def _verdicts_file(table: VerdictTable, path: str, sources: Sources) -> bytes:
    return verdict_contents(table, sources)[path]


def verdicts_archive(sources: Sources) -> bytes:
    """Return a ZIP file with the gzipped CSV files of all tables; the same rows give the same bytes.

    It is made once: the page of downloads needs it, too, to say how large it is.
    """
    return sources.once("archive of verdicts", partial(_make_archive, sources))


def _make_archive(sources: Sources) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for table in verdict_tables(sources):
            path = table.files[0][1]
            entry = zipfile.ZipInfo(path.removeprefix(f"{FOLDER}/"))  # dated 1980, as ZIP needs a date
            archive.writestr(entry, verdict_contents(table, sources)[path])
    return out.getvalue()


def _reported_csv(table: ReportedTable) -> bytes:
    """Return a paper's table as CSV, with inferred values filled in; only the JSON file has the reasons."""
    return table_csv([column.id for column in table.columns], table.values())


def _reported_json(table: ReportedTable) -> bytes:
    return (json.dumps(table.model_dump(mode="json", by_alias=True), indent=1) + "\n").encode("ascii")


def _make_and_digest(path: str, content: Callable[[], bytes], digests: dict[str, str]) -> bytes:
    data = content()
    digests[path] = sha256_hex(data)
    return data


def _checksums(files: list[PlainFile], digests: dict[str, str]) -> bytes:
    """Return the checksums in the format of `sha256sum`, with paths below the folder of downloads."""
    for file in files:
        if file.path not in digests:
            file.content()
    lines = [f"{digests[file.path]}  {file.path.removeprefix(f'{FOLDER}/')}\n" for file in files]
    return "".join(lines).encode()
