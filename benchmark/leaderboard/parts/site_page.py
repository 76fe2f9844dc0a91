"""The two things that a site consists of: generated pages and plain files."""

import html
from collections.abc import Callable, Mapping
from dataclasses import Field, dataclass
from typing import Any, ClassVar, Literal, Protocol


class ViewRecord(Protocol):
    """A frozen dataclass; a template gets each field under its name, and the object itself as ``view``."""

    __dataclass_fields__: ClassVar[dict[str, Field[Any]]]


#: What a template shows: values by name, or a record.
View = Mapping[str, Any] | ViewRecord

#: What an entry of the search is; the search ranks kinds differently (``KINDS`` in site/assets/search.js).
SearchKind = Literal["model", "table", "dataset", "page", "section", "term", "task", "decision"]


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchWords:
    """What the search shows of a page or of a part of a page, and by which words it is found."""

    kind: SearchKind = "page"
    within: str = ""  #: what it belongs to, such as the data set of a task
    name: str = ""  #: if empty, the page's title
    line: str = ""  #: shown below the name; if empty, the page's description
    words: tuple[str, ...] = ()  #: ids and other names, by which it is found, too
    keywords: str = ""  #: words and phrases that readers use for it, separated by commas
    query: str = ""  #: what follows the page's address, such as ``?solved=none``
    anchor: str = ""  #: id of the part of the page; empty for the page itself
    after: bool = False  #: whether equally good entries come first


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """A generated page: its source path, its title, its view, and the template that renders the view."""

    source: str  #: path below the folder of pages, as links name it: ``model/gpt-4o/index.md``
    title: str
    template: str  #: file name in site/templates
    view: View
    in_menu: bool = True  #: False for a page of the menu that has no data yet
    searched: bool = True  #: False keeps the page out of the search
    search: SearchWords = SearchWords()
    search_parts: tuple[SearchWords, ...] = ()  #: parts of the page that the search finds on their own
    #: Its first sentences, for search engines and previews; if empty, they are read from the rendered page.
    description: str = ""
    styles: tuple[str, ...] = ()  #: stylesheets of site/assets that only pages naming them load
    scripts: tuple[str, ...] = ()  #: files of site/assets that only pages naming them load

    @property
    def meta(self) -> dict[str, object]:
        """The page's metadata for mkdocs, escaped for HTML."""
        meta: dict[str, object] = {
            "title": html.escape(self.title),
            "template": "sb.html",
            "hide": ["navigation", "toc"],
        }
        files = {"styles": self.styles, "scripts": self.scripts}
        return meta | {kind: [f"assets/{name}" for name in names] for kind, names in files.items() if names}


@dataclass(frozen=True, slots=True)
class PlainFile:
    """A file that is published without a template, such as a download or a shard of answers."""

    path: str  #: path inside the site, as links name it: ``data/code-vision.csv``
    content: Callable[[], bytes]  #: called when the file is written, so that only one is in memory
