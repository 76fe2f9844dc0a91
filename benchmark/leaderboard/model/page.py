"""The page of one model: its scores compared with other models, its tasks, and the origin of every row."""

from collections.abc import Iterator, Mapping, Sequence
from types import SimpleNamespace

from benchmark.analysis.catalog import BASELINES, suite_title
from benchmark.analysis.conditions import distinct_conditions
from benchmark.analysis.groups import GroupKey, is_baseline, key_of, rows_by_slug, score_of
from benchmark.analysis.places import TablePlaces, place_text
from benchmark.analysis.score_cells import cut_words, loses_place, row_words
from benchmark.analysis.wording import SENTENCE_NAME_CHARACTERS, clean, join_names, plural
from benchmark.leaderboard.downloads.badges import badges_by_model
from benchmark.leaderboard.inputs.facts import (
    day,
    day_or_month,
    description,
    display_name,
    group_title,
    parameter_count,
    row_submission,
    submission_name,
)
from benchmark.leaderboard.inputs.provenance import named_links
from benchmark.leaderboard.inputs.sources import Sources
from benchmark.leaderboard.model.section import model_names, model_section, origin
from benchmark.leaderboard.nights.page import series_view, watched, window_of
from benchmark.leaderboard.parts.addresses import compare_query, model_page, table_id
from benchmark.leaderboard.parts.efforts import effort_view
from benchmark.leaderboard.parts.sentences import sentence
from benchmark.leaderboard.parts.site_page import Page, SearchWords
from benchmark.leaderboard.parts.task_list import list_places, submission_tables, table_totals
from benchmark.leaderboard.parts.withdrawals import latest_first, withdrawal
from benchmark.results.ledger import WithdrawnRow
from benchmark.results.nights import NightlyEvent, vanished_models
from benchmark.results.row import Row
from benchmark.submissions.schema import Submission


def answer(row: Row, places: TablePlaces | None) -> str:
    """Return two or three sentences about a model's newest row in a table, which may not be ranked."""
    score = score_of(row)
    name, where = _short(display_name(row)), f"{_short(suite_title(row.result.suite))}"
    where = f"{where}, {clean(row.result.dataset)}"
    if score is None:
        return sentence("model", "no_score", name=name, where=where)
    judged = "" if score.tasks == row.result.tasks.count else "judged "
    words, draws = row_words(row), row.result.completions.draws
    solved = f"{words.amount_on(score.value, score.tasks, judged=judged, draws=draws)} of {where}"
    if is_baseline(row):
        return sentence("model", "baseline", kind=BASELINES[row.slug], solved=solved, words=words)
    place = None if places is None else places.place(row.slug)
    models = 0 if places is None else len(places.ranking.places)
    if places is None or place is None or models == 1:
        cut, alone = cut_words(row) if loses_place(row) else "", place is not None
        return sentence("model", "unranked", name=name, solved=solved, words=words, alone=alone, cut=cut)
    above, below = places.neighbour_gaps(row.slug)
    gaps = [(pair, sign) for pair, sign in ((above, -1), (below, 1)) if pair is not None]
    unreal = [_name_of(pair.b, places) for pair, _ in gaps if not pair.real]
    alike = place.last - place.first
    return sentence(
        "model",
        "ranked",
        name=name,
        solved=solved,
        words=words,
        place=place,
        places=place_text(place),
        models=models,
        alike=join_names(unreal) if unreal and len(unreal) == alike else plural(alike, "other model"),
        level=[_name_of(pair.b, places) for pair, _ in gaps if pair.difference == 0],
        gaps=[
            {
                "name": _name_of(pair.b, places),
                "points": places.words.gap(pair.difference),
                "way": "ahead of" if pair.difference > 0 else "behind",
                # The order of the scores over all tasks differs from the order on the common tasks.
                "turned": sign * pair.difference < 0,
                "real": pair.real,
                "sure": pair.sure,
            }
            for pair, sign in gaps
            if pair.difference != 0
        ],
    )


def _name_of(slug: str, places: TablePlaces) -> str:
    return next(_short(place.name) for place in places.ranking.places if place.slug == slug)


_NOTE_CHARACTERS = 200  #: maximum characters of a note of a submission


def _short(text: str) -> str:
    return clean(text, SENTENCE_NAME_CHARACTERS)


