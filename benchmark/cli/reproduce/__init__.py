"""`sightbench reproduce`: make a table of a paper again, next to its printed numbers."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click

from benchmark.cli.shared.console import output, print_tables, progress
from benchmark.cli.shared.options import (
    FOLDER,
    PATH,
    estimate_option,
    one_record,
    preset_path,
    workers_option,
)
from benchmark.core.errors import BadInput, ManyBadInputs
from benchmark.core.suite_facts import TitledTable
from benchmark.scoring.installed import need_statistics

if TYPE_CHECKING:
    from benchmark.analysis.reproduce.cells import AnyScore, ComparedCell, PaperItem, PaperRun
    from benchmark.core.task import Task
    from benchmark.generation.wire.access import ModelAccess
    from benchmark.pipeline.generate.generation_plan import GenerationPlan

_EXAMPLES = """\b
Examples:
  sightbench reproduce --list
  sightbench reproduce humaneval-v table-8
  sightbench reproduce code-vision results
  sightbench reproduce humaneval-v table-2 --model openai/gpt-4o --row GPT-4o --estimate
"""
_SECONDS = 10.0


@dataclass(frozen=True, slots=True, kw_only=True)
class ReproduceOptions:
    """The options of `sightbench reproduce`."""

    paper: str | None
    table: str | None
    listed: bool
    page: Path | None
    model: str | None
    row: str | None
    rows: Path | None
    source: Path | None
    plot: Path | None
    out: Path
    limit: int | None
    encoding: str
    budget: float | None
    estimate: bool
    workers: int | None
    rounds: int
    load: int
    seconds: float


@click.command(epilog=_EXAMPLES)
@click.argument("paper", required=False)
@click.argument("table", required=False)
@click.option("--list", "listed", is_flag=True, help="List all tables and figures of the papers.")
@click.option("--page", type=PATH, help="With --list: write the list to this Markdown file.")
@click.option("--model", help="Model to ask: PROVIDER/MODEL, or a YAML file with fields as in `model`.")
@click.option("--row", help="Row of the paper's table to compare with; by default that of the model's name.")
@click.option("--rows", type=FOLDER, help="Folder of rows to compare; by default those that are shipped.")
@click.option("--from", "source", type=FOLDER, help="For code-vision results: published answers to judge.")
@click.option("--plot", type=PATH, help="For correlations: draw all pairs, as Figure 6 does (.png or .svg).")
@preset_path("--out", default="build/reproduced", help="Folder for completions and verdicts.")
@click.option("--limit", type=click.IntRange(min=1), help="Number of tasks; by default all.")
@click.option(
    "--tokens", "encoding", default="", help="Count tokens of texts with this encoding of tiktoken."
)
@click.option("--budget", type=float, help="Maximum cost in US dollars of each run.")
@estimate_option
@click.option("--rounds", type=click.IntRange(1, 100), default=1, help="With --from: how often to judge.")
@click.option("--load", type=click.IntRange(0, 256), default=0, help="With --from: busy processes then.")
@click.option("--seconds", type=click.FloatRange(0.1, 600), default=_SECONDS, help="With --from: CPU limit.")
@workers_option
@one_record(ReproduceOptions)
def command(options: ReproduceOptions) -> None:
    """Make a table or figure of a paper again, and print each cell next to the printed one.

    PAPER is humaneval-v, mmcode, code-vision or mathopeval, and TABLE a name such as table-2. Data set,
    prompt, limits, extraction rule and protocol are those of the paper. Names what is missing: the data, the
    prompt, the model or its key. Runs what is there: asks --model and judges its answers, or compares rows,
    describes the data, or computes what follows from the paper's own numbers. --list says which it is.

    With --from, judges the answers that Code-Vision's authors publish, and compares all verdicts.

    Reads data sets that were fetched, and rows. Needs the network and a key only with --model; with
    --estimate neither. Writes to --out, or to --page. Safe to repeat: continues where it stopped. Exit code
    1 if a published verdict differs, 2 if nothing of the table can be made.
    """
    need_statistics("reproduce")
    from benchmark.analysis.reproduce.cells import find_item, list_page, paper_items

    if options.listed:
        if options.page is not None:
            from benchmark.files.atomic import write_atomic

            write_atomic(options.page, list_page().encode())
            return
        rows = [(item.paper, item.id, item.title, *item.state_here) for item in paper_items()]
        print_tables(TitledTable("", ("paper", "item", "contents", "state", ""), rows))
        return
    if options.paper is None or options.table is None:
        problem = "needs the names of a paper and of one of its tables"
        raise BadInput("PAPER TABLE", "", problem, "name both, such as humaneval-v table-8, or use --list")
    item = find_item(options.paper, options.table)
    if item.never:
        raise BadInput(f"{item.paper} {item.id}", "", f"cannot be made again: {item.never}", "use --list")
    if options.source is not None:
        if not item.recorded:
            raise BadInput("--from", "", "is for the published answers of code-vision", "leave it out")
        from benchmark.cli.reproduce.published_answers import judge_published

        judge_published(
            options.source,
            seconds=options.seconds,
            workers=options.workers,
            rounds=options.rounds,
            load=options.load,
            limit=options.limit,
        )
        return
    _reproduce(item, options)
    if item.note:
        output().print(item.note, markup=False)


def _reproduce(item: PaperItem, options: ReproduceOptions) -> None:
    from benchmark.analysis.forest_plot import write_grid
    from benchmark.analysis.reproduce.cells import collected_columns, compare_correlations, table_of

    match item.kind:
        case "correlations":
            cells = [*compare_correlations(item)]
            _print(item, cells)
            if options.plot is not None and (table := table_of(item)) is not None:
                texts = {(cell.model, cell.name): f"r = {cell.here:.2f}" for cell in cells}
                write_grid(options.plot, collected_columns(table), texts)
        case "prompts":
            _print_prompts(item)
        case "dataset":
            _print_dataset(item, options.encoding)
        case "scores":
            _score(item, options)


def _score(item: PaperItem, options: ReproduceOptions) -> None:
    """Compare rows, and what a model does, with the paper; name what is missing."""
    cells = [] if options.model is not None else _cells_of_rows(item, options)
    missing: list[BadInput] = []
    if not cells:
        plans: list[tuple[PaperRun, GenerationPlan]] = []
        for run in item.runs:
            try:
                plans.append((run, _plan(item, run, options)))
            except BadInput as error:
                # Several runs of a table lack the same data: said once.
                missing += [each for each in error.problems if str(each) not in {*map(str, missing)}]
        cells = [cell for run, plan in plans for cell in _cells_of_model(item, run, plan, options)]
        if not plans:
            raise ManyBadInputs(missing)
    if not options.estimate:
        _print(item, cells)
    for lacking in missing:
        output().print(f"left out: {lacking}", markup=False)


def _cells_of_rows(item: PaperItem, options: ReproduceOptions) -> list[ComparedCell]:
    """Return the cells of rows that were made as the paper did."""
    from benchmark.analysis.groups import question_of
    from benchmark.analysis.reproduce.cells import compare_run, paper_rows
    from benchmark.files.shipped import SHIPPED
    from benchmark.results.ledger import check_rows_folder, read_rows

    folder = options.rows or (SHIPPED / "recorded" if item.recorded else None)
    if folder is None:
        return []
    check_rows_folder(folder)
    cells: list[ComparedCell] = []
    # Rows come oldest first, so the newest one of a question stays.
    newest = {question_of(row): row for row in read_rows(folder)}
    for row in newest.values():
        made = row.result
        for run in item.runs:
            asked = (item.suite, item.dataset, run.setting, run.protocol, run.prompt, item.extraction)
            names = (made.suite, made.dataset, made.setting, made.protocol, made.prompt.name, made.extraction)
            if asked == names:
                slug = made.submission.slug
                found = paper_rows(item, run, options.row or slug)
                cells += compare_run(item, run, made.submission.name, made.scores, found)
    return cells


def _plan(item: PaperItem, run: PaperRun, options: ReproduceOptions) -> GenerationPlan:
    """Return how a model is asked for one run of the paper.

    Raises:
        BadInput: if the data, the prompt, the model or its key is missing.
    """
    from benchmark.core.first_picture import prompt_of
    from benchmark.pipeline import sources
    from benchmark.pipeline.generate.generation_plan import GenerationPlan
    from benchmark.suites import load

    suite = load(item.suite)
    problems: list[BadInput] = []
    tasks: tuple[Task, ...] = ()
    prompt = None
    try:
        tasks = sources.from_suite(item.suite, item.dataset).tasks
    except BadInput as error:
        problems.append(BadInput("data", "", error.problem, error.fix))
    try:
        prompt = prompt_of(suite, run.prompt, run.setting, item.dataset)
    except BadInput as error:
        problems.append(BadInput("prompt", run.setting, error.problem, error.fix))
    if options.model is None:
        problem = "no model is named, and no row has these numbers"
        problems.append(
            BadInput("--model", "", problem, "name one, such as openai/gpt-4o, or rows with --rows")
        )
    elif (access := _access(options.model)).api_key_env and not os.environ.get(access.api_key_env):
        problem = f"the variable {access.api_key_env} is not set"
        if not options.estimate:
            problems.append(BadInput("key", "", problem, "set it to the key of the server"))
    if problems or prompt is None:
        raise ManyBadInputs(problems)
    folder = options.out / item.paper / item.id
    name = f"{run.setting}.{run.protocol}.jsonl"
    return GenerationPlan(
        tasks=tasks,
        suite=item.suite,
        dataset=item.dataset,
        setting=run.setting,
        prompt=prompt,
        prompt_name=run.prompt,
        protocol=suite.asked.protocols[run.protocol].within(run.setting),
        access=access,
        # Ids of models have slashes, such as Qwen/Qwen2.5-VL-7B-Instruct.
        out=folder / "".join(c if c.isalnum() or c in "-_." else "-" for c in access.model) / name,
        limit=options.limit,
        budget=options.budget,
    )


def _access(model: str) -> ModelAccess:
    from benchmark.cli.generate.upstream import access_named
    from benchmark.pipeline.generate.submitted_model import read_model

    if model.endswith((".yaml", ".yml")):
        return read_model(Path(model))
    try:
        return access_named(model)
    except BadInput as error:
        # The error names --model_name, as this option is called in `generate`.
        raise BadInput("--model", error.place, error.problem, error.fix) from None


def _cells_of_model(
    item: PaperItem, run: PaperRun, plan: GenerationPlan, options: ReproduceOptions
) -> Iterator[ComparedCell]:
    """Ask the model, judge its answers, and yield the cells of the run."""
    from benchmark import library
    from benchmark.analysis.reproduce.cells import compare_run, error_cells, paper_rows
    from benchmark.analysis.studies.passk_curve import passk_curve
    from benchmark.cli.generate.progress import shown_progress
    from benchmark.core.task import TYPED_SUITES
    from benchmark.pipeline.generate.generate import estimate_plan, generate
    from benchmark.pipeline.generate.prepare import prepare
    from benchmark.pipeline.generate.wording import estimate_text

    ready = prepare(plan, calls=not options.estimate)
    if options.estimate:
        click.echo(f"{run.setting} {run.protocol}: {estimate_text(plan, estimate_plan(plan, ready))}")
        return
    with shown_progress(plan, ready) as display:
        generate(plan, ready, display.listener)
    verdicts = plan.out.with_suffix(".verdicts.jsonl.gz")
    with progress("judging") as report:
        found = library.evaluate(
            plan.out,
            library.load_tasks(item.suite, item.dataset),
            extraction=item.extraction,
            partial=options.limit is not None,
            workers=options.workers,
            verdicts=verdicts,
            progress=report,
        )
    scores: list[AnyScore] = [*found.scores]
    known = {score.metric for score in scores}
    # The paper's other values of k, which a row does not have.
    ks = [int(name[5:]) for name in run.cells.values() if name.startswith("pass@") and name not in known]
    if ks:
        scores += passk_curve(verdicts, plan.tasks, ks, [plan.protocol.draws]).points.values()
    rows = paper_rows(item, run, options.row or plan.access.model)
    if not rows and item.reported:
        output().print(f"the paper's table has no row {options.row or plan.access.model}", markup=False)
    yield from compare_run(item, run, plan.access.model, scores, rows)
    if not item.reported and item.suite in TYPED_SUITES:
        yield from error_cells(run, plan.access.model, found.verdicts)


def _print_dataset(item: PaperItem, encoding: str) -> None:
    """Print the numbers of the tasks, and next to the paper's where the table has the same ones."""
    from benchmark.analysis.reproduce.cells import compare_dataset, table_of
    from benchmark.cli.analyse.dataset import describe_tasks, report_of
    from benchmark.suites import suite_of

    tasks = suite_of(item.suite).datasets[item.dataset]()
    table = table_of(item)
    cells = [*compare_dataset(item, report_of(tasks, None, encoding))]
    if cells:
        _print(item, cells)
        if not encoding and item.id == "table-1":
            output().print("tokens are not counted; name an encoding with --tokens", markup=False)
        if table is not None and table.tasks not in (None, len(tasks)):
            output().print(f"{len(tasks)} tasks are here, and {table.tasks} in the paper", markup=False)
        return
    print_tables(*describe_tasks(tasks, encoding=encoding))
    if table is not None:
        heads = [column.title for column in table.columns]
        rows = [tuple(row.values()) for row in table.values()]
        print_tables(TitledTable(f"{table.source.citation}, {table.source.place}", heads, rows))


