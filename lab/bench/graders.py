"""Judges the published answers of Code-Vision by several graders, and writes where they disagree into a page.

Each distinct program that a grader keeps of an answer runs once in our sandbox, with the tests of the task.
"""

import argparse
import datetime
import os
import sys
from collections import Counter
from pathlib import Path

import report

from benchmark.interchange.graders import GradedAnswer, Grader, grade, graders_of, pairs_of
from benchmark.judging import JUDGE_VERSION
from benchmark.pipeline.judge.local_pool import LocalPool
from benchmark.pipeline.sources import TaskSource
from benchmark.suites import load
from benchmark.suites.code_vision.importer import ImportedRuns, read_published_outputs

SHARED = Path(os.environ.get("SIGHTBENCH_SHARED_DATA", Path(__file__).parents[3] / "shared" / "data"))
SUITE = "code-vision"


def judge_model(imported: ImportedRuns, model: str) -> tuple[list[Grader], list[GradedAnswer]]:
    """Return the graders, and the answers of a model as all of them judge these."""
    graders: list[Grader] = []
    found: list[GradedAnswer] = []
    for run in imported.runs:
        if run.model == model:
            tasks = tuple(imported.tasks[run.subset])
            source = TaskSource(tasks=tasks, suite_id=SUITE, dataset="official", suite=load(SUITE))
            graders, absent = graders_of(source)
            if absent:
                raise SystemExit(f"error: {', '.join(absent)}: not installed\n  fix: run ./noxw -s graders")
            found += grade(tasks, run.completions, graders, executor=LocalPool())
            print(f"{model} {run.subset}: {len(found)} answers", file=sys.stderr, flush=True)
    return graders, found


def tables(graders: list[Grader], found: dict[str, list[GradedAnswer]]) -> str:
    """Return the tables as Markdown: passed answers by model, pairs of graders, and the largest groups."""
    names = [grader.name for grader in graders]
    lines = [_row("model", "answers", *names, "disputed"), "|---" * (len(names) + 3) + "|"]
    for model, answers in sorted(found.items()):
        passed = [sum(answer.passed(name) is True for answer in answers) for name in names]
        lines.append(_row(model, len(answers), *passed, sum(answer.is_disputed for answer in answers)))
    every = [answer for answers in found.values() for answer in answers]
    totals = [sum(answer.passed(name) is True for answer in every) for name in names]
    lines.append(_row("all", len(every), *totals, sum(answer.is_disputed for answer in every)))
    lines += [
        "",
        _row("first", "second", "both pass", "only first", "only second", "neither"),
        "|---" * 6 + "|",
    ]
    lines += [_row(*pair) for pair in pairs_of(every, graders)]
    groups = Counter(
        tuple("passed" if answer.passed(name) else "–" for name in names)
        for answer in every
        if answer.is_disputed
    )
    lines += ["", _row(*names, "answers"), "|---" * (len(names) + 1) + "|"]
    lines += [_row(*group, number) for group, number in groups.most_common()]
    versions = ", ".join(f"{grader.name} {grader.version}" for grader in graders if grader.version)
    today = datetime.datetime.now(datetime.UTC).date()
    return "\n".join(
        [*lines, "", f"Judged on {today} with {versions}, and version {JUDGE_VERSION} of our judge."]
    )


def _row(*cells: object) -> str:
    return f"| {' | '.join(map(str, cells))} |"


def main() -> None:
    """Judge all answers and print the tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--markdown", type=Path, metavar="FILE", help="write the tables into this page")
    parser.add_argument("--model", action="append", default=[], help="judge only this model; may be repeated")
    arguments = parser.parse_args()
    imported = read_published_outputs([SHARED / "codevision" / "upstream-all"])
    found: dict[str, list[GradedAnswer]] = {}
    made = ""
    for model in arguments.model or sorted({run.model for run in imported.runs}):
        graders, found[model] = judge_model(imported, model)
        made = tables(graders, found)
        if arguments.markdown is not None:  # after each model, as all of them take half an hour
            report.put(arguments.markdown, {"graders": made})
    print(made)


if __name__ == "__main__":
    main()
