"""`sightbench adopt`: judge every answer in the folder of somebody else's run."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from benchmark.cli.shared.options import FOLDER, PATH, tasks_options, workers_option
from benchmark.core.errors import BadInput, Differs, OurFailure

if TYPE_CHECKING:
    from benchmark.core.suite_facts import TitledTable
    from benchmark.interchange.adopt import AdoptedFile
    from benchmark.interchange.found_answers import FoundFolder

_SHOWN = 200  #: rows of a table of single answers or files; a note has the number of the others
_NAMES = 5  #: tasks of a list in a cell
_AS_CODE = ("file", "run", "task", "SHA-256")  #: columns of names, which Markdown would break or link
_EXAMPLES = """\b
Examples:
  sightbench adopt CodeVision/output --page adopted.md
  sightbench adopt their-run --suite evalplus --limit 20
"""


@click.command(epilog=_EXAMPLES)
@click.argument("folder", type=FOLDER)
@click.option("--page", type=PATH, help="Also write the tables to this Markdown file.")
@tasks_options
@click.option("--extraction", default="", help="Extraction rule; by default the authors' own, or `own`.")
@click.option("--limit", type=click.IntRange(min=1), help="Number of tasks of each file; by default all.")
@workers_option
def command(
    *,
    folder: Path,
    page: Path | None,
    tasks: tuple[Path, ...],
    suite: str,
    dataset: str,
    extraction: str,
    limit: int | None,
    workers: int | None,
) -> None:
    """Judge every answer in a folder of somebody else's run, and compare with the published verdicts.

    Reads FOLDER at any depth, such as a clone of the authors' repository at the commit that they name. Finds
    the outputs of Code-Vision (SUBSET/MODEL/samples.jsonl_results.jsonl, or completions/ with tasks_*.jsonl),
    prediction files, lists and executed files of HumanEval-V, generation files of MMCode, samples and
    eval_results.json of EvalPlus, samples with results of HumanEval, samples of lm-eval, logs of Inspect, and
    tables of VLMEvalKit.
    Of several answers to a task where the others have one, the first counts.

    The tasks are those of --suite or --tasks. Without these, they are the ones in the files, as Code-Vision's
    outputs have them, or those of the data set on this machine that has the ids.

    Prints, for each file, the published share of right answers and ours, and how many verdicts differ; then
    the verdicts that differ, the tasks that are missing or answered twice, and the files that could not be
    read. --page has the same without details of tests; it also names the command, the commit if FOLDER is a
    clone, and the SHA-256 of each file.

    Runs answers in the sandbox. Needs no network and no keys. Safe to repeat. Exit code 1 if a verdict
    differs from the published one, 2 if no file has answers that can be judged.
    """
    from benchmark.analysis.wording import plural
    from benchmark.cli.shared.console import print_tables, progress
    from benchmark.interchange.adopt import judge_found
    from benchmark.interchange.found_answers import find_answers
    from benchmark.pipeline.judge.local_pool import LocalPool
    from benchmark.pipeline.sources import source_of
    from benchmark.results.git import commit_of

    named = source_of(tasks, suite, dataset) if tasks or suite or dataset else None
    found = find_answers(folder)
    adopted, problems = judge_found(
        found.files, named, LocalPool(workers), extraction=extraction, limit=limit, stage=progress
    )
    found.unread += problems
    part = f"only the first {plural(limit, 'task')} of each file, by --limit" if limit else ""
    print_tables(*_tables(folder, found, adopted, part, details=True))
    if page is not None:
        given = {"suite": suite, "dataset": dataset, "extraction": extraction, "limit": limit}
        options = [f"--{name}={value}" for name, value in given.items() if value]
        command = shlex.join(
            ("sightbench", "adopt", "FOLDER", *(f"--tasks={each}" for each in tasks), *options)
        )
        _write_page(page, _tables(folder, found, adopted, part, details=False), command, commit_of(folder))
    if not adopted:
        fix = "`sightbench adopt --help` lists the formats"
        raise BadInput(folder, "", "no file has answers that can be judged", fix)
    if any(file.unjudged for file in adopted):
        raise OurFailure("some answers could not be judged; see above")
    if differing := sum(len(file.differing) for file in adopted):
        raise Differs(f"{differing} verdicts differ from the published ones", "see the lines above")


def _tables(
    folder: Path, found: FoundFolder, adopted: Sequence[AdoptedFile], part: str, *, details: bool
) -> list[TitledTable]:
    """Return the tables of the report.

    Args:
        folder: the folder, from which files are named.
        found: what is in it.
        adopted: the files that were judged.
        part: which tasks were judged, in words; empty for all.
        details: whether to show failed checks, which quote tests, and no digests.
    """
    from benchmark.analysis.wording import plural
    from benchmark.core.suite_facts import TitledTable

    def name(path: Path | str) -> str:
        return str(path).removeprefix(f"{folder}/")

    compared = sum(len(file.compared) for file in adopted)
    agree = compared - sum(len(file.differing) for file in adopted)
    judged = sum(len(file.outcomes) for file in adopted)
    counts = f"{plural(judged, 'answer')} judged in {plural(len(adopted), 'file')}"
    notes = [
        f"{counts}; {plural(found.others, 'file')} without answers",
        *([part] if part else []),
        f"{agree} of {compared} published verdicts agree" if compared else "no file has published verdicts",
    ]
    named = [(name(file.file.path), file) for file in adopted]
    heads = ("file", "run", "tasks", "rule", "answers", "published, %", "here, %", "differ", "not judged")
    tables = [TitledTable("Files", heads, [_file_row(*each) for each in named], notes)]
    for title, columns, rows in (
        (
            "Verdicts that differ",
            ("file", "run", "task", "published", "here"),
            [row for each in named for row in _difference_rows(*each, details)],
        ),
        (
            "Tasks that are missing, answered twice, or unknown",
            ("file", "run", "which", "number", "tasks"),
            [row for each in named for row in _task_rows(*each)],
        ),
        (
            "Files that were not judged",
            ("file", "reason"),
            [(name(error.file), error.located) for error in found.unread],
        ),
    ):
        more = [f"{len(rows) - _SHOWN} more"] if len(rows) > _SHOWN else []
        tables.append(TitledTable(title, columns, rows[:_SHOWN], more))
    if not details:
        digests = dict.fromkeys((path, file.file.form, file.file.sha256) for path, file in named)
        tables.append(TitledTable("SHA-256 of the files", ("file", "format", "SHA-256"), [*digests]))
    return tables


def _file_row(name: str, file: AdoptedFile) -> tuple[str | float | None, ...]:
    from benchmark.analysis.wording import percent
    from benchmark.interchange.adopt import passed

    published = [right for _, right, _ in file.compared]
    here = [passed(outcome) for outcome in file.outcomes.values()]
    shares = [percent(sum(each) / len(each)) if each else None for each in (published, here)]
    answers, differ = len(file.outcomes), len(file.differing) if published else None
    return name, file.file.name, file.tasks, file.extraction, answers, *shares, differ, file.unjudged or None


def _difference_rows(name: str, file: AdoptedFile, details: bool) -> Iterator[tuple[str, ...]]:
    from benchmark.core.sample import sample_name

    for key, right, outcome in file.differing:
        task = sample_name(key) if key[1] else key[0]
        words = [outcome.status.replace("_", " "), outcome.exception, outcome.detail if details else ""]
        yield name, file.file.name, task, "passed" if right else "failed", ": ".join(filter(None, words))


def _task_rows(name: str, file: AdoptedFile) -> Iterator[tuple[str | float | None, ...]]:
    kinds = {"missing": file.missing, "answered twice": file.file.doubled, "unknown": file.unknown}
    for kind, names in kinds.items():
        if names:
            shown = ", ".join(names[:_NAMES]) + (", …" if len(names) > _NAMES else "")
            yield name, file.file.name, kind, len(names), shown


def _write_page(page: Path, tables: Sequence[TitledTable], command: str, commit: str) -> None:
    """Write the tables as Markdown; every cell is somebody else's text."""
    from benchmark import __version__
    from benchmark.chain.pull_request.markdown import escape_markdown, inline_code
    from benchmark.files.atomic import write_atomic
    from benchmark.judging import JUDGE_VERSION

    lines = [
        "# Published answers, judged again",
        "",
        f"By Sightbench {__version__}, judge {JUDGE_VERSION}. To repeat it: {inline_code(command)}.",
    ]
    if commit:
        lines[-1] += f" FOLDER is a clone at commit {inline_code(commit)}."
    for table in tables:
        if not table.rows and not table.notes:
            continue
        lines += ["", f"## {table.title}", ""]
        if table.rows:
            lines += [f"| {' | '.join(table.heads)} |", f"|{'---|' * len(table.heads)}"]
        for row in table.rows:
            cells = (
                "–" if cell is None else (inline_code if head in _AS_CODE else escape_markdown)(str(cell))
                for head, cell in zip(table.heads, row, strict=True)
            )
            lines.append(f"| {' | '.join(cells)} |")
        lines += [text for note in table.notes for text in ("", f"{note[:1].upper()}{note[1:]}.")]
    write_atomic(page, ("\n".join(lines) + "\n").encode("utf-8", "replace"))
