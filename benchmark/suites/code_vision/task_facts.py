"""When the problems of tasks were published, and where: their ids say it."""

import re
from datetime import date, timedelta

from benchmark.suites.code_vision.fetched_tasks import FILES
from benchmark.suites.code_vision.referenced import line_addresses

_CONTEST = re.compile(r"(weekly|biweekly)-contest-(\d{1,4})-")
#: Day of LeetCode's first weekly and biweekly contest, and days between two, so that those of 2023 and 2024
#: are right; some earlier ones were moved.
_CONTESTS = {"weekly": (date(2016, 10, 9), 7), "biweekly": (date(2019, 6, 1), 14)}
#: Release of LiveCodeBench → first day on which the problems that it added can have been published.
_RELEASES = {
    "v1": "2023-05-01",
    "v2": "2024-04-01",
    "v3": "2024-06-01",
    "v4": "2024-08-01",
    "v5": "2024-10-01",
    "v6": "2025-02-01",
}


def task_date(dataset: str, task_id: str) -> str:
    """Return the day of a problem's contest; in ``lcb-vision`` the earliest day that its release allows."""
    if dataset == "lcb-vision":
        return _RELEASES.get(task_id.partition("_")[0], "")
    if (contest := _CONTEST.match(task_id)) is None:
        return ""
    first, days = _CONTESTS[contest[1]]
    return str(first + timedelta(days=days * (int(contest[2]) - 1)))


def task_addresses(dataset: str) -> dict[str, str]:
    """Return the page at its source of each task, by id; empty if there are none."""
    return line_addresses(file.url for file in FILES) if dataset == "official" else {}
