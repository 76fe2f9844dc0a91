"""Limits and addresses are read as sites write them."""

import pytest

from benchmark.suites.mmcode.limits import RawLimit, read_mebibytes, read_seconds
from benchmark.suites.mmcode.problems.urls import normal_url, site_of


@pytest.mark.parametrize(
    ("limit", "seconds"),
    [
        ("2 seconds", 2),
        ("2.0 seconds", 2),
        ("1 s", 1),
        ("1,5 sec", 1.5),
        ("1500 ms", 1.5),
        ("500 milliseconds", 0.5),
        ("60 seconds per test set.", 60),
        ("1 - 2 seconds", 2),
        ("2 min", 120),
        ("5-10 s", 10),
        ("3", 3),
        (3, 3),
        (None, None),
        ("", None),
    ],
)
def test_a_limit_of_time_is_read(limit: RawLimit, seconds: float | None) -> None:
    assert read_seconds(limit) == seconds


@pytest.mark.parametrize(
    ("limit", "mebibytes"),
    [("256 megabytes", 256), ("1GB.", 1024), ("1 GB.", 1024), ("65536 KB", 64), (512, 512), (None, None)],
)
def test_a_limit_of_memory_is_read(limit: RawLimit, mebibytes: float | None) -> None:
    assert read_mebibytes(limit) == mebibytes


@pytest.mark.parametrize("limit", ["soon", "0 seconds", -1, 1e9, "-1", "-1 second", "2e3", "3 apples", True])
def test_a_limit_that_is_none_is_refused(limit: RawLimit) -> None:
    with pytest.raises(ValueError, match=r"no |not a positive"):
        read_seconds(limit)


SAME = {
    "schemes, hosts and slashes": [
        "https://www.codechef.com/problems/ABC",
        "http://codechef.com//problems/abc/",
    ],
    "pages of Codeforces": [
        "https://codeforces.com/problemset/problem/1092/F",
        "https://codeforces.com/contest/1092/problem/F?locale=en",
        "http://m1.codeforces.com/contest/1092/problem/f",
    ],
    "pages of AtCoder": [
        "https://atcoder.jp/contests/abc045/tasks/abc045_a",
        "https://abc045.contest.atcoder.jp/tasks/abc045_a?lang=en",
    ],
    "pages of LeetCode": [
        "https://leetcode.com/problems/two-sum/",
        "https://leetcode.cn/problems/two-sum/description/",
    ],
    "pages of Aizu": [
        "http://judge.u-aizu.ac.jp/onlinejudge/description.jsp?id=0559",
        "https://onlinejudge.u-aizu.ac.jp/problems/0559",
    ],
    "fragments": ["https://open.kattis.com/problems/cake#top", "open.kattis.com/problems/cake"],
}


@pytest.mark.parametrize("urls", SAME.values(), ids=SAME)
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
