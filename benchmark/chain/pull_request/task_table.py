"""The tasks of a judged pull request as Markdown, for the summary of its job: what failed stands first.

Ids of tasks and what answers gave are strangers' text, as in a report.
"""

import gzip
import json
from collections.abc import Iterator, Mapping, Sequence

from benchmark.analysis.catalog import status_title, suite_title
from benchmark.analysis.wording import clean, count, plural
from benchmark.chain.pull_request.markdown import code, plain
from benchmark.chain.pull_request.pull_report import Preview, PullReport
from benchmark.core.verdict import Status
from benchmark.files.verdicts import AnyVerdictLine, MissingLine, VerdictLine

_SAMPLES = 300  #: of a run that are shown
_CHARACTERS = 200  #: of a check
_BYTES = 500_000  #: of all tables; GitHub takes 1 MiB of one step


def task_tables(report: PullReport, verdicts: Mapping[str, bytes]) -> str:
    """A table for each run that was judged; empty without any.

    Args:
        report: with the runs.
        verdicts: files of the runs in the same order, gzipped JSON lines.
    """
    parts: list[str] = []
    size = 0
    for preview, data in zip(report.previews, verdicts.values(), strict=True):
        part = "\n".join(_table(preview, _lines(data)))
        size += len(part.encode())
        if size > _BYTES:
            parts.append("Further tasks stand in the verdict files of this run alone.")
            break
        parts.append(part)
    return "".join(f"\n{part}\n" for part in parts)


def _lines(data: bytes) -> list[AnyVerdictLine]:
    records = map(json.loads, gzip.decompress(data).splitlines())
    return [(MissingLine if "missing" in one else VerdictLine).model_validate(one) for one in records]


def _table(preview: Preview, samples: Sequence[AnyVerdictLine]) -> Iterator[str]:
    order = sorted(samples, key=_passed)  # stable: in the order of the file otherwise
    failed = sum(not _passed(one) for one in samples)
    named = plain(f"{preview.name} on {suite_title(preview.suite)}, {preview.dataset}, {preview.setting}")
    yield f"**{named}**: {count(failed)} of {plural(len(samples), 'sample')} did not pass."
    yield from ("", "<details><summary>Tasks</summary>")
    yield from ("", "| Task | Result | First failed check |", "|---|---|---|")
    for one in order[:_SAMPLES]:
        draw = f", draw {one.draw + 1}" if preview.draws > 1 else ""
        yield f"| {code(clean(one.task_id))}{draw} | {_result(one)} | {_check(one)} |"
    if len(order) > _SAMPLES:
        yield from ("", f"And {count(len(order) - _SAMPLES)} more; the verdict files have them all.")
    yield from ("", "</details>")


def _passed(one: AnyVerdictLine) -> bool:
    return isinstance(one, VerdictLine) and one.status is Status.PASSED


def _result(one: AnyVerdictLine) -> str:
    if isinstance(one, MissingLine):
        return status_title("missing")
    named = f" ({clean(one.exception)})" if one.exception else ""
    return plain(f"{status_title(one.status)}{named}")


def _check(one: AnyVerdictLine) -> str:
    return code(clean(one.missing if isinstance(one, MissingLine) else one.detail, _CHARACTERS))
