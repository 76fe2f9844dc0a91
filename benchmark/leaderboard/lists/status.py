"""The status page: merged runs that failed, are waiting, or have not started; and the last night."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from types import SimpleNamespace

from benchmark.analysis.wording import clean, count, number_word, plural
from benchmark.leaderboard.inputs.facts import day
from benchmark.leaderboard.inputs.provenance import named_links
from benchmark.leaderboard.inputs.site_config import SiteConfig
from benchmark.leaderboard.inputs.sources import Sources
from benchmark.leaderboard.nights.page import is_active, run_title, watched
from benchmark.leaderboard.nights.timeline import UNDECIDED, state_badge
from benchmark.leaderboard.parts.site_page import Page, SearchWords
from benchmark.results.row import Row
from benchmark.results.status import ATTEMPTS, RunName, RunStatus, newest_by_run

_REASON_CHARACTERS = 500
_NOTE_CHARACTERS = 300  #: of a note, and of the reason why a list of models is unknown


def last_night(sources: Sources) -> SimpleNamespace | None:
    """Return the last night; None before the first one."""
    records = sources.nightly
    if not records.last:
        return None
    found = watched(sources)
    lines = [
        (model, line)
        for model in found.recent
        for line in model.lines
        if not line.pooled and found.window is not None and is_active(line, found.window)
    ]
    points = [line.by_date[records.last] for _, line in lines if records.last in line.by_date]
    missing, samples = sum(point.missing for point in points), sum(point.tasks for point in points)
    lost = f"{count(missing)} of {plural(samples, 'sample')} missing" if points else "no samples"
    sentence = f"{count(len(points))} of {count(len(lines))} series have samples, {lost}."
    states = Counter(state_badge(point.decision) for point in points)
    lists = {seen.provider: seen for seen in sorted(records.models, key=lambda seen: (seen.date, seen.when))}
    return SimpleNamespace(
        day=day(records.last),
        sentence=sentence if lines else "No series is watched.",
        states=tuple((badge, count(number)) for badge, number in states.most_common() if badge != UNDECIDED),
        # watched series without a panel: name of the model, and the series
        undrawn=tuple(
            (model.name, run_title(line.names[0]))
            for model, line in lines
            if records.last not in line.by_date
        ),
        unknown=tuple(
            (provider, day(seen.date), clean(seen.reason or "", _NOTE_CHARACTERS))
            for provider, seen in sorted(lists.items())
            if seen.state == "unknown"
        ),
    )


_STAGES = {
    "plan": "Planning",
    "generate": "Generation",
    "score": "Judging",
    "rubric": "Grading",
    "record": "Recording",
}
_STATES = {"failed": "failed", "waiting": "is waiting", "refused": "was refused"}


def unfinished_runs(statuses: Sequence[RunStatus], rows: Iterable[Row]) -> tuple[SimpleNamespace, ...]:
    """Return the runs that have a status and no row since then, withdrawn ones included, in order of slug."""
    answered: dict[RunName, list[Row]] = defaultdict(list)
    for row in rows:
        answered[_run_name(row)].append(row)
    return tuple(
        SimpleNamespace(
            slug=status.slug,
            table=run_title(run),  # table that its row would be in
            state=f"{_STAGES[status.stage]} {_STATES[status.state]}",  # ``Generation failed``
            reason=clean(status.reason, _REASON_CHARACTERS),
            next=_next_step(status, statuses),  # ``will be retried (attempt 2 of 3)``
            day=day(status.when),
            links=named_links(status.links),
        )
        for run, status in sorted(newest_by_run(statuses).items())
        if not any(
            row.run.request == status.request or row.run.started >= status.when for row in answered[run]
        )
    )


def _run_name(row: Row) -> RunName:
    asked = row.result
    name = (asked.submission.slug, asked.suite, asked.dataset, asked.setting, asked.protocol)
    return RunName(*name, asked.prompt.name, asked.submission.effort)


def _next_step(status: RunStatus, statuses: Sequence[RunStatus]) -> str:
    if status.state == "waiting":
        return "continues automatically"
    if status.state == "refused":
        return "the submission must be edited"
    same = (status.run, status.request, status.config)
    times = sum(
        other.state == "failed" and (other.run, other.request, other.config) == same for other in statuses
    )
    if times >= ATTEMPTS:
        return f"will not be retried: it failed {times} times"
    return f"will be retried (attempt {times + 1} of {ATTEMPTS})"


#: The folders of an absolute path, up to its last part.
_ABSOLUTE = re.compile(r"(?<![\w./:~-])/(?:[^\s/'\":]+/)*(?=[^\s/'\":])")


def without_machine_paths(text: str, where: SiteConfig) -> str:
    """Return a text with paths relative to the site's inputs, and only the last part of other absolute paths.

    ``/tmp/x/rows/a/b.json: row`` becomes ``results/a/b.json: row``, and ``/home/me/b.json`` ``…/b.json``.
    """
    named = (
        (where.rows, where.rows_name),
        (where.cache, "cache"),
        (where.statuses, "status"),
        (where.nightly, "nightly"),
        (where.submissions, "submissions"),
        (where.trusted_root and where.trusted_root.parent, ""),
        *((path.parent, "") for path in where.tasks),
    )
    for folder, name in sorted(named, key=lambda entry: len(str(entry[0])), reverse=True):  # inner ones first
        if folder is not None and folder.is_absolute():
            text = text.replace(f"{folder}/", f"{name}/" if name else "").replace(str(folder), name)
    return _ABSOLUTE.sub("…/", text)


def status_pages(sources: Sources) -> Iterator[Page]:
    """Yield the status page."""
    view = status_view(sources)
    yield Page(
        source="status/index.md",
        title="Runs without a result",
        template="status.html",
        view=vars(view),
        search=SearchWords(keywords="status, failed runs, queue, pending, waiting, my submission"),
        description=f"{view.sentence} {view.lead}",
    )


def status_view(sources: Sources) -> SimpleNamespace:
    """Return the runs without a result, according to rows, statuses and submissions."""
    failed = unfinished_runs(sources.statuses, sources.every_row)
    judged = {_run_name(row) for row in sources.every_row}
    tried = {*judged, *(status.run for status in sources.statuses)}
    uploaded = {name._replace(prompt="") for name in judged} | tried  # these rows may lack their prompt
    waiting = tuple(
        (slug, clean(entry.name), run_title(name))
        for slug, entry in sorted(sources.submissions.items())
        for run in entry.runs
        for name in (RunName(slug, *run.key),)
        if name not in tried and (run.model is not None or name._replace(prompt="") not in uploaded)
    )
    number = len(failed) + len(waiting)
    has = "has" if number == 1 else "have"
    sentence = (
        f"{number_word(number).capitalize()} merged {'run' if number == 1 else 'runs'} {has} no result yet."
    )
    merged = sum(len(submission.runs) for submission in sources.submissions.values())
    verb = "is merged" if len(sources.submissions) == 1 else "are merged"
    submissions = plural(len(sources.submissions), "submission")
    rows = f"{plural(len(sources.rows), 'row')} {'counts' if len(sources.rows) == 1 else 'count'}"
    return SimpleNamespace(
        sentence=sentence if number else "Every merged run has its result.",
        lead=f"{submissions} with {plural(merged, 'run')} {verb}; {rows} on these pages.",
        failed=failed,
        waiting=waiting,  # slug, name and table of each run that was not tried yet
        night=last_night(sources),
        notes=tuple(
            clean(without_machine_paths(note, sources.where), _NOTE_CHARACTERS) for note in sources.notes
        ),
    )
