"""List the tasks of a judged pull request as Markdown, for the job's summary; failed tasks come first.

Task ids and the output of answers are untrusted text, so they are escaped.
"""

import gzip
import json
from collections.abc import Iterator, Mapping, Sequence

from benchmark.analysis.catalog import status_title, suite_title
from benchmark.analysis.kinds import failed_kinds
from benchmark.analysis.wording import clean, count, plural
from benchmark.chain.pull_request.markdown import escape_markdown, inline_code
from benchmark.chain.pull_request.pull_report import Preview, PullReport
from benchmark.core.verdict import Status
from benchmark.files.verdicts import AnyVerdictLine, MissingLine, VerdictLine

_SAMPLES_LIMIT = 300  #: maximum samples that are listed per run
_CHARACTERS_LIMIT = 200  #: maximum characters of a failed check
_BYTES_LIMIT = 500_000  #: maximum bytes of all tables; GitHub accepts 1 MiB per step


def task_tables(report: PullReport, verdicts: Mapping[str, bytes]) -> str:
    """Return a table of tasks for each judged run; an empty text if no run was judged.

    Args:
        report: the report with the previews of the runs.
        verdicts: verdict file of each run by name, in the same order; gzipped JSON lines.
    """
    parts: list[str] = []
    size = 0
    for preview, data in zip(report.previews, verdicts.values(), strict=True):
        part = "\n".join(_table(preview, _read_verdicts(data)))
        size += len(part.encode())
        if size > _BYTES_LIMIT:
            parts.append("The tables of further runs are too long for this page: see the verdict files.")
            break
        parts.append(part)
    return "".join(f"\n{part}\n" for part in parts)


def _read_verdicts(data: bytes) -> list[AnyVerdictLine]:
    records = map(json.loads, gzip.decompress(data).splitlines())
    return [
        (MissingLine if "missing" in record else VerdictLine).model_validate(record) for record in records
    ]


def _table(preview: Preview, samples: Sequence[AnyVerdictLine]) -> Iterator[str]:
    order = sorted(samples, key=_is_passed)  # stable, so each half keeps the order of the file
    failed = sum(not _is_passed(sample) for sample in samples)
    title = f"{preview.name} on {suite_title(preview.suite)}, {preview.dataset}, {preview.setting}"
    yield f"**{escape_markdown(title)}**: {count(failed)} of {plural(len(samples), 'sample')} did not pass."
    yield from ("", "<details><summary>Tasks</summary>")
    yield from ("", "| Task | Result | First failed check |", "|---|---|---|")
    for sample in order[:_SAMPLES_LIMIT]:
        draw = f", draw {sample.draw + 1}" if preview.draws > 1 else ""
        task = inline_code(clean(sample.task_id))
        yield f"| {task}{draw} | {_result(sample)} | {_failed_check(sample)} |"
    if len(order) > _SAMPLES_LIMIT:
        more = count(len(order) - _SAMPLES_LIMIT)
        yield from ("", f"And {more} more, in the verdict files of this workflow run.")
    yield from ("", "</details>")


def _is_passed(sample: AnyVerdictLine) -> bool:
    return isinstance(sample, VerdictLine) and sample.status is Status.PASSED


def _result(sample: AnyVerdictLine) -> str:
    if isinstance(sample, MissingLine):
        return status_title("missing")
    exception = f" ({clean(sample.exception)})" if sample.exception else ""
    failed = failed_kinds(sample.kinds)
    kinds = f"; failed: {failed}" if failed else ""
    return escape_markdown(f"{status_title(sample.status)}{exception}{kinds}")


def _failed_check(sample: AnyVerdictLine) -> str:
    text = sample.missing if isinstance(sample, MissingLine) else sample.detail
    return inline_code(clean(text, _CHARACTERS_LIMIT))
