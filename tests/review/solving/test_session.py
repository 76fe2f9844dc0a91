"""A sitting records answer, time and reason, and loses nothing when it is interrupted."""

from collections.abc import Callable
from pathlib import Path
from typing import NoReturn

import pytest

from benchmark.authoring.attempts import Attempt, PersonAttempts, read_attempts
from benchmark.core.errors import BadInput, SandboxFailure
from benchmark.core.sample import Sample
from benchmark.review.solving.session import Sitting
from benchmark.review.solving.texts import RefusedAnswerError

from .conftest import RIGHT, TASKS, Clock, task

Sit = Callable[..., Sitting]


def kept(path: Path) -> PersonAttempts:
    return read_attempts(path, "humaneval-v", "open")


def test_a_right_answer_is_recorded_with_its_time_without_pauses(sit: Sit, clock: Clock, path: Path) -> None:
    sitting = sit()
    clock.now = 1000.0  # before the task is shown, no time runs
    sitting.show()
    clock.now += 30
    sitting.pause("odd-socks-1", "half")
    clock.now += 500
    sitting.show()
    assert sitting.view().draft == "half"
    clock.now += 60
    sitting.submit("odd-socks-1", RIGHT.replace("\n", "\r\n"))
    sitting.comment("odd-socks-1", "cannot-read", "nice")  # the reason does not count: it was solved
    assert kept(path).tasks == {
        "odd-socks-1": Attempt(
            version=1, date="2026-01-31", outcome="solved", minutes=1.5, remarks="nice", answer=RIGHT
        )
    }
    assert sitting.view().task == TASKS[1]


def test_a_wrong_answer_counts_and_may_blame_the_picture_afterwards(sit: Sit, path: Path) -> None:
    sitting = sit()
    sitting.show()
    sitting.submit("odd-socks-1", "def solution(n):\n    return n\n")
    sitting.comment("odd-socks-1", "ambiguous-rule", "")
    attempt = kept(path).tasks["odd-socks-1"]
    assert (attempt.outcome, attempt.reason, attempt.blames_picture) == ("missed", "ambiguous-rule", True)


@pytest.mark.parametrize(
    ("answer", "says"),
    [
        ("", "no program"),
        (TASKS[0].starter_code, "no program"),
        ("def solution(:", "not a Python program"),
        ("x" * 16_001, "at most 16,000"),
    ],
)
def test_an_answer_that_is_no_program_can_be_changed(sit: Sit, path: Path, answer: str, says: str) -> None:
    sitting = sit()
    sitting.show()
    with pytest.raises(RefusedAnswerError, match=says):
        sitting.submit("odd-socks-1", answer)
    assert sitting.view().phase == "shown"
    assert not kept(path).tasks


def test_giving_up_needs_a_reason_and_keeps_the_draft(sit: Sit, path: Path) -> None:
    sitting = sit()
    sitting.show()
    sitting.keep("odd-socks-1", "n = 1")
    with pytest.raises(RefusedAnswerError, match="Choose a reason"):
        sitting.give_up("odd-socks-1", "", "")
    sitting.give_up("odd-socks-1", "too-hard", "sorry")
    attempt = kept(path).tasks["odd-socks-1"]
    assert (attempt.outcome, attempt.reason, attempt.answer) == ("gave-up", "too-hard", "n = 1")
    assert not attempt.blames_picture


def test_an_interrupted_task_comes_first_and_a_finished_one_never_again(
    sit: Sit, clock: Clock, path: Path
) -> None:
    sitting = sit((TASKS[1], TASKS[0]))
    sitting.show()
    clock.now += 30
    sitting.keep("odd-socks-2", "kept")  # and then the machine fails
    again = sit()
    assert (again.view().phase, again.view().draft) == ("paused", "kept")
    again.show()
    clock.now += 30
    again.close()  # Ctrl-C
    third = sit()
    third.show()
    third.submit("odd-socks-2", RIGHT)
    assert kept(path).tasks["odd-socks-2"].minutes == 1.0
    newer = sit((task("odd-socks-2", version=2),))
    assert newer.view().phase == "done"


def test_a_task_that_changed_before_it_was_finished_is_not_shown_again(sit: Sit, path: Path) -> None:
    sitting = sit()
    sitting.show()
    sitting.keep("odd-socks-1", "half")
    newer = sit((task("odd-socks-1", version=2), TASKS[1]))
    assert newer.view().task == TASKS[1]
    newer.show()
    seen = kept(path).tasks["odd-socks-1"]
    assert (seen.version, seen.outcome, seen.reason, seen.answer) == (1, "gave-up", "other", "half")


