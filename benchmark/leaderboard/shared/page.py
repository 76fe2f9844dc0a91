"""What a page and a plain file of the site are, whatever they show."""

import html
import json
from collections.abc import Callable
from dataclasses import Field, dataclass
from typing import Any, ClassVar, Protocol

from benchmark.analysis.wording import clean

_DESCRIPTION_CHARACTERS = 300  #: more is shown by nobody


class View(Protocol):
    """A frozen dataclass; a template sees its fields by name, and all of it as ``view``."""

    __dataclass_fields__: ClassVar[dict[str, Field[Any]]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """A generated page: where it goes, its title, and the template that shows its view."""

    source: str  #: path inside the site's pages, as links name it: ``model/gpt-4o/index.md``
    title: str
    template: str
    view: View
    slug: str = ""  #: what the search finds beside the title; nothing else of a page is searched
    searched: bool = True  #: False keeps the page out of the search
    boost: float = 1.0  #: how much more its words count in the search than those of other pages
    description: str = ""  #: its first sentences, for search engines and previews
    scripts: tuple[str, ...] = ()  #: files of site/assets that only this page loads

    @property
    def source_text(self) -> str:
        """The page as mkdocs reads it: what it says of itself, safe to print as HTML."""
        meta: dict[str, object] = {
            "title": html.escape(self.title),
            "template": "sb.html",
            "hide": ["navigation", "toc"],
        }
        if self.description:
            meta["description"] = html.escape(clean(self.description, _DESCRIPTION_CHARACTERS))
        if self.scripts:
            meta["scripts"] = [f"assets/{name}" for name in self.scripts]
        if not self.searched:
            meta["search"] = {"exclude": True}
        elif self.boost != 1:
            meta["search"] = {"boost": self.boost}
        lines = "\n".join(f"{name}: {json.dumps(value)}" for name, value in meta.items())
        words = f"`{self.slug}`" if self.slug else ""
        return f"---\n{lines}\n---\n{words}\n"


@dataclass(frozen=True, slots=True)
class PlainFile:
    """A file that is published as it is, such as a download or a shard of answers."""

    path: str  #: inside the site, as links name it: ``data/code-vision.csv``
    content: Callable[[], bytes]  #: made when it is written, so that not all are in memory at once
