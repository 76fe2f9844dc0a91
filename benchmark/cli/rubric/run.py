"""The work of `sightbench rubric`."""

import contextlib
import re
from collections.abc import Iterator
from pathlib import Path

import click
from rich.table import Table

from benchmark.cli.generate.lending import lent_keys
from benchmark.cli.generate.progress import Display
from benchmark.cli.generate.wording import estimate_line
from benchmark.cli.shared.assets import asset_fetcher
from benchmark.cli.shared.console import output
from benchmark.core.digest import digest_lines
from benchmark.core.errors import BadInput, OurFailure
from benchmark.files.atomic import make_folder, write_atomic
from benchmark.files.predictions import completions_digest
from benchmark.files.tasks import tasks_digest
from benchmark.generation.asking.ending import RunInterrupted
from benchmark.generation.wire.access import ModelAccess
from benchmark.pipeline import sources
from benchmark.pipeline.generate.generate import GenerationListener
from benchmark.pipeline.generate.generation_plan import GenerationPlan
from benchmark.pipeline.generate.prepare import PreparedStage
from benchmark.pipeline.rubric.asking import ask, estimate_rubric
from benchmark.pipeline.rubric.inputs import RubricInput, input_of_predictions, input_of_row
from benchmark.pipeline.rubric.judge_file import read_judge
from benchmark.pipeline.rubric.means import cell_means
from benchmark.pipeline.rubric.record import check_complete, files_of, make_scores
from benchmark.pipeline.rubric.requests import RubricPlan
from benchmark.results.ledger import read_row
from benchmark.results.rubric import RubricScores, why_without_means

_ROW = re.compile(r"[0-9a-f]{64}\.json")
_INTERRUPTED = 130


def run(
    *,
    answers: Path,
    judge: Path,
    out: Path,
    tasks: tuple[Path, ...],
    suite: str,
    dataset: str,
    setting: str,
    extraction: str | None,
    repeats: int,
    budget: float | None,
    estimate: bool,
    lend: tuple[str, ...],
    assets: str,
) -> None:
    """Ask the model, write its scores and replies, and print the means."""
    access = read_judge(judge)
    with contextlib.ExitStack() as stack:
        if _ROW.fullmatch(answers.name):
            for name, given in (("--suite", suite), ("--setting", setting), ("--extraction", extraction)):
                if given:
                    raise BadInput(name, "", "cannot be used with ROW", "leave it out: the row names it")
            row = read_row(answers)
            source = (
                sources.from_files(tasks)
                if tasks
                else sources.from_suite(row.result.suite, row.result.dataset, answers)
            )
            judged = input_of_row(row, answers, source, asset_fetcher(assets, stack))
        else:
            source = _source(tasks, suite, dataset)
            judged = input_of_predictions(answers, source, extraction=extraction or "own", setting=setting)
    plan = RubricPlan(
        samples=judged.samples,
        suite=judged.source.suite_id,
        dataset=judged.source.dataset,
        access=access,
        folder=out / f"asked.{_digest(judged, access)[:12]}",
        repeats=repeats,
        budget=budget,
        lent=lent_keys(lend),
    )
    check_complete(plan)
    if estimate:
        click.echo(f"{access.model}: {estimate_line(estimate_rubric(plan))}")
        return
    make_folder(plan.folder)
    scores, replies = make_scores(plan, ask(plan, _listen), judged.judged)
    for name, data in files_of(scores, replies).items():
        write_atomic(out / name, data)
    _print(scores, judged)
    click.echo(f"scores: {out / next(iter(files_of(scores, replies)))}")
    if problem := why_without_means(scores.result):
        fix = "ask another model, or use another folder to ask this one again, perhaps with more max_tokens"
        raise OurFailure(f"{problem}, so no mean is shown", fix)


def _source(tasks: tuple[Path, ...], suite: str, dataset: str) -> sources.TaskSource:
    if bool(tasks) == bool(suite):
        problem = "cannot be used with --suite" if tasks else "is missing, and so is --suite"
        raise BadInput("--tasks", "", problem, "name the tasks of the answers")
    return sources.from_files(tasks) if tasks else sources.from_suite(suite, dataset)


def _digest(judged: RubricInput, access: ModelAccess) -> str:
    """Return a digest of the answers and the model, so that two models never share a folder of replies."""
    of_answers = [tasks_digest(judged.judged.tasks), completions_digest(judged.judged.completions)]
    return digest_lines([*of_answers, access.provider, access.model, access.base_url or ""])


@contextlib.contextmanager
def _listen(plan: GenerationPlan, prepared: tuple[PreparedStage, ...]) -> Iterator[GenerationListener]:
    """Show the progress of one step."""
    display = Display(plan, [ready.key_use for ready in prepared if ready.key_use])
    try:
        with display:
            yield GenerationListener(display.show_estimate, display.update, display.show_stop)
    except RunInterrupted:
        click.echo(f"interrupted; {display.summary()}; run the same command to continue", err=True)
        raise click.exceptions.Exit(_INTERRUPTED) from None


def _print(scores: RubricScores, judged: RubricInput) -> None:
    table = Table("cell", "mean of 1 to 10", "samples", "no score", box=None, pad_edge=False)
    for found in cell_means(scores.result, judged.judged.tasks):
        mean = "–" if found.mean is None else f"{found.mean:.2f}"
        table.add_row(found.cell, mean, str(found.scored), str(found.unscored))
    console = output()
    console.print(table)
    result = scores.result
    models = ", ".join(result.judge.models) or result.judge.model
    console.print(f"scored by {models}; other models' scores are not comparable")
    if result.unasked:
        console.print(
            f"{len(result.unasked)} answer(s) without code have the lowest score and were not asked about"
        )
    for name, reason in list(result.unscored.items())[:5]:
        console.print(f"no score: {name}: {reason}")
    if scores.run.cost_usd is not None:
        console.print(f"cost: ${scores.run.cost_usd:.4f}")
