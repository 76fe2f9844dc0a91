"""Pages are rendered with links that exist, and share the parts that look alike."""

from pathlib import Path
from types import SimpleNamespace

import pytest
import yaml
from jinja2 import DictLoader, Environment
from mkdocs.utils import get_relative_url

from benchmark.leaderboard.build.render import (
    FORM,
    PageLinks,
    prose,
    render,
    report_address,
    shared_part,
)
from benchmark.leaderboard.build.site import all_pages
from tests.leaderboard.conftest import page_at, templates

PART = "{{ page.url }} {{ hidden }}"


def _page(source: str, *, toc: tuple[str, ...] = (), hide: tuple[str, ...] = ()) -> SimpleNamespace:
    url = source.removesuffix("index.md")
    return SimpleNamespace(url=url, toc=toc, meta={"hide": hide}, file=SimpleNamespace(src_uri=source))


def test_a_part_is_rendered_once_for_generated_pages_that_look_alike() -> None:
    templates = Environment(loader=DictLoader({"part": PART, "page": "{{ part('part') }}"}), autoescape=True)
    templates.globals["part"] = shared_part()
    listed = _page("model/index.md")
    nav = SimpleNamespace(pages=[listed])

    def rendered(page: SimpleNamespace) -> str:
        base = "/".join(".." for _ in page.url.strip("/").split("/"))
        return templates.get_template("page").render(page=page, nav=nav, base_url=base).strip()

    assert rendered(_page("model/one/index.md")) == "model/one/"
    assert rendered(_page("model/two/index.md")) == "model/one/"
    own = [
        _page("task/two/index.md"),  # another section is marked
        _page("model/two/more/index.md"),  # other relative addresses
        _page("model/three/index.md", hide=("toc",)),
        _page("model/four/index.md", toc=("heading",)),
        listed,
    ]
    assert [rendered(page) for page in own] == [page.url for page in own]


URLS = {
    "index.md": "./",
    "404.md": "404.html",
    "model/index.md": "model/",
    "model/acme/index.md": "model/acme/",
    "task/a/b/c/index.md": "task/a/b/c/",
    "assets/sb.css": "assets/sb.css",
}


def links(address: str) -> PageLinks:
    files = {source: SimpleNamespace(url=url) for source, url in URLS.items()}
    return PageLinks(address, files, {"data/rows.csv"}, get_relative_url)


@pytest.mark.parametrize("address", ["", *list(URLS.values())[1:], "model/acme/index.html"])
def test_a_link_is_the_relative_address_that_mkdocs_would_make(address: str) -> None:
    for source, url in (URLS | {"data/rows.csv": "data/rows.csv"}).items():
        assert links(address).link(source) == get_relative_url(url, address), source


def test_a_page_that_the_site_does_not_have_stops_the_build() -> None:
    found = links("model/")
    assert found.has("data/rows.csv")
    assert found.has("index.md")
    assert not found.has("model/zeta/index.md")
    with pytest.raises(KeyError):
        found.link("model/zeta/index.md")


ROOT = Path(__file__).resolve().parents[3]
REPOSITORY = "https://github.com/acme/bench"


def test_the_issue_form_has_the_fields_that_the_address_fills() -> None:
    form = yaml.safe_load((ROOT / ".github" / "ISSUE_TEMPLATE" / FORM).read_text("utf-8"))
    assert {"suite", "task"} <= {part.get("id") for part in form["body"]}
    assert report_address(REPOSITORY + "/", "mmcode", "open", "a&b") == (
        f"{REPOSITORY}/issues/new?template=task.yml&suite=mmcode+open&task=a%26b"
    )


@pytest.mark.parametrize("repository", ["", "javascript:alert(1)", "http://example.org/a"])
def test_a_repository_without_https_gives_no_address(repository: str) -> None:
    assert report_address(repository, "mmcode", "open") == ""


@pytest.mark.gate
@pytest.mark.parametrize("repository", [REPOSITORY, ""])
def test_a_list_of_tasks_links_to_the_issue_form(make_row, sources, repository: str) -> None:
    import click

    made = all_pages(sources(make_row("a")), ROOT / "site" / "pages", click.Group("sightbench"))
    page = page_at("model/a/index.md", made)
    body = render(page, lambda source: source, templates(repository))
    address = f'href="{REPOSITORY}/issues/new?template=task.yml&amp;suite=code-vision+rebuilt"'
    assert (address in body) == bool(repository)
    assert ("Report a faulty task" in body) == bool(repository)


def test_a_prompt_is_prose_and_its_code_keeps_its_lines_and_nothing_is_markup() -> None:
    text = "Add `a<b>`.\nBoth count.\n\nSample\n\n2 4\n10 <\n\n"
    text += "```python\ndef f():\n\n    return '</pre>'\n```\nAnswer."
    code = "<pre class=lines tabindex=0><span class=t>{}</span></pre>"
    assert prose(text) == "\n".join(
        [
            "<p>Add <code>a&lt;b&gt;</code>.\nBoth count.",
            "<p>Sample",
            code.format("2 4\n10 &lt;"),
            code.format("def f():\n\n    return '&lt;/pre&gt;'"),
            "<p>Answer.",
        ]
    )
    assert prose("```\nopen") == "<p>```\nopen"
    assert prose("…") == "<p>…"
