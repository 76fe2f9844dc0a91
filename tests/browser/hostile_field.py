"""A ledger in which every untrusted text contains an attack."""

import datetime
from dataclasses import dataclass
from pathlib import Path

from benchmark.core.sample import Completion
from benchmark.core.task import FunctionCheck, Task, Text
from benchmark.core.verdict import Status, Verdict
from benchmark.files.atomic import write_atomic
from benchmark.files.tasks import write_tasks
from benchmark.pipeline.identity import RowIdentity
from benchmark.pipeline.judge.evaluate import Evaluation
from benchmark.pipeline.record import add_row, make_row
from benchmark.results.branch_record import add_record
from benchmark.results.ledger import retraction_of
from benchmark.results.row import RowSubmission, row_id
from benchmark.scoring.metrics import summarise
from benchmark.suites import categories_of
from tests.run_statuses import run_status

#: Sets a variable of the page if any part of it is run or loaded.
MARKUP = (
    "</script></pre></textarea><script>hacked=1</script><img src=x onerror=hacked=1>"
    "<a href='javascript:hacked=1'>x</a><b style=position:fixed>bold</b>&lt;i&gt;{{ 7*7 }}{% raw %}"
)
BIDI = "\u202eevil\u202c\u2066\u200f"  #: makes the text after it run from right to left
#: Renames the terminal's window, colours its text and clears its screen.
TERMINAL = "\x1b]0;hacked\x07\x1b[31mred\x1b[0m\x9b2J\x00\x08"
FORMULAS = ('=HYPERLINK("https://example.net/?"&A1,"x")', "+1+cmd|' /C calc'!A0", "-2+3", "@SUM(1)", "\t=1+1")
LONG = "W" * 10_000
ALL = MARKUP + BIDI + TERMINAL
_FENCE = "```"
_CODE = f"def f(x):\n    return {FORMULAS!r}, {LONG!r}"
_SHORT = 190  #: characters of a name that a row accepts
_NAME = (MARKUP[:110] + BIDI + TERMINAL + "W" * _SHORT)[:_SHORT]


@dataclass(frozen=True, slots=True)
class HostileLedger:
    """The hostile ledger on disk."""

    folder: Path  #: folder with ``results``, ``submissions`` and ``status``
    tasks: Path  #: a task file
    slugs: tuple[str, ...]


def hostile_ledger(folder: Path) -> HostileLedger:
    """Write rows on a user's own data set, one of them withdrawn, a run without a row, and a submission."""
    tasks = tuple(
        _task(number, name) for number, name in enumerate(("plain", _printable(_NAME), *FORMULAS[:4]))
    )
    write_tasks(folder / "tasks.jsonl", tasks)
    slugs = ("markup", "formula", "long", "gone")
    names = (_NAME, FORMULAS[0], "W" * 200, MARKUP[:200])
    for slug, name in zip(slugs, names, strict=True):
        row, files = make_row(_evaluation(tasks, slug), _identity(slug, name))
        run = row.run.model_copy(
            update={
                "links": {
                    ALL: "javascript:hacked=1",
                    MARKUP: f"https://example.com/?{MARKUP}",
                    "log": "data:,x",
                },
                "commit": MARKUP,
                "missing": {ALL: ALL},
                "machine": row.run.machine.model_copy(update={"system": ALL + LONG}),
            }
        )
        add_row(folder / "results", row.model_copy(update={"run": run}), files)
        if slug == "gone":
            add_record(
                folder / "results",
                retraction_of(
                    row,
                    reason=_printable(MARKUP),
                    date="2026-05-06T07:08:09Z",
                    by=_printable(MARKUP)[:200],
                    link="https://example.com/?<script>",
                    named="test",
                ),
            )
    _without_files(folder, tasks)
    status = run_status(
        slug="waits",
        setting=ALL,
        protocol=ALL,
        prompt=LONG,
        reason=_printable(MARKUP)[:500],
        links={ALL: "javascript:hacked=1"},
    )
    write_atomic(status.path(folder / "status"), status.to_bytes())
    submission = f"schema: sightbench/submission/1\nslug: markup\nname: {_printable(MARKUP)!r}\nruns: []\n"
    write_atomic(folder / "submissions" / "markup" / "submission.yaml", submission.encode())
    return HostileLedger(folder, folder / "tasks.jsonl", slugs)


