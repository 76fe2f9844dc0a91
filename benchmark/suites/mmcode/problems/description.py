"""Contest problems in numbers, next to those of the MMCode paper."""

import json
import statistics
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from importlib.resources import files
from pathlib import Path
from typing import Any

from benchmark.core.suite_facts import TitledTable
from benchmark.core.task import Picture, Task
from benchmark.files.bounded import read_bytes
from benchmark.files.edge import validate_record
from benchmark.files.pictures import join_prompt, picture_categories
from benchmark.files.strict_json import loads
from benchmark.suites.mmcode.categories import TITLES
from benchmark.suites.mmcode.problems.report import NAME, ImportReport
from benchmark.suites.mmcode.problems.statement import text_before
from benchmark.suites.mmcode.problems.urls import OTHER_SITE, SITES, site_of

_BINS = 10  #: ranges of the positions of pictures


def describe(tasks: Sequence[Task], folder: Path | None) -> tuple[TitledTable, ...]:
    """Describe contest problems, at least one.

    Args:
        tasks: the problems.
        folder: folder of their files. If it has the report of their import, the numbers of raw problems and
            of duplicates and the sites come from there.
    """
    report = None
    if folder is not None and (file := folder / NAME).is_file():
        report = validate_record(ImportReport, loads(read_bytes(file), file), file)
    paper = json.loads(files("benchmark.suites.mmcode.problems").joinpath("paper.json").read_text("utf-8"))
    stated: dict[str, Any] = paper["statistics"]
    prompts = [join_prompt(task.parts)[0] for task in tasks]
    sites = _sites(tasks, report)
    numbers = [
        (name, None if ours is None else round(ours, 2), stated[key])
        for name, ours, key in _numbers(tasks, prompts, report, sites)
    ]
    labels = [names for task in tasks for names in picture_categories(task.parts) if names]
    counts = Counter(name for names in labels for name in names)
    shares = {name.lower(): share for name, share in stated["image_category_share_percent"].items()}
    categories = [
        (title, _percent(counts[slug], len(labels)), shares.get(title.lower()))
        for slug, title in TITLES.items()
    ]
    before = (share for prompt in prompts for share in text_before(prompt))
    positions = Counter(min(int(share * _BINS), _BINS - 1) for share in before)
    title = f"{tasks[0].suite} {tasks[0].dataset}, next to {paper['source']}"
    return (
        TitledTable(title, ("number", "here", "paper"), numbers),
        TitledTable("", (f"category of {len(labels)} pictures", "here, %", "paper, %"), categories),
        TitledTable(
            "",
            ("site", "problems", "in the paper"),
            [(site, count, "yes" if site in SITES else "no") for site, count in sites.items()],
        ),
        TitledTable(
            "",
            ("share of the text before a picture", "pictures"),
            [(f"{at / _BINS:.0%} to {(at + 1) / _BINS:.0%}", positions[at]) for at in range(_BINS)],
            paper["notes"],
        ),
    )


def _numbers(
    tasks: Sequence[Task], prompts: Sequence[str], report: ImportReport | None, sites: Mapping[str, int]
) -> Iterator[tuple[str, float | None, str]]:
    """Yield the names of numbers, the numbers, and their keys in the file of the paper's numbers."""
    pictures = [len({part.number for part in task.parts if isinstance(part, Picture)}) for task in tasks]
    lengths = list(map(len, prompts))
    test = sum(task.subset == "test" for task in tasks) or None
    counts = None if report is None else report.counts
    yield "problems", len(tasks), "questions"
    yield "problems in the test split", test if counts is None else counts.test, "test_questions"
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
    crawled = None if counts is None else _percent(counts.with_pictures, counts.read)
    yield "raw problems with pictures, %", crawled, "share_of_crawled_with_images_percent"
    duplicates = None if counts is None else counts.dropped.get("duplicate", 0)
    yield "duplicates removed", duplicates, "removed_as_duplicates"


def _quartiles(values: Sequence[int]) -> tuple[float, float, float]:
    """Return the quartiles, interpolated between neighbours."""
    if len(values) == 1:
        return (float(values[0]),) * 3
    first, second, third = statistics.quantiles(values, n=4, method="inclusive")
    return first, second, third


def _percent(count: int, total: int) -> float | None:
    return round(100 * count / total, 1) if total else None


def _sites(tasks: Sequence[Task], report: ImportReport | None) -> dict[str, int]:
    """Return problems by site: of the import's report, else of ids such as ``cf_1_F``, if any has one."""
    counts = Counter(site_of(problem_id=task.id) for task in tasks) if report is None else report.sites
    if report is None and set(counts) == {OTHER_SITE}:
        return {}
    return dict(sorted(counts.items(), key=lambda pair: (-pair[1], pair[0])))
