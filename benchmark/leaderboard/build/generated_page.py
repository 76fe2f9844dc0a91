"""Generated pages in mkdocs, which would read each as Markdown: 1.5 milliseconds for an empty text.

Header, menu and footer take as long. They are the same on all generated pages that hide the same columns and
have the same folder depth and first folder, so they are rendered once for these.
"""

from collections.abc import Callable, Mapping
from typing import Any

from jinja2 import pass_context
from jinja2.runtime import Context
from markupsafe import Markup

from benchmark.leaderboard.shared.page import Page

#: Renders a partial template for the page of a context, or returns what it rendered for a page like it.
SharedPart = Callable[[Context, str], Markup]


def leave_to_template(page: Any, generated: Mapping[str, Page]) -> None:
    """If a page is generated, give mkdocs its metadata and no text.

    Args:
        page: mkdocs' object for the page, before its source is read.
        generated: all generated pages, by source path.
    """
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
