"""The page of one model: its scores against the field, its tasks, and where every row comes from."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from benchmark.core.counts import Counts
from benchmark.core.fresh import MEANING, is_fresh
from benchmark.leaderboard.blind import FindBlind, blind_finder, has_blind_check
from benchmark.leaderboard.facts import (
    conditions,
    cost_per_thousand,
    description,
    display_name,
    group_title,
    model_page,
    size,
    tokens_out,
)
from benchmark.leaderboard.fresh import gap_lines
from benchmark.leaderboard.groups import (
    RANKING_METRIC,
    GroupKey,
    by_slug,
    is_baseline,
    key_of,
    score_of,
)
from benchmark.leaderboard.marks import Category, Field, Mark, mark, share, span
from benchmark.leaderboard.outcomes import OutcomeView, TaskList, outcomes, task_list
from benchmark.leaderboard.page import Page
from benchmark.leaderboard.places import Places, place_text, places_by_table, points
from benchmark.leaderboard.provenance import Provenance, provenance
from benchmark.leaderboard.sources import Sources
from benchmark.leaderboard.together import Together, together
from benchmark.leaderboard.withdrawals import Withdrawal, by_model, withdrawal
from benchmark.leaderboard.wording import count
from benchmark.results.retraction import Withdrawn
from benchmark.results.row import Row, RowScore, Trust


@dataclass(frozen=True, slots=True, kw_only=True)
class Forest:
    """One category: the model's mark before the field of the others."""

    title: str
    depth: int
    solved: str  #: ``118 of 164``; empty where samples are averaged
    mark: Mark
    field: Field | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Stat:
    """One figure with its label and a small addition."""

    label: str
    value: str
    small: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Section:
    """What the model did in one group."""

    anchor: str
    title: str
    suite: str
    dataset: str
    conditions: str
    fresh: str  #: what it means that the data set is a fresh one; empty where it is not
    gaps: tuple[str, ...]  #: public minus fresh, a sentence for each fresh set
    stats: tuple[Stat, ...]
    forest: tuple[Forest, ...]
    others: int
    outcomes: tuple[OutcomeView, ...]
    tasks: TaskList
    rows: tuple[Provenance, ...]  #: the one that counts, then earlier ones


@dataclass(frozen=True, slots=True, kw_only=True)
class Model:
    """The whole page."""

    slug: str
    name: str
    description: str
    trust: Trust
    baseline: bool
    sections: tuple[Section, ...]
    reported: tuple[Provenance, ...]
    withdrawn: tuple[Withdrawal, ...]  #: newest first


def models(sources: Sources) -> dict[str, Model]:
    """Model pages by source path, in order of slug; a model with withdrawn rows only keeps its page."""
    gone, counts = by_model(sources.withdrawn), sources.counts
    places = places_by_table(sources.rankings.values())
    shared = _Shared(
        sources.where.named, places, counts, blind_finder(sources.light), gap_lines(sources.rows)
    )
    fields = [together(group, counts) for suite in sources.groups.values() for group in suite]
    counted = by_slug(sources.light)
    return {
        model_page(slug): _model(slug, counted.get(slug, ()), gone.get(slug, ()), fields, shared)
        for slug in sorted({*counted, *gone})
    }


def model_pages(sources: Sources) -> Iterator[Page]:
    """One for each submission with a row."""
    for source, model in models(sources).items():
        yield Page(source=source, title=model.name, template="model.html", view=model, slug=model.slug)


@dataclass(frozen=True, slots=True)
class _Shared:
    """What all model pages are made with."""

    rows: str  #: how the command that verifies a row calls the rows' folder
    places: Mapping[GroupKey, Places]
    counts: Mapping[str, Counts]  #: by id of the row
    blind: FindBlind
    gaps: Callable[[Row], tuple[str, ...]]

    def origin(self, row: Row) -> Provenance:
        return provenance(row, self.counts[row.id], self.rows)


def _model(
    slug: str,
    rows: tuple[Row, ...],
    withdrawn: tuple[Withdrawn, ...],
    fields: list[Together],
    shared: _Shared,
) -> Model:
    latest = rows[0] if rows else withdrawn[0].row
    sections = [
        _section(slug, field, number, shared)
        for number, field in enumerate((each for each in fields if slug in each.group.by_slug), start=1)
    ]
    return Model(
        slug=slug,
        name=display_name(latest),
        description=description(latest),
        trust=latest.run.trust,
        baseline=is_baseline(latest),
        sections=tuple(sections),
        reported=tuple(shared.origin(row) for row in rows if row.run.trust == "reported"),
        withdrawn=tuple(withdrawal(one, shared.rows) for one in withdrawn),
    )


