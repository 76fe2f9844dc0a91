"""Statistics of contest problems next to those of the MMCode paper, for `sightbench analyse problems`."""

import json
import statistics
from collections import Counter
from collections.abc import Sequence
from importlib.resources import files
from typing import Any, Literal

from pydantic import Field

from benchmark.analysis.studies.paper_numbers import ComparedNumber, Unit, compared_numbers
from benchmark.core.task import Picture, Task
from benchmark.files.edge import Count, Record
from benchmark.files.pictures import join_prompt, picture_categories
from benchmark.suites.mmcode.categories import TITLES
from benchmark.suites.mmcode.problems.report import ImportReport
from benchmark.suites.mmcode.problems.statement import text_before
from benchmark.suites.mmcode.problems.urls import OTHER_SITE, SITES, site_of

_BINS = 10  #: bars of the histogram of positions


class PositionBin(Record):
    """Pictures by the share of the text that stands before them."""

    start: float = Field(description="share, from 0; the last bin includes 1")
    end: float
    pictures: Count


class SiteCount(Record):
    """Problems of one site."""

    site: str
    problems: Count
    in_paper: bool = Field(description="whether it is one of the paper's ten sites")


class ProblemReport(Record):
    """Statistics of a set of contest problems."""

    schema_: Literal["sightbench/problems/1"] = Field(default="sightbench/problems/1", alias="schema")
    suite: str
    dataset: str
    paper: str = Field(description="source of the paper's numbers")
    numbers: list[ComparedNumber]
    categories: list[ComparedNumber] = Field(
        description="share of the pictures with a category, in percent; a picture counts in each of its"
        " categories"
    )
    labelled_pictures: Count = Field(description="pictures with a category")
    positions: list[PositionBin]
    sites: list[SiteCount]
    notes: list[str]


def problem_report(tasks: Sequence[Task], report: ImportReport | None) -> ProblemReport:
    """Return the statistics of tasks, at least one.

    Args:
        tasks: the problems.
        report: the report of their import, which knows what was dropped, and the sites; None without one.
    """
    paper = json.loads(files("benchmark.suites.mmcode.problems").joinpath("paper.json").read_text("utf-8"))
    stated: dict[str, Any] = paper["statistics"]
    prompts = [join_prompt(task.parts)[0] for task in tasks]
    numbers = _numbers(tasks, prompts, report, stated)
    labels = [names for task in tasks for names in picture_categories(task.parts) if names]
    counts = Counter(name for names in labels for name in names)
    shares = {name.lower(): share for name, share in stated["image_category_share_percent"].items()}
    return ProblemReport(
        suite=tasks[0].suite,
        dataset=tasks[0].dataset,
        paper=paper["source"],
        numbers=numbers,
        categories=compared_numbers(
            (title, _percent(counts[slug], len(labels)), shares.get(title.lower()), "%")
            for slug, title in TITLES.items()
        ),
        labelled_pictures=len(labels),
        positions=_positions([share for prompt in prompts for share in text_before(prompt)]),
        sites=_sites(tasks, report),
        notes=paper["notes"],
    )


def _numbers(
    tasks: Sequence[Task], prompts: Sequence[str], report: ImportReport | None, stated: dict[str, Any]
) -> list[ComparedNumber]:
    pictures = [len({part.number for part in task.parts if isinstance(part, Picture)}) for task in tasks]
    lengths = list(map(len, prompts))
    per_problem, length = _quartiles(pictures), _quartiles(lengths)
    crawled = None if report is None else _percent(report.counts.with_pictures, report.counts.read)
    test = sum(task.subset == "test" for task in tasks) or None
    sites = len(_sites(tasks, report)) or None
    rows: list[tuple[str, float | None, str, Unit]] = [
        ("problems", len(tasks), "questions", ""),
        ("problems in the test split", test if report is None else report.counts.test, "test_questions", ""),
        ("pictures", sum(pictures), "images", ""),
        ("pictures per problem, mean", statistics.fmean(pictures), "images_per_question", ""),
        ("pictures per problem, 25 %", per_problem[0], "images_per_question_p25", ""),
        ("pictures per problem, 75 %", per_problem[2], "images_per_question_p75", ""),
        ("length, mean", statistics.fmean(lengths), "question_length_mean_chars", "characters"),
        ("length, 25 %", length[0], "question_length_p25", "characters"),
        ("length, median", length[1], "question_length_p50", "characters"),
        ("length, 75 %", length[2], "question_length_p75", "characters"),
        ("sites", sites, "platforms", ""),
        ("raw problems with pictures", crawled, "share_of_crawled_with_images_percent", "%"),
        (
            "duplicates removed",
            None if report is None else report.counts.dropped.get("duplicate", 0),
            "removed_as_duplicates",
            "",
        ),
    ]
    return compared_numbers((name, ours, stated[key], unit) for name, ours, key, unit in rows)


def _quartiles(values: Sequence[int]) -> tuple[float, float, float]:
    """Return the quartiles, interpolated between neighbours."""
    if len(values) == 1:
        return (float(values[0]),) * 3
    first, second, third = statistics.quantiles(values, n=4, method="inclusive")
    return first, second, third


def _percent(count: int, total: int) -> float | None:
    return round(100 * count / total, 1) if total else None


def _positions(shares: Sequence[float]) -> list[PositionBin]:
    counts = Counter(min(int(share * _BINS), _BINS - 1) for share in shares)
    return [
        PositionBin(start=number / _BINS, end=(number + 1) / _BINS, pictures=counts[number])
        for number in range(_BINS)
    ]


def _sites(tasks: Sequence[Task], report: ImportReport | None) -> list[SiteCount]:
    """Return the sites of the import's report, else those that ids such as ``cf_1_F`` name, if any does."""
    counts = Counter(site_of(problem_id=task.id) for task in tasks) if report is None else report.sites
    if report is None and set(counts) == {OTHER_SITE}:
        return []
    ordered = sorted(counts.items(), key=lambda pair: (-pair[1], pair[0]))
    return [SiteCount(site=site, problems=count, in_paper=site in SITES) for site, count in ordered]
