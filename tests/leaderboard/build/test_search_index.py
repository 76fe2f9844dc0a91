from typing import Any

import pytest

from benchmark.core.errors import BadInput
from benchmark.leaderboard.build.search_index import WrittenPage, search_index
from benchmark.leaderboard.parts.site_page import Page, SearchWords
from tests.case_files import table
from tests.shards import shard_value

_HTML = """
<h1 id="rows">Rows &amp; files</h1><p>How rows are kept, and <em>verified</em>.</p><pre>secret = 1</pre>
<h2 id="verify">Verify</h2><p>Judge again.</p>
<dl><dt id="pass-at-k">pass@k</dt><dd>The chance of k answers.</dd></dl>
"""


def _page(source: str, title: str, **more: Any) -> Page:
    return Page(source=source, title=title, template="x.html", view={}, **more)


def _written(keywords: object = None, *, source: str = "results/index.md", html: str = _HTML) -> WrittenPage:
    return WrittenPage(source=source, title="The ledger&#39;s results", keywords=keywords, html=html)


def _read(*pages: Page | WrittenPage) -> list[Any]:
    made = [page for page in pages if isinstance(page, Page)]
    written = [page for page in pages if isinstance(page, WrittenPage)]
    return list(shard_value(search_index(made, written, lambda source: source.removesuffix("index.md"))))


def test_pages_of_a_kind_share_their_folder() -> None:
    first, second = (
        _page(
            f"task/mmcode/open/{name}/index.md",
            f"{name}, MMCode open",
            search=SearchWords(
                kind="task", within="MMCode open", name=name, words=(name, f"{name}-1"), after=after
            ),
        )
        for name, after in (("acorns", False), ("apples", True))
    )
    hidden = _page("x/index.md", "Hidden", searched=False)
    ((kind, within, folder, entries),) = _read(first, second, hidden)
    assert (kind, within, folder) == ("task", "MMCode open", "task/mmcode/open/")
    assert entries == [["acorns", "\t/", "", "\t-1"], ["apples", "\t/", "", "\t-1", "", 1]]


def test_a_generated_page_is_found_by_its_title_its_parts_and_other_words() -> None:
    part = SearchWords(kind="section", within="Files", name="Licences", words=("cite",), anchor="licences")
    page = _page(
        "files/index.md",
        "Files\u202e",
        description="All files. " * 40,
        search=SearchWords(words=("a|b",), keywords="csv, raw data"),
        search_parts=(part,),
    )
    (_, _, _, ((title, address, line, words),)), (*_, folder, (section,)) = _read(page)
    assert (title, address, words) == ("Files\ufffd", "", "a b|csv|raw data")
    assert line.startswith("All files.")
    assert len(line) <= 250
    assert folder + section[1] == "files/#licences"


def test_a_written_page_is_found_by_its_sections_terms_and_keywords() -> None:
    pages, sections, terms = _read(_written({"page": ["ledger"], "pass-at-k": ["pass@1", "accuracy"]}))
    assert pages[3] == [
        ["The ledger's results", "", "How rows are kept, and verified.", "ledger|Rows & files"]
    ]
    assert sections == [
        "section",
        "The ledger's results",
        "results/",
        [["Verify", "#verify", "Judge again."]],
    ]
    ((name, address, line, words),) = terms[3]
    assert (name, address, words) == ("pass@k", "#pass-at-k", "pass@1|accuracy")
    assert line == "The chance of k answers."


def test_a_long_text_keeps_its_beginning_and_its_further_words() -> None:
    long = f"<h1>Long</h1><p>{'first words ' * 30} seccomp, and without first seccomp filters</p>"
    ((*_, (entry,)),) = _read(_written(html=long))
    assert len(entry[2]) < 210
    assert entry[4] == "filters seccomp"


def test_decision_notes_are_found_by_their_beginning() -> None:
    ((kind, _, _, entries),) = _read(_written(source="decisions/rows/index.md"))
    assert kind == "decision"
    assert entries == [["The ledger's results", "", "How rows are kept, and verified.", "Rows & files"]]


@table("leaderboard")
def test_keywords_that_cannot_be_used_are_an_error(keywords: object, wrong: str) -> None:
    with pytest.raises(BadInput, match=f"results/index.md: keywords: {wrong}"):
        search_index([], [_written(keywords)], str)
