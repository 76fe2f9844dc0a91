"""`sightbench dataset fetch`: download an official data set, or store the prompts that a paper prints."""

from __future__ import annotations

from dataclasses import fields
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from benchmark.cli.shared.console import progress
from benchmark.cli.shared.options import PATH, refuse_others
from benchmark.core.errors import BadInput, OurFailure, quote_value
from benchmark.datasets.official import LOCK, FetchRequest

if TYPE_CHECKING:
    from benchmark.datasets.store import FetchedSet


@click.command()
@click.argument("suite")
@click.option("--version", help="Version of the data set, such as v1; the latest by default.")
@click.option("--from", "source", type=PATH, help="Read the data from this folder or file, not from the hub.")
@click.option("--record", is_flag=True, help="Fill in the empty fields of datasets.lock.")
@click.option("--revision", default="", help="With --record: the commit to pin, if datasets.lock has none.")
@click.option("--again", is_flag=True, help="Fetch the data even if they are already there.")
@click.option("--check-counts", is_flag=True, help="For mathopeval: refuse other numbers than the paper's.")
@click.option(
    "--lock", type=PATH, default=LOCK, help="Lock file; by default the datasets.lock of this version."
)
@click.option(
    "--paper", type=PATH, help="Store the prompts of this paper instead: a .txt, .html or .pdf file."
)
def command(*, paper: Path | None, **options: Any) -> None:
    """Fetch a data set of SUITE: humaneval-v, mmcode, code-vision or mathopeval; or the prompts of its paper.

    Fetches HumanEval-V and MMCode from the Hugging Face hub, and the authors' prompts from their
    repositories. MMCode becomes two data sets: `official`, its test split, and `official-all`. The tasks
    of Code-Vision are in its authors' result files at a pinned commit; --from names a folder with them, only
    --again may be added, and the extra `hub` is not needed.

    No public place of MathOPEval's data is known: --from names a folder with samples.jsonl and pictures,
    whose form is in benchmark/suites/mathopeval/official.md. Only --again and --check-counts may be added. It
    becomes `official-choice`, `official-free` and, of LaTeX that the judge of figures does not read,
    `official-latex`. An error names the file, the line, the field and the fix.

    Reads datasets.lock, which pins revisions, numbers of rows and digests. Refuses data that differ from the
    lock. Prints the digest of the rows; --record adds missing ones to the lock, and later fetches must match.

    Writes tasks, pictures and prompts to this user's folder of data sets (or to the folder in
    SIGHTBENCH_DATASETS), completely or not at all. Resumes an interrupted download. Safe to repeat: existing
    data are not fetched again.

    --from reads a folder or a file instead: parquet or Arrow, such as a clone of the authors' repository or
    what the hub's library has saved, and the prompts if the authors' source is there. Of several splits it
    reads `test`. For mmcode it reads JSON Lines (.jsonl or .jsonl.gz), a folder with a folder per problem
    (data.json and images/1.png, ...), or an archive of such a folder (.zip, .tar.gz). Problems that were
    repaired or left out are named.

    Then, for humaneval-v, tries every test script with the task's reference answer, or with an empty
    function if there is none, and names the tasks whose scripts cannot judge an answer here.

    --paper finds the prompts that the paper of SUITE (humaneval-v or mathopeval) prints, checks them, and
    stores them in the same place. We may not copy these texts, so they are read from the paper that you have,
    by their headings. Each found text is shown with its first words and compared with the SHA-256 of the
    paper's. White space, quotes, dashes and marks of Markdown and LaTeX do not count, as they differ between
    a PDF file, a page and a transcript. If a text differs, nothing is stored. Then `prompt: paper` can be
    used in submissions, `--prompt paper` in `generate` and `tasks`, and for mathopeval also
    `rubric --rubrics paper`. PDF files need the program pdftotext.

    Needs the network, unless --from or --paper is given (HF_ENDPOINT names a mirror of the hub), and for a
    data set the extra `hub`. Needs no keys.
    """
    if paper is not None:
        refuse_others("--paper", ("suite", "paper"))
        _store_prompts(options["suite"], paper)
        return
    from benchmark.suites.official_sets import OFFICIAL

    request = FetchRequest(**options)
    suite, source = request.suite, request.source
    if suite not in OFFICIAL:
        problem = f"{quote_value(suite)} has no official data set to fetch"
        raise BadInput("SUITE", "", problem, f"use one of: {', '.join(OFFICIAL)}")
    if source is not None and not source.exists():
        problem = f"{quote_value(str(source))}: no such file or folder"
        raise BadInput("--from", "", problem, "check the path")
    official = OFFICIAL[suite]
    for field in fields(request):
        name = field.name
        given = name != "suite" and getattr(request, name) not in (field.default, "", None)
        if given and name not in {*official.options, "source", "again"}:
            problem = f"cannot be used with {suite}{official.reason}"
            raise BadInput(f"--{name.replace('_', '-')}", "", problem, "leave it out")
    for dataset, found in official.fetch(request, click.echo).items():
        _try_tests(dataset, found, official.commands[dataset])


def _try_tests(dataset: str, found: FetchedSet, command_text: str) -> None:
    """Try the test scripts of a data set, unless that was done before, and name those that break."""
    from benchmark.datasets.store import load_tasks, record_broken_tests
    from benchmark.pipeline.judge.local_pool import LocalPool
    from benchmark.pipeline.judge.script_check import broken_tests

    broken = found.broken
    if broken is None:
        tasks = load_tasks(found.suite, dataset, command_text)
        try:
            with progress("trying test scripts") as report:
                broken = broken_tests(tasks, LocalPool(), report)
        except (BadInput, OurFailure) as failure:
            click.echo(f"test scripts were not tried: {failure}", err=True)
            click.echo(f"  fix: {failure.fix or 'correct this'}; then fetch the data set again", err=True)
            return
        record_broken_tests(found, broken)
    click.echo(f"test scripts: {found.tasks - len(broken)} of {found.tasks} work")
    for task_id, reason in broken.items():
        click.echo(f"  {task_id} is broken: {reason}")
    if broken:
        click.echo("answers to these tasks get no verdict, or a wrong one")


def _store_prompts(suite: str, paper: Path) -> None:
    from benchmark.suites import SUITES
    from benchmark.suites.paper_prompts import (
        describe_found,
        find_prompts,
        printed_prompts,
        read_paper,
        store_prompts,
    )

    if suite not in SUITES or not printed_prompts(suite):
        having = ", ".join(name for name in SUITES if printed_prompts(name))
        problem = f"no prompt of a paper is known for {quote_value(suite)}"
        raise BadInput("SUITE", "", problem, f"use one of: {having}")
    found = find_prompts(suite, read_paper(paper))
    for each in found:
        click.echo(describe_found(each))
    wrong = [each.printed.name for each in found if each.problem and each.text]
    right = [each for each in found if not each.problem]
    if wrong:
        problem = f"{', '.join(wrong)}: the text found is not the paper's, so nothing was stored"
        raise BadInput(paper, "", problem, "give a .txt file, and correct it where it differs from the paper")
    if not right:
        title = printed.title if (printed := SUITES[suite].paper) else suite
        raise BadInput(paper, "", "has none of the prompts", f"give the paper {quote_value(title)}, whole")
    path = store_prompts(suite, paper.name, right)
    click.echo(f"{len(right)} of {len(found)} prompts stored in {path}")
