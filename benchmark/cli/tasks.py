"""`sightbench tasks`: write what a model is shown, for inference of one's own."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from benchmark.analysis.wording import plural
from benchmark.cli.shared.console import progress
from benchmark.cli.shared.options import FOLDER, PATH, SETTING, preset_option
from benchmark.cli.shared.say import say, say_note
from benchmark.core.digest import sha256_hex
from benchmark.core.errors import BadInput

if TYPE_CHECKING:
    from benchmark.generation.prompts.message import Message, Part
    from benchmark.pipeline.generate.prompting import Prompts
    from benchmark.pipeline.sources import TaskSource

_EXTENSIONS = {"image/png": "png", "image/jpeg": "jpg", "image/gif": "gif", "image/webp": "webp"}
_EXAMPLE = Path(__file__).parents[1] / "datasets" / "example"


@click.command()
@click.argument("suite", default="")
@click.argument("dataset", default="")
@click.option("--setting", type=SETTING, help="What a model is shown; by default the suite's first setting.")
@preset_option("--prompt", default="sightbench", help="Prompt, as `sightbench suites` lists.")
@click.option(
    "--protocol", default="", help="How often each task is answered; by default the first protocol."
)
@click.option("--out", type=FOLDER, help="New folder for the files.")
@click.option(
    "--check",
    type=PATH,
    multiple=True,
    metavar="FILE",
    help="Instead, check your own tasks: the reference must pass, an empty answer and one that does nothing"
    " must fail, pictures must open, fields be used, and names in tests be defined; may be repeated.",
)
@click.option(
    "--example",
    type=FOLDER,
    metavar="DIR",
    help="Instead, write ten tasks with pictures and answers to a new folder, to begin your own from.",
)
def command(
    *,
    suite: str,
    dataset: str,
    setting: str | None,
    prompt: str,
    protocol: str,
    out: Path | None,
    check: tuple[Path, ...],
    example: Path | None,
) -> None:
    """Write the messages and pictures of a data set, and a prediction file to fill in.

    \b
    messages.jsonl  one line per task: its id and messages; pictures are paths
    openai.jsonl    the same in OpenAI's chat format, with the pictures in it
    pictures/       the pictures as they are sent
    answers.jsonl   the prediction file: one line per task and draw; put each answer into "completion"

    Reads the tasks; writes only --out or --example, all of it or nothing. --check runs answers in the sandbox
    and ends with 2 if a task has a fault. Needs no network and no keys. Safe to repeat with another folder.
    """  # noqa: D301 - click needs the character, not an escape
    if sum(map(bool, (suite, check, example))) != 1:
        fix = "name a suite, --check FILE or --example DIR"
        raise BadInput("SUITE", "", "exactly one of SUITE, --check and --example is needed", fix)
    if check:
        _check(check)
    elif example is not None:
        _write_example(example)
    elif out is None:
        raise BadInput("--out", "", "is missing", "name a new folder")
    else:
        _export(suite, dataset, setting, prompt, protocol=protocol, out=out)


def _check(files: tuple[Path, ...]) -> None:
    from benchmark.core.task import ChoiceCheck, RubricCheck
    from benchmark.pipeline import sources
    from benchmark.pipeline.judge.local_pool import LocalPool
    from benchmark.pipeline.judge.own_tasks import check_tasks, right_answer

    source = sources.from_files(files)
    with progress("checking tasks") as shown:
        check_tasks(source.tasks, source.places, LocalPool(None), shown)
    say(f"ok: {', '.join(map(str, files))} ({plural(len(source.tasks), 'task')})")
    programs = [task for task in source.tasks if not isinstance(task.check, ChoiceCheck)]
    rubrics = [task for task in programs if isinstance(task.check, RubricCheck)]
    unproved = [task for task in programs if task not in rubrics and right_answer(task) is None]
    unasked = [task for task in source.tasks if not task.parts]
    notes = {
        "reference: is missing: an empty answer fails, but no right one is known to pass": unproved,
        "check: a rubric is scored by a model, so fields and pictures are checked, and no answer": rubrics,
        "prompt: is missing: answers can be judged, but no model can be asked": unasked,
    }
    for words, tasks in notes.items():
        if tasks:
            file, line = source.places[tasks[0].id]
            more = f" (and {plural(len(tasks) - 1, 'more task')})" if len(tasks) > 1 else ""
            say_note(f"note: {file}: line {line}{more}: {words}")


def _write_example(out: Path) -> None:
    import shutil

    _refuse_full(out, "--example")
    out.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=out.parent) as made:
        shutil.copytree(_EXAMPLE, Path(made) / out.name).replace(out)
    tasks, answers = out / "tasks.jsonl", out / "answers.jsonl"
    say(f"10 tasks in {tasks}, and an answer to each in {answers}")
    say(f"next: sightbench evaluate --tasks {tasks} --predictions {answers}")
    say(f"your own: change {tasks}, then sightbench tasks --check {tasks}")


def _refuse_full(out: Path, option: str) -> None:
    if out.exists() and any(out.iterdir()):
        raise BadInput(option, "", f"{out} is not empty", "name a new folder")


def _export(suite: str, dataset: str, setting: str | None, prompt: str, *, protocol: str, out: Path) -> None:
    from benchmark.leaderboard.inputs.facts import licence_of
    from benchmark.pipeline import sources
    from benchmark.pipeline.generate.prompting import first_requests

    source = sources.from_suite(suite, dataset, "SUITE DATASET")
    licence = licence_of(source.suite_id, source.dataset)
    if not licence.shows:
        problem = f"may not be exported: its licence is {licence.name}"
        fix = "let `sightbench generate --model_name FILE.py` ask your model through a class of your own"
        raise BadInput("DATASET", "", f"{source.suite_id} {source.dataset} {problem}", fix)
    _refuse_full(out, "--out")
    try:
        found = first_requests(source, setting or "", prompt, protocol)
    except BadInput as error:
        # What the function calls a setting or prompt is an option here.
        raise BadInput(f"--{error.file}", "", error.problem, error.fix) from None
    draws = found.protocol.draws
    out.parent.mkdir(parents=True, exist_ok=True)
    # In the same folder, so that the files appear all at once, or none of them.
    with tempfile.TemporaryDirectory(dir=out.parent) as made:
        folder = Path(made) / out.name
        _write(folder, source, found.prompts, draws)
        # An empty folder is replaced; one with files was refused above.
        folder.replace(out)
    tasks = plural(len(source.tasks), "task")
    say(f"{tasks}, {plural(draws, 'answer')} each, in {out}: fill in answers.jsonl, then")
    where = f"--suite {source.suite_id} --dataset {source.dataset}"
    say(f"next: sightbench evaluate --predictions {out / 'answers.jsonl'} {where}")


def _write(folder: Path, source: TaskSource, prompts: Prompts, draws: int) -> None:
    """Write the files of a data set to a new folder."""
    from benchmark.core.sample import Completion
    from benchmark.files.predictions import write_predictions
    from benchmark.files.strict_json import dump_lines
    from benchmark.generation.prompts.message import chat_message

    (folder / "pictures").mkdir(parents=True)
    forms: dict[str, Callable[[tuple[Message, ...]], list[dict[str, object]]]] = {
        "messages.jsonl": lambda messages: [*_shown(messages, folder)],
        "openai.jsonl": lambda messages: [*map(chat_message, messages)],
    }
    for name, form in forms.items():
        # Line by line, because all pictures of a data set together may not fit into memory.
        lines: Iterator[dict[str, object]] = (
            {"task_id": task.id, "messages": form(prompts.first(task.id, 0))} for task in source.tasks
        )
        with (folder / name).open("wb") as file:
            file.writelines(dump_lines(folder / name, lines))
    empty = (
        Completion(task_id=task.id, draw=draw, text="") for task in source.tasks for draw in range(draws)
    )
    write_predictions(folder / "answers.jsonl", empty)


def _shown(messages: tuple[Message, ...], folder: Path) -> Iterator[dict[str, object]]:
    """Yield messages with the paths of their pictures, which are written to the folder."""
    from benchmark.generation.prompts.message import TextPart

    def shown(part: Part) -> dict[str, str]:
        if isinstance(part, TextPart):
            return {"type": "text", "text": part.text}
        # By content, so that a picture of several tasks is stored once.
        name = f"pictures/{sha256_hex(part.data)[:24]}.{_EXTENSIONS[part.media_type]}"
        (folder / name).write_bytes(part.data)
        return {"type": "picture", "path": name}

    for message in messages:
        yield {"role": message.role, "content": [*map(shown, message.parts)]}
