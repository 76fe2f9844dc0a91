"""The home page: all models × all suites in one table, what leads where, and tasks, one of them to try.

A suite with judged models has their places, scores and ranges. A suite without has the numbers that its paper
reports: they have no range, are drawn hollow, and decide no place.

The task to try has a picture, one call in words, and four results. Two of the wrong results are what its
twins give for the same call, so that only the picture tells them apart.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from types import SimpleNamespace

from benchmark.analysis.catalog import suite_title
from benchmark.analysis.groups import GroupKey, score_of
from benchmark.analysis.places import PlaceView, TablePlaces
from benchmark.analysis.reported.table import ReportedTable, reported_tables
from benchmark.analysis.score_cells import PERCENT, ScaleWords, ScoreMark, optional_mark, row_words
from benchmark.analysis.wording import clean, join_names, plural, position
from benchmark.core.task import Picture, Task
from benchmark.generation.prompts.picture import picture_bytes
from benchmark.leaderboard.board.headline import Headline, headline
from benchmark.leaderboard.board.joined_tables import JoinedTable, suite_tables
from benchmark.leaderboard.inputs.age import newest_judged
from benchmark.leaderboard.inputs.facts import day_or_month, description, display_name, size_class
from benchmark.leaderboard.inputs.provenance import judged_note, provenance
from benchmark.leaderboard.inputs.sources import Sources, TaskSet
from benchmark.leaderboard.parts.addresses import (
    COMPARE,
    compare_query,
    model_page,
    suite_page,
    table_id,
    task_page,
)
from benchmark.leaderboard.parts.filters import Filterable, filter_selects, filterable
from benchmark.leaderboard.parts.pictures import pictures_of, small_picture
from benchmark.leaderboard.parts.sample_tasks import task_of_each_suite
from benchmark.leaderboard.parts.site_page import PlainFile
from benchmark.results.row import Row

DATASET, STEM = "open", "bin-days"
CALL = (4, 30)  #: the call that the question puts into words
_QUESTION = "Now a month of 30 days starts on a Friday. On which days is the bin emptied?"
#: The result of the task, of its two twins, and of whoever overlooks the day of rest.
RESULTS = {
    f"{STEM}-1": [3, 8, 12, 18, 23, 28],
    f"{STEM}-2": [3, 8, 14, 19, 24, 29],
    f"{STEM}-3": [3, 8, 18, 23, 28],
    "": [3, 8, 13, 18, 23, 28],
}
_PICTURE = "d/try.png"  #: the picture in its size, in fewer bytes
_STEPS = ((2000, 24),)  #: with 16 colours, the grey day of rest becomes white
_ORDER = ("", f"{STEM}-2", f"{STEM}-1", f"{STEM}-3")
_REASON = (
    "Every fifth day from the 3rd. The 13th is a Wednesday, the grey day of rest, so that bin is emptied on "
    "the 12th, the day before."
)


def try_one(sources: Sources) -> SimpleNamespace | None:
    """Return the task; None if this site's machine does not have it, or its picture may not be shown."""
    found = _shown(sources)
    if found is None:
        return None
    suite = found[0].suite
    groups = [group for group in sources.groups.get(suite, ()) if group.key.dataset == DATASET]
    return SimpleNamespace(
        picture=replace(next(iter(pictures_of(*found))), path=_PICTURE),
        question=_QUESTION,
        # each result, and whether it is right
        options=tuple((", ".join(map(str, RESULTS[name])), name == f"{STEM}-1") for name in _ORDER),
        reason=_REASON,
        page=task_page(suite, DATASET, STEM),
        # number of judged models that were asked the task
        tried=len({row.slug for group in groups for row in group.every_model}),
    )


def try_files(sources: Sources) -> Iterator[PlainFile]:
    """Yield the file of the picture."""
    if (found := _shown(sources)) is not None:
        tasks, task = found
        picture = next(part for part in task.parts if isinstance(part, Picture))
        yield PlainFile(
            _PICTURE, lambda: small_picture(picture_bytes(picture, tasks.folder, task.id), _STEPS)
        )


def _shown(sources: Sources) -> tuple[TaskSet, Task] | None:
    for tasks in sources.tasks.values():
        task = tasks.tasks.get(f"{STEM}-1") if tasks.dataset == DATASET else None
        if task is not None and pictures_of(tasks, task):
            return tasks, task
    return None