def test_a_clone_that_is_older_than_the_begun_task_is_refused(sit: Sit, path: Path) -> None:
    sitting = sit((task("odd-socks-1", version=3),))
    sitting.show()
    before = path.read_bytes()
    with pytest.raises(BadInput, match=r"begun in version 3; the one here is older"):
        sit()
    assert path.read_bytes() == before


def test_an_old_page_cannot_go_on_while_the_task_is_paused(sit: Sit, clock: Clock, path: Path) -> None:
    sitting = sit()
    sitting.show()
    sitting.pause("odd-socks-1", "first")
    for send in (sitting.keep, sitting.submit, lambda *a: sitting.give_up(a[0], "other", "", a[1])):
        with pytest.raises(RefusedAnswerError, match="The task is paused"):
            send("odd-socks-1", RIGHT)
        clock.now += 600
    assert sitting.view().phase == "paused"
    begun = kept(path).begun
    assert begun is not None
    assert (begun.draft, begun.minutes) == (RIGHT, 0)


def test_a_second_click_says_that_the_task_was_finished(sit: Sit) -> None:
    sitting = sit()
    sitting.show()
    sitting.submit("odd-socks-1", RIGHT)
    with pytest.raises(RefusedAnswerError, match="was finished before"):
        sitting.submit("odd-socks-1", RIGHT)


def test_the_time_is_kept_when_the_machine_fails(sit: Sit, clock: Clock, path: Path) -> None:
    sitting = sit()
    sitting.keep_time()  # nothing is shown yet
    sitting.show()
    for _ in range(2):
        clock.now += 60
        sitting.keep_time()
    begun = kept(path).begun
    assert begun is not None
    assert (begun.minutes, sitting.view().phase) == (2.0, "shown")


def test_time_beyond_all_sense_leaves_a_file_that_can_be_read(sit: Sit, clock: Clock, path: Path) -> None:
    sitting = sit()
    sitting.show()
    clock.now += 1e9
    sitting.submit("odd-socks-1", RIGHT)
    assert kept(path).tasks["odd-socks-1"].minutes == 100_000


def test_a_removed_file_is_an_error_and_not_written_again(sit: Sit, path: Path) -> None:
    sitting = sit()
    sitting.show()
    path.unlink()
    with pytest.raises(BadInput, match="was removed while this one ran"):
        sitting.submit("odd-socks-1", RIGHT)
    path.mkdir()
    with pytest.raises(BadInput, match="was removed"):
        sitting.submit("odd-socks-1", RIGHT)


def test_a_failing_sandbox_loses_no_answer(sit: Sit, path: Path) -> None:
    class Broken:
        def judge(self, _: Sample) -> NoReturn:
            raise SandboxFailure("no cgroup")

    sitting = sit(by=Broken())
    sitting.show()
    with pytest.raises(RefusedAnswerError, match="Not judged, but kept: no cgroup"):
        sitting.submit("odd-socks-1", RIGHT)
    begun = kept(path).begun
    assert begun is not None
    assert begun.draft == RIGHT


def test_two_programs_do_not_overwrite_one_another(sit: Sit) -> None:
    first, second = sit(), sit()
    first.show()
    with pytest.raises(BadInput, match="changed by another program"):
        second.show()


def test_a_sitting_has_at_most_the_given_number_of_tasks(sit: Sit) -> None:
    assert sit(number=2).view().total == 2


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("solved", "won", "outcome: must be"),
        ("suite: humaneval-v", "suite: mmcode", "suite"),
        ("5f0c1d9e", "00000000", "canary"),
        ('"by": "ab"', '"by": "cd"', "by"),
        ("odd-socks-1", r"odd-socks-\e[2J", "must be printable"),
        ("minutes: 0.0", "minutes: 1000000.0", "minutes"),
    ],
)
def test_a_spoiled_file_is_refused(sit: Sit, path: Path, old: str, new: str, says: str) -> None:
    sitting = sit()
    sitting.show()
    sitting.submit("odd-socks-1", RIGHT)
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new))
    with pytest.raises(BadInput, match=says):
        kept(path)


@pytest.mark.parametrize(
    "text",
    ["1e5", "yes", " \n x \n", "\u2028\x85\ufeff\x00\x1b", "# a: b\n- c", "\t\n\n", "é\n😀\n", "'\"\\"],
)
def test_a_file_keeps_every_text(sit: Sit, path: Path, text: str) -> None:
    sitting = sit()
    sitting.show()
    sitting.keep("odd-socks-1", text)
    begun = kept(path).begun
    assert begun is not None
    assert begun.draft == text
