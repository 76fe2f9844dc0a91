from benchmark.leaderboard.build.site import SLOW_RULE, Site, finish_site
from benchmark.leaderboard.lists.directory import DecisionNotes
from benchmark.leaderboard.metadata.head import PageHeads
from benchmark.leaderboard.parts.page import Page, PlainFile


def test_a_pages_metadata_is_escaped() -> None:
    page = Page(
        source="x/index.md",
        title='<b>"x"</b>\n---',
        template="x.html",
        view=DecisionNotes(()),
        scripts=("x.js",),
    )
    assert page.meta["title"] == "&lt;b&gt;&quot;x&quot;&lt;/b&gt;\n---"
    assert page.meta["scripts"] == ["assets/x.js"]


def test_plain_files_are_made_when_they_are_written(tmp_path, sources) -> None:
    (tmp_path / "assets").mkdir()
    (tmp_path / "assets" / "sb.css").write_text("a { b: c }  /* d */\n", encoding="utf-8")
    theme = tmp_path / "assets" / "stylesheets" / "main.0a.min.css"
    theme.parent.mkdir()
    used = "a{b:c}.md-nav .x,p:not(.y,.z){e:f}@media print{.x{g:h}}"
    theme.write_text(f"{used}{SLOW_RULE}.w,.x .z{{i:j}}@media screen{{.z{{k:l}}}}")
    made: list[str] = []

    def content() -> bytes:
        made.append("data/x.csv")
        return b"a,b\r\n"

    files = {"data/x.csv": PlainFile("data/x.csv", content)}
    site = Site(pages={}, files=files, heads=PageHeads({}, sources()))
    assert made == []
    finish_site(site, tmp_path, b"index", ['<p class="md-nav x">'])
    assert (tmp_path / "search" / "index.js").read_bytes() == b"index"
    assert (tmp_path / "data" / "x.csv").read_bytes() == b"a,b\r\n"
    assert (tmp_path / "assets" / "sb.css").read_bytes() == b"a{b:c}"
    assert theme.read_text() == used, "the other rules are for classes that no page has"
