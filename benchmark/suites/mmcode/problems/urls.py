"""Addresses of problems: a normal form, by which tests are matched, and the ten sites of the paper.

Two addresses name the same problem if their normal forms are equal:

- the scheme, ``www.``, ``m.`` and ``mirror.``, the query (without ``id`` and ``pid``), the fragment, a final
  slash and ``index.html`` do not count; host and path are compared without case, and repeated slashes are
  one;
- on Codeforces, ``problemset/problem/N/X``, ``contest/N/problem/X`` and ``gym/N/problem/X`` are the same;
- on AtCoder, only the name of the task counts: ``CONTEST.contest.atcoder.jp/tasks/T`` and
  ``atcoder.jp/contests/CONTEST/tasks/T`` are the same;
- on LeetCode, ``problems/NAME/description`` and its other pages are ``problems/NAME``, and
  ``leetcode-cn.com`` and ``leetcode.cn`` are ``leetcode.com``;
- on Aizu, only the number counts: ``judge.u-aizu.ac.jp/onlinejudge/description.jsp?id=N`` and
  ``onlinejudge.u-aizu.ac.jp/problems/N`` are the same.
"""

import re
from urllib.parse import parse_qs, urlsplit

#: Site → words that an address, a source or the beginning of an id has; the sites of the paper.
SITES: dict[str, tuple[str, tuple[str, ...], str]] = {
    "AtCoder": ("ac", ("atcoder",), "atcoder.jp"),
    "Aizu": ("az", ("aizu", "aoj"), "u-aizu.ac.jp"),
    "CodeChef": ("cc", ("codechef",), "codechef.com"),
    "Codeforces": ("cf", ("codeforces",), "codeforces.com"),
    "CodeWars": ("cw", ("codewars",), "codewars.com"),
    "GeeksforGeeks": ("g4g", ("geeksforgeeks",), "geeksforgeeks.org"),
    "HackerRank": ("hr", ("hackerrank",), "hackerrank.com"),
    "LeetCode": ("lc", ("leetcode",), "leetcode.com"),
    "Open Kattis": ("ok", ("kattis",), "kattis.com"),
    "Project Euler": ("pe", ("projecteuler",), "projecteuler.net"),
}
OTHER_SITE = "other"

_CODEFORCES = re.compile(r"/(?:problemset/problem/(\d+)/(\w+)|(?:contest|gym)/(\d+)/problem/(\w+))")
_ATCODER_TASK = re.compile(r"/tasks/([\w-]+)")
_LEETCODE = re.compile(r"/(?:contest/[\w-]+/)?problems/([\w-]+)")
_AIZU_ID = re.compile(r"(?:^|/)((?:[a-z0-9]+_)*[a-z0-9]+)$")


def normal_url(url: str) -> str:
    """Return the normal form of an address; empty if it is not one."""
    text = url.strip()
    try:
        parts = urlsplit(text if "//" in text else f"//{text}")
        host = (parts.hostname or "").lower()
    except ValueError:
        return ""
    if "." not in host:
        return ""
    host = re.sub(r"^(?:www\d?|m|mirror)\.", "", host)
    path = re.sub(r"/+", "/", parts.path.lower()).removesuffix("/index.html").rstrip("/")
    query = {name.lower(): values for name, values in parse_qs(parts.query).items()}
    number = next((query[name][0].lower() for name in ("id", "pid") if name in query), "")
    return _of_site(host, path, number) or f"{host}{path}" + (f"?id={number}" if number else "")


def _of_site(host: str, path: str, number: str) -> str:
    if host.endswith("codeforces.com") and (found := _CODEFORCES.match(path)):
        return f"codeforces.com/{found[1] or found[3]}/{found[2] or found[4]}"
    if host.endswith("atcoder.jp") and (task := _ATCODER_TASK.search(path)):
        return f"atcoder.jp/tasks/{task[1]}"
    if host in ("leetcode.com", "leetcode.cn", "leetcode-cn.com") and (found := _LEETCODE.match(path)):
        return f"leetcode.com/problems/{found[1]}"
    if host.endswith("u-aizu.ac.jp"):
        found = _AIZU_ID.search(path)
        return f"u-aizu.ac.jp/{number or (found[1] if found else path)}"
    return ""


def site_of(url: str = "", source: str = "", problem_id: str = "") -> str:
    """Return the site of a problem, a key of ``SITES`` or ``other``: by address, source or id."""
    host = normal_url(url).partition("/")[0] if url else ""
    if host:
        return next((site for site, (_, _, own) in SITES.items() if host.endswith(own)), OTHER_SITE)
    letters = re.sub(r"[^a-z0-9]", "", source.lower())
    if letters:
        named = (site for site, (_, words, _) in SITES.items() if any(word in letters for word in words))
        return next(named, OTHER_SITE)
    beginning = problem_id.partition("_")[0].lower() if "_" in problem_id else ""
    return next((site for site, (short, _, _) in SITES.items() if short == beginning), OTHER_SITE)
