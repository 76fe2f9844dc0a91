"""The compare page: the two best models of the first table.

With JavaScript, the page shows any two to four models of any table, from the files that the module ``data``
writes and with the same sentences.
"""

from collections.abc import Iterator, Mapping, Sequence
from math import fsum
from types import SimpleNamespace

from benchmark.analysis.catalog import status_title
from benchmark.analysis.groups import RowGroup
from benchmark.analysis.places import WITHIN_TABLE
from benchmark.analysis.score_cells import POINTS, ScaleWords
from benchmark.analysis.wording import count, percent, plural, task_name
from benchmark.leaderboard.compare.data import INDEX
from benchmark.leaderboard.compare.tables import (
    LETTERS,
    LISTED_TASKS,
    SHORT_CHECK,
    ComparedTable,
    ModelPair,
    ModelResults,
    badge,
    compared_table,
    fill,
    luck_sentence,
    range_sentence,
    ranked_groups,
    sentence,
    settle_sentence,
    strict_sentence,
    tasks_phrase,
)
from benchmark.leaderboard.inputs.facts import group_title, licence_of
from benchmark.leaderboard.inputs.failures import FirstFailure, failures
from benchmark.leaderboard.inputs.sources import Sources
from benchmark.leaderboard.parts.addresses import COMPARE, table_id
from benchmark.leaderboard.parts.site_page import Page, SearchWords

_TITLES = {letter: status_title(status) for status, letter in LETTERS.items()}


def compare_pages(sources: Sources) -> Iterator[Page]:
    """Yield the compare page."""
    groups = list(ranked_groups(sources))
    shown = compare_two(sources, groups[0]) if groups else None
    yield Page(
        source=COMPARE,
        title="Compare models",
        template="compare.html",
        view={
            "data": INDEX,  # path of the first file that the script reads
            "shown": shown,
            "within_table": WITHIN_TABLE,
            "tables": [
                (table_id(group.key), f"{group_title(group.key)} · {sources.conditions[group.key]}")
                for group in groups
            ],
        },
        description="" if shown is None else f"{shown.sentence} {shown.lead}",
        search=SearchWords(
            keywords=(
                "compare two models, versus, vs, difference, head to head, side by side, "
                "significance, significant difference, mcnemar, p-value, which model is better"
            )
        ),
        styles=("compare.css", "difference.css"),
        scripts=("shards.js", "choice.js", "difference.js", "compare.js"),
    )


def compare_two(sources: Sources, group: RowGroup, a: str = "", b: str = "") -> SimpleNamespace:
    """Compare two models of a table, given by slug; by default the two best."""
    from benchmark.leaderboard.compare.joint_comparisons import joint_comparisons

    table = compared_table(sources, group)
    by_slug = {model.slug: model for model in table.models}
    first = by_slug[a] if a else table.models[0]
    second = by_slug[b] if b else table.models[1]
    looks = [look.pair(first.slug, second.slug) for look in joint_comparisons(sources, group)]
    overall = looks[0]
    if overall is None:
        raise ValueError(f"{first.slug} and {second.slug} have no places in {table.title}")
    names = (first.name, second.name)
    size = plural(len(table.tasks), "task")
    pairs = len(table.models) * (len(table.models) - 1) // 2
    counted = f"{plural(pairs, 'pair')} of models"
    axis = _axis_end(table, looks)
    ends = (-axis, -axis // 2, 0, axis // 2, axis)
    return SimpleNamespace(
        table=table,
        size=size,  # ``438 tasks``
        a=first.name,
        b=second.name,
        sentence=sentence(names, overall, counted, table.words),
        # whether scores are points from 1 to 10, so that no task counts as solved or missed
        points=table.words is POINTS,
        lead=_lead_text(first, second, overall, table.words),
        ticks=tuple(table.words.signed_of_steps(end).rstrip("0").rstrip(".") or "0" for end in ends),
        bars=tuple(_bars(table, (first, second), looks, several=pairs > 1)),
        # whether there are several categories of a kind, for which bars are wider
        kinds=any(of > 1 for _, of, _ in table.looks),
        strict=strict_sentence(overall, pairs, counted, table.words),
        # how many pairs the thin lines allow for; empty for a single pair
        at_once=counted if pairs > 1 else "",
        agreement=_two_by_two(sources, table, (first, second)),
        settle=settle_sentence(overall, size, pairs, counted, table.words),
    )


def _lead_text(first: ModelResults, second: ModelResults, pair: ModelPair, words: ScaleWords) -> str:
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
    return " ".join(
        [counts, *([] if level else [luck_sentence(pair)]), range_sentence(pair, words), *left_out]
    )


def _common_tasks(first: ModelResults, second: ModelResults) -> list[int]:
    """Return the indexes of the tasks for which both have a verdict."""
    both = zip(first.judged, second.judged, strict=True)
    return [place for place, judged in enumerate(both) if all(judged)]


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
    several: bool,
) -> Iterator[SimpleNamespace]:
    """Yield the bar of each look; with ``several`` pairs, it has the line that allows for all of them."""
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
        yield SimpleNamespace(
            title=table.look_title(place),
            tasks=count(len(places)),
            # tasks that the first model solved, its average in percent with several draws, or its points
            a=solved[0],
            b=solved[1],  # the same number of the second model
            difference=words.signed_of_steps(pair.difference),
            range=f"{words.signed_of_steps(pair.alone_low)} to {words.signed_of_steps(pair.alone_high)}",
            dot=_position(pair.difference, axis),
            bar_from=_position(pair.alone_low, axis),
            bar_width=_width(pair.alone_low, pair.alone_high, axis),
            # start of the line that allows for all pairs; empty for none
            strict_from=_position(pair.low, axis) if several else "",
            strict_width=_width(pair.low, pair.high, axis) if several else "",
            real=pair.alone,  # whether the two really differ if no other pair is compared
            badge=badge((first.name, second.name), pair),
        )


