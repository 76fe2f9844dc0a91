"""`sightbench import tasks`: data of EvalPlus and Code-Vision, and raw sets of contest problems."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from benchmark.analysis.wording import plural
from benchmark.cli.shared.console import progress
from benchmark.cli.shared.options import FOLDER, PATH, refuse_of_other_formats
from benchmark.cli.shared.say import say_note
from benchmark.core.errors import BadInput, quote_value
from benchmark.core.slug import is_slug

if TYPE_CHECKING:
    from benchmark.suites.mmcode.problems.report import ImportReport

_STEP = 500  #: problems per line of progress
_EXAMPLES = """\b
Examples:
  sightbench import tasks code-vision PUBLISHED --out build/code-vision
  sightbench import tasks evalplus HumanEvalPlus.jsonl.gz MbppPlus.jsonl.gz
  sightbench import tasks problems raw.jsonl.gz --out set --tests taco.jsonl.gz --test 263
"""
_OF_PROBLEMS = (
    "tests", "removals", "test", "seed", "labels", "several_answers", "dataset", "keep_pictureless"
)  # fmt: skip
#: Option → the formats that it belongs to.
_OPTIONS = {"out": ("code-vision", "problems"), **dict.fromkeys(_OF_PROBLEMS, ("problems",))}


@click.command(epilog=_EXAMPLES)
@click.argument("form", metavar="FORMAT", type=click.Choice(["code-vision", "evalplus", "problems"]))
@click.argument("paths", metavar="PATH...", nargs=-1, required=True, type=PATH)
@click.option("--out", type=FOLDER, help="Folder for the files; for problems empty, or of an earlier import.")
@click.option("--tests", type=PATH, help="JSON Lines with tests that are matched by URL, such as TACO's.")
@click.option("--remove-pictures", "removals", type=PATH, help="List of pictures to remove, one per line.")
@click.option(
    "--test",
    type=click.IntRange(min=1),
    help="Number of problems in the test split; by default, the splits of the source.",
)
@click.option("--seed", type=int, help="Seed of the test split; by default 1.")
@click.option("--labels", type=PATH, help="CSV with the columns problem_id, picture and category.")
@click.option(
    "--several-answers",
    type=PATH,
    help="List of problems to leave out, because more than one answer is right: ids, one per line.",
)
@click.option("--dataset", help="Name of the data set in the task files of problems; by default imported.")
@click.option("--keep-pictureless", is_flag=True, help="Keep problems whose pictures are all missing.")
@click.pass_context
def command(
    context: click.Context,
    *,
    form: str,
    paths: Sequence[Path],
    out: Path | None,
    tests: Path | None,
    removals: Path | None,
    test: int | None,
    seed: int | None,
    labels: Path | None,
    several_answers: Path | None,
    dataset: str | None,
    keep_pictureless: bool,
) -> None:
    """Convert the tasks of another benchmark, and for Code-Vision the published answers to them.

    FORMAT code-vision: folders in one of two layouts, at any depth. The authors' layout is
    SUBSET/MODEL/samples.jsonl_results.jsonl[.gz], with SUBSET one of HumanEval-V, Algorithm and MATH. The
    other layout is tasks_*.jsonl[.gz] with completions/MODEL.jsonl[.gz]. Writes to --out:
    tasks-SUBSET.jsonl.gz, predictions-SUBSET-MODEL.jsonl.gz (the raw answers) and
    published-SUBSET-MODEL.jsonl.gz (the authors' verdicts and the text that they graded). A file with other
    content is never replaced.

    FORMAT evalplus: the files HumanEvalPlus and MbppPlus as EvalPlus releases them (JSON lines, gzipped or
    not), or those of older releases, which need OpenAI's HumanEval.jsonl.gz in the same folder, for the
    prompts. Runs the canonical solution of each task in the sandbox to compute the expected results, which
    takes minutes. Leaves out and counts inputs that the task's contract forbids, and inputs without a result.
    Writes the data set `official` of the suite evalplus to this user's folder of data sets, or to the folder
    in SIGHTBENCH_DATASETS.

    FORMAT problems: a raw set of contest problems, by the pipeline of the MMCode paper. Reads one PATH: JSON
    Lines (.jsonl, .jsonl.gz), a problem as .json, or a folder or archive (.zip, .tar, .tar.gz) of such files
    or of folders with data.json and images/n.png. The fields of a problem are those of the JSON schema
    raw-problem. Turns HTML into text and pictures into PNG, matches tests by URL, drops problems without
    pictures or tests, near duplicates (5-gram similarity above 0.80) and those of --several-answers, and
    chooses a test split. Writes to --out: problems/ID/ in MMCode's layout with the raw HTML, tasks.jsonl.gz
    and tasks-test.jsonl.gz for `sightbench evaluate --tasks`, and report.json with every problem that was
    dropped or repaired. A site's limits are for C++: a task gets 5 times the CPU seconds, between 10 and 60
    per test (20 without a limit), and twice the memory, at least 1 GiB. Needs the extra `problems`; pictures
    that are only an address are reported as missing.

    Writes nothing if anything is wrong. Needs no network and no keys. Safe to repeat: the same input gives
    the same files.
    """
    refuse_of_other_formats(context, form, _OPTIONS)
    if form == "evalplus":
        _evalplus(paths)
        return
    if out is None:
        raise BadInput("--out", "", "is missing", "name a folder")
    if form == "code-vision":
        _code_vision(paths, out)
        return
    dataset = dataset or "imported"
    if not is_slug(dataset):
        fix = "use a-z, 0-9 and single hyphens"
        raise BadInput("--dataset", "", f"{quote_value(dataset)} is not a name", fix)
    if len(paths) > 1:
        raise BadInput("PATH", "", "is several paths", "import one set of problems at a time")
    from benchmark.suites.mmcode.problems.importer import ImportRequest, import_problems

    request = ImportRequest(
        source=paths[0],
        out=out,
        tests=tests,
        removals=removals,
        labels=labels,
        several_answers=several_answers,
        test=test or 0,
        seed=1 if seed is None else seed,
        dataset=dataset,
        keep_pictureless=keep_pictureless,
    )
    read = itertools.count(1)

    def advance(_: str) -> None:
        if (done := next(read)) % _STEP == 0:
            say_note(f"{done} problems read")

    _print(import_problems(request, advance), out)


def _code_vision(paths: Sequence[Path], out: Path) -> None:
    from benchmark.suites.code_vision.import_files import write_imported
    from benchmark.suites.code_vision.importer import read_published_outputs

    written = write_imported(read_published_outputs(paths), out)
    for file in written:
        click.echo(f"{file.path}: {file.records} records" + ("" if file.new else ", unchanged"))
    new = sum(file.new for file in written)
    click.echo(f"{new} files written, {len(written) - new} unchanged")


def _evalplus(files: Sequence[Path]) -> None:
    from benchmark.pipeline.judge.judge_process import JudgeProcess
    from benchmark.suites.evalplus import tasks
    from benchmark.suites.evalplus.importer import import_files

    with JudgeProcess(modules=[tasks.__name__]) as process, progress("problems") as report:
        found = import_files(files, lambda problem: process.ask(tasks.task_line, problem), report)
    for subset, count in found.tasks.items():
        click.echo(f"{subset}: {count} tasks")
    click.echo(f"{found.refused} inputs left out: the canonical solution has no result for them")
    click.echo(f"written to {found.folder}")


def _print(report: ImportReport, out: Path) -> None:
    from benchmark.suites.mmcode.problems.flaws import DROPPED, REPAIRED
    from benchmark.suites.mmcode.problems.importer import TASKS, TEST_TASKS
    from benchmark.suites.mmcode.problems.report import NAME

    counts = report.counts
    share = counts.with_pictures / counts.read
    click.echo(f"{plural(counts.read, 'problem')} read, {share:.1%} with pictures")
    for rule, count in counts.dropped.items():
        click.echo(f"dropped {count}: {rule} ({DROPPED[rule]})")
    for rule, count in counts.repaired.items():
        click.echo(f"repaired {count}: {rule} ({REPAIRED[rule]})")
    click.echo(f"{plural(counts.kept, 'problem')} kept with {plural(counts.pictures, 'picture')}")
    for site, count in report.sites.items():
        click.echo(f"  {site}: {count}")
    if counts.test:
        click.echo(f"test split: {plural(counts.test, 'problem')} in {out / TEST_TASKS}")
    if counts.labelled_pictures:
        click.echo(
            f"{plural(counts.labelled_pictures, 'picture')} with a category,"
            f" {counts.corrected_pictures} of them from people"
            f" ({counts.corrected_test_pictures} in the test split)"
        )
    click.echo(f"written to {out / TASKS}; details in {out / NAME}")