#: A text with the source path of a page or with an https address; both are empty for plain text.
_Link = tuple[str, str, str]


def _details(
    row: Row, submissions: Mapping[str, Submission], names: Mapping[str, str]
) -> Iterator[tuple[str, str, Sequence[_Link]]]:
    """Yield label, value and links of the lines about a model, the most important first.

    A line without value and links is shown as not recorded.
    """
    known = submissions.get(row.result.submission.slug)
    facts = row_submission(row, known)
    yield "Weights", facts.weights, ()
    yield "Size", parameter_count(known.parameters_b) if known else "", ()
    if known and known.decoder:
        yield "Decoder", clean(known.decoder), ()
    if facts.reasoning is not None:
        yield "Reasoning", "yes" if facts.reasoning else "no", ()
    yield "Released", day_or_month(known.release_date) if known and known.release_date else "", ()
    cutoff = known.training_cutoff if known else None
    yield "Training cut-off", day_or_month(cutoff) if cutoff else "", ()
    if known and known.licence:
        yield "Licence", clean(known.licence), ()
    if known and known.predecessor:
        yield "Predecessor", "", [_named_model(known.predecessor, submissions, names)]
    after = sorted(each.slug for each in submissions.values() if each.predecessor == facts.slug)
    if after:
        found = [_named_model(slug, submissions, names) for slug in after]
        yield "Successor" if len(found) == 1 else "Successors", "", found
    if known and known.notes:
        yield "Notes", " ".join(clean(note, _NOTE_CHARACTERS) for note in known.notes), ()
    if links := named_links(known.links if known else {}):
        yield "Links", "", [(label, "", address) for label, address in links]


def _named_model(slug: str, submissions: Mapping[str, Submission], names: Mapping[str, str]) -> _Link:
    if slug in names:
        return names[slug], model_page(slug), ""
    return clean(submissions[slug].name) if slug in submissions else slug, "", ""


SHOWN_DAYS = 365  #: days of the charts on a model's page
_LASTING = ("vanished", "shutdown-announced", "alias-moved")


def model_nights(slug: str, sources: Sources) -> SimpleNamespace | None:
    """Return the nights of a model; None if there is nothing to show."""
    window = window_of(sources.nightly.panels, SHOWN_DAYS)
    mine = [model for model in watched(sources).models if model.slug == slug]
    series = tuple(
        series_view(model, line, window, sources.nightly.events, small=True)
        for model in mine
        for line in model.lines
        if window is not None
    )
    notes = tuple(_notes(slug, sources))
    return SimpleNamespace(series=series, notes=notes) if series or notes else None


def _notes(slug: str, sources: Sources) -> Iterator[str]:
    """Yield a sentence for the newest event of each kind that still holds."""
    submission = sources.submissions.get(slug)
    runs = () if submission is None else submission.runs
    asked: set[tuple[str | None, str | None]] = {
        (run.model.provider, run.model.model) for run in runs if run.model is not None
    }
    asked |= {(panel.provider, panel.model) for panel in sources.nightly.panels if panel.series.slug == slug}
    gone = vanished_models(sources.nightly.events, sources.nightly.models).values()
    newest: dict[tuple[str, str | None], NightlyEvent] = {}
    for event in sources.nightly.events:
        if event.kind in _LASTING and (event.slug == slug or (event.provider, event.model) in asked):
            newest[event.kind, event.model] = event
    for event in newest.values():
        if event.kind == "vanished" and event not in gone:
            continue
        names = ("provider", "model", "before", "after")
        fields = {name: clean(getattr(event, name) or "") for name in names}
        yield _WORDS[event.kind].format(**fields, day=day(event.date))


_WORDS = {
    "vanished": "{provider} has not listed {model} since {day}.",
    "shutdown-announced": "{provider} will shut down {model} on {after}.",
    "alias-moved": "The name {model} has referred to another model since {day}: {after} instead of {before}.",
}


_STYLES = ("model.css", "difference.css")
_SCRIPTS = ("shards.js", "difference.js", "answer.js", "model.js")


