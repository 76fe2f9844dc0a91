"""Tests of `analyse graders`: the same answers by several rules. Packages of others are stand-ins here."""

import json
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from benchmark.core.sample import Sample
from benchmark.core.verdict import Outcome
from benchmark.files.predictions import read_predictions
from benchmark.interchange import graders
from benchmark.pipeline.judge.evaluate import judge_samples
from benchmark.pipeline.judge.local_pool import LocalPool
from benchmark.pipeline.sources import from_files
from benchmark.suites import load
from tests.jsonl import write_jsonl

CHECK = {"kind": "function", "tests": ["assert f(1) == 2"]}
TASKS = [
    {"id": "a", "entry_point": "f", "starter_code": 'def f(x):\n    """Twice."""\n', "check": CHECK},
    {"id": "b", "entry_point": "f", "starter_code": "def f(x):\n", "check": CHECK},
]
RIGHT = "def f(x):\n    return 2 * x\n"
#: Keeps everything between fences, and nothing below the function: a stand-in for EvalPlus.
SANITIZE = """
from evalplus.data import get_human_eval_plus, get_mbpp_plus


def sanitize(code, entrypoint=None):
    assert get_mbpp_plus is None
    return code.split("```python\\n")[1].split("```")[0].split("assert")[0] + f"# {entrypoint}"
"""
#: Runs the metric when it is imported, as lm-eval's modules do.
FILTERS = """
import evaluate

evaluate.load("code_eval").compute(references=[], predictions=[], k=[1])


def build_predictions_instruct(resps, docs):
    return [[docs[0]["prompt"] + resps[0][0].split("```")[0]]]


def build_predictions(resps, docs):
    return [[resps[0][0].split("```")[0].replace("2 * x", "3 * x")]]
"""


