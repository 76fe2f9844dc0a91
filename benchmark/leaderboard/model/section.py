"""A model's results in one table: key numbers, categories, caveats, tasks, history and rows."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache, partial
from types import SimpleNamespace
from typing import TYPE_CHECKING

from benchmark.analysis.conditions import conditions, shows_picture
from benchmark.analysis.groups import is_baseline, key_of, metric_name, rows_by_slug, score_of
from benchmark.analysis.places import TablePlaces, highest_of, place_text
from benchmark.analysis.ranks.blind import has_blind_check
from benchmark.analysis.ranks.categories import too_few_families
from benchmark.analysis.score_cells import (
    PERCENT,
    ScaleWords,
    cut_share,
    dataset_words,
    kind_scores,
    optional_mark,
    row_words,
    score_cell,
    score_mark,
    upper_words,
)
from benchmark.analysis.studies.fresh_gaps import match_rows
from benchmark.analysis.wording import UNLESS_MISSING, clean, count, money, percent, plural, short_number
from benchmark.core.counts import Counts
from benchmark.core.names import effort_words, fresh_meaning, is_fresh, with_effort
from benchmark.core.task import TYPED_SUITES
from benchmark.leaderboard.board.rubrics import rubric_views
from benchmark.leaderboard.inputs.costs import cost_of
from benchmark.leaderboard.inputs.exposure import exposure
from benchmark.leaderboard.inputs.facts import (
    display_name,
    group_title,
    licence_of,
    missing_samples,
    seconds_cell,
    submission_name,
    tokens_cell,
)
from benchmark.leaderboard.inputs.failures import failures
from benchmark.leaderboard.inputs.picture_gain import blind_rows, picture_gain
from benchmark.leaderboard.inputs.provenance import (
    Fact,
    answer_links,
    handling,
    provenance,
    published_answers,
)
from benchmark.leaderboard.inputs.sources import Sources
from benchmark.leaderboard.model.scores import (
    forest_lines,
    forest_tables,
    history,
    shown_categories,
    small_categories,
)
from benchmark.leaderboard.parts.addresses import compare_query, model_page, task_link, task_list_page
from benchmark.leaderboard.parts.answers import answer_shards
from benchmark.leaderboard.parts.citations import paper_citation, row_citation
from benchmark.leaderboard.parts.task_list import ListPlace, TableTotals, TaskList, TaskPage, status_counts
from benchmark.results.counted_row import CountedRow
from benchmark.results.row import Row
from benchmark.scoring import metrics
from benchmark.scoring.installed import has_statistics
from benchmark.suites import guessed_share

if TYPE_CHECKING:
    from benchmark.analysis.studies.fresh_gaps import ModelGap


def gap_lines(rows: Iterable[CountedRow]) -> Callable[[Row], tuple[str, ...]]:
    """Return a function that gives a row's public minus fresh scores as sentences.

    Without the extra `statistics`, it gives no sentences.
    """
    rows = tuple(rows)
    if not has_statistics():
        return lambda _: ()
    matches = match_rows(counted.row for counted in rows)
    by_id = {counted.row.id: counted for counted in rows}

    def lines_of(row: Row) -> tuple[str, ...]:
        others, fresh = matches.find(row), is_fresh(row.result.dataset)
        pairs = [(other, row) if fresh else (row, other) for other in others]
        if not pairs:
            return ()
        from benchmark.analysis.studies.fresh_gaps import gap_of
        from benchmark.scoring.metrics import metric

        by = metric(metric_name(row))
        gaps = (gap_of(by_id[public.id], by_id[fresh.id], by) for public, fresh in pairs)
        return tuple(_sentence(gap, row_words(row)) for gap in gaps if gap is not None)

    return lines_of


def _sentence(model: "ModelGap", words: ScaleWords) -> str:
    if model.gap is None:
        return f"{model.fresh_dataset}: {model.words}."
    low, high = (words.signed(end) for end in (model.gap.low, model.gap.high))
    return f"{model.words} ({low} to {high} points; {model.gap.size}, {model.fresh_dataset})."


def _task_pages(sources: Sources, suite: str, dataset: str) -> TaskPage:
    """Return a function that finds the page of a task, each once for all models."""

    def make() -> TaskPage:
        tasks = sources.tasks.get((suite, dataset))
        known = {} if tasks is None else tasks.tasks
        return cache(lambda task: task_link(suite, dataset, known[task].family if task in known else task))

    return sources.once(("pages of tasks", suite, dataset), make)


def model_names(sources: Sources) -> Mapping[str, str]:
    """Return the display name of each model with a page, by slug."""

    def find() -> dict[str, str]:
        gone = {entry.row.result.submission.slug: submission_name(entry.row) for entry in sources.withdrawn}
        newest = rows_by_slug(sources.light_rows, efforts=False).items()
        return gone | {slug: submission_name(rows[0]) for slug, rows in newest}

    return sources.once("names of models", find)


def caveats(row: Row, counts: Counts, field: TableTotals, sources: Sources) -> Iterator[Fact]:
    """Yield what a reader should know before trusting a model's newest row in a table."""
    yield from _leads(row, sources)
    if not is_baseline(row):
        seen = exposure(field.group.key, sources.submissions.get(row.result.submission.slug))
        yield Fact(label="Seen in training", value=seen.level.capitalize(), why=seen.why)
    yield from _blind(row, sources)
    yield from _predecessor(row, field, sources)
    ran = score_cell(score_of(row, "execution_success"))
    if ran.text:
        if guessed_share(row.result.suite, row.result.dataset) is None:
            label, why = "Ran to a result", "of its programs, right or wrong"
        else:
            label, why = "Answered", "of its answers: the letter of an option was found"
        yield Fact(label=label, value=f"{ran.text} %", why=why)
    parsed = score_cell(score_of(row, "parsing_success"))
    if parsed.text:
        yield Fact(
            label="Parsed", value=f"{parsed.text} %", why="of its programs, in which a linter finds no error"
        )
    yield from _error(row, counts)
    score, bounds = score_of(row), ""
    if score is not None and score.worst is not None and score.best is not None:
        low, high = map(row_words(row).value, (score.worst, score.best))
        bounds = f"With them, the score would be between {low} and {high}{row_words(row).range_unit}."
    yield Fact(label="Missing", value=missing_samples((counts,)), why=bounds)


