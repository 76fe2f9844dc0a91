"""Contest problems in numbers, next to those of the MMCode paper."""

import json
import statistics
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from importlib.resources import files
from typing import Any

from benchmark.core.suite_facts import TitledTable
from benchmark.core.task import Picture, Task
from benchmark.files.pictures import MARK
from benchmark.files.tasks import join_prompt, picture_categories
from benchmark.suites.mmcode.categories import TITLES

_BINS = 10  #: ranges of the positions of pictures
#: Beginning of a problem's id, such as ``cf_1092_F`` → site; the sites of the paper.
_SITES = {
    "ac": "AtCoder",
    "az": "Aizu",
    "cc": "CodeChef",
    "cf": "Codeforces",
    "cw": "CodeWars",
    "g4g": "GeeksforGeeks",
    "hr": "HackerRank",
    "lc": "LeetCode",
    "ok": "Open Kattis",
    "pe": "Project Euler",
}
_OTHER_SITE = "other"


def describe(tasks: Sequence[Task]) -> tuple[TitledTable, ...]:
    """Describe contest problems, at least one."""
    paper = json.loads(files("benchmark.suites.mmcode").joinpath("paper.json").read_text("utf-8"))
    stated: dict[str, Any] = paper["statistics"]
    prompts = [join_prompt(task.parts)[0] for task in tasks]
    sites = _sites(tasks)
    numbers = [
        (name, None if ours is None else round(ours, 2), stated[key])
        for name, ours, key in _numbers(tasks, prompts, sites)
    ]
    labels = [names for task in tasks for names in picture_categories(task.parts) if names]
    counts = Counter(name for names in labels for name in names)
    shares = {name.lower(): share for name, share in stated["image_category_share_percent"].items()}
    categories = [
        (title, _percent(counts[slug], len(labels)), shares.get(title.lower()))
        for slug, title in TITLES.items()
    ]
    sizes = Counter(_pictures(tasks))
    most = min(max(sizes), _BINS)
    histogram = [(str(number), sizes[number]) for number in range(most)]
    histogram.append((f"{most} or more", sum(sizes[number] for number in sizes if number >= most)))
    before = (share for prompt in prompts for share in _text_before(prompt))
    # A picture after all text has the share 1, which belongs to the last range.
    positions = Counter(min(int(share * _BINS), _BINS - 1) for share in before)
    title = f"{tasks[0].suite} {tasks[0].dataset}, next to {paper['source']}"
    return (
        TitledTable(title, ("number", "here", "paper"), numbers),
        TitledTable("", (f"category of {len(labels)} pictures", "here, %", "paper, %"), categories),
        TitledTable("", ("pictures per problem (Figure 2b)", "problems"), histogram),
        TitledTable(
            "",
            ("site", "problems", "in the paper"),
            [(site, count, "no" if site == _OTHER_SITE else "yes") for site, count in sites.items()],
        ),
        TitledTable(
            "",
            ("share of the text before a picture", "pictures"),
            [(f"{at / _BINS:.0%} to {(at + 1) / _BINS:.0%}", positions[at]) for at in range(_BINS)],
            paper["notes"],
        ),
    )


def _numbers(
    tasks: Sequence[Task], prompts: Sequence[str], sites: Mapping[str, int]
) -> Iterator[tuple[str, float | None, str]]:
    """Yield the names of numbers, the numbers, and their keys in the file of the paper's numbers."""
    pictures = _pictures(tasks)
    lengths = list(map(len, prompts))
    yield "problems", len(tasks), "questions"
    test = sum(task.subset == "test" for task in tasks)
    yield "problems in the test split", test or None, "test_questions"
    yield "pictures", sum(pictures), "images"
    yield "pictures per problem, mean", statistics.fmean(pictures), "images_per_question"
    first, _, third = _quartiles(pictures)
    yield "pictures per problem, 25 %", first, "images_per_question_p25"
    yield "pictures per problem, 75 %", third, "images_per_question_p75"
    yield "length in characters, mean", statistics.fmean(lengths), "question_length_mean_chars"
    first, middle, third = _quartiles(lengths)
    yield "length in characters, 25 %", first, "question_length_p25"
    yield "length in characters, median", middle, "question_length_p50"
    yield "length in characters, 75 %", third, "question_length_p75"
    yield "sites", len(sites) or None, "platforms"


def _pictures(tasks: Sequence[Task]) -> list[int]:
    """Return the number of different pictures of each problem."""
    return [len({part.number for part in task.parts if isinstance(part, Picture)}) for task in tasks]


def _quartiles(values: Sequence[int]) -> tuple[float, float, float]:
    """Return the quartiles, interpolated between neighbours."""
    # Before Python 3.13, `statistics.quantiles` needs two values.
    if len(values) == 1:
        return (float(values[0]),) * 3
    first, second, third = statistics.quantiles(values, n=4, method="inclusive")
    return first, second, third


def _percent(count: int, total: int) -> float | None:
    return round(100 * count / total, 1) if total else None


def _text_before(prompt: str) -> list[float]:
    """Return for each mark of a picture the share of the text's characters before it, from 0 to 1."""
    total = len(MARK.sub("", prompt))
    marks = 0
    shares = []
    for mark in MARK.finditer(prompt):
        # The characters of earlier marks are no text.
        shares.append((mark.start() - marks) / total if total else 0.0)
        marks += len(mark[0])
    return shares


def _sites(tasks: Sequence[Task]) -> dict[str, int]:
    """Return problems by site, by the beginnings of their ids; empty if no id is that of a site."""
    beginnings = (task.id.partition("_")[0].lower() if "_" in task.id else "" for task in tasks)
    counts = Counter(_SITES.get(beginning, _OTHER_SITE) for beginning in beginnings)
    if set(counts) == {_OTHER_SITE}:
        return {}
    return dict(sorted(counts.items(), key=lambda pair: (-pair[1], pair[0])))
