"""Tests of robots.txt, read by Python's parser."""

from pathlib import Path
from urllib.robotparser import RobotFileParser

import pytest

from benchmark.leaderboard.inputs.site_config import TRAINING_CRAWLERS, SiteConfig, robots_bytes

BASE = "https://example.org/s/"


def parsed(address: str) -> RobotFileParser:
    rules = RobotFileParser()
    rules.parse(robots_bytes(SiteConfig(rows=Path("x"), address=address)).decode().splitlines())
    return rules


def test_search_engines_read_pages_and_previews_but_no_answers() -> None:
    rules = parsed(BASE)
    allowed = ["", "task/a/b/c/", "dataset/a/b/", "share/0.png", "data/rows.csv"]
    assert [rules.can_fetch("Googlebot", BASE + path) for path in allowed] == [True] * len(allowed)
    assert not rules.can_fetch("Googlebot", f"{BASE}d/a/model/00.json")
    assert rules.site_maps() == [f"{BASE}sitemap.xml"]


def test_crawlers_for_training_read_no_tasks() -> None:
    rules = parsed(BASE)
    for name in TRAINING_CRAWLERS:
        closed = ["task/a/b/c/", "dataset/a/b/", "d/a/model/00.json"]
        assert [rules.can_fetch(name, BASE + path) for path in closed] == [False] * len(closed), name
        assert rules.can_fetch(name, f"{BASE}suite/humaneval-v/"), name


@pytest.mark.parametrize(("address", "copies"), [(BASE, True), ("https://example.org/", False), ("", False)])
def test_a_site_below_a_path_asks_for_a_copy_at_the_root(address: str, copies: bool) -> None:
    text = robots_bytes(SiteConfig(rows=Path("x"), address=address)).decode()
    assert ("Copy it to https://example.org/robots.txt." in text) is copies


def test_without_an_address_the_rules_are_those_of_a_hosts_root() -> None:
    rules = parsed("")
    assert not rules.can_fetch("GPTBot", "https://example.org/task/a/")
    assert rules.site_maps() is None
