"""Make synthetic models: rows with files of completions and verdicts, as judging writes them.

Nothing is judged: a fixed seed decides which model solves which task. Models differ in skill, tasks in
difficulty, and the tasks of a stem are similarly difficult. The code of real runs makes rows, scores, digests
and files.
"""

import datetime
import struct
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from benchmark.core.sample import Completion
from benchmark.core.task import FigureCheck, FunctionCheck, Picture, Task, Text
from benchmark.core.verdict import HIGHEST_POINTS, LOWEST_POINTS, Status, Verdict
from benchmark.files.atomic import make_folder, write_atomic
from benchmark.pipeline.identity import RowIdentity
from benchmark.pipeline.judge.evaluate import Evaluation
from benchmark.pipeline.record import record_evaluation
from benchmark.results.row import RowSubmission
from benchmark.scoring.metrics import summarise
from benchmark.suites import categories_of

SEED = 20_260_101
FAMILY = 3  #: tasks per stem
_FAILURES = (Status.WRONG_ANSWER, Status.RUNTIME_ERROR, Status.TIMEOUT, Status.NO_ANSWER)
_SHARES = (0.7, 0.2, 0.07, 0.03)
_START = datetime.datetime(2026, 1, 1, tzinfo=datetime.UTC)
_MAKERS = ("Acme", "Zeta", "Öhm Labs")
_LINE = "    total = total * 3 + step  # what the arrow from the box to the circle says\n"


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """The tasks and conditions of the rows of a table."""

    suite: str
    dataset: str
    setting: str
    protocol: str
    tasks: tuple[Task, ...]
    draws: int = 1
    every: int = 1  #: every n-th model has a row
    stages: int = 1  #: with 2, rows also have the descriptions from which completions were written


def make_field(ledger: Path, tables: Sequence[Table], models: int, *, names: Sequence[str] = ()) -> None:
    """Write the rows of all models in all tables, with their files.

    Args:
        ledger: folder of the rows.
        tables: the tables.
        models: number of models.
        names: names of the first models; other models get a default name.
    """
    generator = np.random.default_rng(SEED)
    skill = generator.normal(0.3, 1.2, models)
    for table in tables:
        hard = _difficulties(generator, table.tasks)
        for model in range(0, models, table.every):
            name = names[model] if model < len(names) else f"Vision {model} {_kind(model)}"
            identity = RowIdentity(
                submission=RowSubmission(
                    slug=slug_of(model),
                    name=name,
                    organisation=_MAKERS[model % len(_MAKERS)],
                    weights="closed" if model % 2 else "open",
                    reasoning=(True, False, None)[model % 3],
                ),
                suite=table.suite,
                suite_version=1,
                dataset=table.dataset,
                setting=table.setting,
                protocol=table.protocol,
                prompt="sightbench",
            )
            descriptions = _descriptions(table, model) if table.stages > 1 else ()
            record_evaluation(
                ledger, _evaluation(table, model, hard - skill[model], generator), identity, descriptions
            )


def slug_of(model: int) -> str:
    """Return the slug of the model with this number."""
    return f"vision-{model:03d}"


def synthetic_tasks(folder: Path, suite: str, dataset: str, count: int) -> tuple[Task, ...]:
    """Return tasks in families of three, each with a picture that is written to ``folder``."""
    make_folder(folder)
    found = []
    for number in range(count):
        stem, variant = divmod(number, FAMILY)
        picture = f"{number}.png"
        write_atomic(folder / picture, _png(number))
        found.append(
            Task(
                id=f"walk-{stem}-{variant}",
                suite=suite,
                dataset=dataset,
                stem=f"walk-{stem}",
                parts=(
                    Text(text="Complete the function so that it does what the picture shows."),
                    Picture(number=1, source=picture),
                ),
                starter_code="def walk(steps: list[int]) -> int:\n    ...\n",
                entry_point="walk",
                check=FunctionCheck(tests=(f"assert walk([{number}, 2, 3]) == {number + 5}",)),
                categories=(("tree", "map", "table", "graph", "clock")[number % 5],),
                description="A row of boxes that arrows join; a number stands on each arrow. " * 3,
                reference=f"def walk(steps):\n    return sum(steps)  # {number}\n",
            )
        )
    return tuple(found)


def _kind(model: int) -> str:
    return "Thinking" if model % 3 == 0 else "Instruct"


def _difficulties(generator: np.random.Generator, tasks: Sequence[Task]) -> np.ndarray:
    stems = {task.family: number for number, task in enumerate(tasks)}
    of_stem = generator.normal(0, 1.5, len(tasks))
    return np.array([of_stem[stems[task.family]] for task in tasks]) + generator.normal(0, 0.5, len(tasks))