def _print_prompts(item: PaperItem) -> None:
    """Print length and digest of each stored prompt.

    Raises:
        BadInput: if one is not stored.
    """
    from benchmark.core.digest import sha256_hex
    from benchmark.suites.paper_prompts import stored_prompt

    missing = []
    for name in item.prompts:
        try:
            text = stored_prompt(item.suite, name)
        except BadInput as error:
            missing.append(error)
        else:
            words = f"{len(text):,} characters, SHA-256 {sha256_hex(text.encode())}"
            output().print(f"{name}: the paper's text is stored, {words}", markup=False)
    if missing:
        raise ManyBadInputs(missing)


def _print(item: PaperItem, cells: Sequence[ComparedCell]) -> None:
    def number(value: float | None, decimals: int) -> str | None:
        return None if value is None else f"{value + 0.0:.{decimals}f}"

    rows = [
        (
            cell.model,
            cell.name,
            number(cell.here, cell.decimals),
            ""
            if cell.low is None or cell.high is None
            else f"{cell.low:.{cell.decimals}f} to {cell.high:.{cell.decimals}f}",
            number(cell.paper, cell.decimals),
            number(cell.difference, cell.decimals),
        )
        for cell in cells
    ]
    known = [cell for cell in cells if cell.difference is not None]
    # Equal as printed: the paper rounds its numbers.
    explained = [cell for cell in known if cell.explained and not cell.is_equal]
    notes = [f"{cell.model}, {cell.name}: {cell.explained}" for cell in explained]
    why = f"; {len(explained)} more differ for a known reason" if explained else ""
    notes.append(
        f"{sum(cell.is_equal for cell in known)} of {len(known)} cells are equal to the paper's{why}"
    )
    first = "of" if item.kind == "dataset" else "model"
    heads = (first, "cell", "here", "95 % interval", "paper", "difference")
    title = f"{item.paper} {item.id}: {item.title}"
    print_tables(TitledTable(title, heads, rows, notes if known else ["no number of the paper is known"]))