SENTENCE = (
    "Sightbench measures how often a model that is shown a picture, such as a diagram or a chart, writes a "
    "program that passes tests."
)
#: Columns with the number for all tasks; a paper's leading table has at most one of them.
_TOTALS = ("pass@1", "V2C:pass@1", "total", "mean", "average")
#: What a model gets, in tables that say so: only numbers of models that see the picture are compared.
_SEEN = {"inputs": "vision + language"}
_NO_MODELS = {"AVG"}  #: what a line of a paper is called that has the mean of the others
#: Parts of names that some sources leave out.
_LEFT_OUT = re.compile(r"\(.*|\b(?:instruct|chat|128k)\b", re.IGNORECASE)
_TICKS = ("0", "50", "100")


@dataclass(frozen=True, slots=True, kw_only=True)
class HomeCell:
    """What a suite says about a model; empty if it says nothing."""

    place: PlaceView | None = None
    mark: ScoreMark | None = None
    reported: str = ""  #: a number of a paper, as text
    sort: str = ""  #: of that number, to sort by
    dot: str = ""  #: where it is on the axis


def matrix(sources: Sources, suites: Iterable[str], *, reported: bool = True) -> SimpleNamespace:
    """Return the table; ``suites`` are in the order of the menu, those with judged models come first."""
    tables = {suite: suite_tables(sources, suite)[:1] for suite in suites}
    judged = {suite: table[0] for suite, table in tables.items() if table and table[0].group.models}
    order = sorted(tables, key=lambda suite: suite not in judged)
    found = _Lines(sources, judged, [suite for suite in order if suite not in judged])
    lines, others = tuple(found.judged_lines()), tuple(found.reported_lines()) if reported else ()
    return SimpleNamespace(
        judged=judged,  # by suite; those with judged models, in the order of the columns
        suites=tuple(_suite(suite, judged.get(suite), sources) for suite in order),
        lines=lines,
        reported=others,  # models that only papers have
        # per suite with reported numbers: table, anchor, what it says
        papers=tuple(
            (f"{clean(suite_title(table.suite))}, {table.source.place}", table.name, table.about)
            for table in found.papers.values()
        ),
        # tables that others measured: suite and number of models, anchor, who measured; they fill no column
        others=tuple(
            (
                f"{clean(suite_title(table.suite))}, {plural(len(table.rows), 'model')}",
                table.name,
                table.source.citation,
            )
            for table in reported_tables()
            if table.by == "others" and table.suite in tables
        ),
        choices=filter_selects([line.by for line in (*lines, *others)]),
    )


def welcome(sources: Sources, suites: Sequence[str], home: Headline) -> SimpleNamespace:
    """Return the home page; ``suites`` are in the order of the menu, and ``home`` is said without models."""
    whole, places = matrix(sources, suites), sources.places
    judged, order = whole.judged, [suite.id for suite in whole.suites]
    first = next(iter(judged.values()), None)
    heads = {
        suite: headline(table.group, places.get(table.key), len(table.unranked))
        for suite, table in judged.items()
    }
    said = next(iter(heads.values()), home)
    before, claim = said.sentence, ""
    if first is not None:  # the claim is what follows "leads by"
        name = clean(suite_title(first.key.suite))
        start, by, claim = said.sentence.partition(" leads by ")
        before = f"{start} leads {name} by " if by else f"{name}: {said.sentence}"
    proof = _proof(first, places)
    others = [clean(suite_title(suite)) for suite in order if suite not in judged and _paper(suite)]
    waiting = ""
    if others and judged:
        waiting = f"On {join_names(others)} no model has been judged here yet: hollow marks are numbers from"
        waiting += " papers, and they decide no place."
    shown = [row for table in judged.values() for row in table.group.models]
    tables = (table for suite in suites for table in suite_tables(sources, suite)[:1])
    others_rows = (row for table in tables for row in (*table.unranked, *table.baselines))
    row = shown[0] if shown else next(others_rows, None)
    where = sources.where
    return SimpleNamespace(
        sentence=SENTENCE,  # what Sightbench measures
        before=before if proof[0] else before + claim,  # the headline up to its claim
        # what the proof shows, such as ``9.8 points, and the lead is real``; may be empty
        claim=claim if proof[0] else "",
        proof=proof,  # page and query of the comparison that proves the claim
        lead=f"{said.lead} {waiting}" if waiting else said.lead,
        others=tuple(
            (f"{clean(suite_title(suite))}: {heads[suite].sentence}", suite_page(suite))
            for suite in [*judged][1:]
        ),
        judged=judged_note(shown, map(sources.trust, shown)),
        aged=newest_judged(sources),  # the newest judged model and its date; empty if it is recent
        # how small a difference the first suite's tasks can show
        note="" if first is None or first.key not in places else places[first.key].note,
        matrix=whole,
        samples=tuple(task_of_each_suite(sources, order)),  # one per suite with a picture that pages may show
        try_one=try_one(sources),
        # command that judges the first row of the table again; empty without rows
        row_command=""
        if row is None
        else provenance(row, sources.counts[row.id], where.rows_name, where.repository).command,
        row_page="" if row is None else model_page(row.slug),
        row_published=row is not None and row.run.references is not None,
    )


