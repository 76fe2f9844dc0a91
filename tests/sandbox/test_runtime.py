"""Libraries in the sandbox are those of the environment, and one that cannot be loaded is our failure."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.sampling import first_of

ROOT = Path(__file__).parents[2]
#: Judges an answer that imports pandas, in a process that finds its libraries like any other.
PROGRAM = """
import contextlib, json, os, sys
from benchmark.core.sample import Answer, Sample
from benchmark.core.task import FunctionCheck, Task
from benchmark.judging.judge import Judge
from benchmark.pipeline.judge.evaluate import judge_samples
from benchmark.pipeline.judge.local_pool import LocalPool
if __name__ == "__main__":
    program = "import pandas\\ndef f():\\n    return pandas.VALUE\\n"
    check = FunctionCheck(tests=(f"assert f() == {sys.argv[2]}",))
    task = Task(id="own/1", check=check, entry_point="f", reference="def f(): return " + sys.argv[2])
    sample = Sample(task=task, draw=0, answer=Answer(code=program, program=program))
    if sys.argv[1] == "pool":
        (outcome,) = judge_samples([sample], executor=LocalPool(1))
    else:
        if sys.argv[1] == "user":
            os.geteuid = lambda: 1000  # then nothing is copied
        with contextlib.closing(Judge()) as judge:
            outcome = judge.judge(sample)
    fields = [getattr(outcome, name, "") for name in ("status", "reason")]
    print(json.dumps([type(outcome).__name__, *fields]))
"""


@pytest.fixture
def environment(tmp_path: Path) -> Path:
    """A folder in front of the path where pandas needs dateutil, which needs a module of a single file."""
    folder = tmp_path / "libraries"
    for package, source in (("pandas", "from dateutil import VALUE"), ("dateutil", "from six import VALUE")):
        (folder / package).mkdir(parents=True)
        (folder / package / "__init__.py").write_text(source, encoding="utf-8")
    (tmp_path / "judge.py").write_text(PROGRAM, encoding="utf-8")
    return folder


def judged(environment: Path, how: str, value: int) -> list[str]:
    done = subprocess.run(
        [sys.executable, environment.parent / "judge.py", how, str(value)],
        env=os.environ | {"PYTHONPATH": f"{environment}{os.pathsep}{ROOT}"},
        capture_output=True,
        check=True,
    )
    found: list[str] = json.loads(done.stdout)
    return found


#: Root judges from copies of the libraries. The session ``gates`` lets root judge without them, too.
USERS = first_of(["root", "user"], 1, "gate") if os.geteuid() == 0 else ["user"]


@pytest.mark.parametrize("user", USERS)
def test_each_environment_judges_with_its_own_libraries_and_their_modules_of_one_file(
    environment: Path, user: str
) -> None:
    """The second environment differs from the first only in a file, and neither has a RECORD of pip."""
    for value in (3, 4):
        (environment / "six.py").write_text(f"VALUE = {value}\n", encoding="utf-8")
        assert judged(environment, user, value) == ["Verdict", "passed", ""]


def test_an_answer_whose_library_cannot_be_loaded_is_missing_and_not_wrong(environment: Path) -> None:
    """The reference imports nothing, so it can be judged."""
    kind, status, reason = judged(environment, "pool", 3)
    assert (kind, status) == ("MissingSample", "")
    assert reason.startswith("the sandbox could not be started: ")
    assert reason.endswith("ModuleNotFoundError: No module named 'six'")
