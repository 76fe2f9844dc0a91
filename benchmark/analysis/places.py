"""Places of a table as pages show them: ranges, brackets around tied groups, and sentences about pairs."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from benchmark.analysis.groups import GroupKey
from benchmark.analysis.ranks.ranking_report import RankedPair, RankedPlace, Ranking
from benchmark.analysis.score_cells import ScaleWords, metric_words
from benchmark.analysis.wording import count, number_word, plural
from benchmark.core.names import fresh_note

_MAX_LANES = 4  #: brackets next to each other; of a table that needs more, only some are shown
#: p-values below these limits are shown in words.
RARE = ((1e-6, "less than once in a million"), (1e-3, "less than once in a thousand"))
#: How often luck alone makes a difference, with the odds in words; the compare page has the same sentence.
LUCK = "if the two were equally good, luck alone would do that {odds}"
ONE_IN = "about 1 time in {odds}"
#: What every verdict of a table depends on; boards, the compare page, `rank` and `leaderboard` have it.
WITHIN_TABLE = "With more models in a table, the same difference needs more proof."


@dataclass(frozen=True, slots=True)
class Bracket:
    """A row's part of the bracket around one group of models that cannot be told apart."""

    lane: int  #: column of the bracket, 0 is the first
    end: str  #: ``s`` if the bracket starts in this row, ``e`` if it ends here, else empty


