"""Render view models as HTML, in a Jinja environment of our own: that of mkdocs does not escape values.

mkdocs would read each generated page as Markdown, which takes 1.5 milliseconds for an empty text. Header,
menu and footer take as long. They are the same on all generated pages that hide the same columns, load the
same files, and have the same folder depth and first folder, so they are rendered once for these.
"""

import dataclasses
import html
import re
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import lru_cache, partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from urllib.parse import urlencode

from jinja2 import Environment, FileSystemLoader, StrictUndefined, pass_context
from jinja2.ext import Extension
from jinja2.runtime import Context
from markupsafe import Markup, escape

from benchmark.analysis.wording import keep_together
from benchmark.leaderboard.inputs.provenance import safe_link
from benchmark.leaderboard.parts import plot
from benchmark.leaderboard.parts.site_page import Page
from benchmark.leaderboard.parts.task_list import MARKS, TaskList

KnownNames = dict[tuple[str, str, str], str]  #: HTML by name, page, and address of the home page
FORM = "task.yml"  #: file in .github/ISSUE_TEMPLATE; ``report_address`` fills its fields by name


def report_address(repository: str, suite: str, dataset: str, task: str = "") -> str:
    """Return the address of the issue form for a task, with known fields; empty without a repository."""
    if not safe_link(repository):
        return ""
    fields = {"template": FORM, "suite": f"{suite} {dataset}"} | ({"task": task} if task else {})
    return f"{repository.rstrip('/')}/issues/new?{urlencode(fields)}"


def task_lines(
    known: KnownNames, tasks: TaskList, link: Callable[[str], str], has: Callable[[str], bool], checks: bool
) -> Markup:
    """Return a table row for each task, every value escaped; ``checks``: with a cell for the failed check.

    The rows of a state are a ``tbody`` of its class, so that not each row has one. The names of tasks with
    their links are ``known`` from other pages with the same address of the home page.
    """
    has_others, home, lines, before = tasks.models > 1, link("index.md"), [], None
    for task, state, result, solved, check, page, answer in tasks.tasks:
        if state != before:
            before, mark = state, MARKS[state]
            lines.append(f"<tbody class={mark}>" if mark else "<tbody>")
        key = task, page if has(page) else "", home
        if (name := known.get(key)) is None:
            name = known[key] = _link_html(task, link(page)) if key[1] else f"<bdi>{_cell_text(task)}</bdi>"
        failed = f"<td>{_cell_text(check)}" if checks else ""
        of = f"<td>{solved}" if has_others else ""
        lines.append(f"<tr><th>{name}{_result_html(result, '', answer)}{failed}{of}")
    return Markup("".join(lines))  # noqa: S704 - every value was escaped


def solver_lines(
    known: KnownNames, table: SimpleNamespace, tasks: Sequence[SimpleNamespace], link: Callable[[str], str]
) -> Markup:
    """Return a table row for each entrant of a task page's table, every value escaped; ``known`` as above."""
    home, lines = link("index.md"), []
    for place, entrant in enumerate(table.results.entrants):
        opened, published = entrant.opened, entrant.published
        query = opened.query if opened else ""
        cells = [f'<tr data-q="{escape(query)}">' if query != table.query else "<tr>"]
        if table.places:
            cells.append(f"<td>{_cell_text(entrant.place or '–')}")
        key = entrant.name, entrant.page, home
        if (name := known.get(key)) is None:
            name = known[key] = _link_html(entrant.name, link(entrant.page))
        cells.append(f"<th>{name}")
        for task, column in zip(tasks, table.columns, strict=True):
            outcome = column[place]
            part = opened.parts[task.key] if opened and opened.parts else None
            cells.append(_result_html(outcome.title, MARKS[outcome.state], published.get(task.key, ""), part))
        lines.append("".join(cells))
    return Markup("".join(lines))  # noqa: S704 - every value was escaped


@lru_cache(8192)
def _result_html(result: str, mark: str, answer: str, part: int | None = None) -> str:
    cell = (f" class={mark}" if mark else "") + ("" if part is None else f" data-p={part}")
    linked = f'<a href="{escape(answer)}" rel="nofollow noopener">{_cell_text(result)}</a>' if answer else ""
    return f"<td{cell}>{linked or _cell_text(result)}"


_UNQUOTED = re.compile(r"[\w./#-]+", re.ASCII)  #: attributes that need no quotes


@lru_cache(8192)  # the pages of tasks have the same models
def _link_html(text: str, address: str) -> str:
    return f"<a href={attribute_value(address)}>{_cell_text(text)}</a>"


def attribute_value(value: object, *, is_escaped: bool = False) -> Markup:
    """Return a value of an attribute, in quotes only if HTML needs them."""
    text = Markup(value) if is_escaped else escape(value)  # noqa: S704 - it was escaped
    return text if _UNQUOTED.fullmatch(text) else Markup(f'"{text}"')  # noqa: S704 - it was escaped


def plain_text(text: str) -> Markup:
    """Return a text as content of an element, where quotes need no escapes."""
    return Markup(html.escape(text, quote=False))  # noqa: S704 - it stands in no attribute


_cell_text = lru_cache(8192)(plain_text)


_FENCE = re.compile(r"^```[^\n]*\n(.*?)^```[^\S\n]*$", re.DOTALL | re.MULTILINE)
_INLINE = re.compile(r"`([^`\n]+)`")
_LETTER = re.compile(r"[^\W\d_]")


