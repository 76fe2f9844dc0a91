"""The work of `sightbench review sample`."""

from collections.abc import Sequence
from pathlib import Path

import click

from benchmark.cli.shared.named_tasks import tasks_of
from benchmark.cli.shared.say import say_note
from benchmark.core.errors import BadInput, printable_text
from benchmark.core.verdict import ERROR_TYPES
from benchmark.files.naming import bare_name
from benchmark.review.draw import SamplingPlan, draw
from benchmark.review.judges import read_points, read_replies, with_scores
from benchmark.review.population import (
    PopulationMember,
    ReviewQuestion,
    has_error_types,
    read_population,
)
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
    scores: tuple[Path, ...],
    replies: tuple[Path, ...],
    tasks: tuple[Path, ...],
    suite: str,
    dataset: str,
) -> None:
    """Draw samples, and write the sheet and its key."""
    if kinds and asked != "errors":
        raise BadInput("--kind", "", f"cannot be used with --asked {asked}", "use --asked errors")
    if out.suffix != ".csv":
        raise BadInput("--out", "", f"must end in .csv, got {out.name}", "use a name such as sheet.csv")
    known = tasks_of(tasks, suite, dataset)
    members = read_population(verdicts, predictions, known)
    if scores or replies:
        members = _with_scores(members, verdicts, scores, replies, asked)
    if asked == "points" and all(member.verdict.points is None for member in members):
        say_note("note: the verdicts have no points to compare with those of people")
    if asked == "scores" and any(member.verdict.points is None for member in members):
        problem = "a verdict has no points, so there is no score to review"
        raise BadInput("--asked scores", "", problem, "give verdicts with points")
    if asked == "reasoning":
        by, kinds = by or ("outcome",), (*REASONED, *REASONING_ERRORS)
    if not predictions:
        say_note("note: the sheet shows no answers; add them with --predictions")
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


def _with_scores(
    members: tuple[PopulationMember, ...],
    verdicts: Sequence[Path],
    scores: Sequence[Path],
    replies: Sequence[Path],
    asked: ReviewQuestion,
) -> tuple[PopulationMember, ...]:
    """Replace the points of all samples by those of another judge."""
    if asked not in ("scores", "points"):
        raise BadInput("--scores", "", f"cannot be used with --asked {asked}", "use --asked scores or points")
    for name, given in (("--scores", scores), ("--replies", replies or scores)):
        if len(given) != len(verdicts):
            problem = f"has {len(given)} files, but there are {len(verdicts)} verdict files"
            raise BadInput(name, "", problem, "give one per verdict file, in the same order")
    for number, path in enumerate(verdicts):
        reasons = read_replies(replies[number]) if replies else None
        members = with_scores(members, printable_text(bare_name(path)), read_points(scores[number]), reasons)
    return members