def _proof(table: JoinedTable | None, places: Mapping[GroupKey, TablePlaces]) -> tuple[str, str]:
    """Return page and query of the comparison of a table's first two models; empty if it has none."""
    ranked = () if table is None or table.key not in places else places[table.key].ranking.places[:2]
    if table is None or len(ranked) < 2:  # noqa: PLR2004 - a comparison needs two
        return "", ""
    return COMPARE, compare_query(table.key, [place.slug for place in ranked])


def _suite(suite: str, table: JoinedTable | None, sources: Sources) -> SimpleNamespace:
    words: ScaleWords = PERCENT if table is None else row_words(table.group.models[0])
    found = None if table is None else sources.places.get(table.key)
    paper = None if table is not None else _paper(suite)
    return SimpleNamespace(
        id=suite,
        title=clean(suite_title(suite)),
        page=suite_page(suite),
        judged=table is not None,
        # what the numbers of the column are, such as ``reported Feb 2025, 253 tasks``
        source="judged here" if table is not None else _origin(paper) if paper else "",
        column=words.column if table is not None else "%",
        axis=words.axis if table is not None else "From 0 to 100 %",
        ticks=_TICKS if words is PERCENT else (words.ticks[0], words.ticks[-1]),
        table="" if table is None or found is None else table_id(table.key),
        lanes=0 if found is None else found.lanes,  # number of columns that the brackets need
    )


def _key(name: str) -> str:
    """Return a name without what sources write differently: ``phi35vision`` for Phi-3.5 Vision Instruct."""
    return re.sub(r"[^a-z0-9]+", "", _LEFT_OUT.sub("", name.replace("-", " ")).lower())


@dataclass(frozen=True, slots=True)
class _Reported:
    """A model of papers, and its number per suite."""

    name: str
    weights: str
    parameters: float | None
    numbers: dict[str, float]
    other: str = ""  #: its best number in another setting, if it has none that fills the column


