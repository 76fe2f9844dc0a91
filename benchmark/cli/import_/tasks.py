"""`sightbench import tasks`: data of EvalPlus and Code-Vision, and contest problems."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from pathlib import Path

import click

from benchmark.analysis.wording import plural
from benchmark.cli.shared.console import progress
from benchmark.cli.shared.options import FOLDER, PATH, refuse_others
from benchmark.cli.shared.say import say_note
from benchmark.core.errors import BadInput, quote_value
from benchmark.core.install import check_modules
from benchmark.core.names import is_slug

_STEP = 500  #: problems per line of progress
_SHOWN = 20  #: problems with a reason that are printed; the report has all
_EXAMPLES = """\b
Examples:
  sightbench import tasks code-vision PUBLISHED --out build/code-vision
  sightbench import tasks evalplus HumanEvalPlus.jsonl.gz MbppPlus.jsonl.gz
  sightbench import tasks problems problems.jsonl.gz --out set --test 263
"""
#: Format → the parameters that it has; problems have all.
_PARAMETERS = {"code-vision": ("form", "paths", "out"), "evalplus": ("form", "paths")}


@click.command(epilog=_EXAMPLES)
@click.argument("form", metavar="FORMAT", type=click.Choice(["code-vision", "evalplus", "problems"]))
@click.argument("paths", metavar="PATH...", nargs=-1, required=True, type=PATH)
@click.option("--out", type=FOLDER, help="Folder for the files; for problems empty, or of an earlier import.")
@click.option(
    "--test",
    type=click.IntRange(min=1),
    help="Number of problems in the test split; by default, the splits of the source.",
)
@click.option("--seed", type=int, help="Seed of the test split; by default 1.")
@click.option(
    "--several-answers",
    type=PATH,
    help="List of problems to leave out, because more than one answer is right: ids, one per line.",
)
@click.option("--dataset", help="Name of the data set in the task files of problems; by default imported.")
@click.option("--keep-pictureless", is_flag=True, help="Keep problems without pictures.")
def command(
    *,
    form: str,
    paths: Sequence[Path],
    out: Path | None,
    test: int | None,
    seed: int | None,
    several_answers: Path | None,
    dataset: str | None,
    keep_pictureless: bool,
) -> None:
    """Convert the tasks of another benchmark, and for Code-Vision the published answers to them.

    FORMAT code-vision: folders in one of two layouts, at any depth. The authors' layout is
    SUBSET/MODEL/samples.jsonl_results.jsonl[.gz], with SUBSET one of HumanEval-V, Algorithm and MATH. The
    other layout is tasks_*.jsonl[.gz] with completions/MODEL.jsonl[.gz]. Of two lines of one task in a file,
    the first counts, and the other is named. Writes to --out:
    tasks-SUBSET.jsonl.gz, predictions-SUBSET-MODEL.jsonl.gz (the raw answers) and
    published-SUBSET-MODEL.jsonl.gz (the authors' verdicts and the text that they graded). A file with other
    content is never replaced.

    FORMAT evalplus: the files HumanEvalPlus and MbppPlus as EvalPlus releases them (JSON lines, gzipped or
    not), or those of older releases, which need OpenAI's HumanEval.jsonl.gz in the same folder, for the
    prompts. Runs the canonical solution of each task in the sandbox to compute the expected results, which
    takes minutes. Leaves out and counts inputs that the task's contract forbids, and inputs without a result.
    Writes the data set `official` of the suite evalplus to this user's folder of data sets, or to the folder
    in SIGHTBENCH_DATASETS.

    FORMAT problems: contest problems, by the rules for MMCode's own records. Reads one PATH: JSON Lines
    (.jsonl, .jsonl.gz), one problem (.json), or a folder of such files; or a folder or an archive (.zip,
    .tar, .tar.gz) that has one folder per problem, with data.json and images/n.png. Leaves out problems
    without pictures or tests, with a picture that cannot be read, and those of --several-answers, and
    chooses a test split. Writes to --out: pictures/, tasks.jsonl.gz and tasks-test.jsonl.gz for
    `sightbench evaluate --tasks`, and report.json with every problem that was left out or repaired. A
    site's limits are for C++: a task gets 5 times the CPU seconds, between 10 and 60 per test (20 without
    a limit), and twice the memory, at least 1 GiB. Needs the extra `pictures`; a picture that is only an
    address is not fetched.

    Writes nothing if anything is wrong. Needs no network and no keys. Safe to repeat: the same input gives
    the same files.
    """
    if form in _PARAMETERS:
        refuse_others(form, _PARAMETERS[form], "leave it out")
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
    check_modules("this command", {"pictures": ["PIL"]})
    from benchmark.suites.mmcode.problem_import import REPORT, TASKS, TEST_TASKS, import_problems

    read = itertools.count(1)

    def advance() -> None:
        if (done := next(read)) % _STEP == 0:
            say_note(f"{done} problems read")

    report = import_problems(
        paths[0],
        out,
        dataset=dataset,
        test=test or 0,
        seed=1 if seed is None else seed,
        several_answers=several_answers,
        keep_pictureless=keep_pictureless,
        advance=advance,
    )
    click.echo(f"{plural(report.read, 'problem')} read")
    for word, found in (("left out", report.left_out), ("repaired", report.repaired)):
        if found:
            click.echo(f"{plural(len(found), 'problem')} {word}")
        for name, reason in itertools.islice(found.items(), _SHOWN):
            click.echo(f"  {name}: {reason}")
    click.echo(f"{plural(len(report.kept), 'problem')} kept with {plural(report.pictures, 'picture')}")
    if report.test:
        click.echo(f"test split: {plural(report.test, 'problem')} in {out / TEST_TASKS}")
    click.echo(f"written to {out / TASKS}; details in {out / REPORT}")


def _code_vision(paths: Sequence[Path], out: Path) -> None:
    from benchmark.suites.code_vision.import_files import write_imported
    from benchmark.suites.code_vision.importer import read_published_outputs

    imported = read_published_outputs(paths)
    written = write_imported(imported, out)
    for line in imported.doubled:
        say_note(f"{line}, which counts")
    for file in written:
        click.echo(f"{file.path}: {file.records} records" + ("" if file.new else ", unchanged"))
    new = sum(file.new for file in written)
    click.echo(f"{new} files written, {len(written) - new} unchanged")


def _evalplus(files: Sequence[Path]) -> None:
    from benchmark.pipeline.judge.judge_process import JudgeProcess
    from benchmark.suites.evalplus import tasks
    from benchmark.suites.evalplus.importer import import_files

    # Imported at the start of the process, which may be unable to read it after giving up root.
    with JudgeProcess(modules=[tasks.__name__]) as process, progress("problems") as report:
        found = import_files(files, lambda problem: process.ask(tasks.task_line, problem), report)
    for subset, count in found.tasks.items():
        click.echo(f"{subset}: {count} tasks")
    without = found.refused - found.forbidden
    click.echo(
        f"{found.refused:,} of {found.inputs:,} further inputs left out, of {plural(found.thinned, 'task')}:"
        f" {found.forbidden:,} break the task's contract, so no answer needs to be right for them;"
        f" {without:,} have no result of the canonical solution"
    )
    click.echo(f"written to {found.folder}")
