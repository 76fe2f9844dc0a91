"""Design notes of the families of an open data set."""

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from markupsafe import Markup

from benchmark.analysis.wording import clean
from benchmark.core.errors import BadInput
from benchmark.datasets.collection import Collection, stem
from benchmark.suites.open_collections import OPEN_COLLECTIONS

if TYPE_CHECKING:
    from markdown import Markdown

_COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)


@dataclass(frozen=True, slots=True, kw_only=True)
class DesignNote:
    """The design page of a family: its first paragraph reveals nothing, the rest explains the rules."""

    stem: str
    title: str
    words: Markup  #: what the text says, and what it leaves to the picture
    rules: Markup  #: what the picture shows, and what a wrong reading would give


def collection_of(suite: str, dataset: str) -> Collection | None:
    """Return the collection with the data set's families; None if they are not in this package."""
    found = OPEN_COLLECTIONS.get(suite)
    return found if found is not None and found.dataset == dataset else None


def design_notes(collection: Collection) -> dict[str, DesignNote]:
    """Return the notes of all families that have a design page, by stem.

    Families of programs have none: their flowcharts say everything.

    Raises:
        BadInput: for a page without title or text.
    """
    names = () if collection.form == "charts" else collection.pages()
    return {stem(name): _note(collection, name) for name in names}


def _note(collection: Collection, name: str) -> DesignNote:
    path = collection.page(name)
    title, _, rest = path.read_text(encoding="utf-8").strip().partition("\n")
    words, heading, rules = rest.partition("\n## ")
    if not title.startswith("# ") or not words.strip() or not heading:
        problem = "does not begin with a title, a paragraph and a section"
        raise BadInput(path, "", problem, "use the same structure as the pages of other families")
    return DesignNote(
        stem=stem(name),
        title=clean(title[2:]),
        words=_inline(words),
        rules=_html(f"## {rules}"),
    )


def _inline(text: str) -> Markup:
    """Return the first paragraph as HTML without its ``<p>`` element."""
    html = _html(_COMMENT.sub("", text).strip().split("\n\n")[0])
    return Markup(html.removeprefix("<p>").removesuffix("</p>"))  # noqa: S704 - pages of this package


@lru_cache(1)
def _converter() -> "Markdown":
    from markdown import Markdown

    return Markdown(extensions=["tables"])


def _html(text: str) -> Markup:
    """Return Markdown of this package as HTML, with headings one level lower."""
    below = re.sub(r"^## ", "### ", text, flags=re.MULTILINE)
    html = _converter().reset().convert(below)
    html = html.replace("<table>", '<table class="tb plain">').replace("<th>", '<th scope="col">')
    return Markup(html)  # noqa: S704 - pages of this package, which are trusted
