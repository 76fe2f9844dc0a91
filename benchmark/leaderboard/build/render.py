"""Render view models as HTML, in a Jinja environment of our own: that of mkdocs does not escape values."""

import dataclasses
from collections.abc import Callable
from functools import partial
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from benchmark.analysis.wording import keep_together
from benchmark.leaderboard.parts.errata import report_address
from benchmark.leaderboard.parts.task_lines import task_lines
from benchmark.leaderboard.shared.page import Page


def environment(templates: Path, repository: str = "") -> Environment:
    """Return a Jinja environment that escapes every value and refuses names that a view does not have.

    Args:
        templates: folder of the templates.
        repository: https address of the repository, for links to its issue form; may be empty.
    """
    jinja = Environment(
        loader=FileSystemLoader(templates),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    jinja.filters["whole"] = keep_together
    jinja.filters["task_lines"] = task_lines
    jinja.globals["report_task"] = partial(report_address, repository)
    return jinja


def render(
    page: Page, link: Callable[[str], str], jinja: Environment, has: Callable[[str], bool] = bool
) -> Markup:
    """Return the body of a page.

    Args:
        page: the page to render.
        link: turns a source path (``model/gpt-4o/index.md``) into an address relative to this page; a path
            that the site does not have stops the build.
        jinja: environment from :func:`environment`.
        has: whether the site has a page or file with this source path.
    """
    view = {field.name: getattr(page.view, field.name) for field in dataclasses.fields(page.view)}
    body = jinja.get_template(page.template).render(**view, view=page.view, link=link, has=has)
    return Markup(body)  # noqa: S704 - the templates have escaped every value
