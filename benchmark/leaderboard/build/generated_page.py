"""Generated pages in mkdocs, which would read each as Markdown: 1.5 milliseconds for an empty text.

Header, menu and footer take as long. They are the same on all generated pages that hide the same columns and
have the same folder depth and first folder, so they are rendered once for these.

The contexts of Jinja refer to themselves, so only a collection frees a rendered page. Few objects hold its
long text, so Python would hardly ever collect, and the pages of a large site would need 200 MB.
"""

import gc
from collections.abc import Callable, Mapping
from typing import Any

from jinja2 import pass_context
from jinja2.runtime import Context
from markupsafe import Markup

from benchmark.leaderboard.parts.page import Page

#: Renders a partial template for the page of a context, or returns what it rendered for a page like it.
SharedPart = Callable[[Context, str], Markup]


def leave_to_template(page: Any, generated: Mapping[str, Page]) -> None:
    """If a page of mkdocs is generated, give it its metadata and no text, before its source is read."""
    if (made := generated.get(page.file.src_uri)) is None:
        return

    def read_source(config: object) -> None:  # noqa: ARG001
        page.markdown, page.meta = "", made.meta

    def render(config: object, files: object) -> None:  # noqa: ARG001
        page.content, page.toc, page.present_anchor_ids = "", [], set()

    page.read_source, page.render = read_source, render


def shared_part() -> SharedPart:
    """Return a function for templates that renders a part once for all generated pages that share it.

    A written page may have headings, and a page of the menu is marked there, so their parts are their own.
    """
    known: dict[tuple[object, ...], Markup] = {}
    in_menu: dict[int, frozenset[str]] = {}

    @pass_context
    def part(context: Context, name: str) -> Markup:
        page, nav = context.get("page"), context["nav"]
        if id(nav) not in in_menu:
            in_menu[id(nav)] = frozenset(page.file.src_uri for page in nav.pages)
        if page is None or page.toc or page.file.src_uri in in_menu[id(nav)]:
            return _rendered(context, name)
        hidden = tuple(page.meta.get("hide", ()))
        key = name, hidden, context["base_url"], page.url.partition("/")[0]
        if key not in known:
            known[key] = _rendered(context, name)
        return known[key]

    return part


def _rendered(context: Context, name: str) -> Markup:
    template = context.environment.get_template(name)
    return Markup(template.render(context.get_all()))  # noqa: S704 - the theme's own template


_COLLECTED_CHARACTERS = 20_000_000  #: rendered characters between two collections


class RenderedPages:
    """Frees the rendered pages of a build now and then, without looking at the inputs each time."""

    def __init__(self) -> None:
        """Use the collector less often than usual, since many pages create little circular garbage."""
        self._characters = 0
        gc.set_threshold(2_000_000, 20, 100)  # saves a tenth of the time

    def keep_inputs(self) -> None:
        """Leave everything that exists now out of the collections."""
        gc.freeze()

    def release_inputs(self) -> None:
        """Collect the inputs again, which the next build of the same process replaces."""
        gc.unfreeze()

    def add(self, body: Markup) -> Markup:
        """Return a rendered page; free the earlier ones if they have become too many."""
        self._characters += len(body)
        if self._characters > _COLLECTED_CHARACTERS:
            self._characters = 0
            gc.collect()
        return body