def _evaluation(table: Table, model: int, gap: np.ndarray, generator: np.random.Generator) -> Evaluation:
    shape = (len(table.tasks), table.draws)
    passed = generator.random(shape) < (1 / (1 + np.exp(gap)))[:, None]
    failures = generator.choice(len(_FAILURES), shape, p=_SHARES)
    lengths = generator.integers(1, 30, shape)
    completions, outcomes = [], []
    for number, task in enumerate(table.tasks):
        for draw in range(table.draws):
            status = Status.PASSED if passed[number, draw] else _FAILURES[failures[number, draw]]
            lines = int(lengths[number, draw])
            completions.append(
                Completion(
                    task_id=task.id,
                    draw=draw,
                    text=_text(task, status, lines),
                    tokens_in=900,
                    tokens_out=40 + 12 * lines,
                    cost_usd=None if model % 7 == 0 else round(0.0001 * (model + 1) * lines, 6),
                    seconds=0.5 + 0.1 * lines,
                )
            )
            outcomes.append(
                Verdict(
                    task_id=task.id,
                    draw=draw,
                    status=status,
                    detail=_detail(task, status, model % 4),
                    exception="TypeError" if status is Status.RUNTIME_ERROR else "",
                    cpu_seconds=0.004,
                    wall_seconds=0.005,
                    memory_mb=46.5,
                    points=_points(task, status, float(lengths[number, draw])),
                )
            )
    return Evaluation(
        tasks=table.tasks,
        completions=tuple(completions),
        extraction="own",
        samples=(),
        outcomes=tuple(outcomes),
        scores=summarise(table.tasks, outcomes, categories_of(table.tasks)),
        guest={"python": "3.11.9"},
        executor="local",
        workers=2,
        time_factor=1.0,
        started=_START + datetime.timedelta(days=3 * (model % 100), minutes=model),
        seconds=1.0,
    )


def _points(task: Task, status: Status, length: float) -> float | None:
    """Return the points of a drawing: between the ends of the scale only for a wrong one; None for others."""
    if not isinstance(task.check, FigureCheck):
        return None
    if status is Status.WRONG_ANSWER:
        return round(LOWEST_POINTS + 0.29 * length, 2)
    return HIGHEST_POINTS if status is Status.PASSED else LOWEST_POINTS


def _descriptions(table: Table, model: int) -> tuple[Completion, ...]:
    """Return beginnings of the person's descriptions, longer ones for models with a higher number."""
    return tuple(
        Completion(
            task_id=task.id,
            draw=draw,
            text=f"**What I see**\n\n{task.description[: 60 * (model + 1)]}",
            tokens_in=800,
            tokens_out=15 * (model + 1),
            cost_usd=None if model % 7 == 0 else round(0.0001 * (model + 1), 6),
        )
        for task in table.tasks
        for draw in range(table.draws)
    )


def _text(task: Task, status: Status, lines: int) -> str:
    if status is Status.NO_ANSWER:
        return "I cannot see what the picture shows."
    code = task.reference or "def f(*values):\n    return None\n"
    if status is not Status.PASSED:
        name = task.entry_name or "f"
        code = f"def {name}(*values):\n    total, step = 0, 1\n{_LINE * lines}    return total\n"
    return f"The picture of {task.id} shows a rule.\n\n```python\n{code}```\n\nThis follows the arrows.\n"


def _detail(task: Task, status: Status, variant: int) -> str:
    name = task.entry_name or "f"
    match status:
        case Status.WRONG_ANSWER:
            return f"assert {name}([1, 2, 3]) == 6; {name}([1, 2, 3]) gave {variant}"
        case Status.RUNTIME_ERROR:
            return f"{name}([1, 2, 3]): TypeError: unsupported operand"
        case Status.TIMEOUT:
            return f"{name}([1, 2, 3]): 3 s of CPU were not enough"
        case Status.NO_ANSWER:
            return "no code was kept"
    return ""


_INK = 0.08  #: share of a picture that is drawn


def _png(number: int, width: int = 480, height: int = 320) -> bytes:
    """Return a picture of random dots with the number as seed, about ten kilobytes."""
    dots = np.random.default_rng(number).random((height, width)) < _INK
    packed = np.packbits(~dots, axis=1)
    lines = b"".join(b"\0" + line.tobytes() for line in packed)
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        _chunks(
            (b"IHDR", struct.pack(">IIBBBBB", width, height, 1, 0, 0, 0, 0)),
            (b"IDAT", zlib.compress(lines, 6)),
            (b"IEND", b""),
        )
    )


def _chunks(*chunks: tuple[bytes, bytes]) -> Iterator[bytes]:
    for kind, data in chunks:
        yield struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
