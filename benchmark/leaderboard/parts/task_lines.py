"""The lines of a model's list of tasks, as HTML.

A site has hundreds of thousands of them, and a Jinja template takes six times as long as this function.
"""

from collections.abc import Callable, Iterator
from functools import lru_cache

from markupsafe import Markup, escape

from benchmark.leaderboard.rows.outcomes import TaskList

#: CSS classes of the states; sb.css gives them their colours.
_CLASSES, _OTHER_CLASS = {"passed": "st", "missing": "st m"}, "st x"


def task_lines(
    tasks: TaskList, link: Callable[[str], str], has: Callable[[str], bool], checks: bool
) -> Markup:
    """Return a table row for each task of a list, with every value escaped.

    Args:
        tasks: the list of tasks.
        link: turns a source path into an address relative to the page, as in templates.
        has: whether the site has a page or file with this source path, as in templates.
        checks: whether each row has a cell for the first failed check.
    """
    lines = "\n".join(_lines(tasks, link, has, checks))
    return Markup(lines)  # noqa: S704 - every value was escaped


def _lines(
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
