"""The Atom feed of nights: decisions about watched models, and what happened to models of providers."""

from collections.abc import Iterator

from benchmark.analysis.wording import clean
from benchmark.leaderboard.downloads.atom import FeedEntry, atom_bytes
from benchmark.leaderboard.downloads.tables import FOLDER
from benchmark.leaderboard.nights.notes import changes
from benchmark.leaderboard.nights.watched import TRENDS, series_anchor, series_title, watched
from benchmark.leaderboard.nights.words import EVENTS, reason, sentence, state_badge
from benchmark.leaderboard.rows.sources import Sources

NIGHT_FEED_PATH = f"{FOLDER}/nights.xml"
_TITLE = "Sightbench: watched models"


def night_feed_bytes(sources: Sources) -> bytes:
    """Return the feed, newest entries first.

    A decision has an entry if it reports a change, begins a check or ends one; nights without news have none.
    Every event has one.
    """
    return atom_bytes(_TITLE, NIGHT_FEED_PATH, "night feed", _entries(sources), sources.where.base)


def _entries(sources: Sources) -> Iterator[FeedEntry]:
    for model in watched(sources).models:
        for line in model.lines:
            for decision in changes(line.decisions):
                yield FeedEntry(
                    name=f"decision {decision.id}",
                    when=decision.when,
                    title=f"{model.name}: {state_badge(decision).words}",
                    summary=f"{reason(decision.reason)} ({series_title(line)})",
                    page=TRENDS,
                    fragment=series_anchor(line),
                )
    for event in sources.nightly.events:
        about = event.model or event.provider or event.suite or ""
        yield FeedEntry(
            name=f"event {event.id}",
            when=event.when,
            title=f"{clean(about)}: {EVENTS[event.kind].words}",
            summary=sentence(event.detail),
            page=TRENDS,
        )
