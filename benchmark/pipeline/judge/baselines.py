"""Baselines: answers without a model, which show whether the judge and a data set work as they should."""

from collections.abc import Callable, Sequence

from benchmark.core.errors import BadInput, quote_value
from benchmark.core.sample import Completion
from benchmark.core.task import ChoiceCheck, FigureCheck, StdioCheck, Task, Text
from benchmark.pipeline.judge.guesses import guess_output, guess_programs
from benchmark.submissions.schema import Baseline


def _gold(task: Task) -> str:
    """Return the reference answer, or the letter of the right option; every suite must score 1.0 with it."""
    if isinstance(task.check, ChoiceCheck):
        return boxed(task.check.answer)
    if not task.reference:
        raise BadInput(
            "baseline gold",
            quote_value(task.id),
            "the task has no reference answer",
            "leave gold out for these tasks",
        )
    return f"```python\n{task.reference}\n```"


def _blank(_task: Task) -> str:
    """Return an empty answer; every suite must score 0.0 with it."""
    return ""


def _stub(task: Task) -> str:
    """Return the signature with an empty body; of a whole program, one that does nothing; of a choice, a box.

    The box holds no letter, so that a choice has no answer.
    """
    if isinstance(task.check, ChoiceCheck):
        return boxed("")
    if isinstance(task.check, StdioCheck | FigureCheck):
        return "```python\npass\n```"
    body = "" if task.starter_code.rstrip().endswith(('"""', "'''")) else "    pass\n"
    return f"```python\n{task.starter_code.rstrip()}\n{body}```"


def _guess(task: Task) -> str:
    """Return a program that the signature suggests to somebody who does not see the picture.

    A whole program prints the first output that the text shows. Of a choice it is always the option A.
    """
    if isinstance(task.check, ChoiceCheck):
        return boxed("A")
    if isinstance(task.check, StdioCheck):
        words = "".join(part.text for part in task.parts if isinstance(part, Text))
        return f"```python\nprint({guess_output(words)!r})\n```"
    program = next(iter(guess_programs(task.starter_code, task.entry_name or "solution").values()))
    return f"```python\n{program}```"


def boxed(letter: str) -> str:
    """Return an answer to a multiple-choice question, in the form that all extraction rules read."""
    return f"\\boxed{{{letter}}}"


BASELINES: dict[Baseline, Callable[[Task], str]] = {
    "gold": _gold,
    "blank": _blank,
    "stub": _stub,
    "guess": _guess,
}


def completions(name: Baseline, tasks: Sequence[Task]) -> tuple[Completion, ...]:
    """Return the completions of a baseline, one per task."""
    write = BASELINES[name]
    return tuple(
        Completion(task_id=task.id, draw=0, text=write(task), model=f"baseline/{name}") for task in tasks
    )
