"""Tasks for a person in the terminal: the picture is a file, and so is the program."""

import shutil
import tempfile
from collections.abc import Callable
from pathlib import Path

from benchmark.authoring.attempts import ANSWER_CHARACTERS, REASONS
from benchmark.core.errors import BadInput, printable_text
from benchmark.core.task import Picture, Task
from benchmark.generation.prompts.picture import read_picture
from benchmark.review.solving.pages import OUTCOMES, parts_of
from benchmark.review.solving.session import Sitting
from benchmark.review.solving.texts import RefusedAnswerError, where_kept

_BYTES_PER_CHARACTER = 4
_ENDINGS = {"image/png": "png", "image/jpeg": "jpg", "image/gif": "gif", "image/webp": "webp"}


def solve_in_terminal(
    sitting: Sitting, folder: Path, ask: Callable[[str], str], write: Callable[[str], None]
) -> None:
    """Show tasks until none is left or the person ends the sitting.

    Args:
        sitting: the sitting of the person.
        folder: an empty folder for pictures and programs.
        ask: prints a question and returns the line that the person writes; raises ``EOFError`` at the end.
        write: prints a line.

    Raises:
        BadInput: if a file cannot be read or written.
    """
    try:
        while sitting.view().phase != "done":
            if not _one_task(sitting, folder, ask, write):
                break
    except EOFError:
        pass
    finally:
        sitting.close()
    finished = sitting.view().finished
    solved = sum(attempt.outcome == "solved" for _, attempt in finished)
    left = "; no task is left" if sitting.view().phase == "done" else ""
    write(f"tasks solved: {solved} of {len(finished)}{left}; {where_kept(sitting.path)}")


def _one_task(
    sitting: Sitting, folder: Path, ask: Callable[[str], str], write: Callable[[str], None]
) -> bool:
    """Show one task until it is finished; return whether the person goes on."""
    view = sitting.view()
    task = view.task
    assert task is not None  # noqa: S101 - the phase is not ``done``
    state = "goes on" if view.phase == "paused" else "is next"
    if ask(f"Task {view.position} of {view.total} {state}. Enter shows it, q ends") == "q":
        return False
    sitting.show()
    program = folder / f"task-{view.position}.py"
    program.write_text(view.draft, encoding="utf-8", newline="\n")
    _print_task(task, folder / f"task-{view.position}", write)
    write(f"Write your program into {program}; the beginning is there.")
    try:
        if not _finish(sitting, task, program, ask, write):
            return False
    except BaseException:  # such as Ctrl-C
        try:
            _keep(sitting, task, program, write)
        except KeyboardInterrupt:  # a terminal that is closed fails first and interrupts then
            _keep(sitting, task, program, write)
        raise
    attempt = sitting.view().last_attempt
    assert attempt is not None  # noqa: S101 - the task was finished
    write(f"{task.id}: {OUTCOMES[attempt.outcome]}, {attempt.minutes:.1f} minutes")
    while attempt.outcome != "gave-up":
        reason = _reason(ask, write, "Why? Enter if you do not know") if attempt.outcome == "missed" else ""
        try:
            sitting.comment(task.id, reason, ask("Remarks, or Enter"))
            break
        except RefusedAnswerError as refused:
            write(printable_text(str(refused)))
    return True


def _keep(sitting: Sitting, task: Task, program: Path, write: Callable[[str], None]) -> None:
    """Keep what is written at a sudden end; a program that cannot be kept is saved elsewhere.

    Raises:
        BadInput: if the person's file cannot be written.
    """
    if sitting.view().last == task.id:
        return
    try:
        sitting.pause(task.id, _program(program))
    except (RefusedAnswerError, BadInput) as problem:
        if program.exists():
            saved = Path(tempfile.mkdtemp(prefix="sightbench-program-")) / program.name
            shutil.copyfile(program, saved)
            write(f"{printable_text(str(problem))} Your program is in {saved}.")
        if isinstance(problem, BadInput):
            raise


def _finish(
    sitting: Sitting, task: Task, program: Path, ask: Callable[[str], str], write: Callable[[str], None]
) -> bool:
    """Ask what to do until the task is finished; return whether it is, and not the sitting."""
    while sitting.view().last != task.id:
        choice = ask("s submits, p pauses, g gives up, q ends")
        try:
            match choice:
                case "s":
                    sitting.submit(task.id, _program(program))
                case "g":
                    reason = _reason(ask, write)
                    sitting.give_up(task.id, reason, ask("Remarks, or Enter"), _program(program))
                case "p" | "q":
                    sitting.pause(task.id, _program(program))
                    if choice == "q":
                        return False
                    ask("Paused. Enter goes on")
                    sitting.show()
                case _:
                    write("Write s, p, g or q.")
        except RefusedAnswerError as refused:
            write(printable_text(str(refused)))
            sitting.show()
    return True


def _print_task(task: Task, place: Path, write: Callable[[str], None]) -> None:
    for text, number in parts_of(task):
        if not number:
            write(_printable_lines(text))
    for part in task.parts:
        if not isinstance(part, Picture):
            continue
        file = read_picture(part, part.folder, task.id)
        path = place.with_name(f"{place.name}-{part.number}.{_ENDINGS[file.media_type]}")
        path.write_bytes(file.data)
        write(f"Picture: {path}")
    if task.starter_code:
        write(_printable_lines(task.starter_code.rstrip()))


def _printable_lines(text: str) -> str:
    """Return a text whose control characters are escaped, so that it cannot control the terminal."""
    return "\n".join(map(printable_text, text.split("\n")))


def _program(path: Path) -> str:
    """Read what the person has written.

    Raises:
        RefusedAnswerError: if it cannot be read or is too long.
    """
    limit = _BYTES_PER_CHARACTER * ANSWER_CHARACTERS
    try:
        with path.open("rb") as file:
            text = file.read(limit + 1)
        if len(text) > limit:
            raise RefusedAnswerError(f"{path.name} is longer than {ANSWER_CHARACTERS:,} characters.")
        return text.decode("utf-8-sig")
    except OSError as error:
        raise RefusedAnswerError(f"{path.name} cannot be read: {error.strerror}.") from None
    except UnicodeDecodeError:
        raise RefusedAnswerError(f"{path.name} is not UTF-8 text.") from None


def _reason(ask: Callable[[str], str], write: Callable[[str], None], question: str = "Why?") -> str:
    """Ask for a reason; empty if the question offers Enter, and the person presses it."""
    for number, words in enumerate(REASONS.values(), 1):
        write(f"  {number}: {words}")
    while True:
        answer = ask(question)
        if answer.isdecimal() and 1 <= int(answer) <= len(REASONS):
            return list(REASONS)[int(answer) - 1]
        if not answer and "Enter" in question:
            return ""
        write(f"Write a number from 1 to {len(REASONS)}.")
