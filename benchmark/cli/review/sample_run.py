"""The work of `sightbench review sample`."""

from pathlib import Path

import click

from benchmark.cli.shared.named_tasks import tasks_of
from benchmark.core.errors import BadInput
from benchmark.core.verdict import ERROR_TYPES
from benchmark.review.draw import SamplingPlan, draw
from benchmark.review.population import ReviewQuestion, has_error_types, read_population
from benchmark.review.sheet import LABELS, REASONED, REASONING_ERRORS, SheetQuestion, write_sample


def run(
    *,
    verdicts: tuple[Path, ...],
    out: Path,
    each: int,
    by: tuple[str, ...],
    only: str | None,
    same: bool,
    asked: ReviewQuestion,
    kinds: tuple[str, ...],
    seed: int,
    predictions: tuple[Path, ...],
    tasks: tuple[Path, ...],
    suite: str,
    dataset: str,
) -> None:
    """Draw samples, and write the sheet and its key."""
    if kinds and asked != "errors":
        raise BadInput("--kind", "", f"cannot be used with --asked {asked}", "use --asked errors")
    if out.suffix != ".csv":
        raise BadInput("--out", "", f"must end in .csv, got {out.name}", "use a name such as sheet.csv")
    members = read_population(verdicts, predictions, tasks_of(tasks, suite, dataset))
    if asked == "points" and all(member.verdict.points is None for member in members):
        click.echo("note: the verdicts have no points to compare with those of people", err=True)
    if asked == "scores" and any(member.verdict.points is None for member in members):
        problem = "a verdict has no points, so there is no score to review"
        raise BadInput("--asked scores", "", problem, "give verdicts with points")
    if asked == "reasoning":
        by, kinds = by or ("outcome",), (*REASONED, *REASONING_ERRORS)
    if not predictions:
        click.echo("note: the sheet shows no answers; add them with --predictions", err=True)
    if asked == "errors" and not kinds and has_error_types(members):
        kinds = ERROR_TYPES
        click.echo(f"kinds of errors to choose from: {', '.join(kinds)}")
    plan = SamplingPlan(each=each, by=by, only=only or "", same=same, seed=seed)
    drawn = draw(members, plan)
    key = out.with_suffix(".key.json")
    write_sample(out, key, drawn, plan, SheetQuestion(asked=asked, kinds=kinds))
    for stratum in drawn.strata:
        fewer = f"; fewer than {each}" if stratum.drawn < each else ""
        click.echo(f"{stratum.name}: {stratum.drawn} of {stratum.population}{fewer}")
    click.echo(f"{out}: {len(drawn.members)} lines to label: {LABELS[asked]}")
    click.echo(f"{key}: the key, for `sightbench review score`")
