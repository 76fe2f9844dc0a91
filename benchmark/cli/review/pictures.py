"""`sightbench review pictures`: a model labels or describes pictures, and people correct it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from benchmark.analysis.wording import plural
from benchmark.cli.generate.lending import lend_option
from benchmark.cli.review.score import SPAN, agreement_table, interval_cells
from benchmark.cli.shared.console import print_tables
from benchmark.cli.shared.options import FOLDER, PATH, estimate_option, tasks_options
from benchmark.core.suite_facts import TitledTable
from benchmark.scoring.installed import need_statistics

if TYPE_CHECKING:
    from benchmark.review.pictures import Asked, MadeText, People, PictureWork

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
        _ask(work, model_name, estimate=estimate, limit=limit, budget=budget, lent=lend)
    if estimate:
        return
    made = read_made(work)
    people = add_corrections(work, made, saved)
    sheet, final = write_sheet(work, made), write_final(work, made, people)
    print_tables(_made_table(asked, made, people))
    if people:
        need_statistics()
        print_tables(_people_table(asked, made, people))
    click.echo(f"sheet for people: {sheet}")
    click.echo(f"result: {final}")


def _ask(work: PictureWork, model: str, *, estimate: bool, **given: Any) -> None:
    from benchmark.cli.generate.progress import shown_progress
    from benchmark.cli.generate.upstream import access_named
    from benchmark.files.atomic import make_folder
    from benchmark.pipeline.generate.generate import estimate_plan, generate_unless_refused
    from benchmark.pipeline.generate.prepare import prepare
    from benchmark.pipeline.generate.submitted_model import read_model
    from benchmark.pipeline.generate.wording import estimate_line
    from benchmark.review.pictures import plan_of_pictures

    access = read_model(Path(model)) if model.endswith((".yaml", ".yml")) else access_named(model)
    plan = replace(plan_of_pictures(work, access), **given)
    prepared = prepare(plan, calls=not estimate)
    if estimate:
        click.echo(f"{access.model}: {estimate_line(estimate_plan(plan, prepared))}")
        return
    make_folder(work.out)
    generate_unless_refused(plan, prepared, shown_progress)


def _made_table(asked: Asked, made: Sequence[MadeText], people: People) -> TitledTable:
    """Return how many pictures have which label, by the model and by each person, or a caption."""
    from benchmark.review.pictures import LABELS, MODEL, UNREAD

    tasks = len({each.task.id for each in made})
    title = f"{plural(len(made), 'picture')} of {plural(tasks, 'task')}"
    unread = Counter(each.reason for each in made if not each.said)
    notes = [f"{UNREAD}: {number} × {why}" for why, number in unread.most_common(5)]
    if asked == "captions":
        row = (MODEL, len(made) - unread.total(), unread.total())
        return TitledTable(title, ("who", "caption", UNREAD), [row], notes)
    said = {MODEL: [each.said or UNREAD for each in made]}
    said |= {person: [found.said for found in own.values()] for person, own in people.items()}
    rows: list[list[str | float | None]] = [
        [who, *map(labels.count, (*LABELS, UNREAD))] for who, labels in said.items()
    ]
    return TitledTable(title, ("who", *LABELS, UNREAD), rows, notes)


def _people_table(asked: Asked, made: Sequence[MadeText], people: People) -> TitledTable:
    """Return how far the model and people agree on pictures that carry nothing, or on captions."""
    from benchmark.review.pictures import caption_shares, carries_nothing

    corrected = len({key for own in people.values() for key in own})
    notes = [f"people have said something about {corrected} of {plural(len(made), 'picture')}"]
    if corrected < _FEW:
        notes.append(f"{plural(corrected, 'picture')} are few: the intervals show how little they tell")
    if asked == "labels":
        seen = [found.seen for own in people.values() for found in own.values()]
        given = plural(len(seen), "label")
        notes.append(f"{seen.count(False)} of {given} were given before the model's was opened")
        title = "agreement on which pictures carry nothing (label nothing, or any other)"
        return agreement_table(carries_nothing(made, people), notes, title)
    rows = []
    for found in caption_shares(made, people):
        cells = ("–", "–", 0) if found.accepted is None else interval_cells(found.accepted)
        rows.append((found.person, *cells, found.edited, found.written, found.stale))
    head = ("who", "left as it was, %", SPAN, "captions", "edited", "written anew", "not counted")
    notes.append("not counted: the model has made the caption anew since")
    return TitledTable("captions that people left as they were", head, rows, notes)
