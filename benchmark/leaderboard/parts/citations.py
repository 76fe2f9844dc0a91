"""Citations in BibTeX of the benchmark, of a table on its date, of a row, and of the suites' papers."""

import re
import unicodedata
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Annotated

from pydantic import ConfigDict, Field

from benchmark.analysis.conditions import conditions
from benchmark.analysis.groups import GroupKey, RowGroup, key_of, score_of
from benchmark.analysis.score_cells import row_words
from benchmark.analysis.wording import clean, plural
from benchmark.core.errors import BadInput
from benchmark.files.edge import Record, validate_record
from benchmark.files.shipped import SHIPPED
from benchmark.files.strict_yaml import read_yaml
from benchmark.leaderboard.inputs.facts import display_name, group_title
from benchmark.leaderboard.inputs.site_config import SiteConfig
from benchmark.leaderboard.parts.addresses import table_id
from benchmark.results.row import Row
from benchmark.suites import suite_of

FILE_NAME = "CITATION.cff"
_SIZE_LIMIT = 64 * 1024

_Text = Annotated[str, Field(min_length=1, max_length=500)]


class CitedAuthor(Record):
    """An author: an organisation or group with a name, or a person with a family name."""

    model_config = ConfigDict(extra="ignore", populate_by_name=True)

    name: str = Field(default="", max_length=500)
    family_names: str = Field(default="", alias="family-names", max_length=200)
    given_names: str = Field(default="", alias="given-names", max_length=200)


class CitationFile(Record):
    """The fields of a Citation File Format file that citations need; others are ignored."""

    model_config = ConfigDict(extra="ignore")

    title: _Text
    authors: Annotated[list[CitedAuthor], Field(min_length=1)]


@cache
def citation_file(path: Path | None = None) -> CitationFile:
    """Return the title and the authors; by default those of this checkout, or of a wheel's copy.

    Raises:
        BadInput: if the file does not exist, or has no title or authors.
    """
    found = path or SHIPPED / FILE_NAME
    if not found.is_file():
        fix = "add the file with `title` and `authors`, see citation-file-format.github.io"
        raise BadInput(found, "", "not found", fix)
    return validate_record(CitationFile, read_yaml(found, _SIZE_LIMIT).value, found)


_TEXT_CHARACTERS = 300
#: BibTeX counts braces even after a backslash, so a name's braces are written as commands.
_ESCAPES = str.maketrans(
    {
        "\\": r"\textbackslash{}",
        "{": r"\textbraceleft{}",
        "}": r"\textbraceright{}",
        "~": r"\textasciitilde{}",
        "^": r"\textasciicircum{}",
        # The default encoding of LaTeX's fonts has other characters in the places of these three.
        "<": r"\textless{}",
        ">": r"\textgreater{}",
        "|": r"\textbar{}",
        **{character: f"\\{character}" for character in "#$%&_"},
        "–": "--",
        "\u2212": "-",
        "\ufffd": "?",
    }
)
_NOT_IN_KEYS = re.compile(r"[^A-Za-z0-9.-]+")
#: Characters of an address that would end a field or start a comment; percent signs stay.
_NOT_IN_ADDRESSES = re.compile(r"[^!#$%&'()*+,./0-9:;=?@A-Z_a-z~\[\]-]")


def bib_entry(key: str, fields: Mapping[str, str]) -> str:
    """Return an entry, a field per line; fields must be escaped, by :func:`bib_text` for example."""
    lines = [f"  {name} = {{{value}}}" for name, value in fields.items() if value]
    return f"@misc{{{key},\n" + ",\n".join(lines) + "\n}"


def bib_text(text: str, limit: int = _TEXT_CHARACTERS) -> str:
    """Return text on one line without characters that BibTeX or LaTeX treats specially; letters stay."""
    return unicodedata.normalize("NFC", clean(text, limit)).translate(_ESCAPES)


def kept_case(text: str) -> str:
    """Return escaped text in braces, in which styles keep capitals and do not look for family names."""
    return f"{{{text}}}"


def bib_key(*parts: str) -> str:
    """Return a key of ASCII letters, digits, dots and hyphens."""
    return "-".join(_NOT_IN_KEYS.sub("-", part).strip("-.") for part in parts if part)


