"""A real build of rows with hostile texts; all its pages are parsed and checked."""

import json
import re
from collections.abc import Callable
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urljoin, urlsplit

import pytest

from benchmark.core.digest import sha256_hex
from benchmark.core.errors import BadInput
from benchmark.leaderboard.build.build import build_site
from benchmark.leaderboard.inputs.site_config import SiteConfig
from benchmark.results.row import Row
from lab.bench.links import dead_links
from tests.sampling import first_of
from tests.shards import shard_value

from ..conftest import BuiltFolder

pytestmark = pytest.mark.gate  # building takes 20 s
_BASE = "http://site.test/"
#: Each page and part of the docs of 2026-11-23, which readers may have kept. A page that moves leaves
#: a page at the old address that leads to the new one; a part leaves a link with its id. Remove none.
_EARLIER = Path(__file__).with_name("addresses.txt").read_text(encoding="ascii").split()


class _Reader(HTMLParser):
    """Collects the parts of a page that the tests check."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.ids: set[str] = set()
        self.loads: list[str] = []
        self.headings = 0
        self.title = ""
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self._in_title = False
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        self.tags.append((tag, found))
        if found.get("id"):
            self.ids.add(str(found["id"]))
        if tag in {"link", "script", "img", "source", "iframe"}:
            self.loads += [str(found[name]) for name in ("src", "href") if found.get(name)]
        self.headings += tag == "h1"
        self._in_title = tag == "title"

    def handle_data(self, data: str) -> None:
        if self._in_title:
            self.title += data

    def handle_endtag(self, tag: str) -> None:
        if tag == "title":
            self._in_title = False


@pytest.fixture(scope="module")
def read(built: Path) -> dict[str, _Reader]:
    return {
        path.relative_to(built).as_posix(): _Reader(path.read_text(encoding="utf-8"))
        for path in sorted(built.rglob("*.html"))
    }


def _target(page: str, link: str) -> tuple[str, str]:
    address = page.removesuffix("index.html")
    parts = urlsplit(urljoin(_BASE + address, link))
    path = unquote(parts.path).lstrip("/")
    return (path + "index.html" if path == "" or path.endswith("/") else path), unquote(parts.fragment)


def test_every_link_and_fragment_has_a_target(built: Path) -> None:
    assert [*dead_links(built)] == []


def test_every_earlier_address_and_id_still_exists(read: dict[str, _Reader]) -> None:
    lost = []
    for earlier in _EARLIER:
        address, _, anchor = earlier.partition("#")
        page = read.get(f"{address}index.html")
        if page is None or (anchor and anchor not in page.ids):
            lost.append(earlier)
    assert lost == []
    assert len(_EARLIER) > 400
    assert all(re.fullmatch(r"[a-z0-9/-]+/(#[a-z0-9-]+)?", earlier) for earlier in _EARLIER)


def test_no_page_loads_from_another_host_or_has_an_inline_style_or_handler(read: dict[str, _Reader]) -> None:
    for page, reader in read.items():
        assert not [link for link in reader.loads if urlsplit(link).netloc], page
        for tag, attributes in reader.tags:
            assert tag != "style", page
            assert not [name for name in attributes if name == "style" or name.startswith("on")], (page, tag)


def test_every_page_has_one_heading_and_a_title(read: dict[str, _Reader]) -> None:
    assert {page: reader.headings for page, reader in read.items() if reader.headings != 1} == {}
    titles = [reader.title for reader in read.values()]
    assert all(title.strip() for title in titles)
    assert len(set(titles)) == len(titles)


def test_every_page_has_a_security_policy_and_obeys_it(read: dict[str, _Reader]) -> None:
    """The only inline scripts are data, and the policy comes before everything that is loaded."""
    for page, reader in read.items():
        kinds = [tag for tag, _ in reader.tags]
        (number,) = [
            number
            for number, (tag, attributes) in enumerate(reader.tags)
            if tag == "meta" and attributes.get("http-equiv") == "Content-Security-Policy"
        ]
        policy = str(reader.tags[number][1]["content"])
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert "connect-src" not in policy  # no page fetches anything, so all of them work from disk
        assert not {"script", "link", "style"} & set(kinds[:number]), page
        inline = [a for tag, a in reader.tags if tag == "script" and "src" not in a]
        assert [a.get("type") for a in inline] in ([], ["application/ld+json"]), page


def test_every_page_has_a_description_of_its_own(read: dict[str, _Reader]) -> None:
    """Previews of links get the same ones; there are no addresses, as that of the site is unknown."""
    pages: dict[str, str] = {}
    for page, reader in read.items():
        metas = [a for tag, a in reader.tags if tag == "meta"]
        (text,) = [str(a["content"]) for a in metas if a.get("name") == "description"]
        assert 50 <= len(text) <= 300, (page, text)
        assert not re.search(r"&(amp|lt|gt|quot|#)|</?(a|b|bdi|em|p|small|span)\b|\u2060", text), (page, text)
        assert text not in pages, (page, pages.get(text))
        pages[text] = page
        shared = {str(a["property"]): a["content"] for a in metas if "property" in a}
        if page != "404.html":
            assert shared["og:description"] == text
            assert shared["og:title"]
            if page == "suite/code-vision/index.html":
                assert str(shared["og:title"]).startswith("Code-Vision leaderboard: ")
            assert shared.keys().isdisjoint({"og:url", "og:image"})


def test_no_page_names_a_folder_of_the_machine(site_of_kinds: BuiltFolder) -> None:
    """Notes name files relative to the inputs, although the command got its folders from a temporary one."""
    assert str(site_of_kinds.folder.parent) not in "".join(
        path.read_text(encoding="utf-8") for path in site_of_kinds.folder.rglob("*.html")
    )
    status = (site_of_kinds.folder / "status" / "index.html").read_text(encoding="utf-8")
    notes = re.split('id="?(?:notes|next)[">]', status)[1]
    assert "cannot be shown" in notes
    assert not re.findall(r"[\s'\"(;:]/(?:root|home|tmp|var|usr|work)/[^\s<]*", notes)


def test_the_footer_links_to_the_pages_for_all_readers(read: dict[str, _Reader]) -> None:
    for page in ("index.html", "404.html", "model/acme-1/index.html", "submit/index.html"):
        tags = read[page].tags
        start = next(
            n for n, (tag, found) in enumerate(tags) if tag == "footer" and "md-footer" in found["class"]
        )
        links = {_target(page, str(found["href"]))[0] for tag, found in tags[start:] if tag == "a"}
        assert links >= {f"{folder}/index.html" for folder in ("about", "asof", "status", "docs")}, page


def test_hostile_text_is_escaped_and_shortened_everywhere(built: Path) -> None:
    texts = {
        path: path.read_text(encoding="utf-8")
        for path in built.rglob("*")
        if path.suffix in {".html", ".json"}
    }
    unescaped = ("<script>alert", "<img src=x", "<b>bold", "<i>run", "javascript:alert", "\u202e")
    for path, text in texts.items():
        assert not [part for part in (*unescaped, "yyyy" * 50) if part in text], path
    page = texts[built / "model" / "hostile" / "index.html"]
    assert "&lt;/pre&gt;&lt;script&gt;alert(1)&lt;/script&gt;" in page
    assert "https://ci.example.org/?a=1&amp;b=&lt;2&gt;" in page


def _found(built: Path) -> dict[str, str]:
    """Return the names in the index of the search, by address."""
    groups = shard_value((built / "search" / "index.js").read_bytes())
    return {
        folder + _named(entry[1], entry[0]): entry[0] for _, _, folder, entries in groups for entry in entries
    }


def _named(text: str, name: str) -> str:
    return text.replace("\t", name).replace("\n", name.lower().replace(" ", "-"))


def test_the_home_page_is_small_and_does_not_load_the_search(built: Path, read: dict[str, _Reader]) -> None:
    import gzip

    page = read["index.html"]
    other = {  # neighbours and feeds, which a browser does not load with the page
        found["href"]
        for tag, found in page.tags
        if tag == "link" and {*(found.get("rel") or "").split()} & {"alternate", "canonical", "next", "prev"}
    }
    loads = [link for link in page.loads if link not in other]
    files = {built / "index.html"} | {built / _target("index.html", link)[0] for link in loads}
    assert sum(len(gzip.compress(path.read_bytes())) for path in files) < 90_000
    assert not {path for path in files if "search" in path.name or path.parent.name == "search"}
    assert len(gzip.compress((built / "search" / "index.js").read_bytes())) < 100_000
    assert not list(built.rglob("*.map"))
    assert not list(built.rglob("search_index.json"))


def test_the_search_has_pages_models_tasks_and_decision_notes_that_exist(built, read) -> None:
    found = _found(built)
    assert {"submit/", "formats/", "decisions/retractions-are-files/"} <= {*found}
    assert found["model/acme-1/"] == "Acme One"
    assert found["task/humaneval-v/open/beetle-walk/"] == "Beetle walk"
    for address in found:
        path, fragment = _target("index.html", address)
        assert path in read, address
        assert not fragment or fragment in read[path].ids, address


def test_decision_notes_are_listed_and_trends_show_what_the_folder_nightly_has(built, read) -> None:
    listed = (built / "decisions" / "index.html").read_text("utf-8")
    assert "A withdrawn row is recorded in a file of its own" in listed
    assert "trends/" in _found(built)
    page = (built / "trends" / "index.html").read_text("utf-8")
    current = [found for tag, found in read["trends/index.html"].tags if found.get("aria-current") == "page"]
    assert {"href": "./", "aria-current": "page"} in current
    assert "No model is watched yet." in page
    assert "zeta.v3" in page
    assert "../assets/nights.css" in page
    assert "assets/nights.css" not in (built / "index.html").read_text("utf-8")


def test_an_odd_ledger_is_shown_completely_with_its_faults(site_of_kinds: BuiltFolder) -> None:
    """The ledger has an unknown suite, missing files, and scores that differ from the verdicts."""
    done, built = site_of_kinds.done, site_of_kinds.folder
    assert done.returncode == 0, done.stderr
    assert "the completions of gone-files" in done.stderr
    assert "two-tongued has the pass@1 score 0.5000, but its verdicts give 1.0000" in done.stderr
    alone = (built / "suite" / "new-suite" / "index.html").read_text(encoding="utf-8")
    home = (built / "suite" / "code-vision" / "index.html").read_text(encoding="utf-8")
    assert all(part in alone for part in ("Lonely", "66.7"))
    assert all(part in home for part in ("Gone Files", "Two Tongued"))
    for slug in ("lonely", "gone-files", "two-tongued"):
        assert (built / "model" / slug / "index.html").is_file()


def test_a_folder_with_other_files_is_not_replaced(tmp_path: Path) -> None:
    (tmp_path / "rows").mkdir()
    (tmp_path / "thesis.txt").write_text("years of work", encoding="utf-8")
    with pytest.raises(BadInput, match="has files that are not an earlier build"):
        build_site(SiteConfig(rows=tmp_path / "rows"), tmp_path)
    assert (tmp_path / "thesis.txt").exists()


def test_a_missing_folder_or_an_unreadable_row_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="is not a folder of rows"):
        build_site(SiteConfig(rows=tmp_path / "rows"), tmp_path / "out")
    row = tmp_path / "rows" / "suite" / "dataset" / "slug" / "x.json"
    row.parent.mkdir(parents=True)
    row.write_text("{", encoding="utf-8")
    with pytest.raises(BadInput, match=r"x\.json"):
        build_site(SiteConfig(rows=tmp_path / "rows"), tmp_path / "out")
    assert not (tmp_path / "out").exists()


def test_a_missing_picture_is_an_error_before_anything_is_built(tmp_path: Path) -> None:
    (tmp_path / "rows").mkdir()
    task = {
        "id": "t-1",
        "suite": "humaneval-v",
        "dataset": "open",
        "prompt": "![image](1.png)",
        "images": ["absent.png"],
        "entry_point": "solution",
        "check": {"kind": "function", "tests": "assert solution() == 1"},
    }
    (tmp_path / "tasks.jsonl").write_text(json.dumps(task) + "\n")
    where = SiteConfig(rows=tmp_path / "rows", tasks=(tmp_path / "tasks.jsonl",))
    with pytest.raises(BadInput, match=r"absent\.png: picture 1 of task 't-1': cannot be read"):
        build_site(where, tmp_path / "out")
    assert not (tmp_path / "out").exists()


def test_checksums_are_those_of_the_downloads_on_disk(built: Path) -> None:
    for line in (built / "data" / "SHA256SUMS").read_text(encoding="ascii").splitlines():
        digest, name = line.split("  ")
        assert sha256_hex((built / "data" / name).read_bytes()) == digest, name


#: Changes the JSON object of a row in place.
Change = Callable[[Any], object]


def _changed_row_bytes(row: Row, change: Change) -> bytes:
    record = json.loads(row.to_bytes())
    change(record)
    return json.dumps(record).encode()


#: A change of a row, and what its refusal says.
INVALID: dict[str, tuple[Change, str]] = {
    "later version": (lambda row: row.update(schema="sightbench/row/2"), "schema: sightbench/row/2 is newer"),
    "unknown status": (lambda row: row["result"]["statuses"].update({"task-0": ["perfect"]}), "'perfect'"),
    "no version": (lambda row: row.update(schema=None), "schema: must be 'sightbench/row/1'"),
    "unknown field": (lambda row: row.update(more=1), "more"),
    "missing field": (lambda row: row["result"].pop("scores"), "result.scores"),
    "edited": (lambda row: row["result"].update(protocol="other"), "id: "),
    "no date": (lambda row: row["run"].update(started="yesterday"), "run.started"),
}


@pytest.mark.parametrize("name", first_of(INVALID, 2))
def test_an_invalid_row_is_an_error_and_keeps_the_last_site(tmp_path, make_row, in_process, name) -> None:
    row, (change, message) = make_row(), INVALID[name]
    path = row.path(tmp_path / "rows")
    path.parent.mkdir(parents=True)
    path.write_bytes(_changed_row_bytes(row, change))
    (tmp_path / "site" / "assets").mkdir(parents=True)
    (tmp_path / "site" / "assets" / "sb.css").write_text("of the last build")
    options = ("--rows", "rows", "--submissions", "none", "--out", "site", "--cache", "cache", "--web")
    done = in_process("site", *options)
    assert done.returncode == 2, done.stderr
    assert path.name in done.stderr
    assert message in done.stderr
    assert "Traceback" not in done.stderr
    assert [path.name for path in (tmp_path / "site").rglob("*") if path.is_file()] == ["sb.css"]