def packages(folder: Path) -> None:
    files = {
        "evalplus/__init__.py": "",
        "evalplus/sanitize.py": SANITIZE,
        "evalplus-0.3.0.dist-info/METADATA": "Metadata-Version: 2.1\nName: evalplus\nVersion: 0.3.0\n",
        "lm_eval/__init__.py": "raise ImportError('is large')\n",
        "lm_eval/tasks/humaneval/utils.py": FILTERS,
        "lm_eval/tasks/mbpp/utils.py": FILTERS,
        "lm_eval-0.4.13.dist-info/METADATA": "Metadata-Version: 2.1\nName: lm_eval\nVersion: 0.4.13\n",
    }
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Install the stand-ins, and forget them afterwards."""
    packages(tmp_path / "packages")
    monkeypatch.syspath_prepend(tmp_path / "packages")
    yield
    graders._evalplus.cache_clear()
    graders._lm_eval.cache_clear()
    for name in [name for name in sys.modules if name.partition(".")[0] == "evalplus"]:
        del sys.modules[name]


def answers(folder: Path, *texts: tuple[str, str]) -> Path:
    records = [{"task_id": name, "completion": f"Here:\n```python\n{text}```\nDone"} for name, text in texts]
    return write_jsonl(folder / "p.jsonl", records)


@pytest.mark.usefixtures("installed")
def test_what_each_grader_keeps_is_judged_and_disputed_answers_are_exported(
    in_process, tmp_path: Path
) -> None:
    tasks = write_jsonl(tmp_path / "t.jsonl", TASKS)
    given = answers(tmp_path, ("a", RIGHT + "assert f(1) == 3\n"), ("b", RIGHT))
    done = in_process("analyse", "graders", given, "--tasks", tasks, "--export", "e.jsonl", code=0)
    lines = [line.split() for line in done.stdout.splitlines()]
    assert ["own", "2", "1", "50.0", "0"] in lines
    assert ["evalplus", "0.3.0", "2", "2", "100.0", "0"] in lines
    assert ["lm-eval", "0.4.13", "2", "0", "0.0", "0"] in lines
    assert "evalplus 0.3.0 was not tried; 0.3.1 was" in done.stdout
    assert ["own", "evalplus", "1", "0", "1", "0"] in lines
    assert ["evalplus", "lm-eval", "0", "2", "0", "0"] in lines
    assert ["a#0", "runtime_error", "passed", "runtime_error"] in lines
    assert ["b#0", "passed", "passed", "wrong_answer"] in lines
    first, second = map(json.loads, (tmp_path / "e.jsonl").read_text().splitlines())
    assert (first["task_id"], first["draw"], first["label"]) == ("a", 0, "")
    assert first["completion"].startswith("Here:\n```python\ndef f(x)")
    assert first["kept"]["evalplus"] == RIGHT + "# f"
    assert first["kept"]["lm-eval"].startswith('def f(x):\n    """Twice."""\n\ndef f(x):')
    assert second["kept"]["lm-eval"] == "\ndef f(x):\n    return 3 * x\n"
    assert second["outcomes"] == {"own": "passed", "evalplus": "passed", "lm-eval": "wrong_answer"}


def test_without_packages_our_rule_and_that_of_the_suite_are_compared(in_process, tmp_path: Path) -> None:
    task = load("code-vision").datasets["open"]()[0]
    text = f"```python\n{task.reference}\nassert False\n```"
    given = write_jsonl(tmp_path / "p.jsonl", [{"task_id": task.id, "completion": text}])
    done = in_process("analyse", "graders", given, "--suite", "code-vision", "--dataset", "open", code=0)
    lines = [line.split() for line in done.stdout.splitlines()]
    assert ["own", "upstream", "0", "0", "1", "0"] in lines
    assert [f"{task.id}#0", "runtime_error", "passed"] in lines
    for name in graders.TESTED:
        assert f"{name} is not installed: run " in done.stdout


def test_a_program_that_several_graders_keep_runs_once(in_process, tmp_path, monkeypatch) -> None:
    judged: list[int] = []

    def counted(samples: Sequence[Sample], **options: Any) -> tuple[Outcome, ...]:
        judged.append(len(samples))
        return judge_samples(samples, **options)

    monkeypatch.setattr(graders, "judge_samples", counted)
    task = load("code-vision").datasets["open"]()[0]
    text = f"```python\n{task.reference}\n```"
    given = write_jsonl(tmp_path / "p.jsonl", [{"task_id": task.id, "completion": text}])
    in_process("analyse", "graders", given, "--suite", "code-vision", "--dataset", "open", code=0)
    assert judged == [1]


@pytest.mark.gate
@pytest.mark.usefixtures("installed")
def test_rules_of_others_run_in_a_process_behind_the_wall(tmp_path: Path) -> None:
    """There they can use what was loaded before, and read no file."""
    sanitize = tmp_path / "packages" / "evalplus" / "sanitize.py"
    spy = f"{SANITIZE}\n\ndef sanitize(code, entrypoint=None):\n    return open({str(sanitize)!r}).read()\n"
    sanitize.write_text(spy, encoding="utf-8")
    tasks = write_jsonl(tmp_path / "t.jsonl", TASKS)
    source = from_files([tasks])
    given = read_predictions(answers(tmp_path, ("b", RIGHT)))
    found, _ = graders.graders_of(source)
    (answer,) = graders.grade(source.tasks, given, found, executor=LocalPool(1))
    assert answer.kept["evalplus"].failure == "the text cannot be extracted: FileNotFoundError"
    assert answer.kept["lm-eval"].code == "\ndef f(x):\n    return 3 * x\n"


def test_tasks_without_code_of_their_own_are_refused(in_process, tmp_path: Path) -> None:
    tasks = write_jsonl(tmp_path / "t.jsonl", [{"id": "a", "check": {"kind": "choice", "answer": "A"}}])
    given = answers(tmp_path, ("a", "A"))
    done = in_process("analyse", "graders", given, "--tasks", tasks, code=2)
    assert "task 'a' has a check of kind choice" in done.stderr
