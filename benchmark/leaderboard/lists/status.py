"""The status page: merged runs that failed, are waiting, or have not started; and the last night."""

from collections.abc import Iterator
from dataclasses import dataclass

from benchmark.analysis.catalog import suite_title
from benchmark.analysis.conditions import run_conditions
from benchmark.analysis.wording import clean, number_word, plural
from benchmark.leaderboard.lists.last_night import LastNight, last_night
from benchmark.leaderboard.rows.sources import Sources
from benchmark.leaderboard.rows.unfinished_runs import UnfinishedRun, unfinished_runs
from benchmark.leaderboard.shared.page import Page, SearchWords
from benchmark.leaderboard.shared.shown_paths import without_machine_paths
from benchmark.results.heads import RunName
from benchmark.submissions.schema import SubmissionRun

_NOTE_CHARACTERS = 300


@dataclass(frozen=True, slots=True, kw_only=True)
class UntriedRun:
    """A run of a merged submission that has not been tried yet."""

    slug: str
    name: str
    table: str  #: table that its row would be in


@dataclass(frozen=True, slots=True, kw_only=True)
class StatusPage:
    """The view of the status page."""

    sentence: str
    lead: str
    failed: tuple[UnfinishedRun, ...]
    waiting: tuple[UntriedRun, ...]
    night: LastNight | None  #: None before the first night
    notes: tuple[str, ...]


def status_pages(sources: Sources) -> Iterator[Page]:
    """Yield the status page."""
    view = status_view(sources)
    yield Page(
        source="status/index.md",
        title="Runs without a result",
        template="status.html",
        view=view,
        search=SearchWords(keywords="status, failed runs, queue, pending, waiting, my submission"),
        description=f"{view.sentence} {view.lead}",
    )


def status_view(sources: Sources) -> StatusPage:
    """Return the runs without a result, according to rows, statuses and submissions."""
    rows = (*sources.light_rows, *(entry.row for entry in sources.withdrawn))
    failed = unfinished_runs(sources.statuses, rows)
    tried = {status.run for status in sources.statuses}
    for row in rows:
        result = row.result
        name = (result.submission.slug, result.suite, result.dataset, result.setting, result.protocol)
        tried.add(RunName(*name, result.prompt.name))
        tried.add(RunName(*name, ""))
    waiting = tuple(
        UntriedRun(slug=slug, name=clean(entry.name), table=_table_title(run))
        for slug, entry in sorted(sources.submissions.items())
        for run in entry.runs
        if not _is_tried(RunName(slug, *run.key), run, tried)
    )
    return StatusPage(
        sentence=_sentence(len(failed), len(waiting)),
        lead=_lead(sources),
        failed=failed,
        waiting=waiting,
        night=last_night(sources),
        notes=tuple(
            clean(without_machine_paths(note, sources.where), _NOTE_CHARACTERS) for note in sources.notes
        ),
    )


def _is_tried(name: RunName, run: SubmissionRun, tried: set[RunName]) -> bool:
    """Whether a run has a row or a status; a row of uploaded answers may lack its prompt."""
    return name in tried or (run.model is None and name._replace(prompt="") in tried)


def _table_title(run: SubmissionRun) -> str:
    asked = run_conditions(run.suite, run.setting, run.protocol, run.prompt_name)
    return f"{clean(suite_title(run.suite))}, {clean(run.dataset)} · {asked.with_ids}"


def _sentence(failed: int, waiting: int) -> str:
    if not failed + waiting:
        return "Every merged run has its result."
    number = failed + waiting
    words = number_word(number).capitalize()
    return f"{words} merged run{' has' if number == 1 else 's have'} no result yet."


def _lead(sources: Sources) -> str:
    merged = sum(len(submission.runs) for submission in sources.submissions.values())
    number, rows = len(sources.submissions), len(sources.rows)
    is_merged = "is merged" if number == 1 else "are merged"
    merged_text = f"{plural(number, 'submission')} with {plural(merged, 'run')} {is_merged}"
    return f"{merged_text}; {plural(rows, 'row')} {'counts' if rows == 1 else 'count'} on these pages."
