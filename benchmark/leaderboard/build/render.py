"""Render view models as HTML, in a Jinja environment of our own: that of mkdocs does not escape values."""

import dataclasses
from collections.abc import Callable, Collection, Iterator, Mapping
from functools import lru_cache, partial
from pathlib import Path
from typing import Protocol
from urllib.parse import urlencode

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup, escape

from benchmark.analysis.wording import keep_together
from benchmark.leaderboard.inputs.provenance import safe_link
from benchmark.leaderboard.parts.page import Page
from benchmark.leaderboard.parts.task_list import TaskList

FORM = "task.yml"  #: file in .github/ISSUE_TEMPLATE; ``report_address`` fills its fields by name


def report_address(repository: str, suite: str, dataset: str, task: str = "") -> str:
    """Return the address of the issue form for a task, with known fields; empty without a repository."""
    if not safe_link(repository):
        return ""
    fields = {"template": FORM, "suite": f"{suite} {dataset}"} | ({"task": task} if task else {})
    return f"{repository.rstrip('/')}/issues/new?{urlencode(fields)}"


#: CSS classes of the states; sb.css gives them their colours.
_CLASSES, _OTHER_CLASS = {"passed": "st", "missing": "st m"}, "st x"


def task_lines(
    tasks: TaskList, link: Callable[[str], str], has: Callable[[str], bool], checks: bool
) -> Markup:
    """Return a table row for each task, every value escaped; ``checks``: with a cell for the failed check."""
    lines = "\n".join(_line_html(tasks, link, has, checks))
    return Markup(lines)  # noqa: S704 - every value was escaped


def _line_html(
    tasks: TaskList, link: Callable[[str], str], has: Callable[[str], bool], checks: bool
) -> Iterator[str]:
    models = tasks.models
    end = f" <small>of {models}</small></td></tr>" if models > 1 else "</tr>"
    for task, state, result, solved, place, check, page in tasks.tasks:
        name = _link_html(task, link(page)) if has(page) else _escape_text(task)
        failed = f'<td class="ck">{escape(check)}</td>' if checks else ""
        of = f'<td class="r">{solved}' if models > 1 else ""
        yield (
            f'<tr data-s="{state}" data-n="{place}"><th scope="row"><bdi>{name}</bdi></th>'
            f'<td><span class="{_CLASSES.get(state, _OTHER_CLASS)}">{_escape_text(result)}</span></td>'
            f"{failed}{of}{end}"
        )


@lru_cache(8192)  # rows of a table have the same tasks and results
def _link_html(text: str, address: str) -> str:
    return f'<a href="{escape(address)}">{escape(text)}</a>'


@lru_cache(8192)
def _escape_text(text: str) -> str:
    return str(escape(text))


def environment(templates: Path, repository: str = "") -> Environment:
    """Return a Jinja environment that escapes every value and refuses names that a view does not have."""
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

    ``link`` turns a source path (``model/gpt-4o/index.md``) into an address relative to this page; a path
    that the site does not have stops the build. ``has`` tells whether the site has a page or file.
    """
    view = {field.name: getattr(page.view, field.name) for field in dataclasses.fields(page.view)}
    body = jinja.get_template(page.template).render(**view, view=page.view, link=link, has=has)
    return Markup(body)  # noqa: S704 - the templates have escaped every value


class SiteFile(Protocol):
    """A page or file as mkdocs knows it."""

    @property
    def url(self) -> str:
        """Return its address below the site's root."""


@dataclasses.dataclass(frozen=True, slots=True)
class PageLinks:
    """The links of one page."""

    address: str  #: of the page, below the site's root
    files: Mapping[str, SiteFile]  #: pages and files of mkdocs, by source path
    plain: Collection[str]  #: paths of the files that are written after mkdocs
    relative: Callable[[str, str], str]  #: makes an address relative to another one

    def link(self, source: str) -> str:
        """Return the address of a page or file, relative to this page.

        Raises:
            KeyError: if the site does not have it; that stops the build.
        """
        url = source if source in self.plain else self.files[source].url
        top, up = self.address.partition("/")[0] + "/", "../" * self.address.count("/")
        # To another top folder, an address through the site's root is quicker to make than `relative`.
        in_other_folder = "/" in url and up and not url.startswith((".", top))
        return up + url if in_other_folder else self.relative(url, self.address)

    def has(self, source: str) -> bool:
        """Return whether the site has a page or file with this source path."""
        return source in self.plain or source in self.files