class _Lines:
    """The lines of the table, with the cells of ``judged`` suites first."""

    def __init__(self, sources: Sources, judged: Mapping[str, JoinedTable], others: Sequence[str]) -> None:
        self.sources, self.judged, self.others = sources, judged, others
        self.papers = {suite: found for suite in others if (found := _paper(suite)) is not None}
        self.found: dict[str, _Reported] = {}
        self.unlike: dict[str, list[_Reported]] = {}  #: by suite: models without a number for its column
        for suite, paper in self.papers.items():
            for model in _models(suite, paper):
                if model.other:
                    self.unlike.setdefault(suite, []).append(model)
                    continue
                key = _key(model.name) + ("" if model.parameters is None else f" {model.parameters:g}")
                same = next((other for other in (key, _key(model.name)) if other in self.found), key)
                self.found.setdefault(same, model).numbers.update(model.numbers)
        self.rows: dict[str, dict[str, Row]] = {}  #: by slug, then suite; in the order of the first suite
        for suite, table in judged.items():
            for row in (*table.group.models, *table.unranked):
                self.rows.setdefault(row.slug, {})[suite] = row

    def judged_lines(self) -> Iterator[SimpleNamespace]:
        """Yield the judged models; a paper's number stands in the line of a model with the same name.

        Such a number is taken out of :meth:`reported_lines`, which are therefore asked for later.
        """
        names = [_key(display_name(next(iter(rows.values())))) for rows in self.rows.values()]
        for key, (slug, rows) in zip(names, self.rows.items(), strict=True):
            row = next(iter(rows.values()))
            facts = self.sources.submissions.get(row.result.submission.slug)
            name, bracket, version = display_name(row).removesuffix(")").partition(" (")
            described = description(row, facts, short=True)
            reported = self._take(key) if names.count(key) == 1 else None
            yield SimpleNamespace(
                name=name,
                page=model_page(slug),  # its page; empty for a model that only papers have
                description=f"{version.replace(') (', ', ')} · {described}" if bracket else described,
                by=filterable(row, facts),
                slug=slug,  # empty for a model that only papers have
                cells=(
                    *(self._cell(suite, rows.get(suite)) for suite in self.judged),
                    *self._numbers(reported),
                ),
            )

    def reported_lines(self) -> Iterator[SimpleNamespace]:
        """Yield the models that only papers have, suite by suite, the highest number first."""
        for suite in self.papers:
            mine = [model for model in self.found.values() if next(iter(model.numbers)) == suite]
            mine.sort(key=lambda each: -each.numbers[suite])
            for model in (*mine, *self.unlike.get(suite, ())):
                size = "" if model.parameters is None else f"{model.parameters:g}\u00a0B"
                yield SimpleNamespace(
                    name=model.name,
                    page="",
                    description=" · ".join(filter(None, [model.weights, size, model.other or "from papers"])),
                    by=Filterable(weights=model.weights, size=size_class(model.parameters)),
                    slug="",
                    cells=(*(HomeCell() for _ in self.judged), *self._numbers(model)),
                )

    def _take(self, key: str) -> _Reported | None:
        same = [other for other in self.found if other.partition(" ")[0] == key]
        return self.found.pop(same[0]) if len(same) == 1 else None

    def _cell(self, suite: str, row: Row | None) -> HomeCell:
        if row is None:
            return HomeCell()
        places = self.sources.places.get(self.judged[suite].key)
        mark = optional_mark(score_of(row)) if row in self.judged[suite].group.models else None
        place = None if places is None else places.of.get(row.slug)
        if place is not None and suite != next(iter(self.judged)):
            place = replace(place, brackets=())  # the lines are in the order of the first suite
        return HomeCell(place=place, mark=mark)

    def _numbers(self, model: _Reported | None) -> Iterator[HomeCell]:
        for suite in self.others:
            number = None if model is None else model.numbers.get(suite)
            if number is None:
                yield HomeCell()
            else:
                yield HomeCell(reported=f"{number:.1f}", sort=f"{number:.6f}", dot=position(number / 100))


def _paper(suite: str) -> ReportedTable | None:
    tables = (table for table in reported_tables() if table.suite == suite and table.leads)
    return next((table for table in tables if _total(table)), None)


def _origin(table: ReportedTable) -> str:
    """Return date, part and number of tasks of reported numbers."""
    tasks = "" if table.tasks is None else plural(table.tasks, "task")
    return ", ".join(filter(None, [f"reported {day_or_month(table.date)}", table.part, tasks]))


def _total(table: ReportedTable) -> str:
    return next((column.id for column in table.columns if column.id in _TOTALS), "")


def _models(suite: str, table: ReportedTable) -> Iterator[_Reported]:
    """Yield the models of a paper's table with their number, or with that of another setting."""
    for row in table.values():
        number, other = row[_total(table)], ""
        if not all(row.get(key, value) == value for key, value in _SEEN.items()):
            continue
        if number is None:
            shares = [column for column in table.columns if column.tasks and row[column.id] is not None]
            best = max(shares, key=lambda column: float(row[column.id] or 0), default=None)
            if best is None:
                continue
            other = f"a paper's {row[best.id]} in another setting: {best.title.removesuffix(', %')}"
        name, kind, size = clean(str(row["model"])), row.get("type"), row.get("parameters_b")
        if name not in _NO_MODELS:
            weights = {"open": "open", "proprietary": "closed"}.get(str(kind), "")
            parameters = float(size) if isinstance(size, int | float) else None
            yield _Reported(name, weights, parameters, {} if other else {suite: float(number or 0)}, other)
