"""The headline of a table's page: a sentence about its best model, composed by rules.

The comparison of pairs decides whether a lead is real. Without it, the headline gives the highest score and
its range, and claims neither a lead nor a place.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from benchmark.analysis.catalog import BASELINES, suite_title
from benchmark.analysis.groups import RowGroup, score_of
from benchmark.analysis.places import TablePlaces, highest_of, luck
from benchmark.analysis.ranks.ranking_report import RankedPair
from benchmark.analysis.score_cells import PERCENT, dataset_words, row_words
from benchmark.analysis.wording import (
    SENTENCE_NAME_CHARACTERS,
    clean,
    join_names,
    number_word,
    plural,
    real_words,
)
from benchmark.core.sample import CUT_LIMIT
from benchmark.leaderboard.inputs.facts import day, short_name
from benchmark.leaderboard.parts.addresses import compare_query
from benchmark.results.row import Row, RowScore

_RANGE = "A range contains the true score 95 times in 100"
_CHOSEN = f"{_RANGE}; that of the highest score less often, since the highest of many tends to be too high."
NO_PLACES = (
    "The table is in order of score and has no places: only a comparison task by task can tell whether a "
    "lead is real."
)

_SATURATED, _SATURATED_TASKS = 0.95, 30  #: share, and least number of tasks, from which a table is saturated
_MAX_NAMES = 3  #: up to this many models with the same score are named


@dataclass(frozen=True, slots=True)
class Headline:
    """The main sentence of a page with its most important number, and an explanation of up to three lines."""

    sentence: str
    lead: str
    #: The end of the sentence that a comparison proves: ``9.8 points, and the lead is real.``; or empty.
    claim: str = ""
    proof: str = ""  #: query of that comparison; see :func:`compare_query`


def empty_headline(suite: str) -> Headline:
    """Return the headline of a suite without rows; of the whole site if ``suite`` is empty."""
    of = f" of {clean(suite_title(suite))}" if suite else ""
    return Headline(
        f"No rows{of} yet; add one with a pull request.",
        "A row is one model's result on one suite: its scores with their ranges, and everything that is "
        "needed to judge the same answers again. The table appears here with the first row.",
    )


def headline(group: RowGroup, places: TablePlaces | None = None, unranked: int = 0) -> Headline:
    """Return the headline of a table; ``unranked`` models in the table have no row in the group.

    A table whose best model solves nearly everything is said to be saturated.
    """
    found = _headline(group, places, unranked)
    scored = [(row, score) for row in group.models if (score := score_of(row)) is not None]
    if not scored or row_words(scored[0][0]) is not PERCENT:
        return found
    best, score = scored[0]
    if score.value < _SATURATED or score.tasks < _SATURATED_TASKS:
        return found
    said = f"The table is saturated ({PERCENT.value(score.value)} % on {day(best.run.started)}):"
    return replace(found, lead=f"{found.lead} {said} little is left to tell models apart.")


def _headline(group: RowGroup, places: TablePlaces | None, unranked: int) -> Headline:
    scored = [(row, score) for row in group.models if (score := score_of(row)) is not None]
    if not scored:
        return _headline_without_scores(group)
    (best, score), others = scored[0], scored[1:]
    words = row_words(best)
    if not others:
        alone = len(group.models) + unranked == 1
        return Headline(
            f"One model{'' if alone else ' with a score'} so far: {short_name(best)} {words.verb}"
            f" {_solved_amount(best, score)}.",
            f"Its range is {words.range(score.low, score.high)}. {_RANGE}."
            f" A second {'model' if alone else 'score'} makes this a comparison.",
        )
    same = [(row, other) for row, other in scored if other.value == score.value]
    if len(same) > 1:
        return _tied_headline(same, len(scored), places)
    second, next_score = others[0]
    if places is not None:
        for pair in places.neighbour_gaps(best.slug):
            if pair is not None and pair.b == second.slug:
                return _lead_headline(group, (best, score), (second, next_score), pair, places)
    return Headline(
        f"{short_name(best)} {words.verb} {_solved_amount(best, score)}; "
        f"its range is {words.range(score.low, score.high)}.",
        f"That is the highest score of {number_word(len(scored))} models. Next is {short_name(second)} with "
        f"{words.value(next_score.value)} ({words.range(next_score.low, next_score.high)}). "
        f"{_CHOSEN} {NO_PLACES}",
    )


def _headline_without_scores(group: RowGroup) -> Headline:
    if not group.every_model:
        return _baselines_headline(group)
    if not group.models:
        return Headline(
            "No model has a place here yet: the limit of tokens cut off too many answers.",
            f"A row has no place if over {100 * CUT_LIMIT:.0f} % of its answers were cut off, since its"
            " score then depends on the limit. A protocol with more room shows what the model can do.",
        )
    words = dataset_words(group.key.suite, group.key.dataset)
    return Headline(
        f"{plural(len(group.models), 'model')}, and no score yet.",
        f"The rows below have no {'pass@1 score' if words is PERCENT else 'score in points'},"
        " so they cannot be put in order.",
    )


def _tied_headline(same: list[tuple[Row, RowScore]], models: int, places: TablePlaces | None) -> Headline:
    score, words = same[0][1], row_words(same[0][0])
    names = [short_name(row) for row, _ in same]
    who = join_names(names) if len(names) <= _MAX_NAMES else f"{number_word(len(names)).capitalize()} models"
    amounts = {_solved_amount(row, other) for row, other in same}
    amount = (
        amounts.pop()
        if len(amounts) == 1
        else f"{words.amount(score.value)} {words.of_tasks} their judged tasks"
    )
    slugs = {row.slug for row, _ in same}
    if places is None:
        then = f"{_CHOSEN} {NO_PLACES}"
    elif any(slugs.issubset(group) for group in places.ranking.groups):
        more = sum(place.first == 1 and place.slug not in slugs for place in places.ranking.places)
        rest = f", and {number_word(more)} more {'model' if more == 1 else 'models'} could be first, too"
        then = f"They cannot be told apart{rest if more else ''}."
    else:
        then = "Samples are missing; on tasks that both were judged on, some of these models really differ."
    span = f" ({_leader_span(places)})" if places is not None and places.leader_range else ""
    return Headline(
        f"{who} {words.verbs} {amount} each.",
        f"That is the highest score of {number_word(models)} models{span}. {then}",
    )


def _leader_span(places: TablePlaces) -> str:
    """Return ``41.0–52.3, allowing for having picked the highest of six scores``."""
    picked = f"allowing for having picked the {highest_of(len(places.ranking.places))}"
    return f"{places.leader_range}, {picked}"


def _lead_headline(
    group: RowGroup,
    best: tuple[Row, RowScore],
    second: tuple[Row, RowScore],
    pair: RankedPair,
    places: TablePlaces,
) -> Headline:
    (row, score), (other, next_score) = best, second
    words = row_words(row)
    gap = words.gap(pair.difference)
    spans = [_leader_span(places), words.range(next_score.low, next_score.high)]
    next_value, models = words.value(next_score.value), number_word(len(group.models))
    scores = (
        f"It {words.verb} {_solved_amount(row, score)} ({spans[0]}); the next of {models}"
        f" models is {short_name(other)} with {next_value} ({spans[1]})."
    )
    if pair.difference <= 0:  # each score is over all tasks on which its model was judged
        return Headline(
            f"{short_name(row)} has the highest score, but is not ahead of {short_name(other)} task by task.",
            f"{scores} Samples are missing; on the tasks that both were judged on, it is not ahead.",
        )
    if pair.tasks < max(score.tasks, next_score.tasks):
        scores += f" The gap is over the {plural(pair.tasks, 'task')} that both were judged on."
    place = places.place(row.slug)
    alike = 0 if place is None else place.last - place.first
    sure = pair.sure and (place is None or place.is_sure)
    if pair.real and not alike:
        lead = " ".join(
            [scores, f"{luck(pair.p_holm, len(places.of)).capitalize()}.", *_shared_places(places)]
        )
        claim = f"{gap} points, and the lead is {real_words(real=True, sure=sure)}."
        query = compare_query(group.key, [row.slug, other.slug])
        return Headline(f"{short_name(row)} leads by {claim}", lead, claim, query)
    if pair.real:
        rest = "one model" if alike == 1 else f"{number_word(alike)} models"
        why = (
            f"That gap is {pair.holds}, but {rest} further down cannot be told apart from {short_name(row)}."
        )
    else:
        why = "On these tasks luck alone could do that, so their places overlap."
    return Headline(f"{short_name(row)} is {gap} points ahead, but the lead may be luck.", f"{scores} {why}")


def _shared_places(places: TablePlaces) -> Iterator[str]:
    """Yield ``Places 5 and 6 are shared: A and B cannot be told apart.`` if this is the only such group."""
    ranking = places.ranking
    if len(ranking.groups) != 1 or len(ranking.groups[0]) > _MAX_NAMES:
        return
    names = {model.slug: clean(model.name, SENTENCE_NAME_CHARACTERS) for model in ranking.places}
    slugs = ranking.groups[0]
    first = 1 + [model.slug for model in ranking.places].index(slugs[0])
    numbers = join_names([str(first + number) for number in range(len(slugs))])
    yield f"Places {numbers} are shared: {join_names([names[slug] for slug in slugs])} cannot be told apart."


def _solved_amount(row: Row, score: RowScore) -> str:
    judged = "" if score.tasks == row.result.tasks.count else "judged "
    draws = row.result.completions.draws
    return row_words(row).amount_on(score.value, score.tasks, judged=judged, draws=draws)


def _baselines_headline(group: RowGroup) -> Headline:
    values = {row.slug: score.value for row in group.baselines if (score := score_of(row)) is not None}
    tasks = plural(group.newest[0].result.tasks.count, "task")
    words = dataset_words(group.key.suite, group.key.dataset)
    scores = [f"{BASELINES[slug]} {words.amount(value)}" for slug, value in values.items()]
    if values.get("gold", words.highest) < words.highest:
        check = "The reference answers should solve every task; until they do, no score here can be trusted."
    elif values.get("blank", words.lowest) > words.lowest:
        check = "Empty answers should solve nothing; until they do, no score here can be trusted."
    else:
        check = "They check the benchmark itself. Add a model with a pull request."
    lead = f"Baselines on {tasks}: {join_names(scores)}. {check}" if scores else check
    return Headline("No model has a score here, only baselines.", lead)