@dataclass(frozen=True, slots=True, kw_only=True)
class PlaceView:
    """The place of one model."""

    text: str
    sort: str  #: position of the line when sorted by place, from 0
    shared: bool  #: whether the verdicts allow several places
    brackets: tuple[Bracket, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class TablePlaces:
    """The places of a table, by slug."""

    ranking: Ranking
    of: Mapping[str, PlaceView]

    @property
    def words(self) -> ScaleWords:
        """The words of the scale of its scores."""
        return metric_words(self.ranking.metric)

    @property
    def lanes(self) -> int:
        """The number of brackets next to each other."""
        return max((part.lane + 1 for view in self.of.values() for part in view.brackets), default=0)

    @property
    def note(self) -> str:
        """Which differences the table can detect, and what else differs between its rows.

        Usually empty for a single model.
        """
        shown_above = fresh_note(self.ranking.dataset)
        notes = [f"{note[:1].upper()}{note[1:]}." for note in self.ranking.notes if note != shown_above]
        starts = sum(part.end == "s" for view in self.of.values() for part in view.brackets)
        if starts < len(self.ranking.groups):
            groups = plural(len(self.ranking.groups), "group")
            notes.append(
                f"Brackets show {number_word(starts)} of {groups} of models that cannot be told apart;"
                " places show all of them."
            )
        if self.leader_range:
            notes.insert(0, f"{leader_words(len(self.ranking.places))} {self.leader_range}.")
        return " ".join(filter(None, [self.detectable, *notes]))

    @property
    def leader_range(self) -> str:
        """The range of the highest score that allows for having been chosen, such as ``41.0–52.3``.

        It contains the ranges of all models that share the highest score. Empty for a single model.
        """
        found = self.ranking.leaders
        return (
            self.words.range(min(best.low for best in found), max(best.high for best in found))
            if found
            else ""
        )

    @property
    def detectable(self) -> str:
        """How many pairs differ, and which differences can be missed; empty for a single model."""
        return " ".join(self._detectable())

    def _detectable(self) -> Iterator[str]:
        if not self.ranking.pairs:
            return
        real = self.ranking.separated
        if self.ranking.pairs == 1:
            yield f"The two models {'really' if real else 'do not really'} differ."
        else:
            pairs = f"{count(real)} of {plural(self.ranking.pairs, 'pair')} of models"
            yield f"{pairs} really differ{'s' if real == 1 else ''}."
        tasks, more = plural(self.ranking.tasks, "task"), self.ranking.would_do
        if self.ranking.tasks == 1:
            yield "On a single task no gap can be told from luck."
        elif self.ranking.visible_difference is None and real:
            yield f"These {tasks} come from too few families to show gaps between neighbours reliably{more}."
        elif self.ranking.visible_difference is None:
            yield f"These {tasks} come from too few families to tell any gap from luck{more}."
        else:
            gap = f"{self.words.factor * self.ranking.visible_difference:.{self.words.decimals}f}"
            smallest = f"smaller than about {gap} points"
            yield f"With {tasks}, a real gap between neighbours {smallest} can be missed."

    def place(self, slug: str) -> RankedPlace | None:
        """Return the model's computed place, or None if it has none."""
        return next((place for place in self.ranking.places if place.slug == slug), None)

    def neighbour_gaps(self, slug: str) -> tuple[RankedPair | None, RankedPair | None]:
        """Return the gaps to the models above and below; None where there is no such model."""
        pairs = self.ranking.neighbours
        above = next((pair.swapped() for pair in pairs if pair.b == slug), None)
        return above, next((pair for pair in pairs if pair.a == slug), None)


def places_by_table(rankings: Iterable[Ranking]) -> dict[GroupKey, TablePlaces]:
    """Return the places of each table; rankings of single categories are left out."""
    return {
        ranking.key: TablePlaces(ranking=ranking, of=_views(ranking))
        for ranking in rankings
        if not ranking.category
    }


def highest_of(scores: int) -> str:
    """Return ``highest of six scores``, or ``higher of two scores``."""
    return f"{'higher' if scores == 2 else 'highest'} of {number_word(scores)} scores"  # noqa: PLR2004 - a pair


def leader_words(scores: int) -> str:
    """Return the beginning of the sentence that gives the leader's range.

    Such as ``The highest of six scores tends to be too high; allowing for that, its range is``.
    """
    return f"The {highest_of(scores)} tends to be too high; allowing for that, its range is"


def place_text(place: RankedPlace) -> str:
    """Return ``1``, or ``5–6`` if the verdicts allow several places."""
    return str(place.first) if place.first == place.last else f"{place.first}–{place.last}"


def luck(p: float, models: int) -> str:
    """Return how often luck alone causes such a difference, without a full stop.

    Such as ``if the two were equally good, luck alone would do that about 1 time in 90, allowing for all 3
    pairs``.

    Args:
        p: p-value below 0.05 that allows for all pairs of the table.
        models: number of models in the table.
    """
    rare = next((words for limit, words in RARE if p < limit), ONE_IN.format(odds=count(int(1 / p))))
    pairs = models * (models - 1) // 2
    return LUCK.format(odds=rare) + (f", allowing for all {count(pairs)} pairs" if pairs > 1 else "")


def _views(ranking: Ranking) -> dict[str, PlaceView]:
    slugs = [place.slug for place in ranking.places]
    groups = [[slugs.index(slug) for slug in group] for group in ranking.groups]
    brackets = _brackets(groups)
    return {
        place.slug: PlaceView(
            text=place_text(place),
            sort=str(number),
            shared=place.first != place.last,
            brackets=brackets.get(number, ()),
        )
        for number, place in enumerate(ranking.places)
    }


def _brackets(groups: Sequence[Sequence[int]]) -> dict[int, tuple[Bracket, ...]]:
    """Put each group into the first free lane; if that takes too many lanes, only the groups of a cover."""
    spans = sorted((min(group), max(group)) for group in groups)
    ends, found = _lanes(spans)
    return (_lanes(_cover(spans)) if len(ends) > _MAX_LANES else (ends, found))[1]


def _lanes(spans: Iterable[tuple[int, int]]) -> tuple[list[int], dict[int, tuple[Bracket, ...]]]:
    """Return the last row of each lane, and the brackets by row."""
    ends: list[int] = []
    found: dict[int, tuple[Bracket, ...]] = {}
    for first, last in spans:
        lane = next((number for number, end in enumerate(ends) if end < first), len(ends))
        ends[lane : lane + 1] = [last]
        for row in range(first, last + 1):
            end = "s" if row == first else "e" if row == last else ""
            found[row] = (*found.get(row, ()), Bracket(lane, end))
    return ends, found


def _cover(spans: Sequence[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """Yield the fewest spans that have all rows; at most two of them have the same row."""
    reached = -1
    while further := [span for span in spans if span[1] > reached]:
        row = max(reached + 1, further[0][0])
        span = max((span for span in further if span[0] <= row), key=lambda span: span[1])
        yield span
        reached = span[1]
