"""The table of all models on home and on the list of models.

A column exists only if a quarter of the shown rows has a value in it. Suites with judged models have scores
and ranges, the first one also places; suites without have the numbers that their authors report. Models that
only papers have stand in a second table of the same form.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import SimpleNamespace

from benchmark.analysis.catalog import suite_title
from benchmark.analysis.groups import score_of
from benchmark.analysis.score_cells import PERCENT, Cell, row_words, score_axis, score_mark
from benchmark.analysis.wording import clean
from benchmark.leaderboard.board.joined_tables import JoinedTable, suite_tables
from benchmark.leaderboard.board.reported_numbers import (
    ReportedNumber,
    leading_table,
    model_key,
    reported_about,
    reported_numbers,
)
from benchmark.leaderboard.inputs.costs import cost_cell
from benchmark.leaderboard.inputs.facts import (
    day_or_month,
    description,
    display_name,
    release_date,
    size_class,
)
from benchmark.leaderboard.inputs.organisations import hue_of, model_hue, organisation_named
from benchmark.leaderboard.inputs.sources import Sources
from benchmark.leaderboard.parts.addresses import model_page, suite_page, table_id
from benchmark.leaderboard.parts.filters import Filterable, filter_selects, filterable
from benchmark.results.row import Row

_PART = 4  #: a column exists if one of this many rows has a value
_DRAWN = 2  #: number of columns whose scores are also drawn
_ENOUGH = 3  #: judged models with which a suite leads on home


@dataclass(frozen=True, slots=True)
class _Model:
    """A line without its columns."""

    line: SimpleNamespace
    rows: Mapping[str, Row]  #: by suite, those with a score of its first table
    numbers: Mapping[str, ReportedNumber]  #: by suite
    values: tuple[Cell, ...]  #: cost and date of release

    def has(self, suite: str) -> bool:
        """Whether it has a score or a reported number of a suite."""
        return suite in self.rows or suite in self.numbers


def judged_tables(sources: Sources, suites: Iterable[str]) -> dict[str, JoinedTable]:
    """Return the first table of each suite that leads with judged models, in the order of the suites.

    Where fewer than three models are judged, the numbers of a paper lead, unless no suite has three.
    """
    tables = {suite: suite_tables(sources, suite)[:1] for suite in suites}
    judged = {suite: table[0] for suite, table in tables.items() if table and table[0].group.models}
    many = {suite for suite, table in judged.items() if len(table.group.models) >= _ENOUGH}
    return {
        suite: table
        for suite, table in judged.items()
        if not many or suite in many or not reported_numbers(suite)
    }


def models_tables(sources: Sources, suites: Sequence[str]) -> tuple[SimpleNamespace, SimpleNamespace]:
    """Return the table of judged models, and that of models that only papers have.

    A paper's number stands in the line of a judged model of the same name. The suites are in the order of the
    menu; those with judged models come first.
    """
    judged = judged_tables(sources, suites)
    order = sorted(suites, key=lambda suite: suite not in judged)
    papers = _papers([suite for suite in order if suite not in judged])
    models = list(_judged_models(sources, judged, papers))
    others = [_reported_model(sources, numbers) for numbers in papers.values()]
    place = {suite: number for number, suite in enumerate(order)}
    others.sort(key=lambda each: min((place[suite], -number.value) for suite, number in each.numbers.items()))
    return _table(sources, order, judged, models), _table(sources, order, {}, others)


def _papers(suites: Iterable[str]) -> dict[str, dict[str, ReportedNumber]]:
    """Return the numbers of papers by model, then by suite."""
    found: dict[str, dict[str, ReportedNumber]] = {}
    for suite in suites:
        for number in reported_numbers(suite):
            keys = (number.key, model_key(number.name))
            same = next((key for key in keys if key in found), number.key)
            found.setdefault(same, {})[suite] = number
    return found


def _judged_models(
    sources: Sources, judged: Mapping[str, JoinedTable], papers: dict[str, dict[str, ReportedNumber]]
) -> Iterator[_Model]:
    """Yield the judged models, and take their numbers out of those of the papers."""
    rows: dict[str, dict[str, Row]] = {}
    for suite, table in judged.items():
        for row in (*table.group.models, *table.unranked):
            rows.setdefault(row.slug, {})[suite] = row
    keys = [model_key(display_name(next(iter(mine.values())))) for mine in rows.values()]
    for key, (slug, mine) in zip(keys, rows.items(), strict=True):
        row = next(iter(mine.values()))
        facts = sources.submissions.get(row.result.submission.slug)
        name, bracket, version = display_name(row).removesuffix(")").partition(" (")
        described = description(row, facts, short=True)
        same = [other for other in papers if other.partition(" ")[0] == key]
        numbers = papers.pop(same[0]) if len(same) == keys.count(key) == 1 else {}
        date = release_date(facts)
        yield _Model(
            SimpleNamespace(
                name=name,
                page=model_page(slug),  # its page; empty for a model that only papers have
                description=f"{described} · {version.replace(') (', ', ')}" if bracket else described,
                by=filterable(row, facts),
                hue=model_hue(sources, row),
                slug=slug,  # empty for a model that only papers have
            ),
            {
                suite: row
                for suite, row in mine.items()
                if row in judged[suite].group.models and score_of(row)
            },
            numbers,
            (cost_cell(sources, row), Cell(date and day_or_month(date[:7]), date)),
        )


def _reported_model(sources: Sources, numbers: Mapping[str, ReportedNumber]) -> _Model:
    number = next(iter(numbers.values()))
    size = "" if number.parameters is None else f"{number.parameters:g}\u00a0B"
    organisation = organisation_named(number.name)
    line = SimpleNamespace(
        name=number.name,
        page="",
        description=" · ".join(filter(None, [organisation, number.weights, size])),
        by=Filterable(weights=number.weights, size=size_class(number.parameters), organisation=organisation),
        hue=hue_of(sources, organisation),
        slug="",
    )
    return _Model(line, {}, numbers, (Cell(), Cell()))


def _table(
    sources: Sources, suites: Sequence[str], judged: Mapping[str, JoinedTable], models: list[_Model]
) -> SimpleNamespace:
    def exists(values: int) -> bool:
        return values * _PART >= len(models) > 0

    shown = [suite for suite in suites if exists(sum(model.has(suite) for model in models))]
    columns = tuple(_column(suite, judged.get(suite), models) for suite in shown)
    first = judged.get(shown[0]) if shown else None
    if first is not None:  # its places are in the order of its scores
        order = {row.slug: number for number, row in enumerate(first.group.models)}
        models.sort(key=lambda model: order.get(model.line.slug, len(order)))
    places = None if first is None else sources.places.get(first.key)
    titles = ("$ for 1,000", "Released")
    kept = [at for at in range(len(titles)) if exists(sum(bool(each.values[at].text) for each in models))]
    lines = [
        SimpleNamespace(
            **vars(model.line),
            place=None if places is None else places.of.get(model.line.slug),
            cells=tuple(_cell(model, column) for column in columns),
            values=tuple(model.values[at] for at in kept),
        )
        for model in models
    ]
    return SimpleNamespace(
        columns=columns,
        values=tuple(titles[at] for at in kept),
        # a model that has nothing in any column stands on its suite's page only
        lines=tuple(line for line in lines if line.slug or any(cell.mark for cell in line.cells)),
        places="" if first is None or places is None else table_id(first.key),
        compared=places is not None and len(places.of) > 1,
        lanes=0 if places is None else places.lanes,  # number of columns that the brackets need
        # what exists in the table, and what it lacks
        choices=filter_selects([line.by for line in lines]),
        reported=any(not column.judged for column in columns),
        estimated=any(line.values and line.values[0].text.startswith("est.") for line in lines),
    )


def _column(suite: str, table: JoinedTable | None, models: Iterable[_Model]) -> SimpleNamespace:
    paper = None if table is not None else leading_table(suite)
    words = PERCENT if table is None else row_words(table.group.models[0])
    scores = [score for model in models if (row := model.rows.get(suite)) and (score := score_of(row))]
    ends = [end for score in scores for end in (score.low, score.value, score.high)]
    ends += [
        end
        for model in models
        if (number := model.numbers.get(suite))
        for end in (*number.ends, number.value)
    ]
    return SimpleNamespace(
        id=suite,
        title=clean(suite_title(suite)),
        page=suite_page(suite),
        judged=table is not None,
        unit=words.short.strip(),
        date="" if paper is None else day_or_month(paper.date[:7]),  # when its numbers were published
        about="" if paper is None else reported_about(paper),
        axis=score_axis(words, ends),
    )


def _cell(model: _Model, column: SimpleNamespace) -> SimpleNamespace:
    """Return a score or a reported number on the column's axis; both empty if there is none."""
    row, number = model.rows.get(column.id), model.numbers.get(column.id)
    score = None if row is None else score_of(row)
    if score is not None:
        return SimpleNamespace(mark=score_mark(score, column.axis), version="")
    if number is None:
        return SimpleNamespace(mark=None, version="")
    # the snapshot that the paper names, which may differ from the judged one
    version = number.name.partition(" (")[2].removesuffix(")") if model.line.slug else ""
    return SimpleNamespace(mark=number.mark(column.axis), version=version)
