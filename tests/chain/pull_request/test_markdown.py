"""Untrusted text is shown unchanged and has no other effect, as a real Markdown parser confirms."""

import html
import re

import pytest
from markdown_it import MarkdownIt

from benchmark.chain.pull_request.markdown import escape_markdown, inline_code
from tests.case_files import read_cases

HOSTILE, AUTOMATIC = read_cases("chain/markdown.yaml").values()
MARKDOWN = MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"])


def text_of(page: str) -> str:
    return html.unescape(re.sub(r"<[^>]*>", "", page)).replace("\u200b", "")


def tags(page: str) -> set[str]:
    return set(re.findall(r"</?([a-zA-Z!][^\s>]*)", page))


def line(text: str) -> str:
    joined = " ".join(text.split())
    return "".join(sign if sign.isprintable() else ascii(sign)[1:-1] for sign in joined)


@pytest.mark.parametrize("escape", [escape_markdown, inline_code], ids=["plain", "code"])
@pytest.mark.parametrize("text", [*HOSTILE, *AUTOMATIC])
def test_a_table_cell_shows_the_text_and_nothing_else(text: str, escape: object) -> None:
    assert callable(escape)
    page = MARKDOWN.render(f"| a | b |\n|---|---|\n| {escape(text)} | end |\n")
    assert tags(page) <= {"table", "thead", "tbody", "tr", "th", "td", "code"}
    cells = re.findall(r"<td>(.*?)</td>", page, re.DOTALL)
    assert len(cells) == 2
    assert text_of(cells[0]) == line(text)
    assert cells[1] == "end"


@pytest.mark.parametrize("text", [*HOSTILE, *AUTOMATIC])
@pytest.mark.parametrize("before", ["### ", "- ", "- Against **"])
def test_a_line_shows_the_text_and_nothing_else(text: str, before: str) -> None:
    after = "**" if before.endswith("**") else ""
    page = MARKDOWN.render(f"{before}{escape_markdown(text)}{after} end\n")
    assert tags(page) <= {"h3", "ul", "li", "strong"}
    assert (
        text_of(page).strip() == before.strip("#- *").strip() + (" " if after else "") + line(text) + " end"
    )


@pytest.mark.parametrize("text", ["---", "- - -", "--", "-- -", "***", "1. ---", "+", "7)", "==="])
def test_a_whole_line_is_neither_a_rule_nor_a_list(text: str) -> None:
    """Notes of a report are shown in this way, with no text after them."""
    page = MARKDOWN.render(f"- {escape_markdown(text)}\n- {escape_markdown(text)}\n")
    assert tags(page) == {"ul", "li"}
    assert text_of(page).split("\n")[1:3] == [text, text]


@pytest.mark.parametrize("text", AUTOMATIC)
def test_escaped_text_has_nothing_that_github_links(text: str) -> None:
    """These are mentions, references, addresses and commits, as GitHub documents them."""
    left = escape_markdown(text).replace("\\", "")
    assert not re.search(r"@[A-Za-z0-9]", left)
    assert not re.search(r"#[0-9]|GH-[0-9]", left)
    assert not re.search(r"://|www\.", left)
    assert not re.search(r"[0-9a-f]{7}", left)
    assert not re.search(r":[a-z0-9_+-]+:", left + ":"), "not together with the following text either"
