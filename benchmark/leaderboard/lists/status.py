"""The page of what has no result yet: merged runs that failed, wait, or were not tried."""

from collections.abc import Iterator
from dataclasses import dataclass

from benchmark.analysis.catalog import suite_title
from benchmark.analysis.wording import clean, number_word, plural
from benchmark.leaderboard.rows.sources import Sources
from benchmark.leaderboard.rows.unfinished_runs import UnfinishedRun, unfinished
from benchmark.leaderboard.shared.page import Page
from benchmark.results.heads import RunName
from benchmark.submissions.schema import SubmissionRun

_NOTE_CHARACTERS = 300


@dataclass(frozen=True, slots=True, kw_only=True)
class UntriedRun:
    """A run of a merged submission that nobody tried yet."""

    slug: str
    name: str
    table: str  #: where its row would stand


@dataclass(frozen=True, slots=True, kw_only=True)
class StatusPage:
    """The whole page."""

    sentence: str
    lead: str
    failed: tuple[UnfinishedRun, ...]
    waiting: tuple[UntriedRun, ...]
    notes: tuple[str, ...]


def status_pages(sources: Sources) -> Iterator[Page]:
    """One page."""
    view = status(sources)
    yield Page(
        source="status/index.md",
        title="Runs without a result",
        template="status.html",
        view=view,
        description=view.sentence,
    )


def status(sources: Sources) -> StatusPage:
    """What has no result, as of the rows, statuses and submissions that are here."""
    rows = (*sources.light, *(one.row for one in sources.withdrawn))
    failed = unfinished(sources.statuses, rows)
    tried = {status.run for status in sources.statuses}
    for row in rows:
        result = row.result
        name = (result.submission.slug, result.suite, result.dataset, result.setting, result.protocol)
        tried.add(RunName(*name, result.prompt.name))
        tried.add(RunName(*name, ""))
    waiting = tuple(
        UntriedRun(slug=slug, name=clean(one.name), table=_table(run))
        for slug, one in sorted(sources.submissions.items())
        for run in one.runs
        if not _is_tried(RunName(slug, *run.key), run, tried)
    )
    return StatusPage(
        sentence=_sentence(len(failed), len(waiting)),
        lead=_lead(sources),
        failed=failed,
        waiting=waiting,
        notes=tuple(clean(note, _NOTE_CHARACTERS) for note in sources.notes),
    )


def _is_tried(name: RunName, run: SubmissionRun, tried: set[RunName]) -> bool:
    """Whether a row or a status answers it; answers handed in may record no prompt."""
    return name in tried or (run.model is None and name._replace(prompt="") in tried)


def _table(run: SubmissionRun) -> str:
    named = f"setting {clean(run.setting)} · protocol {clean(run.protocol)} · prompt {clean(run.prompt)}"
    return f"{clean(suite_title(run.suite))}, {clean(run.dataset)} · {named}"


def _sentence(failed: int, waiting: int) -> str:
    if not failed + waiting:
        return "No merged run is without its result."
    number = failed + waiting
    words = number_word(number).capitalize()
    return f"{words} merged run{' has' if number == 1 else 's have'} no result yet."


def _lead(sources: Sources) -> str:
    merged = sum(len(one.runs) for one in sources.submissions.values())
    number, rows = len(sources.submissions), len(sources.rows)
    is_merged = "is merged" if number == 1 else "are merged"
    said = f"{plural(number, 'submission')} with {plural(merged, 'run')} {is_merged}"
    return f"{said}; {plural(rows, 'row')} {'counts' if rows == 1 else 'count'} on these pages."
