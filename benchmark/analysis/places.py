"""Places of a table as pages show them: a range, a bracket for each group, and the pairs in words."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from benchmark.analysis.groups import GroupKey
from benchmark.analysis.ranks.ranking_report import RankedPair, RankedPlace, Ranking
from benchmark.analysis.wording import count, plural
from benchmark.core.fresh import fresh_note

_MAX_LANES = 4  #: brackets side by side; a closer field shows ranges only
#: Chances that nobody counts: below, words.
RARE = ((1e-6, "less than once in a million"), (1e-3, "less than once in a thousand"))


@dataclass(frozen=True, slots=True)
class Bracket:
    """A row's part of one group: which lane, and whether the group starts or ends here."""

    lane: int
    end: str  #: ``s``, ``e`` or empty


@dataclass(frozen=True, slots=True, kw_only=True)
class PlaceView:
    """The place of one model."""

    text: str
    sort: str
    shared: bool
    brackets: tuple[Bracket, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class TablePlaces:
    """Places of a table, by slug."""

    ranking: Ranking
    of: Mapping[str, PlaceView]

    @property
    def lanes(self) -> int:
        """Brackets side by side."""
        return max((part.lane + 1 for view in self.of.values() for part in view.brackets), default=0)

    @property
    def note(self) -> str:
        """What the table could see, and what else differs between its rows; mostly empty for one model."""
        said = fresh_note(self.ranking.dataset)  # which stands above the table
        notes = [f"{one[:1].upper()}{one[1:]}." for one in self.ranking.notes if one != said]
        return " ".join([*self._seen(), *notes])

    def _seen(self) -> Iterator[str]:
        if not self.ranking.pairs:
            return
        real = self.ranking.separated
        if self.ranking.pairs == 1:
            yield f"The two models {'really' if real else 'do not really'} differ."
        else:
            pairs = f"{count(real)} of {plural(self.ranking.pairs, 'pair')} of models"
            yield f"{pairs} really differ{'s' if real == 1 else ''}."
        tasks = plural(self.ranking.tasks, "task")
        if self.ranking.tasks == 1:
            yield "On a single task no gap can be told from luck."
        elif self.ranking.visible_difference is None:
            yield f"These {tasks} are of so few families that no gap could be told from luck."
        else:
            gap = f"{100 * self.ranking.visible_difference:.1f}"
            yield f"Between neighbours, a gap under about {gap} points can go unseen on these {tasks}."

    def place(self, slug: str) -> RankedPlace | None:
        """One model's place, as it was computed."""
        return next((one for one in self.ranking.places if one.slug == slug), None)

    def gap(self, slug: str, other: str) -> RankedPair | None:
        """The pair of two neighbours, the one of ``slug`` first; None where they are none."""
        for pair in self.ranking.neighbours:
            if (pair.a, pair.b) == (slug, other):
                return pair
            if (pair.b, pair.a) == (slug, other):
                return pair.turned()
        return None

    def beside(self, slug: str) -> tuple[RankedPair | None, RankedPair | None]:
        """The gaps to the models above and below."""
        slugs = [one.slug for one in self.ranking.places]
        if slug not in slugs:
            return None, None
        number = slugs.index(slug)
        above = self.gap(slug, slugs[number - 1]) if number else None
        below = self.gap(slug, slugs[number + 1]) if number + 1 < len(slugs) else None
        return above, below


def places_by_table(rankings: Iterable[Ranking]) -> dict[GroupKey, TablePlaces]:
    """Places of each table of all tasks."""
    return {one.key: TablePlaces(ranking=one, of=_views(one)) for one in rankings if not one.category}


def place_text(place: RankedPlace) -> str:
    """``1``, or ``5–6`` where the verdicts allow several."""
    return str(place.first) if place.first == place.last else f"{place.first}–{place.last}"


def odds(p: float) -> str:
    """How rarely luck alone does that, for a p-value below 0.05: ``about 1 time in 90``."""
    for limit, words in RARE:
        if p < limit:
            return words
    return f"about 1 time in {count(int(1 / p))}"


def _views(ranking: Ranking) -> dict[str, PlaceView]:
    slugs = [one.slug for one in ranking.places]
    brackets = _brackets([[slugs.index(slug) for slug in group] for group in ranking.groups])
    return {
        one.slug: PlaceView(
            text=place_text(one),
            sort=str(number),
            shared=one.first != one.last,
            brackets=brackets.get(number, ()),
        )
        for number, one in enumerate(ranking.places)
    }


def _brackets(groups: Sequence[Sequence[int]]) -> dict[int, tuple[Bracket, ...]]:
    """Each group in the first lane that is free; nothing when there are too many lanes."""
    ends: list[int] = []  #: last row of each lane so far
    found: dict[int, list[Bracket]] = {}
    for group in sorted(groups, key=min):
        first, last = min(group), max(group)
        lane = next((number for number, end in enumerate(ends) if end < first), len(ends))
        ends[lane : lane + 1] = [last]
        for row in range(first, last + 1):
            end = "s" if row == first else "e" if row == last else ""
            found.setdefault(row, []).append(Bracket(lane, end))
    if len(ends) > _MAX_LANES:
        return {}
    return {row: tuple(parts) for row, parts in found.items()}
