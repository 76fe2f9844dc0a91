"""View models become HTML. Our own environment, because mkdocs' own does not escape."""

import dataclasses
from collections.abc import Callable
from functools import partial
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from benchmark.analysis.wording import whole
from benchmark.leaderboard.parts.errata import report_address
from benchmark.leaderboard.parts.task_lines import task_lines
from benchmark.leaderboard.shared.page import Page


def environment(templates: Path, repository: str = "") -> Environment:
    """Escapes every value, and refuses names that a view does not have.

    Args:
        templates: their folder.
        repository: its https address, for links to its issue forms; without one there are none.
    """
    jinja = Environment(
        loader=FileSystemLoader(templates),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    jinja.filters["whole"] = whole
    jinja.filters["task_lines"] = task_lines
    jinja.globals["report_task"] = partial(report_address, repository)
    return jinja


def render(
    page: Page, link: Callable[[str], str], jinja: Environment, has: Callable[[str], bool] = bool
) -> Markup:
    """The page's body.

    Args:
        page: what to show.
        link: turns a source path (``model/gpt-4o/index.md``) into an address relative to this page; what is
            not there stops the build.
        jinja: from :func:`environment`.
        has: whether the site has a page or file of this source path; not all kinds of pages are always made.
    """
    view = {field.name: getattr(page.view, field.name) for field in dataclasses.fields(page.view)}
    body = jinja.get_template(page.template).render(**view, view=page.view, link=link, has=has)
    return Markup(body)  # noqa: S704 - the templates have escaped every value
