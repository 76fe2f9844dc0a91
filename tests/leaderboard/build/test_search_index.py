import json

from benchmark.leaderboard.build.search_index import shorten_index


def test_a_section_keeps_its_title_and_its_beginning() -> None:
    text = "<p>First &lt;b&gt; words</p>" + "<p>later " + "word " * 500 + "</p>"
    index = {"config": {"lang": ["en"]}, "docs": [{"location": "a/", "title": "A", "text": text}]}
    found = json.loads(shorten_index(json.dumps(index).encode()))
    (entry,) = found["docs"]
    assert (entry["title"], found["config"]) == ("A", {"lang": ["en"]})
    assert entry["text"].startswith("First &lt;b&gt; words later word")
    assert len(entry["text"]) < 180
    assert entry["text"].endswith("word")


def test_a_text_that_its_title_has_is_left_out() -> None:
    index = {
        "docs": [{"location": "task/a/", "title": "bead-row, Code-Vision open", "text": "<p>bead-row</p>"}]
    }
    assert json.loads(shorten_index(json.dumps(index).encode()))["docs"][0]["text"] == ""
