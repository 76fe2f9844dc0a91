"""A sitting of one person: which task is shown, for how long, and what the person answers.

Every change is written to the person's file at once, so that nothing is lost when the program ends.
"""

import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Literal

from benchmark.authoring.attempts import (
    ANSWER_CHARACTERS,
    MINUTES,
    Attempt,
    OpenAttempt,
    Outcome,
    PersonAttempts,
    Reason,
    write_attempts,
)
from benchmark.core.errors import BadInput, OurFailure
from benchmark.core.executor import JudgesSamples
from benchmark.core.sample import Answer, Sample
from benchmark.core.task import Task
from benchmark.core.verdict import Status, Verdict
from benchmark.review.solving.selection import tasks_left
from benchmark.review.solving.texts import RefusedAnswerError, checked_reason, checked_remark, plain_lines
from benchmark.review.solving.view import Phase, SittingView

_CLOSING_SECONDS = 1.0  #: time that the end of a sitting waits for an answer that is being judged


class Sitting:
    """The tasks of one person, one after the other. Threads may share it.

    A task that was begun earlier comes first. A task that was begun or finished in another version is never
    shown again: the person knows its rule.

    Args:
        path: the person's file.
        attempts: its content.
        tasks: all tasks of the data set.
        chosen: those that are shown, in their order.
        number: maximum number of tasks of this sitting; None for no limit.
        judge: judges answers in the sandbox.
        clock: seconds that only rise.
        today: returns the date, ``YYYY-MM-DD``.

    Raises:
        BadInput: if the person has begun a newer version of a task than the one here.
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
        self._content = path.read_bytes() if path.exists() else None
        self._judge, self._clock, self._today = judge, clock, today
        self._lock = threading.RLock()
        self._since: float | None = None  # when the time began to run
        self._finished: list[str] = []
        self._attempts, queue = tasks_left(attempts, tasks, chosen, today())
        self._queue = queue[:number]

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
            RefusedAnswerError: if it is too long, or the task is paused.
        """
        with self._shown(task, draft) as begun:
            self._fold(begun, draft)
            self._since = self._clock()

    def keep_time(self) -> None:
        """Keep the time so far, in case the machine fails, unless an answer is being judged.

        Raises:
            BadInput: if the person's file cannot be written.
        """
        self._keep_time(0.0, goes_on=True)

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
            RefusedAnswerError: if the answer has no program, if the task is paused, or if this machine cannot
                judge programs now. If the sandbox failed, the task is paused; otherwise it stays shown.
        """
        with self._shown(task, answer) as begun:
            shown = self._queue[0]
            if answer.strip() in ("", shown.starter_code.strip()):
                raise RefusedAnswerError("There is no program yet. Write one, or give up below.")
            self._fold(begun, answer)  # kept, whatever happens to the judge
            program = plain_lines(answer)
            sample = Sample(task=shown, draw=0, answer=Answer(code=program, program=program))
            try:
                found = self._judge.judge(sample)
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
            RefusedAnswerError: if no reason is chosen, a text is too long, or the task is paused.
        """
        with self._shown(task, draft) as begun:
            chosen, remarks = checked_reason(reason), checked_remark(remarks)
            draft = plain_lines(draft or begun.draft)
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
            changed = {"remarks": checked_remark(remarks)}
            if reason and attempt.outcome == "missed":
                changed["reason"] = checked_reason(reason)
            self._write(tasks={**self._attempts.tasks, task: attempt.model_copy(update=changed)})

    def close(self) -> None:
        """End the sitting: a task that is shown is paused. An answer that is being judged is kept."""
        self._keep_time(_CLOSING_SECONDS, goes_on=False)

    def _keep_time(self, wait: float, *, goes_on: bool) -> None:
        if not self._lock.acquire(timeout=wait):
            return
        try:
            begun = self._attempts.begun
            if begun is not None and self._since is not None:
                self._fold(begun, begun.draft)
                self._since = self._clock() if goes_on else None
        finally:
            self._lock.release()

    @contextmanager
    def _current(self, task: str) -> Iterator[OpenAttempt]:
        """Hold the lock while the task that is shown, which must be this one, is changed."""
        with self._lock:
            begun = self._attempts.begun
            if begun is None or begun.task != task:
                state = "was finished before" if task in self._finished else "is not shown now"
                raise RefusedAnswerError(f"The task {task[:60]} {state}; nothing was changed.")
            yield begun

    @contextmanager
    def _shown(self, task: str, draft: str) -> Iterator[OpenAttempt]:
        """Hold the lock while this task is changed; what is sent while it is paused is only kept."""
        with self._current(task) as begun:
            if self._since is None:
                self._fold(begun, draft or begun.draft)
                raise RefusedAnswerError(
                    "The task is paused. What you wrote is kept; continue, and send it again."
                )
            yield begun

    def _fold(self, begun: OpenAttempt, draft: str) -> None:
        """Write the draft and the time so far; stop the time."""
        draft = plain_lines(draft)
        if len(draft) > ANSWER_CHARACTERS:
            raise RefusedAnswerError(f"An answer has at most {ANSWER_CHARACTERS:,} characters.")
        seconds = 0.0 if self._since is None else self._clock() - self._since
        minutes = min(round(begun.minutes + seconds / 60, 4), MINUTES)
        self._write(begun=begun.model_copy(update={"minutes": minutes, "draft": draft}))
        self._since = None

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
        with suppress(OSError):  # such as a file that was removed
            there = self.path.read_bytes()
        if there != self._content:
            removed = self._content is not None and there is None
            how, fix = (
                ("removed", "put it back") if removed else ("changed by another program", "end that one")
            )
            fix += ", and start `sightbench review solve` again"
            raise BadInput(self.path, "", f"was {how} while this one ran", fix)
        attempts = self._attempts.model_copy(update=changed)
        self._content = write_attempts(self.path, attempts)
        self._attempts = attempts
