"""The metadata in the head of every page: `site/theme/main.html` writes them."""

import html
from collections.abc import Mapping
from dataclasses import dataclass

from benchmark.leaderboard.inputs.sources import Sources
from benchmark.leaderboard.metadata.description import MIN_CHARACTERS, describe, first_sentences
from benchmark.leaderboard.metadata.share_picture import HEIGHT, WIDTH, SharePictures, share_pictures
from benchmark.leaderboard.metadata.structured_data import StructuredData
from benchmark.leaderboard.parts.page import Page

_SITE = "A page of Sightbench, a continuous benchmark of models that write code from pictures."


@dataclass(frozen=True, slots=True, kw_only=True)
class PageHead:
    """The metadata of one page; all texts are escaped for attributes, except ``data``."""

    description: str
    image: str  #: whole address of the picture for previews; empty if the site's address is unknown
    image_alt: str
    width: int = WIDTH  #: of the picture, px
    height: int = HEIGHT  #: of the picture, px
    data: str  #: JSON about the page's data sets; empty if it has none


class PageHeads:
    """Makes the metadata of all pages."""

    def __init__(self, pages: Mapping[str, Page], sources: Sources) -> None:
        self._pages, self._where = pages, sources.where
        self._descriptions: dict[str, str] = {}  #: description → source path of the page that has it
        self._data = StructuredData(sources.tables, self._where)
        self.pictures = share_pictures(pages.values()) if self._where.base else SharePictures()

    def of(self, source: str, title: str, body: str, address: str) -> PageHead:
        """Return the metadata of a page with this source path, HTML, and whole address (empty if unknown)."""
        page = self._pages.get(source)
        picture = self.pictures.of(source)
        return PageHead(
            description=html.escape(self._description(page, source, title, body)),
            image=f"{self._where.base}{picture.path}" if picture else "",
            image_alt=html.escape(picture.alt) if picture else "",
            data=self._data.of(page, address) if page else "",
        )

    def _description(self, page: Page | None, source: str, title: str, body: str) -> str:
        """Return a description that no other page has: given, or the first sentences of the page.

        A short one, and one that another page has, begins with the page's title.
        """
        text = page.description if page else ""
        if len(text) < MIN_CHARACTERS:
            text = first_sentences(body, heading=page is not None)
        found = describe(text) if len(text) >= MIN_CHARACTERS else ""
        if not found or self._descriptions.get(found, source) != source:
            found = describe(f"{title}: {text}", _SITE)
        self._descriptions[found] = source
        return found
