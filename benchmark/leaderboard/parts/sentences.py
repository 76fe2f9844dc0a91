"""Sentences from templates that a writer can edit: ``site/templates/sentences/*.txt``, one macro each."""

from functools import cache

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from benchmark.analysis.wording import UNLESS_MISSING, join_names, number_word, plural
from benchmark.files.shipped import SHIPPED


@cache
def _environment() -> Environment:
    found = Environment(
        loader=FileSystemLoader(SHIPPED / "site" / "templates" / "sentences"),
        autoescape=False,  # noqa: S701 - plain text, also for search engines; pages escape it
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
    )
    found.filters |= {
        "names": join_names,
        "word": number_word,
        "plural": plural,
    }
    found.globals["unless_missing"] = f" {UNLESS_MISSING}"
    return found


def sentence(page: str, name: str, /, **values: object) -> str:
    """Return the text of a macro on one line: lines of the template are joined with one space.

    Besides Jinja's own filters, templates have ``names`` (``A, B and C``), ``word`` (``six`` for 6) and
    ``plural`` (``2 tasks``).

    Args:
        page: name of the template, without ``.txt``.
        name: name of the macro.
        values: its arguments.
    """
    lines = getattr(_environment().get_template(f"{page}.txt").module, name)(**values).split("\n")
    return " ".join(line.strip(" ") for line in lines if line.strip(" "))
