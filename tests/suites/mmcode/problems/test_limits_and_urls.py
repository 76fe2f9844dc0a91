"""Limits and addresses are read as sites write them."""

import pytest

from benchmark.suites.mmcode.limits import RawLimit, read_mebibytes, read_seconds
from benchmark.suites.mmcode.problems.urls import normal_url, site_of
from tests.case_files import read_cases

CASES = read_cases("mmcode/limits_and_urls.yaml")


@pytest.mark.parametrize(("limit", "seconds"), CASES["seconds"])
def test_a_limit_of_time_is_read(limit: RawLimit, seconds: float | None) -> None:
    assert read_seconds(limit) == seconds


@pytest.mark.parametrize(("limit", "mebibytes"), CASES["mebibytes"])
def test_a_limit_of_memory_is_read(limit: RawLimit, mebibytes: float | None) -> None:
    assert read_mebibytes(limit) == mebibytes


@pytest.mark.parametrize("limit", ["soon", "0 seconds", -1, 1e9, "-1", "-1 second", "2e3", "3 apples", True])
def test_a_limit_that_is_none_is_refused(limit: RawLimit) -> None:
    with pytest.raises(ValueError, match=r"no |not a positive"):
        read_seconds(limit)


@pytest.mark.parametrize("urls", CASES["same urls"])
def test_addresses_of_one_problem_have_one_normal_form(urls: list[str]) -> None:
    assert len({normal_url(url) for url in urls}) == 1
    assert normal_url(urls[0])


def test_addresses_of_two_problems_differ() -> None:
    urls = [
        "https://codeforces.com/contest/1092/problem/F",
        "https://codeforces.com/contest/1092/problem/E",
        "https://codeforces.com/contest/1093/problem/F",
        "https://example.org/problem?id=1",
        "https://example.org/problem?id=2",
        "https://example.org/",
    ]
    assert len({normal_url(url) for url in urls}) == len(urls)
    assert [normal_url(text) for text in ("", "no address", "http://[", "localhost/x")] == [""] * 4


def test_a_site_is_named_by_its_address_its_source_or_the_id() -> None:
    assert site_of("https://open.kattis.com/problems/cake") == "Open Kattis"
    assert site_of("https://example.org/1", "codeforces", "cf_1") == "other"
    assert site_of("", "GeeksForGeeks") == "GeeksforGeeks"
    assert site_of("", "", "pe_12") == "Project Euler"
    assert site_of("", "Code Jam 2008", "gcj_1") == "other"