def _error(row: Row, counts: Counts) -> Iterator[Fact]:
    found = metrics.score(counts, metrics.metric(metric_name(row)))
    if found is not None and found.stderr is not None:
        value = f"{row_words(row).gap(found.stderr)} points"
        why = "Over families of tasks, as other tools print it; the range allows for few families, too."
        yield Fact(label="Standard error", value=value, why=why)


def _leads(row: Row, sources: Sources) -> Iterator[Fact]:
    places = sources.places.get(key_of(row))
    if places is None:
        return
    best = highest_of(len(places.ranking.places))
    for leader in places.ranking.leaders:
        if leader.slug == row.slug:
            yield Fact(
                label="Leader's range",
                value=f"{places.words.range(leader.low, leader.high)}{places.words.range_unit}",
                why=f"The {best} tends to be too high; this allows for that.",
            )


def _blind(row: Row, sources: Sources) -> Iterator[Fact]:
    """Yield the score without the picture; that it is unknown, only if the setting shows the picture."""
    if not has_blind_check(key_of(row)) or is_baseline(row):
        return
    unseen = blind_rows(sources)(row)
    found = None if unseen is None else optional_mark(score_of(unseen))
    if found is None and shows_picture(row.result.suite, row.result.setting):
        why = "This model has not been run on these tasks without their pictures."
        yield Fact(label="Without the picture", value="Not known", why=why)
    elif found is not None:
        why = "Its score when it sees only the text."
        if (gain := picture_gain(sources, row)) is not None:
            value, low, high = map(row_words(row).signed, (gain.difference, gain.low, gain.high))
            why += f" Picture gain: {value} points, range {low} to {high}, on {plural(gain.tasks, 'task')}."
        yield Fact(
            label="Without the picture", value=f"{found.value}{row_words(row).unit} ({found.range})", why=why
        )


