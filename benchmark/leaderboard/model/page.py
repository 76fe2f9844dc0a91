"""The page of one model: its scores against the field, its tasks, and where every row comes from."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from benchmark.analysis.groups import is_baseline, key_of, rows_by_slug
from benchmark.leaderboard.model.answer import answer
from benchmark.leaderboard.model.context import ModelContext, model_context
from benchmark.leaderboard.model.details import DetailLine, detail_lines
from benchmark.leaderboard.model.section import ModelSection, TaskPart, anchors, origin, section
from benchmark.leaderboard.rows.facts import description, display_name
from benchmark.leaderboard.rows.outcomes import LINES, TaskList
from benchmark.leaderboard.rows.provenance import Provenance
from benchmark.leaderboard.rows.sources import Sources
from benchmark.leaderboard.rows.withdrawals import Withdrawal, by_model, withdrawal
from benchmark.leaderboard.shared.addresses import model_page
from benchmark.leaderboard.shared.page import Page
from benchmark.leaderboard.shared.table_totals import TableTotals
from benchmark.results.retraction import WithdrawnRow
from benchmark.results.row import Row, Trust

_BOOST = 4.0  #: in the search: a few letters of a name find the model, not tasks of that number


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelPage:
    """The whole page."""

    slug: str
    name: str
    description: str
    answer: str  #: the first sentences
    trust: Trust
    baseline: bool
    about: tuple[DetailLine, ...]
    unknown: bool  #: no submission of it is here
    sections: tuple[ModelSection, ...]
    reported: tuple[Provenance, ...]
    withdrawn: tuple[Withdrawal, ...]  #: newest first


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelTasks:
    """A page with nothing but a list of tasks, or a part of it."""

    name: str
    page: str  #: of the model
    section: ModelSection
    part: TaskPart
    tasks: TaskList


def models(sources: Sources) -> dict[str, ModelPage]:
    """Model pages by source path, in order of slug; a model with withdrawn rows only keeps its page."""
    gone = by_model(sources.withdrawn)
    shared = model_context(sources)
    counted = rows_by_slug(sources.light)
    return {
        model_page(slug): _model(slug, counted.get(slug, ()), gone.get(slug, ()), shared)
        for slug in sorted({*counted, *gone})
    }


def model_pages(sources: Sources) -> Iterator[Page]:
    """One for each submission with a row."""
    for source, model in models(sources).items():
        yield Page(
            source=source,
            title=model.name,
            template="model.html",
            view=model,
            slug=model.slug,
            boost=_BOOST,
            description=model.answer,
            scripts=("packed.js", "model.js"),
        )
        yield from _task_lists(source, model)


def _model(
    slug: str, rows: tuple[Row, ...], withdrawn: tuple[WithdrawnRow, ...], shared: ModelContext
) -> ModelPage:
    latest = rows[0] if rows else withdrawn[0].row
    where = shared.sources.where
    mine = [field for field in shared.fields if slug in field.group.by_slug]
    return ModelPage(
        slug=slug,
        name=display_name(latest),
        description=description(latest, shared.sources.submissions.get(slug)),
        answer=_answer(rows, mine[0].group.by_slug[slug][0] if mine else None, shared),
        trust=latest.run.trust,
        baseline=is_baseline(latest),
        about=() if is_baseline(latest) else detail_lines(latest, shared.sources.submissions, shared.names),
        unknown=slug not in shared.sources.submissions,
        sections=tuple(_sections(slug, mine, shared)),
        reported=tuple(origin(row, shared) for row in rows if row.run.trust == "reported"),
        withdrawn=tuple(withdrawal(one, where.named, where.repository) for one in withdrawn),
    )


def _sections(slug: str, mine: Sequence[TableTotals], shared: ModelContext) -> Iterator[ModelSection]:
    room = LINES
    for field, anchor in zip(mine, anchors(one.group.key for one in mine), strict=True):
        found = section(slug, field, anchor, room, shared)
        room -= 0 if found.further else found.tasks.size
        yield found


def _task_lists(source: str, model: ModelPage) -> Iterator[Page]:
    """Lists that the model's page has no room for."""
    for one in model.sections:
        for part, tasks in zip(one.further, one.tasks.parts, strict=False):
            yield Page(
                source=part.page,
                title=f"{model.name}: {part.title}, {one.title}",
                template="model_list.html",
                view=ModelTasks(name=model.name, page=source, section=one, part=part, tasks=tasks),
                searched=False,
                scripts=("packed.js", "model.js"),
            )


def _answer(rows: tuple[Row, ...], row: Row | None, shared: ModelContext) -> str:
    if row is not None:
        return answer(row, shared.places.get(key_of(row)))
    if rows:
        return "Known from papers only: nothing of it was judged here, and it is not ranked."
    return "All its rows were withdrawn. They stay on record and count nowhere."
