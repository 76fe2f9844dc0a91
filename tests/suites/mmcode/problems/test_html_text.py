"""Statements in HTML become text by the rules that the module states."""

import pytest

from benchmark.core.errors import BadInput
from benchmark.suites.mmcode.problems.html_text import html_to_text
from tests.case_files import read_cases

CASES = read_cases("mmcode/html.yaml")


@pytest.mark.parametrize("name", CASES)
def test_html_becomes_text(name: str) -> None:
    assert html_to_text(CASES[name]["html"]).text == CASES[name]["text"]


def test_sources_of_pictures_keep_the_order_of_the_document() -> None:
    found = html_to_text('<img src="b"><table><tr><td><img src="a"></td></tr></table><pre><img></pre>')
    assert found.sources == ("b", "a", "")
    assert [found.text.index(f"![image]({number}.png)") for number in (1, 2, 3)] == sorted(
        found.text.index(f"![image]({number}.png)") for number in (1, 2, 3)
    )


@pytest.mark.parametrize(
    ("html", "sources"),
    [
        ('<img data-src="a.png">', ("a.png",)),
        ('<img data-src="a.png"><noscript><img src="a.png"></noscript>', ("a.png",)),
        ('<noscript><img src="a.png"></noscript>', ("a.png",)),
        ('<object data="a.svg"><img src="b.png"></object>', ("a.svg",)),
        ('<object data="a" type="image/png"></object>', ("a",)),
        ('<object data="a.swf"><img src="b.png"></object>', ("b.png",)),
        ('<span class="MathJax_SVG"><svg></svg></span><svg><path/></svg>', ("",)),
    ],
)
def test_pictures_of_other_elements_are_found(html: str, sources: tuple[str, ...]) -> None:
    assert html_to_text(f"<p>Text {html}</p>").sources == sources


def test_html_that_is_nested_too_deep_is_refused_by_name() -> None:
    with pytest.raises(BadInput, match=r"raw\.jsonl: line 7: HTML is nested more than 200 deep"):
        html_to_text("<div>" * 1000 + "x", "raw.jsonl", "line 7")


def test_a_caption_is_the_line_before_its_table_and_keeps_its_picture() -> None:
    html = "<table><caption>The map <img src='a.png'></caption><tr><td>1</td><td>2</td></tr></table>"
    found = html_to_text(html)
    assert (found.text, found.sources) == ("The map ![image](1.png)\n1 | 2", ("a.png",))
