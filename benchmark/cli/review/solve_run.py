"""The work of `sightbench review solve`."""

import signal
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import click

from benchmark.authoring.attempts import people_folder, read_attempts
from benchmark.cli.shared.named_tasks import tasks_of
from benchmark.core.errors import BadInput, quote_value
from benchmark.core.install import checkout_root
from benchmark.core.slug import is_slug
from benchmark.core.task import Picture
from benchmark.files.outside import check_private
from benchmark.generation.prompts.picture import read_picture
from benchmark.pipeline.judge.judge_process import JudgeProcess
from benchmark.review.solving.judging import SharedJudge
from benchmark.review.solving.selection import choose_tasks
from benchmark.review.solving.server import SolvingServer
from benchmark.review.solving.session import Sitting
from benchmark.review.solving.terminal import solve_in_terminal
from benchmark.review.solving.texts import where_kept
from benchmark.suites.open_collections import OPEN_COLLECTIONS


def run(
    *,
    name: str,
    suite: str,
    dataset: str,
    families: tuple[str, ...],
    level: str,
    number: int | None,
    seed: str,
    into: Path | None,
    terminal: bool,
    port: int,
) -> None:
    """Show tasks to a person until none is left, or the person ends the sitting."""
    if not is_slug(name):
        problem = f"{quote_value(name)} is not a valid name"
        raise BadInput("NAME", "", problem, "use a-z and 0-9 with single . _ or - between them")
    path = (_folder(suite, dataset) if into is None else into) / f"{name}.yaml"
    check_private(dataset, path, "--into")
    tasks = tasks_of((), suite, dataset) or ()
    chosen = choose_tasks(tasks, families, level, seed)
    attempts = read_attempts(path, suite, dataset)
    with _end_with_terminal(), JudgeProcess() as process, SharedJudge(process) as judge:
        sitting = Sitting(
            path=path, attempts=attempts, tasks=tasks, chosen=chosen, number=number, judge=judge
        )
        task = sitting.view().task
        if task is None:
            click.echo(f"{name} has seen all of these tasks; see {path}")
            return
        sitting.try_judge()
        for part in task.parts:  # before the time runs: what is missing on this machine
            if isinstance(part, Picture):
                read_picture(part, part.folder, task.id)
        if terminal:
            with tempfile.TemporaryDirectory(prefix="sightbench-solve-") as folder:
                solve_in_terminal(sitting, Path(folder), _ask, click.echo)
        else:
            _serve(sitting, port)


@contextmanager
def _end_with_terminal() -> Iterator[None]:
    """Let a terminal that is closed end the command like Ctrl-C, so that a task is paused and kept."""
    before = signal.getsignal(signal.SIGHUP)
    if before is signal.SIG_DFL:  # with nohup, the command outlives its terminal
        signal.signal(signal.SIGHUP, _interrupt_once)
    try:
        yield
    finally:
        signal.signal(signal.SIGHUP, before)


def _interrupt_once(number: int, _frame: object) -> None:
    """Interrupt the command; the system sends the signal twice to the first process of a terminal."""
    signal.signal(number, signal.SIG_IGN)
    raise KeyboardInterrupt


def _serve(sitting: Sitting, port: int) -> None:
    with SolvingServer(sitting, port) as server:
        click.echo(f"Open {server.address} in a browser on this machine.")
        click.echo(f"It listens on port {server.server_port}. Ctrl-C pauses the task and ends.")
        try:
            server.serve_forever(poll_interval=0.1)
        finally:
            sitting.close()
            if server.failure is None:
                finished = len(sitting.view().finished)
                click.echo(f"tasks finished: {finished}; {where_kept(sitting.path)}")
        if server.failure is not None:
            raise server.failure


def _ask(question: str) -> str:
    """Ask a question in the terminal.

    Raises:
        EOFError: if there is nobody to answer.
    """
    while True:
        click.echo(f"{question}: ", nl=False)
        try:
            return input().strip()
        except UnicodeDecodeError:
            click.echo("This is not UTF-8 text.")


def _folder(suite: str, dataset: str) -> Path:
    collection = OPEN_COLLECTIONS.get(suite)
    if collection is None or collection.dataset != dataset:
        problem = f"is needed for {suite} {dataset}, whose answers are not part of this repository"
        raise BadInput("--into", "", problem, "name a folder for your file")
    if checkout_root() is None:
        raise BadInput(
            "--into", "", "is needed outside a clone of the repository", "name a folder for your file"
        )
    return people_folder(collection)