def bib_address(address: str) -> str:
    """Return an address for the field ``url``, whose characters styles print as they are."""
    return _NOT_IN_ADDRESSES.sub(lambda found: "".join(f"%{byte:02X}" for byte in found[0].encode()), address)


_NOTE_CHARACTERS = 500
_ROW_DIGITS = 12


def site_citation(rows: Iterable[Row], where: SiteConfig) -> str:
    """Return the citation of the whole benchmark, with the date of its newest row."""
    date = max((row.run.started[:10] for row in rows), default="")
    note = [f"As of {date}" if date else "", _commit(where)]
    return _entry(bib_key(_name(), date), "", date, note, _address(where, "index.md"))


def table_citation(group: RowGroup, where: SiteConfig, page: str) -> str:
    """Return the citation of a table on a page (its source path), with the paper of its suite."""
    key = group.key
    date = max(row.run.started[:10] for row in group.newest)
    note = [
        f"As of {date}",
        plural(len(group.every_model), "model"),
        f"task set {key.tasks_digest[:_ROW_DIGITS]}",
        _conditions(key),
        _commit(where),
    ]
    address = _address(where, page, table_id(key))
    entry = _entry(bib_key(_name(), table_id(key), date), group_title(key), date, note, address)
    return "\n\n".join(filter(None, [entry, paper_citation(key.suite)]))


def row_citation(row: Row, where: SiteConfig, page: str, anchor: str) -> str:
    """Return the citation of a row; page (source path) and anchor say where the row is."""
    key, date, score = key_of(row), row.run.started[:10], score_of(row)
    words = row_words(row)
    scored = ""
    if score is not None:
        scored = f"{words.amount(score.value)} ({words.range(score.low, score.high)}{words.range_unit})"
    note = [f"Row {row.id}", f"judged {date}", scored, _conditions(key), _commit(where)]
    title = f"{display_name(row)} on {group_title(key)}"
    cited = bib_key(_name(), key.suite, row.slug, row.id[:_ROW_DIGITS])
    return _entry(cited, title, date, note, _address(where, page, anchor))


def paper_citation(suite: str) -> str:
    """Return the citation of the paper of a suite; empty for a suite without one."""
    paper = suite_of(suite).display.paper
    if paper is None:
        return ""
    fields = {
        "author": bib_text(paper.author),
        "title": kept_case(bib_text(paper.title)),
        "year": str(paper.year),
        "eprint": paper.arxiv,
        "archiveprefix": "arXiv",
        "url": f"https://arxiv.org/abs/{paper.arxiv}",
    }
    return bib_entry(f"{paper.author.partition(',')[0].lower()}{paper.year}{paper.word}", fields)


def _entry(key: str, part: str, date: str, note: Iterable[str], address: str) -> str:
    cited = citation_file()
    title = ": ".join(filter(None, [cited.title, part]))
    return bib_entry(
        key,
        {
            "author": " and ".join(map(_author, cited.authors)),
            "title": kept_case(bib_text(title)),
            "year": date[:4],
            "note": bib_text("; ".join(filter(None, note)), _NOTE_CHARACTERS),
            "url": bib_address(address),
        },
    )


def _author(author: CitedAuthor) -> str:
    """Return an author as BibTeX reads one: ``Family, Given``, or the name of a group in braces."""
    if not author.family_names:
        return kept_case(bib_text(author.name))
    given = f", {bib_text(author.given_names)}" if author.given_names else ""
    return f"{bib_text(author.family_names)}{given}"


def _name() -> str:
    return citation_file().title.lower()


def _conditions(key: GroupKey) -> str:
    return clean(conditions(key).ids.replace(" · ", ", "), _NOTE_CHARACTERS)


def _commit(where: SiteConfig) -> str:
    return f"results at commit {where.results_commit}" if where.results_commit else ""


def _address(where: SiteConfig, page: str, anchor: str = "") -> str:
    """Return the whole address of a part of a page; empty if the site's address is unknown."""
    part = f"#{anchor}" if anchor else ""
    return f"{where.base}{page.removesuffix('index.md')}{part}" if where.base else ""
