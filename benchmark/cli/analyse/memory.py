"""`sightbench analyse memory`: find wrong answers that solve another problem."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from benchmark.analysis.wording import percent, percent_range
from benchmark.cli.shared.console import print_tables, progress
from benchmark.cli.shared.options import PATH, preset_option, tasks_options, workers_option
from benchmark.core.errors import BadInput, quote_value
from benchmark.core.sample import Sample, SampleKey, sample_name
from benchmark.core.suite_facts import TitledTable
from benchmark.files.atomic import bare_name

if TYPE_CHECKING:
    from benchmark.core.verdict import Status
    from benchmark.pipeline.replicate.memory import OtherProblem


@click.command()
@click.argument("predictions", metavar="PREDICTIONS", type=PATH)
@tasks_options
@click.option(
    "--verdicts", type=PATH, help="Verdict file of these predictions; without it, they are judged first."
)
@click.option(
    "--sources",
    type=PATH,
    multiple=True,
    help="Task file of problems that the tasks were adapted from; each `stem` names the id or the stem of"
    " the adapted task. May be repeated.",
)
@preset_option(
    "--extraction",
    type=click.Choice(["own", "upstream", "upstream-v2"]),
    default="own",
    help="Extraction rule: how the code is taken from a completion.",
)
@workers_option
def command(
    *,
    predictions: Path,
    tasks: tuple[Path, ...],
    suite: str,
    dataset: str,
    verdicts: Path | None,
    sources: tuple[Path, ...],
    extraction: str,
    workers: int | None,
) -> None:
    """Count wrong answers that are right for another problem than the one shown.

    Judges each wrong answer with the tests of other problems: its task's twins (the same text, another
    picture), its mutations (other tasks of the same stem), and the problems in --sources. An answer that
    passes was not read from the picture: it was guessed, remembered or misread.

    Reads PREDICTIONS, the tasks, --verdicts and --sources; writes nothing. Runs answers in the sandbox. Needs
    no network and no keys. Safe to repeat.
    """
    from benchmark.core.verdict import Status, Verdict
    from benchmark.files.predictions import match_to_tasks, read_predictions
    from benchmark.files.tasks import read_tasks
    from benchmark.pipeline.judge.evaluate import extract_and_judge
    from benchmark.pipeline.judge.extracting import extract_all, raw_samples
    from benchmark.pipeline.judge.local_pool import LocalPool
    from benchmark.pipeline.replicate.memory import find_solved_others, other_problems
    from benchmark.pipeline.sources import source_of
    from benchmark.sandbox.host.probe import guest_versions
    from benchmark.scoring.metrics import clustered_wilson

    source = source_of(tasks, suite, dataset)
    listed = [task for path in sources for task in read_tasks(path)]
    known = other_problems(source.tasks, listed)
    if not any(known.values()):
        problem = "no task has a twin, a mutation or a listed source"
        fix = "name a file of the problems that the tasks were adapted from"
        raise BadInput("--sources", "", problem, fix)
    completions = read_predictions(predictions)
    match_to_tasks(predictions, completions, source.tasks, partial=True)
    by_id = {task.id: task for task in source.tasks}
    raw = raw_samples(by_id, completions, source.rule(extraction).extract)
    pool = LocalPool(workers)
    # Called for its probe: a machine that cannot judge is refused before anything is extracted.
    guest_versions()
    with progress("extracting answers" if verdicts else "judging") as report_progress:
        if verdicts is None:
            samples, outcomes = extract_and_judge(raw, executor=pool, progress=report_progress)
            statuses = {each.key: each.status for each in outcomes if isinstance(each, Verdict)}
        else:
            samples = extract_all(raw, workers=pool.workers, progress=report_progress)
            statuses = _read_statuses(verdicts, samples)
    wrong = [
        sample
        for sample in samples
        # A sample without a verdict is not known to be wrong.
        if statuses.get(sample.key, Status.PASSED) is not Status.PASSED and not sample.answer.empty
    ]
    with progress("judging by tests of other problems") as report_progress:
        solved = find_solved_others(wrong, known, pool, report_progress)
    rows = []
    for kind in ("twin", "mutation", "source", "any"):
        # Not all wrong answers: some tasks have no twin, mutation or source.
        compared = [each for each in solved if _has_kind(known[each.sample.task.id], kind)]
        values = [float(_has_kind(each.others, kind)) for each in compared]
        families = [each.sample.task.family for each in compared]
        shares = (
            (percent(sum(values) / len(values)), percent_range(*clustered_wilson(values, families)))
            if values
            else (None, "")
        )
        rows.append((kind if kind == "any" else f"a {kind}", int(sum(values)), len(values), *shares))
    of = f"{bare_name(predictions)} on {source.suite_id} {source.dataset}"
    notes = [
        f"{answer.sample.task.id}#{answer.sample.draw} solves "
        + ", ".join(f"{other.kind} {other.task.id}" for other in answer.others)
        for answer in solved
        if answer.others
    ]
    if missing := sum(answer.missing for answer in solved):
        notes.append(f"{missing} comparisons have no verdict, because the sandbox failed")
    heads = ("solves", "answers", "compared", "%", "95 % interval")
    print_tables(TitledTable(f"{of}: {len(solved)} wrong answers of {len(statuses)}", heads, rows, notes))


def _has_kind(others: Sequence[OtherProblem], kind: str) -> bool:
    return any(kind in ("any", other.kind) for other in others)


def _read_statuses(path: Path, samples: Sequence[Sample]) -> dict[SampleKey, Status]:
    from benchmark.core.verdict import Verdict
    from benchmark.files.verdicts import read_verdicts

    found = {outcome.key: outcome.status for outcome in read_verdicts(path) if isinstance(outcome, Verdict)}
    if unknown := sorted(found.keys() - {sample.key for sample in samples}):
        problem = f"{quote_value(sample_name(unknown[0]))} is not among the predictions"
        raise BadInput(path, "", problem, "name the verdict file of these predictions")
    return found
