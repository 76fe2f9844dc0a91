"""The first sentences of a model's page: what it solves, where that puts it, and which gaps are real."""

from benchmark.analysis.catalog import BASELINES, suite_title
from benchmark.analysis.groups import is_baseline, score_of
from benchmark.analysis.places import TablePlaces, place_text
from benchmark.analysis.ranks.ranking_report import RankedPair, RankedPlace
from benchmark.analysis.wording import (
    SENTENCE_NAME_CHARACTERS,
    clean,
    join_names,
    number_word,
    percent,
    plural,
    points,
)
from benchmark.leaderboard.rows.facts import display_name
from benchmark.results.row import Row


def answer(row: Row, places: TablePlaces | None) -> str:
    """Two or three sentences about the newest row of a table.

    Args:
        row: of the model.
        places: of its table; None where there are none.
    """
    score = score_of(row)
    name, where = _short(display_name(row)), f"{_short(suite_title(row.result.suite))}"
    where = f"{where}, {clean(row.result.dataset)}"
    if score is None:
        return f"{name} has no score on {where}."
    judged = "" if score.tasks == row.result.tasks.count else "judged "
    mean = "" if row.result.completions.draws == 1 else "on average "
    solves = f"{mean}{percent(score.value)} % of {plural(score.tasks, f'{judged}task')} of {where}"
    if is_baseline(row):
        kind = BASELINES[row.result.submission.slug].capitalize()
        return f"{kind} solve {solves}. A baseline checks the benchmark itself and has no place."
    place = None if places is None else places.place(row.result.submission.slug)
    if places is None or place is None:
        return f"{name} solves {solves}."
    others = len(places.ranking.places) - 1
    if not others:
        return f"{name} solves {solves}. It is the only model there so far."
    above, below = places.neighbour_gaps(row.result.submission.slug)
    stands = _place_words(place, others, above, below, places)
    return f"{name} solves {solves}: {stands}. {_gap_sentences(above, below, places, known=place.first == place.last)}"


def _place_words(
    place: RankedPlace, others: int, above: RankedPair | None, below: RankedPair | None, places: TablePlaces
) -> str:
    """``first of six models, and the lead is real``, or a range and who shares it."""
    of = f"{number_word(others + 1)} models"
    if place.first == place.last:
        if place.first == 1:
            return f"first of {of}, and the lead is real"
        if place.first == others + 1:
            return f"last of {of}, really behind all others"
        return f"place {place.first} of {others + 1}, shared with no other model"
    alike = place.last - place.first
    named = [_name_of(pair.b, places) for pair in (above, below) if pair is not None and not pair.real]
    who = join_names(named) if len(named) == alike else plural(alike, "other model")
    return f"places {place_text(place)} of {others + 1}, as it cannot be told apart from {who}"


def _gap_sentences(
    above: RankedPair | None, below: RankedPair | None, places: TablePlaces, *, known: bool
) -> str:
    """How far the neighbours are, and whether that is real.

    Args:
        above: the gap to the model above.
        below: to the one below.
        places: of the table.
        known: the sentence before has said already that the one gap there is, is real.
    """
    level, parts, real = [], [], []
    for pair, sign in ((above, -1), (below, 1)):
        if pair is None:
            continue
        name = _name_of(pair.b, places)
        if pair.difference == 0:
            level.append(name)
            continue
        way = "ahead of" if pair.difference > 0 else "behind"
        turned = "" if sign * pair.difference > 0 else " task by task"
        parts.append(f"{points(pair.difference)} points {way} {name}{turned}")
        real.append((name, pair.real))
    said = f"It is {join_names(([f'level with {join_names(level)}'] if level else []) + parts)}."
    if not real or (len(real) == 1 and known):
        return said
    if len(real) == 1:
        return f"{said} {'That gap is real.' if real[0][1] else _LUCK.format('That gap is not real')}"
    if all(one for _, one in real):
        return f"{said} Both gaps are real."
    if not any(one for _, one in real):
        return f"{said} {_LUCK.format('Neither gap is real')}"
    (first, sure), (second, _) = real
    yes, no = (first, second) if sure else (second, first)
    return f"{said} The gap to {yes} is real, the one to {no} is not."


_LUCK = "{}: on these tasks luck alone could do that."


def _name_of(slug: str, places: TablePlaces) -> str:
    return next(_short(one.name) for one in places.ranking.places if one.slug == slug)


def _short(text: str) -> str:
    return clean(text, SENTENCE_NAME_CHARACTERS)
