from types import SimpleNamespace

import pytest
from mkdocs.utils import get_relative_url

from benchmark.leaderboard.build.render import PageLinks

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
