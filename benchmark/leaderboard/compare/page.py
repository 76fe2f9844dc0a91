"""The compare page: the two best models of the first table in full, and the neighbours in every table.

With JavaScript, the page shows any two to four models of any table, from the files that the module ``data``
writes and with the same sentences.
"""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import fsum

from benchmark.analysis.groups import RowGroup
from benchmark.analysis.places import WITHIN_TABLE, luck
from benchmark.analysis.ranks.ranking_report import RankedPair, RankedPlace
from benchmark.analysis.scale_words import POINTS, ScaleWords, dataset_words
from benchmark.analysis.wording import count, percent, plural
from benchmark.leaderboard.compare.data import INDEX
from benchmark.leaderboard.compare.differing import two_by_two
from benchmark.leaderboard.compare.model_pair import ModelPair
from benchmark.leaderboard.compare.tables import (
    ComparedTable,
    ModelResults,
    compared_table,
    joint_comparisons,
    ranked_groups,
)
from benchmark.leaderboard.compare.view import (
    ComparableTable,
    ComparedModels,
    ComparePage,
    ComparisonBar,
    Neighbours,
)
from benchmark.leaderboard.compare.words import (
    alone_sentence,
    badge,
    fill,
    luck_sentence,
    range_sentence,
    sentence,
    settle_sentence,
    tasks_phrase,
)
from benchmark.leaderboard.inputs.facts import display_name, group_title, short_name
from benchmark.leaderboard.inputs.sources import Sources
from benchmark.leaderboard.parts.addresses import COMPARE, compare_query, model_page, table_id
from benchmark.leaderboard.parts.page import Page, SearchWords

#: Maximum number of pairs of neighbours on the page; further tables are not listed.
MAX_NEIGHBOURS = 600


def compare_pages(sources: Sources) -> Iterator[Page]:
    """Yield the compare page."""
    tables = list(ranked_groups(sources))
    listed, rest = _tables(sources, tables)
    shown = compare_two(sources, *tables[0]) if tables else None
    yield Page(
        source=COMPARE,
        title="Compare models",
        template="compare.html",
        view=ComparePage(
            data=INDEX,
            shown=shown,
            within_table=WITHIN_TABLE,
            tables=listed,
            unlisted=plural(rest, "further table") if rest else "",
        ),
        description="" if shown is None else f"{shown.sentence} {shown.lead}",
        search=SearchWords(
            keywords=(
                "compare two models, versus, vs, difference, head to head, side by side, "
                "significance, significant difference, mcnemar, p-value, which model is better"
            )
        ),
        styles=("compare.css", "difference.css"),
        scripts=("packed.js", "choice.js", "difference.js", "compare.js"),
    )


def compare_two(
    sources: Sources, group: RowGroup, places: Sequence[RankedPlace], a: str = "", b: str = ""
) -> ComparedModels:
    """Compare two models of a table, given by slug; by default the two best."""
    table = compared_table(sources, group, tuple(places))
    found = joint_comparisons(sources, group)
    by_slug = {model.slug: model for model in table.models}
    first = by_slug[a] if a else table.models[0]
    second = by_slug[b] if b else table.models[1]
    pairs = [look.pair(first.slug, second.slug) for look in found.looks]
    overall = pairs[0]
    if overall is None:
        raise ValueError(f"{first.slug} and {second.slug} have no places in {table.id}")
    names = (first.name, second.name)
    size = plural(len(table.tasks), "task")
    counted = f"{plural(found.pairs, 'pair')} of models"
    return ComparedModels(
        table=table.id,
        title=table.title,
        conditions=table.conditions,
        size=size,
        a=first.name,
        b=second.name,
        page_a=model_page(first.slug),
        page_b=model_page(second.slug),
        sentence=sentence(names, overall, table.words),
        points=table.words is POINTS,
        lead=_lead_text(first, second, overall, luck_sentence(overall, found.pairs, counted), table.words),
        ticks=_ticks(table, pairs),
        bars=tuple(_bars(table, (first, second), pairs, alone=found.pairs > 1)),
        kinds=_category_counts(table),
        too_few=table.too_few,
        alone=alone_sentence(overall, found.pairs, counted, table.words),
        at_once=counted if found.pairs > 1 else "",
        agreement=two_by_two(sources, table, (first, second), _common_tasks(first, second)),
        settle=settle_sentence(overall, size, table.words),
    )


def _lead_text(
    first: ModelResults, second: ModelResults, pair: ModelPair, chance: str, words: ScaleWords
) -> str:
    ahead, behind = (first, second) if pair.difference >= 0 else (second, first)
    common = _common_tasks(first, second)
    if words is POINTS:
        name = "points"
        more, fewer = (_mean_points(model, common) for model in (ahead, behind))
    elif ahead.letters and behind.letters:
        name = "split"
        more = count(sum(ahead.passed[place] > behind.passed[place] for place in common))
        fewer = count(sum(ahead.passed[place] < behind.passed[place] for place in common))
    else:
        name = "rates"
        more, fewer = (_rate(model, common) for model in (ahead, behind))
    level = pair.difference == 0
    counts = fill(
        f"{name} level" if level else name,
        tasks=tasks_phrase(len(common)),
        ahead=ahead.name,
        behind=behind.name,
        more=more,
        fewer=fewer,
    )
    lost = len(first.passed) - len(common)
    left_out = [fill("left out", tasks=plural(lost, "task"))] if lost else []
    return " ".join([counts, *([] if level else [chance]), range_sentence(pair, words), *left_out])


