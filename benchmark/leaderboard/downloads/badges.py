"""Badges of models for READMEs, as files in the endpoint format of shields.io."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from urllib.parse import quote

from benchmark.analysis.catalog import suite_title
from benchmark.analysis.groups import RowGroup, score_of
from benchmark.analysis.score_cells import words_of
from benchmark.analysis.wording import clean
from benchmark.core.names import effort_words
from benchmark.leaderboard.inputs.facts import day, group_title
from benchmark.leaderboard.inputs.sources import Sources
from benchmark.leaderboard.nights.page import TRENDS, Watched, WatchedModel, is_active, watched
from benchmark.leaderboard.nights.timeline import STOPPED, state_badge
from benchmark.leaderboard.parts.addresses import model_page, table_id
from benchmark.leaderboard.parts.site_page import PlainFile
from benchmark.results.row import Row

FOLDER = "badges"
_SCHEMA_VERSION = 1  #: of the endpoint format
_SERVICE = "https://img.shields.io/endpoint?url="
_BLUE, _ORANGE, _GREY = "1b57b8", "a13d00", "555d67"
#: States from the most urgent to the least; the badge of a model shows the first that one of its series has.
_STATES = (
    "got worse",
    "answers changed",
    "nights alike",
    "unknown",
    "got better",
    "new baseline",
    "warming up",
)
_URGENT = {words: number for number, words in enumerate(_STATES)}


@dataclass(frozen=True, slots=True, kw_only=True)
class Badge:
    """A badge of a model."""

    path: str  #: of its file in the site
    title: str  #: what it shows
    label: str
    message: str
    colour: str  #: hexadecimal, without #
    page: str  #: source path of the page that shows the same

    def content(self) -> bytes:
        """Return the file that shields.io reads."""
        fields = {
            "schemaVersion": _SCHEMA_VERSION,
            "label": self.label,
            "message": self.message,
            "color": self.colour,
        }
        return (json.dumps(fields, ensure_ascii=True, indent=1) + "\n").encode("ascii")

    def markdown(self, base: str) -> str:
        """Return the Markdown that shows the badge; empty if the address of the site is unknown."""
        if not base:
            return ""
        image = f"{_SERVICE}{quote(base + self.path, safe='')}"
        return f"[![{self.label}]({image})]({base}{self.page.removesuffix('index.md')})"


def badge_files(sources: Sources) -> Iterator[PlainFile]:
    """Yield the files of all badges."""
    for badges in badges_by_model(sources).values():
        for badge in badges:
            yield PlainFile(badge.path, partial(badge.content))


def badges_by_model(sources: Sources) -> dict[str, tuple[Badge, ...]]:
    """Return the badges by submission: one per table and effort of a model, and one for its nights."""

    def make() -> dict[str, tuple[Badge, ...]]:
        found: dict[str, list[Badge]] = {}
        for group in sources.tables:
            for row in group.models:
                if (badge := _score_badge(row, group, sources)) is not None:
                    found.setdefault(row.result.submission.slug, []).append(badge)
        nights = watched(sources)
        for model in nights.models:
            found.setdefault(model.slug, []).append(_night_badge(model, nights))
        return {slug: tuple(badges) for slug, badges in found.items()}

    return sources.once("badges", make)


def _score_badge(row: Row, group: RowGroup, sources: Sources) -> Badge | None:
    score, slug, effort = score_of(row), row.slug, effort_words(row.result.submission.effort)
    if score is None:
        return None
    words = words_of(score.scale)
    places = sources.places.get(group.key)
    place = None if places is None else places.of.get(slug)
    where = f", {'places' if place.shared else 'place'} {place.text}" if place is not None else ""
    attested = sources.attestation(row).holds
    return Badge(
        path=f"{FOLDER}/{slug}/{table_id(group.key)}.json",
        title=f"{group_title(group.key)}: {sources.conditions[group.key]}{f' · {effort}' if effort else ''}",
        label=f"Sightbench {clean(suite_title(group.key.suite))}",
        message=f"{words.amount(score.value)} ({words.range(score.low, score.high)}){where}",
        colour=_BLUE if attested else _GREY,
        page=model_page(slug),
    )


def _night_badge(model: WatchedModel, nights: Watched) -> Badge:
    drawn = [line for line in model.lines if nights.window is not None and is_active(line, nights.window)]
    states = (state_badge(line.newest) for line in drawn)
    worst = min(states, key=lambda badge: _URGENT.get(badge.words, len(_URGENT)), default=STOPPED)
    last = max(line.last for line in model.lines)
    colour = _ORANGE if worst.style == "bad" else _BLUE if worst.style == "no" else _GREY
    return Badge(
        path=f"{FOLDER}/{model.slug}/nightly.json",
        title="last night",
        label="Sightbench nightly",
        message=f"{worst.words}, {day(last)}",
        colour=colour,
        page=model.page or TRENDS,
    )