def _section(slug: str, field: Together, number: int, shared: _Shared) -> Section:
    group = field.group
    row = group.by_slug[slug][0]
    return Section(
        anchor=f"section-{number}",
        title=group_title(group.key),
        suite=group.key.suite,
        dataset=group.key.dataset,
        conditions=f"{size(row)} · {conditions(group.key)}",
        fresh=MEANING if is_fresh(group.key.dataset) else "",
        gaps=shared.gaps(row),
        stats=_stats(row, shared.counts[row.id], shared.places.get(group.key), shared.blind(row)),
        forest=_forest(row, field),
        others=len(group.models) - 1,
        outcomes=outcomes(shared.counts[row.id]),
        tasks=task_list(shared.counts[row.id], field),
        rows=tuple(shared.origin(each) for each in group.by_slug[slug]),
    )


def _stats(row: Row, counts: Counts, places: Places | None, unseen: Row | None) -> tuple[Stat, ...]:
    solved, ran = mark(score_of(row)), share(score_of(row, "execution_success"))
    cost, tokens = cost_per_thousand(row), tokens_out(row)
    return (
        Stat(
            label="Solved", value=f"{solved.value} %" if solved else "–", small=solved.range if solved else ""
        ),
        *_place_stats(row.result.submission.slug, places),
        *_blind_stats(row, unseen),
        Stat(label="Ran to a result", value=f"{ran.text} %" if ran.text else "–"),
        Stat(label="Cost of 1,000 tasks", value=f"${cost.text}" if cost.text else "–"),
        Stat(label="Tokens out, mean", value=tokens.text or "–"),
        Stat(
            label="Missing",
            value=count(sum(counts.missing)),
            small=f"of {count(row.result.completions.count)}",
        ),
    )


def _blind_stats(row: Row, unseen: Row | None) -> Iterator[Stat]:
    """What is solved without the picture; a dash where the suite asks for it and nobody has measured it."""
    if has_blind_check(key_of(row)):
        found = None if unseen is None else mark(score_of(unseen))
        yield Stat(
            label="Without the picture",
            value=f"{found.value} %" if found else "–",
            small=found.range if found else "",
        )


def _place_stats(slug: str, places: Places | None) -> Iterator[Stat]:
    """The place, and the gaps to the neighbours with whether they are real."""
    place = None if places is None else places.place(slug)
    if places is None or place is None:
        return
    models = len(places.ranking.places)
    if models > 1:
        yield Stat(label="Place", value=place_text(place), small=f"of {models}")
    for label, pair in zip(
        ("Behind the one above", "Ahead of the one below"), places.beside(slug), strict=True
    ):
        if pair is not None:
            span = sorted((abs(100 * pair.low), abs(100 * pair.high)))
            real = f"real, {span[0]:.1f}–{span[1]:.1f}" if pair.real else "not real"
            yield Stat(label=label, value=points(pair.difference), small=real)


def _forest(row: Row, field: Together) -> tuple[Forest, ...]:
    """All tasks, then each category in the row's order, with parts of a part below their whole.

    A category of all tasks would say the same twice, and is left out.
    """
    found = []
    for score in row.result.scores:
        same = score.category != "" and score.tasks == row.result.tasks.count
        if score.metric != RANKING_METRIC or score.tasks == 0 or same:
            continue
        category = Category(score.category)
        drawn = mark(score)
        others = () if is_baseline(row) else field.others(row.result.submission.slug, score.category)
        if drawn is not None:
            found.append(
                Forest(
                    title=category.title or f"All {count(score.tasks)} tasks",
                    depth=category.depth,
                    solved=_solved(row, score),
                    mark=drawn,
                    field=span(others),
                )
            )
    return tuple(found)


def _solved(row: Row, score: RowScore) -> str:
    if row.result.completions.draws != 1:
        return f"{count(score.tasks)} tasks"
    return f"{count(round(score.value * score.tasks))} of {count(score.tasks)}"
