from benchmark.leaderboard.build.site import SLOW_RULE, Site, finish_site
from benchmark.leaderboard.metadata.head import PageHeads
from benchmark.leaderboard.parts.page import Page, PlainFile


def test_a_pages_metadata_is_escaped() -> None:
    page = Page(
        source="x/index.md",
        title='<b>"x"</b>\n---',
        template="x.html",
        view={},
        scripts=("x.js",),
    )
    assert page.meta["title"] == "&lt;b&gt;&quot;x&quot;&lt;/b&gt;\n---"
    assert page.meta["scripts"] == ["assets/x.js"]


def test_plain_files_are_made_when_they_are_written(tmp_path, sources) -> None:
    (tmp_path / "assets").mkdir()
    (tmp_path / "assets" / "sb.css").write_text("a { b: c }  /* d */\n", encoding="utf-8")
    (tmp_path / "theme.css.map").touch()
    theme = tmp_path / "assets" / "stylesheets" / "main.0a.min.css"
    theme.parent.mkdir()
    theme.write_bytes(b"a{b:c}" + SLOW_RULE + b"d{e:f}")
    made: list[str] = []

    def content() -> bytes:
        made.append("data/x.csv")
        return b"a,b\r\n"

    files = {"data/x.csv": PlainFile("data/x.csv", content)}
    site = Site(pages={}, files=files, heads=PageHeads({}, sources()))
    assert made == []
    finish_site(site, tmp_path, b"index")
    assert (tmp_path / "search" / "index.js").read_bytes() == b"index"
    assert (tmp_path / "data" / "x.csv").read_bytes() == b"a,b\r\n"
    assert not (tmp_path / "theme.css.map").exists()
    assert (tmp_path / "assets" / "sb.css").read_bytes() == b"a{b:c}"
    assert theme.read_bytes() == b"a{b:c}d{e:f}"
