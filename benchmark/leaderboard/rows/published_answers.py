"""What pages say about rows whose answers others publish: where these are, and when they were judged."""

from collections.abc import Sequence

from benchmark.analysis.wording import clean, count, join_names
from benchmark.leaderboard.rows.facts import day
from benchmark.results.row import Row

_LINK_CHARACTERS = 500
_LABEL_PARTS = 3  #: parts of a file's address that its label shows


def answer_links(row: Row) -> tuple[tuple[str, str], ...]:
    """Return label and https address of each file of a row by reference; empty for other rows.

    The label is the end of the address, such as ``MATH/gpt-4o/samples.jsonl_results.jsonl``.
    """
    files = () if row.run.references is None else row.run.references.files
    return tuple(
        (clean("/".join(file.url.split("/")[-_LABEL_PARTS:]), _LINK_CHARACTERS), file.url) for file in files
    )


def published_note(rows: Sequence[Row]) -> str:
    """Return a sentence about the rows by reference among the models of a table; empty if there are none.

    Such as ``Others published the answers of all 12 models; they were judged here on 21 Nov 2026 by version
    34 of our judge.``
    """
    published = [row for row in rows if row.run.references is not None]
    if not published:
        return ""
    days = sorted({row.run.started[:10] for row in published})
    when = f"on {day(days[0])}" if len(days) == 1 else f"from {day(days[0])} to {day(days[-1])}"
    versions = join_names(sorted({str(row.result.versions.judge) for row in published}))
    some = "all" if len(published) == len(rows) else f"{count(len(published))} of"
    models = f"{some} {count(len(rows))} models" if len(rows) > 1 else "this model"
    judged = f"they were judged here {when} by version {versions} of our judge"
    return f"Others published the answers of {models}; {judged}."
