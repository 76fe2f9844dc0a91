"""A sitting of one person: which task is shown, for how long, and what the person answers.

Every change is written to the person's file at once, so that nothing is lost when the program ends.
"""

import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Literal

from benchmark.authoring.attempts import (
    ANSWER_CHARACTERS,
    REASONS,
    REMARK_CHARACTERS,
    Attempt,
    OpenAttempt,
    Outcome,
    PersonAttempts,
    Reason,
    write_attempts,
)
from benchmark.core.errors import BadInput, OurFailure, quote_value
from benchmark.core.executor import JudgesSamples
from benchmark.core.sample import Answer, Sample
from benchmark.core.task import Task
from benchmark.core.verdict import Status, Verdict

#: ``ready``: nothing is shown yet. ``shown``: time runs. ``done``: no task is left.
Phase = Literal["ready", "shown", "paused", "done"]

_CLOSING_SECONDS = 1.0  #: time that the end of a sitting waits for an answer that is being judged


class RefusedAnswerError(Exception):
    """Raised for an answer that does not count: the person may change it. The message is for the person."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SittingView:
    """What a person sees."""

    phase: Phase
    task: Task | None  #: the task that is shown, or next
    position: int  #: its number in this sitting, from 1
    total: int  #: number of tasks of this sitting
    draft: str  #: what the person has written
    last: str  #: id of the task that was finished last; empty if there is none
    last_attempt: Attempt | None
    finished: tuple[tuple[str, Attempt], ...]  #: tasks that were finished in this sitting


class Sitting:
    """The tasks of one person, one after the other. Threads may share it.

    A task that was begun earlier comes first, and a task with an attempt is never shown again, even if it has
    a newer version: the person knows its rule.

    Args:
        path: the person's file.
        attempts: its content.
        tasks: all tasks of the data set.
        chosen: those that are shown, in their order.
        number: maximum number of tasks of this sitting; None for no limit.
        judge: judges answers in the sandbox.
        clock: seconds that only rise.
        today: returns the date, ``YYYY-MM-DD``.
    """

    def __init__(
        self,
        *,
        path: Path,
        attempts: PersonAttempts,
        tasks: Sequence[Task],
        chosen: Sequence[Task],
        number: int | None,
        judge: JudgesSamples,
        clock: Callable[[], float] = time.monotonic,
        today: Callable[[], str] = lambda: datetime.now(UTC).date().isoformat(),
    ) -> None:
        self.path = path
        self._attempts = attempts
        self._content = path.read_bytes() if path.exists() else None
        self._judge, self._clock, self._today = judge, clock, today
        self._lock = threading.RLock()
        self._since: float | None = None  # when the time began to run
        self._finished: list[str] = []
        begun = attempts.begun
        first = [task for task in tasks if begun and (task.id, task.version) == (begun.task, begun.version)]
        left = [task for task in chosen if task.id not in attempts.tasks and task not in first]
        self._queue = [*first, *left][:number]
        if begun and not first:  # the task has changed or is gone
            self._attempts = attempts.model_copy(update={"begun": None})

    def view(self) -> SittingView:
        """Return what the person sees now."""
        with self._lock:
            begun = self._attempts.begun
            task = self._queue[0] if self._queue else None
            phase: Phase = "ready" if task else "done"
            if begun:
                phase = "paused" if self._since is None else "shown"
            last = self._finished[-1] if self._finished else ""
            return SittingView(
                phase=phase,
                task=task,
                position=len(self._finished) + 1,
                total=len(self._finished) + len(self._queue),
                draft="" if task is None else (begun.draft if begun else "") or task.starter_code,
                last=last,
                last_attempt=self._attempts.tasks.get(last),
                finished=tuple((name, self._attempts.tasks[name]) for name in self._finished),
            )

    def try_judge(self) -> None:
        """Judge an empty program, so that a person learns at the start if nothing can be judged here.

        Raises:
            SandboxFailure: if the sandbox fails.
        """
        probe = Answer(code="pass", program="pass")
        self._judge.judge(Sample(task=self._queue[0], draw=0, answer=probe))

    def show(self) -> None:
        """Show the next task, or go on with a paused one: its time runs from now."""
        with self._lock:
            if self._attempts.begun is None and self._queue:
                task = self._queue[0]
                self._write(begun=OpenAttempt(task=task.id, version=task.version, minutes=0.0))
            if self._attempts.begun is not None and self._since is None:
                self._since = self._clock()

    def keep(self, task: str, draft: str) -> None:
        """Keep what the person has written so far, and the time.

        Raises:
            RefusedAnswerError: if it is too long.
        """
        with self._current(task) as begun:
            self._fold(begun, draft)
            self._since = self._clock()

    def pause(self, task: str, draft: str) -> None:
        """Stop the time and hide the task.

        Raises:
            RefusedAnswerError: if the draft is too long.
        """
        with self._current(task) as begun:
            self._fold(begun, draft)

    def submit(self, task: str, answer: str) -> None:
        """Judge the person's answer and finish the task.

        Raises:
            RefusedAnswerError: if there is no program to judge, or it cannot be judged on this machine now.
                The task stays shown, or is paused if the sandbox failed.
        """
        with self._current(task) as begun:
            shown = self._queue[0]
            if answer.strip() in ("", shown.starter_code.strip()):
                raise RefusedAnswerError("There is no program yet. Write one, or give up below.")
            self._fold(begun, answer)  # kept, whatever happens to the judge
            program = _plain_lines(answer)
            try:
                found = self._judge.judge(
                    Sample(task=shown, draw=0, answer=Answer(code=program, program=program))
                )
            except OurFailure as failure:
                raise RefusedAnswerError(
                    f"Not judged, but kept: {failure}. Go on and submit again."
                ) from None
            if not isinstance(found, Verdict):
                raise RefusedAnswerError(f"Not judged, but kept: {found.reason}. Go on and submit again.")
            if found.status is Status.SYNTAX_ERROR:
                self._since = self._clock()
                raise RefusedAnswerError(
                    f"This is not a Python program yet, so it does not count. {found.detail}"
                )
            self._finish("solved" if found.status is Status.PASSED else "missed", program)

    def give_up(self, task: str, reason: str, remarks: str, draft: str = "") -> None:
        """Finish the task without judging an answer; what the person has written is recorded.

        Args:
            task: id of the task.
            reason: one of ``REASONS``.
            remarks: the person's remarks.
            draft: what the person has written; empty for what was kept last.

        Raises:
            RefusedAnswerError: if no reason is chosen, or a text is too long.
        """
        with self._current(task) as begun:
            chosen, remarks = _checked_reason(reason), _checked_remark(remarks)
            draft = _plain_lines(draft or begun.draft)
            self._fold(begun, draft)
            is_begun = draft.strip() != self._queue[0].starter_code.strip()
            self._finish("gave-up", draft if is_begun else "", chosen, remarks)

    def comment(self, task: str, reason: str, remarks: str) -> None:
        """Add remarks, and a reason if the answer was wrong, to a task finished in this sitting.

        Raises:
            RefusedAnswerError: if the task was not finished in this sitting, or the remarks are too long.
        """
        with self._lock:
            if task not in self._finished:
                raise RefusedAnswerError("This task was not finished in this sitting.")
            attempt = self._attempts.tasks[task]
            changed = {"remarks": _checked_remark(remarks)}
            if reason and attempt.outcome == "missed":
                changed["reason"] = _checked_reason(reason)
            tasks = {**self._attempts.tasks, task: attempt.model_copy(update=changed)}
            self._write(tasks=tasks)

    def close(self) -> None:
        """End the sitting: a task that is shown is paused. An answer that is being judged is kept."""
        if self._lock.acquire(timeout=_CLOSING_SECONDS):
            try:
                begun = self._attempts.begun
                if begun is not None and self._since is not None:
                    self._fold(begun, begun.draft)
            finally:
                self._lock.release()

    @contextmanager
    def _current(self, task: str) -> Iterator[OpenAttempt]:
        """Hold the lock while the task that is shown, which must be this one, is changed."""
        with self._lock:
            begun = self._attempts.begun
            if begun is None or begun.task != task:
                raise RefusedAnswerError(f"The task {task[:60]} is not shown now; nothing was changed.")
            yield begun

    def _fold(self, begun: OpenAttempt, draft: str) -> None:
        """Write the draft and the time so far; stop the time."""
        draft = _plain_lines(draft)
        if len(draft) > ANSWER_CHARACTERS:
            raise RefusedAnswerError(f"An answer has at most {ANSWER_CHARACTERS:,} characters.")
        seconds = 0.0 if self._since is None else self._clock() - self._since
        self._since = None
        minutes = round(begun.minutes + seconds / 60, 4)
        self._write(begun=begun.model_copy(update={"minutes": minutes, "draft": draft}))

    def _finish(
        self, outcome: Outcome, answer: str, reason: Reason | Literal[""] = "", remarks: str = ""
    ) -> None:
        begun, task = self._attempts.begun, self._queue[0]
        attempt = Attempt(
            version=task.version,
            date=self._today(),
            outcome=outcome,
            minutes=round(begun.minutes, 2) if begun else 0.0,
            reason=reason,
            remarks=remarks,
            answer=answer,
        )
        self._write(tasks={**self._attempts.tasks, task.id: attempt}, begun=None)
        self._queue.pop(0)
        self._finished.append(task.id)

    def _write(self, **changed: object) -> None:
        """Change the person's file.

        Raises:
            BadInput: if another program has changed it, or it cannot be written.
        """
        there = None
        with suppress(FileNotFoundError):
            there = self.path.read_bytes()
        if there != self._content:
            problem = "was changed by another program while this one ran"
            raise BadInput(
                self.path, "", problem, "end the other one, and start `sightbench review solve` again"
            )
        attempts = self._attempts.model_copy(update=changed)
        self._content = write_attempts(self.path, attempts)
        self._attempts = attempts


def _plain_lines(text: str) -> str:
    """Return a text with the line ends that Python files have; forms are sent with others."""
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _checked_remark(text: str) -> str:
    remark = _plain_lines(text).strip()
    if len(remark) > REMARK_CHARACTERS:
        raise RefusedAnswerError(f"Remarks have at most {REMARK_CHARACTERS:,} characters.")
    return remark


def _checked_reason(reason: str) -> Reason:
    for known in REASONS:
        if reason == known:
            return known
    raise RefusedAnswerError(
        "Choose a reason." if not reason else f"There is no reason {quote_value(reason)}."
    )
