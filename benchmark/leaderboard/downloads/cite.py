"""The page that says how to cite the benchmark, a table, a row and the suites' papers."""

from collections.abc import Iterator
from dataclasses import dataclass

from benchmark.leaderboard.inputs.sources import Sources
from benchmark.leaderboard.parts.citations import paper_citation, site_citation
from benchmark.leaderboard.parts.page import Page, SearchWords
from benchmark.suites import SUITES

PAGE = "cite/index.md"


@dataclass(frozen=True, slots=True, kw_only=True)
class CitedPaper:
    """The paper of a suite."""

    suite: str  #: title of the suite
    title: str
    bibtex: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CitePage:
    """The view of the page."""

    bibtex: str  #: citation of the whole benchmark
    commit: str  #: commit of the rows; empty if unknown
    address: bool  #: whether the address of the site is known
    papers: tuple[CitedPaper, ...]


def cite_pages(sources: Sources) -> Iterator[Page]:
    """Yield the page; it is found by the word BibTeX, too."""
    where = sources.where
    yield Page(
        source=PAGE,
        title="How to cite",
        search=SearchWords(keywords="cite, citation, bibtex, how to cite, reference, paper, bibliography"),
        template="cite.html",
        styles=("changes.css",),
        view=CitePage(
            bibtex=site_citation(sources.light_rows, where),
            commit=where.results_commit,
            address=bool(where.base),
            papers=tuple(
                CitedPaper(suite=suite.title, title=suite.paper.title, bibtex=paper_citation(suite.id))
                for suite in SUITES.values()
                if suite.paper is not None
            ),
        ),
        description="Citations in BibTeX of the benchmark, of each table and row, and of the suites' papers.",
    )
