"""What the authors and reviewers of an open data set wrote about its families."""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from markupsafe import Markup

from benchmark.analysis.wording import clean
from benchmark.authoring.collection import Collection
from benchmark.authoring.instance import stem
from benchmark.authoring.reviews import TaskReview, read_reviews
from benchmark.core.errors import BadInput
from benchmark.suites.open_collections import AUTHORED

_COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)


@dataclass(frozen=True, slots=True, kw_only=True)
class DesignNote:
    """The design page of a family: its first paragraph gives nothing away, the rest says the rules."""

    stem: str
    title: str
    words: Markup  #: what the text says, and what it leaves to the picture
    rules: Markup  #: what the picture says, and what a wrong reading would give
    reviews: Mapping[str, TaskReview]  #: by task; only those of tasks that somebody reviewed

    def solvers(self, task: str) -> int:
        """How many people solved the task from its picture alone."""
        review = self.reviews.get(task)
        return 0 if review is None else sum(one.right for one in review.solvers)


def collection_of(suite: str, dataset: str) -> Collection | None:
    """The collection that a data set is made of, where its families are in this package."""
    found = AUTHORED.get(suite)
    return found if found is not None and found.dataset == dataset else None


def design_notes(collection: Collection) -> dict[str, DesignNote]:
    """The notes of all families by stem; nothing of a family's code is run.

    Raises:
        BadInput: for a family without a design page, a page without title or text, and a wrong review.
    """
    return {stem(name): _note(collection, name) for name in collection.names()}


def _note(collection: Collection, name: str) -> DesignNote:
    path = collection.page(name)
    if not path.is_file():
        raise BadInput(path, "", "is missing", "a family has a design page; see `sightbench author new`")
    title, _, rest = path.read_text(encoding="utf-8").strip().partition("\n")
    words, heading, rules = rest.partition("\n## ")
    if not title.startswith("# ") or not words.strip() or not heading:
        problem = "does not begin with a title, a paragraph and a section"
        raise BadInput(path, "", problem, "write it like the pages of other families")
    return DesignNote(
        stem=stem(name),
        title=clean(title[2:]),
        words=_inline(words),
        rules=_html(f"## {rules}"),
        reviews=read_reviews(collection, name).tasks,
    )


def _inline(text: str) -> Markup:
    """A paragraph without what surrounds it."""
    made = _html(_COMMENT.sub("", text).strip().split("\n\n")[0])
    return Markup(made.removeprefix("<p>").removesuffix("</p>"))  # noqa: S704 - as below


def _html(text: str) -> Markup:
    """A text of this package as HTML; its headings stand below those of the page."""
    from markdown import markdown

    below = re.sub(r"^## ", "### ", text, flags=re.MULTILINE)
    made = markdown(below, extensions=["tables"])
    made = made.replace("<table>", '<table class="tb plain">').replace("<th>", '<th scope="col">')
    return Markup(made)  # noqa: S704 - the package's own pages, which no stranger writes
