"""Tests that another file has for problems of the same URL, such as TACO's."""

from collections.abc import Set as AbstractSet
from pathlib import Path

from pydantic import ConfigDict

from benchmark.files.bounded import read_lines
from benchmark.files.edge import Record, validate_record
from benchmark.files.strict_json import loads
from benchmark.suites.mmcode.problems.source import FILE_LIMIT, RECORD_LIMIT
from benchmark.suites.mmcode.problems.spool import Spool
from benchmark.suites.mmcode.problems.urls import normal_url


class UrlTests(Record):
    """What is read of one line of a file of tests; TACO's other fields do not count."""

    model_config = ConfigDict(extra="ignore")

    url: str | None = None
    input_output: str | dict[str, object] | None = None
    starter_code: str | None = None
    time_limit: str | float | None = None
    memory_limit: str | float | None = None
    difficulty: str | None = None


def spool_tests(path: Path, wanted: AbstractSet[str], spool: Spool) -> dict[str, int]:
    """Store the records of wanted URLs in a spool; return URL → index. Of several records, the first counts.

    Args:
        path: JSON Lines, plain or gzipped.
        wanted: normal forms of URLs.
        spool: gets the records, which may be large.

    Raises:
        BadInput: if the file or a line is not valid.
    """
    found: dict[str, int] = {}
    for line in read_lines(path, FILE_LIMIT, RECORD_LIMIT):
        if not line.data.strip():
            continue
        value = loads(line.data, path, line=line.number, offset=line.offset)
        record = validate_record(UrlTests, value, path, f"line {line.number}")
        url = normal_url(record.url or "")
        if url in wanted and url not in found:
            found[url] = spool.add(record.model_dump())
    return found