def _common_tasks(first: ModelResults, second: ModelResults) -> list[int]:
    """Return the indexes of the tasks for which both have a verdict."""
    return [
        place
        for place, (one, other) in enumerate(zip(first.judged, second.judged, strict=True))
        if one and other
    ]


def _rate(model: ModelResults, places: Sequence[int]) -> str:
    if not places:
        return "–"
    return percent(sum(model.passed[place] / model.judged[place] for place in places) / len(places))


def _mean_points(model: ModelResults, places: Sequence[int]) -> str:
    known = [value for place in places if (value := model.points[place]) is not None]
    return POINTS.value(fsum(known) / len(known)) if known else "–"


def _solved(model: ModelResults, places: Sequence[int], *, single: bool) -> str:
    """Return a number of solved tasks, a mean share in percent, or mean points."""
    if model.points:
        return _mean_points(model, places)
    return count(sum(model.passed[task] for task in places)) if single else _rate(model, places)


def _bars(
    table: ComparedTable,
    models: tuple[ModelResults, ModelResults],
    pairs: Sequence[ModelPair | None],
    *,
    alone: bool,
) -> Iterator[ComparisonBar]:
    """Yield the bar of each look; ``alone`` adds the interval of the pair alone to that of all tasks."""
    first, second = models
    common = set(_common_tasks(first, second))
    words = table.words
    axis = _axis_end(table, pairs)
    for place, pair in enumerate(pairs):
        members = table.looks[place][2] or range(len(table.tasks))
        places = [task for task in members if task in common]
        if pair is None:
            continue
        single = bool(first.letters and second.letters)
        solved = [_solved(model, places, single=single) for model in (first, second)]
        yield ComparisonBar(
            title=table.look_title(place),
            tasks=count(len(places)),
            a=solved[0],
            b=solved[1],
            difference=words.signed_of_steps(pair.difference),
            range=f"{words.signed_of_steps(pair.low)} to {words.signed_of_steps(pair.high)}",
            dot=_position(pair.difference, axis),
            bar_from=_position(pair.low, axis),
            bar_width=_width(pair.low, pair.high, axis),
            alone_from=_position(pair.alone_low, axis) if alone and not place else "",
            alone_width=_width(pair.alone_low, pair.alone_high, axis) if alone and not place else "",
            real=pair.real,
            badge=badge((first.name, second.name), pair),
        )


def _axis_end(table: ComparedTable, pairs: Sequence[ModelPair | None]) -> int:
    """Return the end of the axis in steps of the last decimal, so that the widest bar fits."""
    widest = max((abs(end) for pair in pairs if pair is not None for end in (pair.low, pair.high)), default=0)
    steps = table.words.steps_per_point
    return next(steps * points for points in table.axis_ends if widest <= steps * points)


def _ticks(table: ComparedTable, pairs: Sequence[ModelPair | None]) -> tuple[str, ...]:
    axis = _axis_end(table, pairs)
    ends = (-axis, -axis // 2, 0, axis // 2, axis)
    return tuple(table.words.signed_of_steps(end).rstrip("0").rstrip(".") or "0" for end in ends)


def _position(steps: int, axis: int) -> str:
    return f"{50 + steps / (2 * axis) * 100:g}%"


def _width(low: int, high: int, axis: int) -> str:
    return f"{(high - low) / (2 * axis) * 100:g}%"


def _category_counts(table: ComparedTable) -> str:
    sizes = sorted({looks for _, looks, _ in table.looks if looks > 1})
    return " and ".join(count(size) for size in sizes)


def _tables(
    sources: Sources, tables: Sequence[tuple[RowGroup, tuple[RankedPlace, ...]]]
) -> tuple[tuple[ComparableTable, ...], int]:
    """Return the tables with their neighbours, and the number of tables whose neighbours are not listed."""
    found: list[ComparableTable] = []
    lines = rest = 0
    for group, places in tables:
        lines += len(places) - 1
        fits = not found or lines <= MAX_NEIGHBOURS
        rest += not fits
        found.append(
            ComparableTable(
                id=table_id(group.key),
                title=f"{group_title(group.key)} · {sources.conditions[group.key]}",
                models=plural(len(places), "model"),
                neighbours=tuple(_neighbours(sources, group, places)) if fits else (),
            )
        )
    return tuple(found), rest


def _neighbours(sources: Sources, group: RowGroup, places: Sequence[RankedPlace]) -> Iterator[Neighbours]:
    rows = {row.result.submission.slug: row for row in group.models}
    words = dataset_words(group.key.suite, group.key.dataset)
    for above, below in pairwise(places):
        a, b = rows[above.slug], rows[below.slug]
        pair = sources.pair(a, b)
        if pair is not None:
            yield Neighbours(
                a=display_name(a),
                b=display_name(b),
                page_a=model_page(above.slug),
                page_b=model_page(below.slug),
                address=compare_query(group.key, (above.slug, below.slug)),
                difference=words.signed(pair.difference),
                real=pair.real,
                verdict=_verdict((short_name(a), short_name(b)), pair),
            )


def _verdict(names: tuple[str, str], pair: RankedPair) -> str:
    if not pair.real:
        return fill("badge close")
    ahead = names[0] if pair.difference > 0 else names[1]
    return f"{fill('badge real' if pair.sure else 'badge unsure', ahead=ahead)}; {luck(pair.p)}"
