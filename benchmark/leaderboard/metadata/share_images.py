"""The pictures that previews of links show: one per table and model, named by a digest of their content."""

import contextlib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from benchmark.analysis.groups import GroupKey
from benchmark.authoring.drawing.font import font_digests
from benchmark.core.digest import digest_lines
from benchmark.files import regenerated
from benchmark.leaderboard.board.page import HOME
from benchmark.leaderboard.board.view import Board
from benchmark.leaderboard.metadata.share_card import ShareCard, model_card, table_card
from benchmark.leaderboard.metadata.share_picture import DRAWING_VERSION, draw_card
from benchmark.leaderboard.model.page import ModelPage
from benchmark.leaderboard.shared.addresses import address_part, suite_page, table_id
from benchmark.leaderboard.shared.page import Page, PlainFile

#: Folder of the pictures in the site, and in the cache. It is not in ``d/``, which robots.txt closes.
FOLDER = "share"
_DIGITS = 16  #: digits of a picture's digest in its name
#: How each PNG file ends. A file that a power failure cut off, or filled with zeros, does not.
_PNG_END = b"IEND\xaeB`\x82"


@dataclass(frozen=True, kw_only=True)  # without slots: cached_property needs a __dict__
class ShareImage:
    """A picture; it is drawn when its file is written, unless the cache has it."""

    card: ShareCard
    cache: Path | None

    @cached_property
    def digest(self) -> str:
        """Digest of all that the picture depends on."""
        return digest_lines([DRAWING_VERSION, font_digests(), repr(self.card)])

    @property
    def path(self) -> str:
        """Path of the file in the site."""
        return f"{FOLDER}/{self.digest[:_DIGITS]}.png"

    def content(self) -> bytes:
        """Return the PNG file, from the cache if it is there."""
        if self.cache is None:
            return draw_card(self.card)
        path = regenerated.entry_path(self.cache / FOLDER, self.digest, "png")
        with contextlib.suppress(OSError):
            if (kept := regenerated.read(path)).endswith(_PNG_END):
                return kept
        made = draw_card(self.card)
        regenerated.write(path, made)
        return made


@dataclass(frozen=True, slots=True)
class ShareImages:
    """The pictures of a site, by the beginning of the pages' source paths; none if its address is unknown."""

    by_page: Mapping[str, ShareImage] = field(default_factory=dict)

    def of(self, source: str) -> ShareImage | None:
        """Return the picture of a page: that of its model or table, else that of the home page's table."""
        parts = source.split("/")
        for length in range(len(parts), 0, -1):
            if image := self.by_page.get("/".join(parts[:length])):
                return image
        return self.by_page.get(HOME)

    def files(self) -> Iterator[PlainFile]:
        """Yield the file of each picture once."""
        for image in {image.path: image for image in self.by_page.values()}.values():
            yield PlainFile(image.path, image.content)


def share_images(pages: Iterable[Page], keys: Iterable[GroupKey], cache: Path | None) -> ShareImages:
    """Return the pictures of all tables and models.

    Args:
        pages: all generated pages.
        keys: the tables of the site.
        cache: folder of caches; None to draw each picture anew.
    """
    if cache is not None:
        regenerated.prune(cache / FOLDER)
    datasets = {table_id(key): f"{address_part(key.suite)}/{address_part(key.dataset)}" for key in keys}
    views = {page.source: page.view for page in pages}
    boards = {source: view for source, view in views.items() if isinstance(view, Board) and source != HOME}
    tables = [table for board in boards.values() for table in board.tables]
    found: dict[str, ShareImage] = {}
    for source, view in views.items():
        if isinstance(view, ModelPage):
            card = model_card(view, source, tables)
            found[source.removesuffix("/index.md")] = ShareImage(card=card, cache=cache)
    for source, board in boards.items():
        for table in board.tables:
            image = ShareImage(card=table_card(board, table), cache=cache)
            found.setdefault(source, image)
            for kind in ("dataset", "task"):
                found.setdefault(f"{kind}/{datasets[table.anchor]}", image)
    home = views.get(HOME)
    if isinstance(home, Board) and (first := found.get(suite_page(home.suite))):
        found[HOME] = first
    return ShareImages(found)
