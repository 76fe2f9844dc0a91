"""Statements in HTML become text by the rules that the module states."""

import pytest

from benchmark.core.errors import BadInput
from benchmark.suites.mmcode.problems.html_text import html_to_text

CASES = {
    "paragraphs": ("<p>One.</p><p>Two\n  words.</p>", "One.\n\nTwo words."),
    "headings": ("<h3>Input</h3>A line.<h3>Output</h3>", "Input\n\nA line.\n\nOutput"),
    "line breaks": ("<p>a<br>b<br/>c</p>", "a\nb\nc"),
    "entities": ("1 &le; n &lt; 10<sup>5</sup>&nbsp;&amp; m &ne; 0", "1 ≤ n < 10^5 & m ≠ 0"),
    "lists": ("Do<ul><li>this</li><li>that</li></ul>then", "Do\n\n- this\n- that\n\nthen"),
    "numbered lists": ('<ol start="3"><li>c</li><li>d</li></ol>', "3. c\n4. d"),
    "lists in lists": (
        "<ul><li>a<ul><li>b</li><li>c</li></ul></li><li>d</li></ul>",
        "- a\n  - b\n  - c\n- d",
    ),
    "paragraphs of an entry": ("<ul><li><p>a</p><p>b</p></li><li>c</li></ul>d", "- a\n\n  b\n- c\n\nd"),
    "tables in tables": (
        "<table><tr><td><table><tr><td>1<td>2<tr><td>3<td>4</table><td>5</table>",
        "1 | 2 / 3 | 4 | 5",
    ),
    "pre": ("<pre>3  4\r\n 1\n\n</pre>after", "3  4\n 1\n\nafter"),
    "lines of a sample": (
        '<pre><div class="test-example-line">1 2</div><div class="test-example-line">3</div></pre>',
        "1 2\n3",
    ),
    "breaks in pre": ("<pre>1<br>2</pre>", "1\n2"),
    "code": ("Call <code>solve(n)</code> once.", "Call `solve(n)` once."),
    "subscripts": ("a<sub>i</sub> + a<sub>i+1</sub> and x<sup>10</sup>", "a_i + a_{i+1} and x^{10}"),
    "tables": (
        "<table><tr><th>n</th><th>m</th></tr><tr><td>1<br>2</td><td><b>3</b></td></tr></table>",
        "n | m\n1 2 | 3",
    ),
    "formulas with dollars": ("<p>$$$n \\le 10^5$$$ and $a_i$</p>", "$$$n \\le 10^5$$$ and $a_i$"),
    "formulas of AtCoder": ("<var>a_i</var> of <var>N</var>", "$a_i$ of $N$"),
    "formulas of AtCoder in pre": ("<pre><var>N</var>\r\n<var>A</var></pre>", "$N$\n$A$"),
    "formulas of MathJax": (
        '<span class="MathJax_Preview">x</span><script type="math/tex">x^2</script> is big',
        "$x^2$ is big",
    ),
    "formulas of MathML": (
        '<math><mi>x</mi><annotation encoding="application/x-tex">x_1</annotation></math>',
        "$x_1$",
    ),
    "pictures": ('<p>See <img src="a.png"> and</p><center><img src=b.gif></center>', None),
    "scripts and comments": ("<style>p{}</style>a<!-- no --><script>alert(1)</script> b", "a b"),
    "two languages": ('<span class="lang-ja">日本</span><span class="lang-en">Japan</span>', "Japan"),
    "invisible characters": ("a\u200bb\u00adc", "abc"),
    "text alone": ("raw.html", "raw.html"),
    "bare angles": ("<p>if a < b && b<= c</p>", "if a < b && b<= c"),
    "unclosed entries": ("<ul><li>a<li>b</ul>", "- a\n- b"),
    "unclosed cells": ("<table><tr><td>1<td>2<tr><td>3<td>4</table>", "1 | 2\n3 | 4"),
    "unclosed tags": ("<p>one<p>two <b>three", "one\n\ntwo three"),
    "marks and words": ("<b>bold</b>, <i>and</i> not", "bold, and not"),
}


@pytest.mark.parametrize(("html", "text"), CASES.values(), ids=CASES)
def test_html_becomes_text(html: str, text: str | None) -> None:
    expected = "See ![image](1.png) and\n\n![image](2.png)"
    assert html_to_text(html).text == (expected if text is None else text)


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
