"""Citations in BibTeX of the benchmark, of a table on its date, of a row, and of the suites' papers."""

from collections.abc import Iterable

from benchmark.analysis.conditions import conditions
from benchmark.analysis.groups import GroupKey, RowGroup, key_of, score_of
from benchmark.analysis.scale_words import row_words
from benchmark.analysis.wording import clean, plural
from benchmark.core.suite import suite_of
from benchmark.leaderboard.rows.facts import display_name, group_title
from benchmark.leaderboard.shared.addresses import table_id
from benchmark.leaderboard.shared.bibtex import BibEntry, bib_address, bib_key, bib_text, kept_case
from benchmark.leaderboard.shared.project import CitedAuthor, citation_file
from benchmark.leaderboard.shared.site_config import SiteConfig
from benchmark.results.row import Row

_NOTE_CHARACTERS = 500
_ROW_DIGITS = 12


def site_citation(rows: Iterable[Row], where: SiteConfig) -> str:
    """Return the citation of the whole benchmark, with the date of its newest row."""
    date = max((row.run.started[:10] for row in rows), default="")
    note = [f"As of {date}" if date else "", _commit(where)]
    return str(_entry(bib_key(_name(), date), "", date, note, _address(where, "index.md")))


def table_citation(group: RowGroup, where: SiteConfig, page: str) -> str:
    """Return the citation of a table, with the paper of its suite.

    Args:
        group: rows of the table.
        where: settings of the site.
        page: source path of the page that has the table.
    """
    key = group.key
    date = max(row.run.started[:10] for row in group.newest)
    note = [
        f"As of {date}",
        plural(len(group.models), "model"),
        f"task set {key.tasks_digest[:_ROW_DIGITS]}",
        _conditions(key),
        _commit(where),
    ]
    address = _address(where, page, table_id(key))
    entry = _entry(bib_key(_name(), table_id(key), date), group_title(key), date, note, address)
    return "\n\n".join(filter(None, [str(entry), paper_citation(key.suite)]))


def row_citation(row: Row, where: SiteConfig, page: str, anchor: str) -> str:
    """Return the citation of a row.

    Args:
        row: the row.
        where: settings of the site.
        page: source path of the page that has the row.
        anchor: part of that page.
    """
    key, date, score = key_of(row), row.run.started[:10], score_of(row)
    words = row_words(row)
    scored = ""
    if score is not None:
        scored = f"{words.amount(score.value)} ({words.range(score.low, score.high)}{words.range_unit})"
    note = [f"Row {row.id}", f"judged {date}", scored, _conditions(key), _commit(where)]
    slug = row.result.submission.slug
    return str(
        _entry(
            bib_key(_name(), key.suite, slug, row.id[:_ROW_DIGITS]),
            f"{display_name(row)} on {group_title(key)}",
            date,
            note,
            _address(where, page, anchor),
        )
    )


def paper_citation(suite: str) -> str:
    """Return the citation of the paper of a suite; empty for a suite without one."""
    paper = suite_of(suite).paper
    if paper is None:
        return ""
    fields = {
        "author": f"{bib_text(paper.author)} and others",
        "title": kept_case(bib_text(paper.title)),
        "year": str(paper.year),
        "eprint": paper.arxiv,
        "archiveprefix": "arXiv",
        "url": f"https://arxiv.org/abs/{paper.arxiv}",
    }
    return str(BibEntry(key=f"{paper.author.lower()}{paper.year}{paper.word}", fields=fields))


def _entry(key: str, part: str, date: str, note: Iterable[str], address: str) -> BibEntry:
    cited = citation_file()
    title = ": ".join(filter(None, [cited.title, part]))
    return BibEntry(
        key=key,
        fields={
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
