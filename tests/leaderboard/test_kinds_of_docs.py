"""The four kinds of pages of the docs, in the menu and on docs/index.md."""

import re
from typing import Any

import yaml

from benchmark.leaderboard.build.build import checkout
from benchmark.scoring.metrics import KNOWN_METRICS

PAGES = checkout() / "site" / "pages"
KINDS = ["Tutorial", "How-to guides", "Reference", "Explanation"]


class _Loader(yaml.SafeLoader):
    """Reads mkdocs.yml, whose tags it ignores."""


_Loader.add_multi_constructor("", lambda *_: None)


def _menu() -> dict[str, list[str]]:
    text = (checkout() / "mkdocs.yml").read_text(encoding="utf-8")
    items: list[dict[str, Any]] = yaml.load(text, Loader=_Loader)["nav"]  # noqa: S506 - a safe loader
    (docs,) = [item["Docs"] for item in items if "Docs" in item]
    return {
        kind: [source for page in pages for source in page.values()]
        for item in docs[1:]
        for kind, pages in item.items()
    }


def _listed() -> dict[str, set[str]]:
    _, *sections = (PAGES / "docs" / "index.md").read_text(encoding="utf-8").split("\n## ")
    return {
        section.partition("\n")[0]: set(re.findall(r"\]\(\.\./([\w/.-]+)\)", section)) for section in sections
    }


def test_the_menu_and_the_page_docs_have_the_same_four_kinds() -> None:
    assert [*_menu()] == [*_listed()] == KINDS


def test_each_page_of_the_menu_is_listed_under_its_kind_and_no_other() -> None:
    listed = _listed()
    for kind, sources in _menu().items():
        others = set().union(*(found for other, found in listed.items() if other != kind))
        assert set(sources) - listed[kind] == set(), kind
        assert set(sources) & others - {"glossary/index.md"} == set(), kind


def test_the_page_of_metrics_has_all_of_them() -> None:
    table = (PAGES / "metrics" / "index.md").read_text(encoding="utf-8")
    names = re.findall(r"^\| `([^`]+)` \|", table, re.MULTILINE)
    assert {*names} == {*KNOWN_METRICS.split(", "), "pass@1"}
