"""The same in the terminal: pictures and programs are files."""

from collections.abc import Callable
from contextlib import nullcontext
from pathlib import Path

import pytest

from benchmark.authoring.attempts import read_attempts
from benchmark.core.errors import BadInput
from benchmark.review.solving.session import Sitting
from benchmark.review.solving.terminal import solve_in_terminal

from .conftest import RIGHT, TASKS


class Person:
    """Replies with the given lines; a reply that begins with ``write `` fills the program's file first."""

    def __init__(self, *replies: str) -> None:
        self.replies = list(replies)
        self.lines: list[str] = []

    def ask(self, question: str) -> str:
        self.lines.append(question)
        if not self.replies:
            raise EOFError
        reply = self.replies.pop(0)
        if reply.startswith("write "):
            self.file("Write your program into ").write_text(reply.removeprefix("write "))
            reply = "s"
        return reply

    def file(self, start: str) -> Path:
        line = [line for line in self.lines if line.startswith(start)][-1]
        return Path(line.removeprefix(start).partition(";")[0])


def test_tasks_are_solved_in_the_terminal(sit: Callable[..., Sitting], tmp_path: Path, path: Path) -> None:
    person = Person(
        *("", "s", "write def solution(:", f"write {RIGHT}", "easy"),  # the beginning alone is no program
        *("", "x", "p", "", "g", "9", "2", "two rules"),
        *("", "write n = 1", "2", "x" * 2001, "", "no"),  # wrong; and the first remarks are too long
    )
    solve_in_terminal(sit(), tmp_path, person.ask, person.lines.append)
    tasks = read_attempts(path, "humaneval-v", "open").tasks
    assert [(a.outcome, a.reason, a.remarks) for a in tasks.values()] == [
        ("solved", "", "easy"),
        ("gave-up", "ambiguous-rule", "two rules"),
        ("missed", "", "no"),
    ]
    assert person.file("Picture: ").read_bytes().startswith(b"\x89PNG")
    assert "tasks solved: 1 of 3; no task is left" in person.lines[-1]
    assert "SECRET" not in "".join(person.lines)


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"", "no program"),
        (b"\xff", "is not UTF-8"),
        (b"x" * 64_001, "longer than 16,000"),
        (None, "cannot be read"),
    ],
)
def test_a_file_that_is_no_program_can_be_changed(
    sit: Callable[..., Sitting], tmp_path: Path, path: Path, content: bytes | None, says: str
) -> None:
    person = Person("", "s", "g", "1", "")

    def ask(question: str) -> str:
        if question.startswith("s submits") and "s" in person.replies:
            file = person.file("Write your program into ")
            if content is None:
                file.unlink()
            else:
                file.write_bytes(content)
        return person.ask(question)

    solve_in_terminal(sit(tasks=TASKS[:1]), tmp_path, ask, person.lines.append)
    assert any(says in line for line in person.lines)
    outcomes = [attempt.outcome for attempt in read_attempts(path, "humaneval-v", "open").tasks.values()]
    assert outcomes == (["gave-up"] if content == b"" else [])  # others may save what they wrote first


@pytest.mark.parametrize("ending", ["a long program", "no space"])
def test_a_program_that_cannot_be_kept_is_saved_elsewhere(
    sit: Callable[..., Sitting],
    tmp_path: Path,
    path: Path,
    monkeypatch: pytest.MonkeyPatch,
    ending: str,
) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    folder = tmp_path / "programs"
    folder.mkdir()
    person = Person("")
    program = "x" * 64_001 if ending == "a long program" else RIGHT

    def ask(question: str) -> str:
        if question.startswith("s submits"):
            person.file("Write your program into ").write_text(program)
            if ending == "no space":
                path.unlink()  # and so the file cannot be written
        return person.ask(question)

    with nullcontext() if ending == "a long program" else pytest.raises(BadInput):
        solve_in_terminal(sit(), folder, ask, person.lines.append)
    [saved] = tmp_path.glob("sightbench-program-*/task-1.py")
    assert saved.read_text() == program
    assert any(f"Your program is in {saved}." in line for line in person.lines)


def test_ctrl_c_twice_keeps_what_is_in_the_file(
    sit: Callable[..., Sitting], tmp_path: Path, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    person = Person("")

    def ask(question: str) -> str:
        if question.startswith("s submits"):
            person.file("Write your program into ").write_text("half")
            raise KeyboardInterrupt
        return person.ask(question)

    sitting, interrupts = sit(), [KeyboardInterrupt()]
    pause = sitting.pause

    def pause_at_the_second_call(task: str, draft: str) -> None:
        if interrupts:
            raise interrupts.pop()
        pause(task, draft)

    monkeypatch.setattr(sitting, "pause", pause_at_the_second_call)
    with pytest.raises(KeyboardInterrupt):
        solve_in_terminal(sitting, tmp_path, ask, person.lines.append)
    begun = read_attempts(path, "humaneval-v", "open").begun
    assert begun is not None
    assert begun.draft == "half"


def test_whoever_ends_at_once_leaves_no_file(sit: Callable[..., Sitting], tmp_path: Path, path: Path) -> None:
    person = Person("q")
    solve_in_terminal(sit(), tmp_path, person.ask, person.lines.append)
    assert person.lines == [
        "Task 1 of 3 is next. Enter shows it, q ends",
        "tasks solved: 0 of 0; nothing to keep",
    ]
    assert not path.exists()
