"""The page of one model: its scores compared with other models, its tasks, and the origin of every row."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from benchmark.analysis.catalog import ShownTrust
from benchmark.analysis.conditions import distinct_conditions
from benchmark.analysis.groups import GroupKey, is_baseline, key_of, rows_by_slug
from benchmark.leaderboard.downloads.badges import badges_by_model
from benchmark.leaderboard.inputs.facts import description, display_name
from benchmark.leaderboard.inputs.provenance import Provenance
from benchmark.leaderboard.inputs.sources import Sources
from benchmark.leaderboard.model.answer import answer
from benchmark.leaderboard.model.context import ModelContext, model_context
from benchmark.leaderboard.model.details import DetailLine, detail_lines
from benchmark.leaderboard.model.nights import ModelNights, model_nights
from benchmark.leaderboard.model.section import ModelSection, TaskPart, model_section, origin
from benchmark.leaderboard.parts.addresses import compare_query, model_page
from benchmark.leaderboard.parts.page import Page, SearchWords
from benchmark.leaderboard.parts.task_list import TableTotals, TaskList, list_places
from benchmark.leaderboard.parts.withdrawals import Withdrawal, withdrawal, withdrawn_by_model
from benchmark.results.retraction import WithdrawnRow
from benchmark.results.row import Row

_STYLES = ("model.css", "difference.css")
_SCRIPTS = ("packed.js", "difference.js", "answer.js", "model.js")


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelPage:
    """The page of one model."""

    slug: str
    name: str
    description: str
    answer: str  #: the first sentences of the page
    compare: str  #: query of the address that compares it with its neighbours; empty without any
    trust: ShownTrust
    baseline: bool
    about: tuple[DetailLine, ...]
    unknown: bool  #: whether the model's submission file is missing
    sections: tuple[ModelSection, ...]  #: one section per table
    reported: tuple[Provenance, ...]
    withdrawn: tuple[Withdrawal, ...]  #: newest first
    nights: ModelNights | None  #: None if the model is not watched and nothing happened to it
    badges: tuple[tuple[str, str, str], ...]  #: title, path, and Markdown if the site's address is known


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelTasks:
    """A page with only a list of tasks, or a part of it."""

    name: str
    page: str  #: source path of the model's page
    section: ModelSection
    part: TaskPart
    tasks: TaskList


def models(sources: Sources) -> dict[str, ModelPage]:
    """Return model pages by source path, in order of slug; models with only withdrawn rows have one, too."""
    withdrawn = withdrawn_by_model(sources.withdrawn)
    shared = model_context(sources)
    counted = rows_by_slug(sources.light_rows)
    return {
        model_page(slug): _model(slug, counted.get(slug, ()), withdrawn.get(slug, ()), shared)
        for slug in sorted({*counted, *withdrawn})
    }


def model_pages(sources: Sources) -> Iterator[Page]:
    """Yield the page of each submission with a row, and the pages of its long lists of tasks."""
    for source, model in models(sources).items():
        yield Page(
            source=source,
            title=model.name,
            template="model.html",
            view=model,
            search=SearchWords(kind="model", line=model.description, words=(model.slug,)),
            description=model.answer if model.sections else f"{model.name}: {model.answer}",
            styles=(*_STYLES, "nights.css") if model.nights else _STYLES,
            scripts=_SCRIPTS,
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
        compare=_compare(slug, mine[0].group.key, shared) if mine else "",
        trust=shared.sources.trust(latest),
        baseline=is_baseline(latest),
        about=() if is_baseline(latest) else detail_lines(latest, shared.sources.submissions, shared.names),
        unknown=slug not in shared.sources.submissions,
        sections=tuple(_sections(slug, mine, shared)),
        reported=tuple(origin(row, shared) for row in rows if row.run.trust == "reported"),
        withdrawn=tuple(
            withdrawal(gone, where.rows_name, where.repository, shared.sources.attestation(gone.row))
            for gone in withdrawn
        ),
        nights=model_nights(slug, shared.sources),
        badges=tuple(
            (badge.title, badge.path, badge.markdown(where.base))
            for badge in badges_by_model(shared.sources).get(slug, ())
        ),
    )


def _sections(slug: str, mine: Sequence[TableTotals], shared: ModelContext) -> Iterator[ModelSection]:
    keys = [totals.group.key for totals in mine]
    settings = distinct_conditions(keys, 2)
    rows = [totals.group.by_slug[slug][0] for totals in mine]
    places = list_places(
        [(key, len(shared.counts[row.id].tasks)) for key, row in zip(keys, rows, strict=True)]
    )
    for field, place in zip(mine, places, strict=True):
        yield model_section(slug, field, place, settings[field.group.key], shared)


def _task_lists(source: str, model: ModelPage) -> Iterator[Page]:
    """Yield the pages of task lists that are too long for the model's page."""
    for section in model.sections:
        for part, tasks in zip(section.further, section.tasks.parts, strict=False):
            yield Page(
                source=part.page,
                title=f"{model.name}: {part.title}, {section.title}",
                template="model_list.html",
                view=ModelTasks(name=model.name, page=source, section=section, part=part, tasks=tasks),
                searched=False,
                styles=_STYLES,
                scripts=_SCRIPTS,
            )


def _answer(rows: tuple[Row, ...], row: Row | None, shared: ModelContext) -> str:
    if row is not None:
        return answer(row, shared.places.get(key_of(row)))
    if rows:
        return "Known only from papers: this model was not judged here and is not ranked."
    return "All rows of this model were withdrawn. They stay on record but do not count."


def _compare(slug: str, key: GroupKey, shared: ModelContext) -> str:
    """Return the query that compares a model with its neighbours in a table, in the order of places."""
    places = shared.places.get(key)
    above, below = (None, None) if places is None else places.neighbour_gaps(slug)
    slugs = [*([above.b] if above else []), slug, *([below.b] if below else [])]
    return compare_query(key, slugs) if len(slugs) > 1 else ""
