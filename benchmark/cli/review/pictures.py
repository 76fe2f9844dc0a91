"""`sightbench review pictures`: a model labels or describes pictures, and people correct it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from benchmark.analysis.wording import plural
from benchmark.cli.generate.lending import lend_option
from benchmark.cli.review.score import SPAN, agreement_table, interval_cells
from benchmark.cli.shared.console import print_tables
from benchmark.cli.shared.options import FOLDER, PATH, estimate_option, tasks_options
from benchmark.core.suite_facts import TitledTable
from benchmark.scoring.installed import need_statistics

if TYPE_CHECKING:
    from benchmark.generation.wire.access import ModelAccess
    from benchmark.review.pictures import Asked, Corrections, MadeText, PictureWork

_EXAMPLES = """\b
Examples:
  sightbench review pictures --asked labels --suite mmcode --dataset official --model_name openai/gpt-x \\
      --budget 5 --out pictures
  sightbench review pictures --asked labels --suite mmcode --dataset official --out pictures labels.anna.json
"""
_FEW = 30  #: fewer pictures than this are called few


@click.command(epilog=_EXAMPLES)
@click.argument("saved", metavar="[SAVED]...", nargs=-1, type=PATH)
@click.option(
    "--asked",
    type=click.Choice(["labels", "captions"]),
    required=True,
    help="What the model says of each picture: whether it carries something, or a caption.",
)
@click.option("--out", type=FOLDER, required=True, help="Folder of the replies, the sheet and the result.")
@click.option("--model_name", default="", help="Model to ask: PROVIDER/MODEL, or a file as for `rubric`.")
@tasks_options
@click.option("--limit", type=click.IntRange(min=1), help="Ask about the first tasks only, this many.")
@click.option(
    "--budget", type=float, help="Maximum cost in US dollars; no call is started that could exceed it."
)
@estimate_option
@lend_option
def command(
    *,
    saved: tuple[Path, ...],
    asked: Asked,
    out: Path,
    model_name: str,
    tasks: tuple[Path, ...],
    suite: str,
    dataset: str,
    limit: int | None,
    budget: float | None,
    estimate: bool,
    lend: Mapping[str, str],
) -> None:
    """Let a model say which pictures carry nothing, or make captions, and let people correct it.

    With --model_name, asks the model once per task that has pictures, for a label of each picture (needed,
    helpful or nothing, with a reason) or for captions. A reply that cannot be read gives no label and no
    caption, and is counted. Then writes the sheet, --out/labels.html: a page for people that works from
    disk. Each person gets a copy, and saves a file with what is corrected.

    Reads these files, SAVED, and adds them to --out/labels.people.jsonl, with names and times; nothing in it
    is ever removed. Prints how far the model and each person agree on which pictures carry nothing, or how
    many captions people left as they were. Writes --out/labels.final.jsonl: people's labels, else the
    model's. With --asked captions, the files are named so, and captions.final.jsonl is what a `captioner` of
    the provider `replay` reads.

    With --model_name needs the network and the model's key; with --estimate neither. Agreement needs the
    extra `statistics`. Safe to repeat: asks only for what is missing.
    """
    from benchmark.pipeline.sources import source_of
    from benchmark.review.pictures import PictureWork, add_corrections, read_made, write_final, write_sheet

    work = PictureWork(asked=asked, source=source_of(tasks, suite, dataset), out=out)
    if model_name:
        _ask(work, _access(model_name), limit, budget, lend, estimate=estimate)
    if estimate:
        return
    made = read_made(work)
    corrections = add_corrections(work, made, saved)
    sheet, final = write_sheet(work, made), write_final(work, made, corrections)
    print_tables(_made_table(work, made, corrections))
    if corrections:
        need_statistics()
        print_tables(_people_table(work, made, corrections))
    click.echo(f"sheet for people: {sheet}")
    click.echo(f"result: {final}")


def _access(name: str) -> ModelAccess:
    from benchmark.cli.generate.upstream import access_named
    from benchmark.pipeline.generate.submitted_model import read_model

    return read_model(Path(name)) if name.endswith((".yaml", ".yml")) else access_named(name)


def _ask(
    work: PictureWork,
    access: ModelAccess,
    limit: int | None,
    budget: float | None,
    lent: Mapping[str, str],
    *,
    estimate: bool,
) -> None:
    from benchmark.cli.generate.progress import shown_progress
    from benchmark.files.atomic import make_folder
    from benchmark.pipeline.generate.generate import estimate_plan, generate_unless_refused
    from benchmark.pipeline.generate.prepare import prepare
    from benchmark.pipeline.generate.wording import estimate_line
    from benchmark.review.pictures import plan_of_pictures

    plan = plan_of_pictures(work, access, budget=budget, limit=limit, lent=lent)
    prepared = prepare(plan, calls=not estimate)
    if estimate:
        click.echo(f"{access.model}: {estimate_line(estimate_plan(plan, prepared))}")
        return
    make_folder(work.out)
    generate_unless_refused(plan, prepared, shown_progress)


def _made_table(work: PictureWork, made: Sequence[MadeText], corrections: Corrections) -> TitledTable:
    """Return how many pictures have which label or a caption, by the model and by each person."""
    from benchmark.review.pictures import LABELS, MODEL, UNREAD, by_person

    tasks = len({each.task.id for each in made})
    title = f"{plural(len(made), 'picture')} of {plural(tasks, 'task')}"
    kinds = (*LABELS, UNREAD) if work.asked == "labels" else ("caption", UNREAD)

    def counts(texts: list[str]) -> list[int]:
        found = Counter((text if work.asked == "labels" else "caption") if text else UNREAD for text in texts)
        return [found[kind] for kind in kinds]

    rows: list[tuple[str | float, ...]] = [(MODEL, *counts([each.said for each in made]))]
    for person, own in by_person(corrections).items() if work.asked == "labels" else ():
        rows.append((person, *counts([correction.said for correction in own.values()])))
    unread = Counter(each.reason for each in made if not each.said)
    notes = [f"{UNREAD}: {number} × {why}" for why, number in unread.most_common(5)]
    return TitledTable(title, ("who", *kinds), rows, notes)


def _people_table(work: PictureWork, made: Sequence[MadeText], corrections: Corrections) -> TitledTable:
    from benchmark.review.pictures import caption_shares, carries_nothing

    corrected = {key for _, key in corrections}
    notes = [*_notes(len(corrected), len(made))]
    if work.asked == "labels":
        blind = sum(not correction.seen for correction in corrections.values())
        notes.append(
            f"{blind} of {plural(len(corrections), 'label')} were given before the model's was opened"
        )
        title = "agreement on which pictures carry nothing (label nothing, or any other)"
        return agreement_table(carries_nothing(made, corrections), notes, title)
    shares = [*caption_shares(made, corrections)]
    rows = []
    for found in shares:
        cells = ("–", "–", 0) if found.accepted is None else interval_cells(found.accepted)
        rows.append((found.person, *cells, found.edited, found.written))
        if found.stale:
            older = plural(found.stale, "correction")
            notes.append(f"{found.person}: {older} of captions that the model has made anew, not counted")
    head = ("who", "left as it was, %", SPAN, "captions", "edited", "written anew")
    return TitledTable("captions that people left as they were", head, rows, notes)


def _notes(corrected: int, made: int) -> Iterator[str]:
    if corrected < made:
        yield f"people have said something about {corrected} of {plural(made, 'picture')}"
    if corrected < _FEW:
        yield f"{plural(corrected, 'picture')} are few: the intervals show how little they tell"
