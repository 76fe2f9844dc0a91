"""The places of a table on only the tasks that were published after a month.

A table has them if its tasks have dates, and if the training data of one of its models ends early enough.
"""

from types import SimpleNamespace

from benchmark.analysis.groups import RowGroup
from benchmark.analysis.places import place_text
from benchmark.analysis.ranks.categories import AFTER
from benchmark.analysis.ranks.ranking_report import Ranking
from benchmark.analysis.score_cells import metric_words
from benchmark.analysis.wording import SENTENCE_NAME_CHARACTERS, clean, plural
from benchmark.leaderboard.inputs.facts import day_or_month
from benchmark.leaderboard.inputs.sources import Sources
from benchmark.leaderboard.parts.addresses import model_page

_MAX_MODELS = 25  #: maximum number of models that a page lists per month


def published_after(sources: Sources, group: RowGroup) -> tuple[SimpleNamespace, ...]:
    """Return a view per month, the earliest first."""
    if group.key not in sources.ranked or not group.models:
        return ()
    from benchmark.analysis.ranks.pair_cache import PairCache
    from benchmark.analysis.ranks.ranking import rank_months

    known = {row.slug: sources.submissions.get(row.result.submission.slug) for row in group.models}
    ends = {slug: (found and found.training_cutoff) or "" for slug, found in known.items()}
    cache = None if sources.where.cache is None else PairCache(sources.where.cache)
    views = tuple(_view(table.ranking, ends) for table in rank_months(group, sources.counts, cache))
    return views if any(not model.later for view in views for model in view.models) else ()


def _view(ranking: Ranking, ends: dict[str, str]) -> SimpleNamespace:
    month, words = ranking.category.removeprefix(AFTER), metric_words(ranking.metric)
    models = tuple(
        SimpleNamespace(
            name=clean(place.name),
            page=model_page(place.slug),
            place=place_text(place),
            score=words.value(place.score.value),
            range=words.range(place.score.low, place.score.high),
            end=day_or_month(ends[place.slug]) if ends[place.slug] else "not stated",
            # whether it may have seen these tasks
            later=not ends[place.slug] or ends[place.slug][:7] > month,
        )
        for place in ranking.places
    )
    return SimpleNamespace(
        category=ranking.category,  # for `sightbench rank --category`
        month=day_or_month(month),
        tasks=plural(ranking.tasks, "task"),
        sentence=_sentence(ranking),
        models=models[:_MAX_MODELS],
        more=len(models) - _MAX_MODELS,  # number of models that are not listed, if positive
    )


def _sentence(ranking: Ranking) -> str:
    """Return who is ahead, and whether that may be luck; empty for fewer than two models."""
    if not ranking.neighbours:
        return ""
    first, pair, words = ranking.places[0], ranking.neighbours[0], metric_words(ranking.metric)
    name, gap = clean(first.name, SENTENCE_NAME_CHARACTERS), words.gap(pair.difference)
    if pair.difference <= 0:
        return f"{name} has the highest score, but is not ahead of the next."
    if pair.real and first.first == first.last:
        return f"{name} leads by {gap} points, and the lead is {pair.holds}."
    return f"{name} is {gap} points ahead, which may be luck."
