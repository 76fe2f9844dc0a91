"""Caveats of a score: a lead, tasks seen in training, the blind score, changes, and missing samples."""

from collections.abc import Iterator
from dataclasses import dataclass

from benchmark.analysis.groups import is_baseline, key_of, score_of
from benchmark.analysis.places import highest_of
from benchmark.analysis.ranks.blind import has_blind_check
from benchmark.analysis.ranks.ranking_report import RankedPair
from benchmark.analysis.scale_words import ScaleWords, row_words, words_of
from benchmark.analysis.score_cells import optional_mark, percent_cell
from benchmark.analysis.wording import UNLESS_MISSING, plural
from benchmark.core.counts import Counts
from benchmark.leaderboard.inputs.exposure import exposure
from benchmark.leaderboard.inputs.facts import display_name, missing_samples
from benchmark.leaderboard.inputs.picture_gain import picture_gain
from benchmark.leaderboard.model.context import ModelContext
from benchmark.leaderboard.parts.addresses import model_page
from benchmark.leaderboard.parts.task_list import TableTotals
from benchmark.results.row import Row, RowScore
from benchmark.suites.settings import guessed_share


@dataclass(frozen=True, slots=True, kw_only=True)
class Caveat:
    """Something that a reader should know before trusting a score."""

    label: str
    value: str
    why: str = ""  #: explanation of the value
    page: str = ""  #: page of the model that the explanation names
    warns: bool = False  #: whether the model is really worse than its predecessor


def caveats(row: Row, counts: Counts, field: TableTotals, shared: ModelContext) -> Iterator[Caveat]:
    """Yield the caveats of a model's newest row in a table."""
    slug = row.result.submission.slug
    yield from _leads(row, shared)
    if not is_baseline(row):
        seen = exposure(field.group.key, shared.sources.submissions.get(slug))
        yield Caveat(label="Seen in training", value=seen.level.capitalize(), why=seen.why)
    yield from _blind(row, shared)
    yield from _predecessor(row, field, shared)
    ran = percent_cell(score_of(row, "execution_success"))
    if ran.text:
        if guessed_share(row.result.suite, row.result.dataset) is None:
            label, why = "Ran to a result", "of its programs, right or wrong"
        else:
            label, why = "Answered", "of its answers: the letter of an option was found"
        yield Caveat(label=label, value=f"{ran.text} %", why=why)
    parsed = percent_cell(score_of(row, "parsing_success"))
    if parsed.text:
        yield Caveat(
            label="Parsed", value=f"{parsed.text} %", why="of its programs, in which a linter finds no error"
        )
    yield Caveat(label="Missing", value=missing_samples((counts,)), why=_missing_bounds(score_of(row)))


def _leads(row: Row, shared: ModelContext) -> Iterator[Caveat]:
    places = shared.places.get(key_of(row))
    if places is None:
        return
    best = highest_of(len(places.ranking.places))
    for leader in places.ranking.leaders:
        if leader.slug == row.result.submission.slug:
            yield Caveat(
                label="Leader's range",
                value=f"{places.words.range(leader.low, leader.high)}{places.words.range_unit}",
                why=f"The {best} tends to be too high; this allows for that.",
            )


def _missing_bounds(score: RowScore | None) -> str:
    if score is None or score.worst is None or score.best is None:
        return ""
    words = words_of(score.scale)
    low, high = words.value(score.worst), words.value(score.best)
    return f"With them, the score would be between {low} and {high}{words.range_unit}."


def _blind(row: Row, shared: ModelContext) -> Iterator[Caveat]:
    """Yield the score without the picture, or that it is unknown, in suites with a blind setting."""
    if not has_blind_check(key_of(row)) or is_baseline(row):
        return
    unseen = shared.blind(row)
    found = None if unseen is None else optional_mark(score_of(unseen))
    if found is None:
        why = "This model has not been run on these tasks without their pictures."
        yield Caveat(label="Without the picture", value="Not known", why=why)
    else:
        why = "Its score when it sees only the text."
        if (gain := picture_gain(shared.sources, row)) is not None:
            value, low, high = map(row_words(row).signed, (gain.difference, gain.low, gain.high))
            why += f" Picture gain: {value} points, range {low} to {high}, on {plural(gain.tasks, 'task')}."
        yield Caveat(
            label="Without the picture", value=f"{found.value}{row_words(row).unit} ({found.range})", why=why
        )


def _predecessor(row: Row, field: TableTotals, shared: ModelContext) -> Iterator[Caveat]:
    """Yield the paired difference from the model's predecessor, if the submission names one."""
    slug = row.result.submission.slug
    known = shared.sources.submissions.get(slug)
    if known is None or known.predecessor is None:
        return
    rows = field.group.by_slug.get(known.predecessor)
    if rows is None:
        name = shared.names.get(known.predecessor, known.predecessor)
        yield Caveat(
            label="Since its predecessor",
            value="Not known",
            why=f"{name} has no row in this table.",
        )
        return
    name, page, words = display_name(rows[0]), model_page(known.predecessor), row_words(row)
    pair = shared.sources.pair(row, rows[0])
    if pair is None:
        yield Caveat(label="Since its predecessor", value="Not known", why=f"{name} has no score.", page=page)
        return
    value, low, high = (words.signed(end) for end in (pair.difference, pair.low, pair.high))
    change = f"{value} points, range {low} to {high}"
    yield Caveat(
        label="Since its predecessor",
        value=_change_text(pair, words),
        why=f"{name}, on the {plural(pair.tasks, 'task')} that both have: {change}.",
        page=page,
        warns=pair.real and pair.difference < 0,
    )


def _change_text(pair: RankedPair, words: ScaleWords) -> str:
    if not pair.real:
        return "No change shown"
    condition = "" if pair.sure else f", {UNLESS_MISSING}"
    way = "Better" if pair.difference > 0 else "Got worse"
    return f"{way} by {words.gap(pair.difference)} points{condition}"