def prose(text: str) -> Markup:
    """Return a text as paragraphs, escaped; fenced blocks, and paragraphs without a letter, as code.

    "…", which stands for what is left out, is a paragraph.
    """
    found = []
    for number, part in enumerate(_FENCE.split(text)):
        for each in [part] if number % 2 else re.split(r"\n(?:[^\S\n]*\n)+", part):
            words = html.escape(each.strip("\n"), quote=False)
            if number % 2 or (words and words != "…" and not _LETTER.search(each)):
                found.append(f"<pre class=lines tabindex=0><span class=t>{words}</span></pre>")
            elif words.strip():
                words = _INLINE.sub(r"<code>\1</code>", words)
                found.append(f"<p>{words}")
    return Markup("\n".join(found))  # noqa: S704 - every text was escaped


#: Attributes whose whole value Jinja makes.
_MADE = re.compile(r"""(\s[a-zA-Z-]+=)"\{\{ ([^{}]+) \}\}"(?=[\s>])""")
#: What Jinja runs, and attributes of the text around it whose values need no quotes; behind the last of
#: them, Jinja goes on.
_RUN = re.compile(r"(\{\{.*?\}\}|\{%.*?%\}|\{#.*?#\})", re.DOTALL)
_QUOTED = re.compile(r"""(\s[a-zA-Z-]+=)"([\w.:#%-]+)"(?=[\s>]|\Z)""", re.ASCII)


#: Tags that HTML does not need in tables and lists without other content.
_ENDS = re.compile("</(?:td|th|tr|thead|tbody|li|dt|dd|option)>")


class ShortMarkup(Extension):
    """Lets templates have all quotes and end tags, and pages only those that HTML needs."""

    def __init__(self, environment: Environment) -> None:
        super().__init__(environment)
        # The theme's values are escaped already: its environment, of mkdocs, escapes nothing.
        environment.filters["value"] = partial(attribute_value, is_escaped=not environment.autoescape)

    def preprocess(self, source: str, name: str | None, filename: str | None = None) -> str:  # noqa: ARG002
        """Return a template of HTML without the others; what Jinja runs is not changed."""
        if not (name or "").endswith(".html"):
            return source
        parts = _RUN.split(_MADE.sub(r"\1{{ (\2) | value }}", source))
        parts[::2] = [_ENDS.sub("", _QUOTED.sub(r"\1\2", part)) for part in parts[::2]]
        return "".join(parts)


def environment(templates: Path, repository: str = "") -> Environment:
    """Return a Jinja environment that escapes every value and refuses names that a view does not have."""
    jinja = Environment(
        loader=FileSystemLoader(templates),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
        extensions=[ShortMarkup],
    )
    jinja.filters["whole"] = keep_together
    jinja.filters["plain"] = plain_text
    jinja.filters["prose"] = prose
    jinja.filters["task_lines"] = partial(task_lines, {})
    jinja.filters["solver_lines"] = partial(solver_lines, {})
    jinja.globals["report_task"] = partial(report_address, repository)
    jinja.globals["plot"] = plot
    return jinja


def render(
    page: Page, link: Callable[[str], str], jinja: Environment, has: Callable[[str], bool] = bool
) -> Markup:
    """Return the body of a page.

    ``link`` turns a source path (``model/gpt-4o/index.md``) into an address relative to this page; a path
    that the site does not have stops the build. ``has`` tells whether the site has a page or file.
    """
    view = page.view
    if not isinstance(view, Mapping):
        view = {field.name: getattr(view, field.name) for field in dataclasses.fields(view)}
    body = jinja.get_template(page.template).render(**view, view=page.view, link=link, has=has)
    return Markup(body)  # noqa: S704 - the templates have escaped every value


@dataclasses.dataclass(frozen=True, slots=True)
class PageLinks:
    """The links of one page."""

    address: str  #: of the page, below the site's root
    files: Mapping[str, Any]  #: pages and files of mkdocs, by source path
    plain: Collection[str]  #: paths of the files that are written after mkdocs
    relative: Callable[[str, str], str]  #: makes an address relative to another one

    def link(self, source: str) -> str:
        """Return the address of a page or file, relative to this page; ``#`` and what follows stay.

        Raises:
            KeyError: if the site does not have it; that stops the build.
        """
        source, mark, part = source.partition("#")
        url: str = source if source in self.plain else self.files[source].url
        top, up = self.address.partition("/")[0] + "/", "../" * self.address.count("/")
        # To another top folder, an address through the site's root is quicker to make than `relative`.
        in_other_folder = "/" in url and up and not url.startswith((".", top))
        return (up + url if in_other_folder else self.relative(url, self.address)) + mark + part

    def has(self, source: str) -> bool:
        """Return whether the site has a page or file with this source path."""
        source = source.partition("#")[0]
        return source in self.plain or source in self.files


def leave_to_template(page: Any, generated: Mapping[str, Page]) -> None:
    """If a page of mkdocs is generated, give it its metadata and no text, before its source is read."""
    if (made := generated.get(page.file.src_uri)) is None:
        return

    def read_source(config: object) -> None:  # noqa: ARG001
        page.markdown, page.meta = "", made.meta

    def render(config: object, files: object) -> None:  # noqa: ARG001
        page.content, page.toc, page.present_anchor_ids = "", [], set()

    page.read_source, page.render = read_source, render


def shared_part() -> Callable[[Context, str], Markup]:
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
        of_page = (tuple(page.meta.get(field, ())) for field in ("hide", "styles", "scripts"))
        key = name, *of_page, context["base_url"], page.url.partition("/")[0]
        if key not in known:
            known[key] = _rendered(context, name)
        return known[key]

    return part


def _rendered(context: Context, name: str) -> Markup:
    template = context.environment.get_template(name)
    return Markup(template.render(context.get_all()))  # noqa: S704 - the theme's own template
