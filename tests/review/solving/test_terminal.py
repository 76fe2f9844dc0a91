"""The same in the terminal: pictures and programs are files."""

from collections.abc import Callable
from pathlib import Path

import pytest

from benchmark.authoring.attempts import read_attempts
from benchmark.review.solving.session import Sitting
from benchmark.review.solving.terminal import solve_in_terminal

from .conftest import RIGHT


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
        *("", "write n = 1"),  # wrong; and then the terminal closes
    )
    solve_in_terminal(sit(), tmp_path, person.ask, person.lines.append)
    tasks = read_attempts(path, "humaneval-v", "open").tasks
    assert [(a.outcome, a.reason, a.remarks) for a in tasks.values()] == [
        ("solved", "", "easy"),
        ("gave-up", "ambiguous-rule", "two rules"),
        ("missed", "", ""),
    ]
    assert person.file("Picture: ").read_bytes().startswith(b"\x89PNG")
    assert "1 of 3 tasks solved; no task is left" in person.lines[-1]
    assert "SECRET" not in "".join(person.lines)


def test_ctrl_c_keeps_what_is_in_the_file(sit: Callable[..., Sitting], tmp_path: Path, path: Path) -> None:
    person = Person("")

    def ask(question: str) -> str:
        if question.startswith("s submits"):
            person.file("Write your program into ").write_text("half")
            raise KeyboardInterrupt
        return person.ask(question)

    with pytest.raises(KeyboardInterrupt):
        solve_in_terminal(sit(), tmp_path, ask, person.lines.append)
    begun = read_attempts(path, "humaneval-v", "open").begun
    assert begun is not None
    assert begun.draft == "half"