def models(sources: Sources) -> dict[str, SimpleNamespace]:
    """Return model pages by source path, in order of slug; models with only withdrawn rows have one, too."""
    withdrawn = latest_first(sources.withdrawn, lambda row: row.result.submission.slug)
    counted = rows_by_slug(sources.light_rows, efforts=False)
    return {
        model_page(slug): _model(slug, counted.get(slug, ()), withdrawn.get(slug, ()), sources)
        for slug in sorted({*counted, *withdrawn})
    }


def model_pages(sources: Sources) -> Iterator[Page]:
    """Yield the page of each submission with a row, and the pages of its long lists of tasks."""
    for source, model in models(sources).items():
        yield Page(
            source=source,
            title=model.name,
            template="model.html",
            view=vars(model),
            search=SearchWords(kind="model", line=model.description, words=(model.slug,)),
            description=model.answer if model.sections else f"{model.name}: {model.answer}",
            styles=(*_STYLES, "nights.css") if model.nights else _STYLES,
            scripts=_SCRIPTS,
        )
        yield from _task_lists(source, model)


def _model(
    slug: str, rows: tuple[Row, ...], withdrawn: tuple[WithdrawnRow, ...], sources: Sources
) -> SimpleNamespace:
    latest = rows[0] if rows else withdrawn[0].row
    where = sources.where
    mine = submission_tables(sources).get(slug, ())
    # Of its efforts, that with the highest score in the first table.
    newest = mine[0][0].newest if mine else ()
    best = next((row for row in newest if row.result.submission.slug == slug), None)
    groups = {group.key: group for group, *_ in mine}
    settings = distinct_conditions(groups, 2)
    sizes = [len(sources.counts[group.by_slug[name][0].id].tasks) for group, name, _ in mine]
    places = list_places([(key, size) for (*_, key), size in zip(mine, sizes, strict=True)])
    lines = ((group, effort_view(group, slug)) for group in groups.values())
    return SimpleNamespace(
        slug=slug,
        name=submission_name(latest),
        description=description(latest, sources.submissions.get(slug)),
        answer=_answer(rows, best, sources),
        # query of the address that compares it with its neighbours; empty without any
        compare=_compare(best.slug, key_of(best), sources) if best else "",
        efforts=tuple(
            (table_id(group.key), group_title(group.key), settings[group.key], view)
            for group, view in lines
            if view is not None
        ),
        trust=sources.trust(latest),
        baseline=is_baseline(latest),
        about=()
        if is_baseline(latest)
        else tuple(_details(latest, sources.submissions, model_names(sources))),
        unknown=slug not in sources.submissions,  # whether the model's submission file is missing
        sections=tuple(
            model_section(name, table_totals(sources, group), place, settings[group.key], sources)
            for (group, name, _), place in zip(mine, places, strict=True)
        ),
        reported=tuple(origin(row, sources) for row in rows if row.run.trust == "reported"),
        withdrawn=tuple(
            withdrawal(gone, where.rows_name, where.repository, sources.attestation(gone.row))
            for gone in withdrawn
        ),
        nights=model_nights(slug, sources),  # None if the model is not watched and nothing happened to it
        badges=tuple(
            (badge.title, badge.path, badge.markdown(where.base))
            for badge in badges_by_model(sources).get(slug, ())
        ),
    )


def _task_lists(source: str, model: SimpleNamespace) -> Iterator[Page]:
    for section in model.sections:
        for part, tasks in zip(section.further, section.tasks.parts, strict=False):
            yield Page(
                source=part.page,
                title=f"{model.name}: {part.title}, {section.title}",
                template="model_list.html",
                view={"name": model.name, "page": source, "section": section, "part": part, "tasks": tasks},
                searched=False,
                styles=_STYLES,
                scripts=_SCRIPTS,
            )


def _answer(rows: tuple[Row, ...], row: Row | None, sources: Sources) -> str:
    if row is not None:
        return answer(row, sources.places.get(key_of(row)))
    return sentence("model", "only_papers" if rows else "only_withdrawn")


def _compare(slug: str, key: GroupKey, sources: Sources) -> str:
    """Return the query that compares a model with its neighbours in a table, in the order of places."""
    places = sources.places.get(key)
    above, below = (None, None) if places is None else places.neighbour_gaps(slug)
    slugs = [*([above.b] if above else []), slug, *([below.b] if below else [])]
    return compare_query(key, slugs) if len(slugs) > 1 else ""