def _axis_end(table: ComparedTable, pairs: Sequence[ModelPair | None]) -> int:
    """Return the end of the axis in steps of the last decimal, so that the widest bar fits."""
    widest = max((abs(end) for pair in pairs if pair is not None for end in (pair.low, pair.high)), default=0)
    steps = table.words.steps_per_point
    return next(steps * points for points in table.axis_ends if widest <= steps * points)


def _position(steps: int, axis: int) -> str:
    return f"{50 + steps / (2 * axis) * 100:g}%"


def _width(low: int, high: int, axis: int) -> str:
    return f"{(high - low) / (2 * axis) * 100:g}%"


def _two_by_two(
    sources: Sources, table: ComparedTable, models: tuple[ModelResults, ModelResults]
) -> SimpleNamespace | None:
    """Return how many tasks both, one or neither of two models solved; None if tasks have no single result.

    The verdicts of both rows are read if the tasks may be shown.
    """
    first, second = models
    if table.words is POINTS or not (first.letters and second.letters):
        return None
    common = _common_tasks(first, second)
    outcomes = [(first.passed[place], second.passed[place]) for place in common]
    differing = [place for place in common if first.passed[place] != second.passed[place]]
    checks: list[Mapping[str, FirstFailure]] = [{}, {}]
    if not licence_of(
        table.group.key.suite, table.group.key.dataset
    ).kept_back:  # they would reveal the tasks
        checks = [failures(sources).first(model.row) for model in models]
    return SimpleNamespace(
        both=count(outcomes.count((1, 1))),
        only_a=count(outcomes.count((1, 0))),
        only_b=count(outcomes.count((0, 1))),
        neither=count(outcomes.count((0, 0))),
        differ=count(len(differing)),  # tasks that exactly one of them solved
        listed=count(LISTED_TASKS) if len(differing) > LISTED_TASKS else "",
        tasks=tuple(
            SimpleNamespace(
                task=task_name(table.tasks[place]),
                page=table.pages[place],
                side="a" if first.passed[place] else "b",  # ``a`` or ``b``, the model that solved it
                outcomes=tuple(
                    _outcome(model, place, known.get(table.tasks[place]))
                    for model, known in zip(models, checks, strict=True)
                ),
            )
            for place in differing[:LISTED_TASKS]
        ),
    )


def _outcome(model: ModelResults, place: int, failure: FirstFailure | None) -> SimpleNamespace:
    passed, check = bool(model.passed[place]), "" if failure is None else failure.check
    return SimpleNamespace(
        model=model.name,
        title=_TITLES[model.letters[place]],  # ``Passed``, or how it failed
        passed=passed,
        check="" if passed else check,
        long=len(check) > SHORT_CHECK,  # whether the check may not fit on two lines
    )