def _without_files(folder: Path, tasks: tuple[Task, ...]) -> None:
    """Write a row without other files: its task ids of 10,000 characters are too long for their lines."""
    row, _ = make_row(_evaluation(tasks, "names"), _identity("names", "Names"))
    statuses = {f"{name}{LONG}": ["passed"] for name in (*FORMULAS, MARKUP, BIDI, TERMINAL)}
    result = row.result.model_copy(
        update={
            "suite": "humaneval-v",
            "statuses": statuses,
            "setting": ALL,
            "protocol": FORMULAS[0],
            "tasks": row.result.tasks.model_copy(
                update={
                    "count": len(statuses),
                    "categories": {
                        f"category:{MARKUP}{BIDI}": list(statuses)[:3],
                        "subset:=1+1": list(statuses),
                    },
                    "stems": dict.fromkeys(statuses, MARKUP + LONG),
                }
            ),
            "scores": [
                row.result.scores[0].model_copy(update={"category": f"category:{MARKUP}{BIDI}"}),
                row.result.scores[0].model_copy(update={"metric": "pass@1", "value": 1.0, "high": 1.0}),
            ],
        }
    )
    run = row.run.model_copy(update={"completions_file": None, "verdicts_file": None})
    add_record(
        folder / "results", row.model_copy(update={"id": row_id(result), "result": result, "run": run})
    )


def _printable(text: str) -> str:
    return "".join(character for character in text if character.isprintable()).strip()


def _identity(slug: str, name: str) -> RowIdentity:
    return RowIdentity(
        submission=RowSubmission(slug=slug, name=name, organisation=_NAME, weights="open"),
        suite="somebodys-own",
        suite_version=1,
        dataset="custom",
        setting=ALL,
        protocol=ALL,
        prompt=MARKUP + LONG,
    )


def _task(number: int, name: str) -> Task:
    return Task(
        id=name,
        suite="somebodys-own",
        dataset="custom",
        stem=f"stem {number // 2} {_printable(MARKUP)}"[:200],
        parts=(Text(text=ALL + LONG),),
        entry_point="f",
        starter_code=f"# {ALL}\ndef f(x):\n    ...\n",
        check=FunctionCheck(tests=(f"assert f(1) == {number}, {MARKUP!r}",)),
        categories=(_printable(MARKUP)[:200],),
        description=ALL,
        reference=f"# {MARKUP}\ndef f(x):\n    return {number}\n",
    )


def _evaluation(tasks: tuple[Task, ...], slug: str) -> Evaluation:
    kinds = (Status.WRONG_ANSWER, Status.RUNTIME_ERROR, Status.PASSED)
    outcomes = tuple(
        Verdict(
            task_id=task.id,
            draw=0,
            status=kinds[number % 3],
            detail=""
            if number % 3 == 2
            else f"assert f(1) == {number}; f(1) gave {MARKUP}{BIDI}{LONG[:1500]}",
            exception=MARKUP if number % 3 == 1 else "",
        )
        for number, task in enumerate(tasks)
    )
    return Evaluation(
        tasks=tasks,
        completions=tuple(
            Completion(
                task_id=task.id,
                draw=0,
                text=f"{slug} {ALL}\n{_FENCE}python\n# {ALL}\n{_CODE}\n{_FENCE}",
                tokens_out=10**12,
                cost_usd=1e9,
                seconds=1e9,
                model=_printable(MARKUP)[:200],
            )
            for task in tasks
        ),
        extraction="own",
        samples=(),
        outcomes=outcomes,
        scores=summarise(tasks, outcomes, categories_of(tasks)),
        guest={"python": ALL},
        executor=ALL,
        workers=1,
        time_factor=1.0,
        started=datetime.datetime(2026, 2, 3, tzinfo=datetime.UTC),
        seconds=1.0,
    )