def _predecessor(row: Row, field: TableTotals, sources: Sources) -> Iterator[Fact]:
    """Yield the paired difference from the model's predecessor, if the submission names one."""
    known = sources.submissions.get(row.result.submission.slug)
    if known is None or known.predecessor is None:
        return
    before = with_effort(known.predecessor, row.result.submission.effort)
    label, rows = "Since its predecessor", field.group.by_slug.get(before)
    if rows is None:
        name = model_names(sources).get(known.predecessor, known.predecessor)
        yield Fact(label=label, value="Not known", why=f"{name} has no row in this table.")
        return
    name, page, words = display_name(rows[0]), model_page(known.predecessor), row_words(row)
    pair = sources.pair(row, rows[0])
    if pair is None:
        yield Fact(label=label, value="Not known", why=f"{name} has no score.", page=page)
        return
    value, low, high = (words.signed(end) for end in (pair.difference, pair.low, pair.high))
    change = f"{value} points, range {low} to {high}"
    text = "No change shown"
    if pair.real:
        way, condition = (
            "Better" if pair.difference > 0 else "Got worse",
            "" if pair.sure else f", {UNLESS_MISSING}",
        )
        text = f"{way} by {words.gap(pair.difference)} points{condition}"
    yield Fact(
        label=label,
        value=text,
        why=f"{name}, on the {plural(pair.tasks, 'task')} that both have: {change}.",
        page=page,
        warns=pair.real and pair.difference < 0,
    )


#: Maximum number of rows per table whose origin a page shows; the history and the downloads have all.
LISTED_ROWS = 40
_NAME_CHARACTERS = 24  #: maximum characters of another model's name in the label of a number


def model_section(
    slug: str, field: TableTotals, place: ListPlace, setting: str, sources: Sources
) -> SimpleNamespace:
    """Return the section on a model's newest row in a table; ``slug`` has the effort, as in rows.

    The words of ``setting`` and protocol differ from those of the model's other tables.
    """
    group = field.group
    row = group.by_slug[slug][0]
    counts, places = sources.counts[row.id], sources.places.get(group.key)
    rank, cited = None if places is None else places.place(slug), paper_citation(group.key.suite)
    kept_back = licence_of(group.key.suite, group.key.dataset).kept_back
    failed, errors, forest = failures(sources), Counter[str](), forest_lines(row, counts, field)
    if group.key.suite in TYPED_SUITES and not kept_back:
        errors.update(verdict.error_type for verdict in failed.samples(row) if verdict.error_type)
    tasks = TaskList(
        counts=counts,
        totals=field,
        failures=partial(failed.first, row)
        if not kept_back and sources.file_path(row, row.run.verdicts_file) is not None
        else None,
        shards=answer_shards(sources).get(row.id),
        page=_task_pages(sources, group.key.suite, group.key.dataset),
        kept_back=kept_back,
        elsewhere=answer_links(row),
        published=published_answers(row),
    )
    return SimpleNamespace(
        anchor=place.anchor,
        title=group_title(group.key),
        # setting and protocol in words, with ids where two sections would have the same words
        setting=" · ".join(filter(None, (setting, effort_words(row.result.submission.effort)))),
        suite=group.key.suite,
        dataset=group.key.dataset,
        size=plural(row.result.tasks.count, "task"),
        conditions=conditions(group.key),
        words=dataset_words(group.key.suite, group.key.dataset),
        fresh=fresh_meaning(group.key.dataset),  # explanation of fresh data sets; empty for other data sets
        gaps=sources.once("gaps", lambda: gap_lines(sources.rows))(row),
        place=f"{place_text(rank)} of {len(places.ranking.places)}" if places and rank else "",
        stats=tuple(_stats(row, places, sources)),
        handling=handling(row),  # sampling, and how many answers were cut and repaired
        forest=forest,
        forests=forest_tables(group.key.suite, forest),
        too_few=too_few_families(small_categories(row, counts), "No range"),
        # Kind of tests, number of its tasks, share that passes it, and share that fails only it.
        kinds=tuple(
            (clean(of.kind), count(of.passes.tasks), score_mark(of.passes), score_mark(of.fails_only))
            for of in kind_scores(row.result.scores)
        ),
        rubrics=rubric_views(row, shown_categories(row, counts), sources),
        others=len(field.others(slug, "")),
        checks=tuple(caveats(row, counts, field, sources)),
        outcomes=status_counts(counts),
        # Type of error, number and share of failed samples; empty if its verdicts name no types.
        errors=tuple(
            (
                clean(name[:1].upper() + name[1:].replace("-", " ")),
                count(number),
                percent(number / errors.total()),
            )
            for name, number in sorted(errors.items(), key=lambda item: (-item[1], item[0]))
        ),
        history=history(group.by_slug[slug]),
        tasks=tasks,
        # pages with the list of tasks; empty if this page has it
        further=tuple(
            SimpleNamespace(
                page=task_list_page(slug, place.anchor, number),
                title=f"tasks {count(part.first + 1)} to {count(part.last)}",  # ``tasks 1 to 3,200``
            )
            for number, part in enumerate(tasks.parts if place.separate else (), start=1)
        ),
        rows=tuple(
            origin(
                listed,
                sources,
                row_citation(listed, sources.where, model_page(slug), f"{place.anchor}-rows")
                + (f"\n\n{cited}" if cited and not number else ""),
            )
            for number, listed in enumerate(group.by_slug[slug][:LISTED_ROWS])
        ),
        older=max(len(group.by_slug[slug]) - LISTED_ROWS, 0),  # number of rows that are not in ``rows``
    )


