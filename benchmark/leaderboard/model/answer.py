"""The first sentences of a model's page: its score, its place, and which gaps to its neighbours are real."""

from benchmark.analysis.catalog import BASELINES, suite_title
from benchmark.analysis.groups import is_baseline, score_of
from benchmark.analysis.places import TablePlaces, place_text
from benchmark.analysis.ranks.ranking_report import RankedPair, RankedPlace
from benchmark.analysis.scale_words import row_words
from benchmark.analysis.wording import (
    SENTENCE_NAME_CHARACTERS,
    UNLESS_MISSING,
    clean,
    join_names,
    number_word,
    plural,
)
from benchmark.leaderboard.inputs.facts import display_name
from benchmark.results.row import Row


def answer(row: Row, places: TablePlaces | None) -> str:
    """Return two or three sentences about a model's newest row in a table.

    Args:
        row: the model's newest row.
        places: places of its table; None if the table was not ranked.
    """
    score = score_of(row)
    name, where = _short(display_name(row)), f"{_short(suite_title(row.result.suite))}"
    where = f"{where}, {clean(row.result.dataset)}"
    if score is None:
        return f"{name} has no score on {where}."
    judged = "" if score.tasks == row.result.tasks.count else "judged "
    words, draws = row_words(row), row.result.completions.draws
    solved = f"{words.amount_on(score.value, score.tasks, judged=judged, draws=draws)} of {where}"
    if is_baseline(row):
        kind = BASELINES[row.result.submission.slug].capitalize()
        return f"{kind} {words.verbs} {solved}. A baseline checks the benchmark itself and has no place."
    place = None if places is None else places.place(row.result.submission.slug)
    if places is None or place is None:
        return f"{name} {words.verb} {solved}."
    others = len(places.ranking.places) - 1
    if not others:
        return f"{name} {words.verb} {solved}. It is the only model there so far."
    above, below = places.neighbour_gaps(row.result.submission.slug)
    where = _place_words(place, others, above, below, places)
    gaps = _gap_sentences(above, below, places, known=place.first == place.last)
    return f"{name} {words.verb} {solved}: {where}. {gaps}"


def _place_words(
    place: RankedPlace, others: int, above: RankedPair | None, below: RankedPair | None, places: TablePlaces
) -> str:
    """Return the place: ``first of six models, and the lead is real``, or a range and who shares it."""
    of = f"{number_word(others + 1)} models"
    condition = "" if place.is_sure else f" {UNLESS_MISSING}"
    if place.first == place.last:
        if place.first == 1:
            return f"first of {of}, and the lead is real{condition}"
        if place.first == others + 1:
            return f"last of {of}, really behind all others{condition}"
        return f"place {place.first} of {others + 1}, shared with no other model{condition}"
    alike = place.last - place.first
    names = [_name_of(pair.b, places) for pair in (above, below) if pair is not None and not pair.real]
    who = join_names(names) if len(names) == alike else plural(alike, "other model")
    return f"places {place_text(place)} of {others + 1}, as it cannot be told apart from {who}"


def _gap_sentences(
    above: RankedPair | None, below: RankedPair | None, places: TablePlaces, *, known: bool
) -> str:
    """Return how far the neighbours are, and whether these gaps are real.

    Args:
        above: the gap to the model above.
        below: the gap to the model below.
        places: places of the table.
        known: whether the sentence before already says that a single gap is real.
    """
    level, parts, real, unsure = [], [], [], False
    for pair, sign in ((above, -1), (below, 1)):
        if pair is None:
            continue
        name = _name_of(pair.b, places)
        if pair.difference == 0:
            level.append(name)
            continue
        way = "ahead of" if pair.difference > 0 else "behind"
        # The order of the scores over all tasks differs from the order on the common tasks.
        reversed_order = "" if sign * pair.difference > 0 else " on the tasks that both have"
        parts.append(f"{places.words.gap(pair.difference)} points {way} {name}{reversed_order}")
        real.append((name, pair.real))
        unsure |= pair.real and not pair.sure
    sizes = f"It is {join_names(([f'level with {join_names(level)}'] if level else []) + parts)}."
    condition = f" {UNLESS_MISSING}" if unsure else ""
    if not real or (len(real) == 1 and known):
        return sizes
    if len(real) == 1:
        verdict = f"That gap is real{condition}." if real[0][1] else _LUCK.format("That gap is not real")
        return f"{sizes} {verdict}"
    if all(is_real for _, is_real in real):
        return f"{sizes} Both gaps are real{condition}."
    if not any(is_real for _, is_real in real):
        return f"{sizes} {_LUCK.format('Neither gap is real')}"
    (first, sure), (second, _) = real
    yes, no = (first, second) if sure else (second, first)
    return f"{sizes} The gap to {yes} is real{condition}, but the gap to {no} is not."


_LUCK = "{}: on these tasks luck alone could do that."


def _name_of(slug: str, places: TablePlaces) -> str:
    return next(_short(place.name) for place in places.ranking.places if place.slug == slug)


def _short(text: str) -> str:
    return clean(text, SENTENCE_NAME_CHARACTERS)
