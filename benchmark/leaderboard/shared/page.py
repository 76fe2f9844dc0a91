"""The two things that a site consists of: generated pages and plain files."""

import html
import json
from collections.abc import Callable
from dataclasses import Field, dataclass
from typing import Any, ClassVar, Protocol


class View(Protocol):
    """A frozen dataclass; a template gets each field under its name, and the object itself as ``view``."""

    __dataclass_fields__: ClassVar[dict[str, Field[Any]]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """A generated page: its source path, its title, its view, and the template that renders the view."""

    source: str  #: path below the folder of pages, as links name it: ``model/gpt-4o/index.md``
    title: str
    template: str  #: file name in site/templates
    view: View
    slug: str = ""  #: second text that the search finds; only title and slug of a page are searched
    searched: bool = True  #: False keeps the page out of the search
    boost: float = 1.0  #: weight of the page in the search; other pages have 1
    #: Its first sentences, for search engines and previews; if empty, they are read from the rendered page.
    description: str = ""
    styles: tuple[str, ...] = ()  #: stylesheets of site/assets that only pages naming them load
    scripts: tuple[str, ...] = ()  #: files of site/assets that only pages naming them load

    @property
    def source_text(self) -> str:
        """The page's Markdown source for mkdocs: its metadata, escaped for HTML, and its slug."""
        meta: dict[str, object] = {
            "title": html.escape(self.title),
            "template": "sb.html",
            "hide": ["navigation", "toc"],
        }
        if self.styles:
            meta["styles"] = [f"assets/{name}" for name in self.styles]
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
    """A file that is published without a template, such as a download or a shard of answers."""

    path: str  #: path inside the site, as links name it: ``data/code-vision.csv``
    content: Callable[[], bytes]  #: called when the file is written, so that only one is in memory