def origin(row: Row, sources: Sources, bibtex: str = "") -> SimpleNamespace:
    """Return where a row comes from, and how to cite it."""
    where, counts = sources.where, sources.counts[row.id]
    return provenance(row, counts, where.rows_name, where.repository, sources.attestation(row), bibtex=bibtex)


def _stats(row: Row, places: TablePlaces | None, sources: Sources) -> Iterator[Fact]:
    """Yield the key numbers: place and score first, then the gaps to the neighbours, cost and time."""
    place = None if places is None else places.place(row.slug)
    if places is not None and place is not None and len(places.ranking.places) > 1:
        small = f"of {len(places.ranking.places)}, {'not shared' if place.first == place.last else 'shared'}"
        yield Fact(label="Place", value=place_text(place), small=small)
    solved, words = optional_mark(score_of(row)), row_words(row)
    yield Fact(
        label=words.stat,
        value=f"{solved.value}{words.short_unit}" if solved else "–",
        small=solved.range if solved else "",
    )
    passed = None if words is PERCENT else optional_mark(score_of(row, "pass@1"))
    if passed is not None:
        yield Fact(label="Passed", value=f"{passed.value} %", small=passed.range)
    yield from _gap_stats(row.slug, places)
    if share := cut_share(row):
        yield Fact(label="Cut off at the limit", value=f"{percent(share)} %", small=upper_words(row))
    cost, tokens = cost_of(sources, row), tokens_cell(row)
    dollars = "–" if cost is None else f"${short_number(cost.dollars, money(cost.dollars))}"
    at = f"estimated: tokens at the list price of {cost.price_date}" if cost and cost.price_date else ""
    yield Fact(label="Cost of 1,000 tasks", value=dollars, small=at)
    yield Fact(label="Tokens out, mean", value=tokens.text or "–")
    waited = seconds_cell(sources.seconds.get(row.id))
    if waited.text:
        yield Fact(label="Seconds, median", value=waited.text)


def _gap_stats(slug: str, places: TablePlaces | None) -> Iterator[Fact]:
    """Yield the gaps to the neighbours, and whether they are real."""
    if places is None:
        return
    for pair in places.neighbour_gaps(slug):
        if pair is not None:
            words = "Ahead of" if pair.difference > 0 else "Behind" if pair.difference < 0 else "Level with"
            other = next(place for place in places.ranking.places if place.slug == pair.b)
            name = clean(other.name, _NAME_CHARACTERS)
            yield Fact(
                label=f"{words} {name}",
                value=f"{places.words.gap(pair.difference)} points",
                small=pair.holds,
                page=model_page(other.slug),
                other=name,
                compare=compare_query(places.ranking.key, (slug, other.slug)),
            )
