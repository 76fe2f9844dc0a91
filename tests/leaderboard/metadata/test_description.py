"""Tests of the descriptions of pages."""

from benchmark.leaderboard.metadata.head import MAX_CHARACTERS, describe, first_sentences

LONG = "This sentence of a page is long enough to stand alone as its description."


def test_a_description_is_cut_between_words() -> None:
    found = describe("word " * 200)
    assert len(found) <= MAX_CHARACTERS
    assert found.endswith("word…")


def test_a_word_without_end_is_cut_within() -> None:
    assert describe("x" * 10_000) == "x" * (MAX_CHARACTERS - 1) + "…"


def test_a_short_text_gets_more_words() -> None:
    assert describe("Commands", "A page of Sightbench.") == "Commands. A page of Sightbench."
    assert describe("", "A page of Sightbench.") == "A page of Sightbench."


def test_the_first_paragraphs_are_read_without_markup_and_labels() -> None:
    body = (
        "<p>crumbs</p><h1>Title</h1><p><em>Accepted, 2026-11-20.</em></p>"
        f"<p><strong>Problem.</strong> a &lt;b&gt; <a href='x'>link</a>, {LONG}</p><p>More</p><li>item</li>"
    )
    assert first_sentences(body, heading=False) == f"a <b> link, {LONG} More."
    assert first_sentences(body, heading=True).startswith("Title. a <b> link")


def test_lists_are_read_where_paragraphs_say_too_little() -> None:
    assert first_sentences("<h1>Title</h1><ul><li>first</li><li>second</li></ul>", heading=True) == (
        "Title. first. second."
    )
