"""`sightbench analyse graders`: where graders disagree about the same answers."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from benchmark.analysis.wording import percent
from benchmark.cli.shared.console import print_tables, progress
from benchmark.cli.shared.options import PATH, tasks_options, workers_option
from benchmark.cli.shared.say import say
from benchmark.core.install import install_extra
from benchmark.core.sample import sample_name
from benchmark.core.suite_facts import TitledTable
from benchmark.files.atomic import bare_name

if TYPE_CHECKING:
    from benchmark.interchange.graders import GradedAnswer, Grader

_EXTRA = "graders"


@click.command()
@click.argument("predictions", metavar="PREDICTIONS", type=PATH)
@tasks_options
@click.option(
    "--export",
    type=PATH,
    help="Write the answers on which graders disagree to this file, one JSON object per line, for people to"
    " fill in `label`.",
)
@workers_option
def command(
    *,
    predictions: Path,
    tasks: tuple[Path, ...],
    suite: str,
    dataset: str,
    export: Path | None,
    workers: int | None,
) -> None:
    """Judge the same completions by several graders, and print where they disagree.

    The graders differ in what they keep of a completion: our rule, the rule of the suite's authors, EvalPlus'
    `sanitize`, and the filters of lm-eval for HumanEval and MBPP. What each keeps is judged by our sandbox
    with the same tests, each distinct program once. The packages of the last two are the extra `graders`;
    without them, the command compares the others.

    Reads PREDICTIONS and the tasks; writes only --export. Runs answers in the sandbox. Needs no network and
    no keys. Safe to repeat.
    """
    from benchmark.files.atomic import write_atomic
    from benchmark.files.predictions import match_to_tasks, read_predictions
    from benchmark.files.strict_json import dump_records
    from benchmark.interchange.graders import TESTED, grade, graders_of, label_record
    from benchmark.pipeline.judge.local_pool import LocalPool
    from benchmark.pipeline.sources import source_of

    source = source_of(tasks, suite, dataset)
    graders, absent = graders_of(source)
    completions = read_predictions(predictions)
    # Graders can be compared on any answers, however few.
    match_to_tasks(predictions, completions, source.tasks, partial=True)
    with progress("judging") as report_progress:
        answers = grade(
            source.tasks, completions, graders, executor=LocalPool(workers), progress=report_progress
        )
    of = f"{bare_name(predictions)} on {source.suite_id} {source.dataset}"
    notes = [f"{name} is not installed: {install_extra(_EXTRA)}" for name in absent]
    notes += [
        f"{each.name} {each.version} was not tried; {TESTED[each.name]} was"
        for each in graders
        if each.version and each.version != TESTED[each.name]
    ]
    print_tables(*comparison_tables(of, answers, graders, notes))
    if export is not None:
        disputed = [label_record(answer) for answer in answers if answer.is_disputed]
        write_atomic(export, dump_records(export, disputed))
        say(f"wrote {export}: {len(disputed)} answers without a label")


def comparison_tables(
    title: str, answers: Sequence[GradedAnswer], graders: Sequence[Grader], notes: Sequence[str]
) -> list[TitledTable]:
    """Return three tables: lines of graders, of pairs, and of answers on which graders disagree."""
    from benchmark.interchange.graders import outcome_word, pairs_of

    totals = []
    for grader in graders:
        found = [answer.passed(grader.name) for answer in answers]
        judged = sum(passed is not None for passed in found)
        share = percent(found.count(True) / judged) if judged else None
        empty = sum(answer.kept[grader.name].empty for answer in answers)
        totals.append((grader.name, grader.version, judged, found.count(True), share, empty))
    disputed = [answer for answer in answers if answer.is_disputed]
    names = [grader.name for grader in graders]
    return [
        TitledTable(title, ("grader", "version", "judged", "passed", "%", "no code"), totals, notes),
        TitledTable(
            "pairs",
            ("first", "second", "both pass", "only first", "only second", "neither"),
            pairs_of(answers, graders),
        ),
        TitledTable(
            f"{len(disputed)} of {len(answers)} answers on which graders disagree",
            ("answer", *names),
            [
                (sample_name(answer.completion.key), *(outcome_word(answer.outcomes[name]) for name in names))
                for answer in disputed
            ],
        ),
    ]
