"""Import HumanEval+ and MBPP+ from EvalPlus's own files."""

import gzip
import json
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from benchmark.core.errors import BadInput
from benchmark.core.sample import Sample
from benchmark.core.task import FunctionCheck, Task
from benchmark.extraction.own import extract
from benchmark.judging.judge import Judge
from benchmark.suites.evalplus.literals import literal
from benchmark.suites.evalplus.records import EvalPlusProblem, convert_arguments, read_problems
from benchmark.suites.evalplus.suite import SUITE as EVALPLUS
from benchmark.suites.evalplus.tasks import comparison_test, passes_own_test, task_of
from tests.case_files import table
from tests.sampling import first_of

#: Tasks with a tolerance, a rule of their own, tuples, complex numbers, results compared as true or false,
#: infinities, and a helper in the prompt.
SAMPLE = (
    "HumanEval/2", "HumanEval/32", "HumanEval/38", "Mbpp/2", "Mbpp/124", "Mbpp/581", "Mbpp/737",
    "HumanEval/4", "HumanEval/39", "Mbpp/252", "Mbpp/404", "Mbpp/558", "Mbpp/793",
)  # fmt: skip


@pytest.fixture(scope="module")
def problems(shared_data: Path) -> dict[str, EvalPlusProblem]:
    files = [*sorted((shared_data / "evalplus").iterdir()), shared_data / "human_eval" / "HumanEval.jsonl.gz"]
    return {problem.task_id: problem for problem in read_problems(files)}


@pytest.fixture(scope="module")
def task_named(problems: dict[str, EvalPlusProblem], judge: Judge) -> Callable[[str], Task]:
    """A function that makes a task once."""
    return cache(lambda name: task_of(problems[name], judge).task)


def status(judge: Judge, task: Task, program: str) -> str:
    answer = extract(task, f"```python\n{program}\n```")
    return str(judge.judge(Sample(task=task, draw=0, answer=answer)).status)


@pytest.mark.gate
def test_all_problems_of_the_early_files_are_read(problems: dict[str, EvalPlusProblem]) -> None:
    assert sum(problem.is_mbpp for problem in problems.values()) == 399
    assert sum(not problem.is_mbpp for problem in problems.values()) == 164
    without_more = [name for name, problem in problems.items() if not problem.plus_input]
    assert without_more == ["HumanEval/39", "HumanEval/55", "HumanEval/95", "Mbpp/793"]


WRONG = {
    "HumanEval/2": "def truncate_number(number):\n    return number % 1.0 + 2e-6\n",
    "HumanEval/32": "def find_zero(xs):\n    return 0.0\n",
    "Mbpp/2": "def similar_elements(a, b):\n    return tuple(a)\n",
    "Mbpp/581": "def surface_Area(b, s):\n    return 2 * b * s\n",
    "Mbpp/737": "def check_str(string):\n    return True\n",
}


RIGHT = {
    "HumanEval/2": "def truncate_number(number):\n    return number % 1.0 + 1e-9\n",
    "Mbpp/2": "def similar_elements(a, b):\n    return sorted(set(a) & set(b), reverse=True)\n",
    "Mbpp/581": "def surface_Area(b, h):\n    return round(b * b + 2 * b * ((b / 2) ** 2 + h * h) ** 0.5)\n",
    "Mbpp/737": "import re\ndef check_str(string):\n    return re.match('[aeiouAEIOU][A-Za-z0-9_]*', string)",
}


@pytest.mark.parametrize("name", first_of(SAMPLE, 7))
def test_right_answers_pass_and_wrong_ones_fail(
    task_named: Callable[[str], Task], judge: Judge, name: str
) -> None:
    task = task_named(name)
    assert name not in RIGHT or status(judge, task, task.reference) == "passed"
    assert status(judge, task, RIGHT.get(name, task.reference)) == "passed"
    assert name not in WRONG or status(judge, task, WRONG[name]) == "wrong_answer"


def test_base_inputs_alone_do_not_find_every_bug(
    problems: dict[str, EvalPlusProblem], task_named: Callable[[str], Task], judge: Judge
) -> None:
    """A program that knows the base inputs passes HumanEval's tests and fails HumanEval+."""
    known = {repr(one): sum(abs(x - sum(one[0]) / len(one[0])) for x in one[0]) / len(one[0])
             for one in problems["HumanEval/4"].base_input}  # fmt: skip
    program = f"def mean_absolute_deviation(numbers):\n    return {known!r}.get(repr([numbers]), 0.0)\n"
    task = task_named("HumanEval/4")
    assert isinstance(task.check, FunctionCheck)
    base = replace(task, check=FunctionCheck(tests=task.check.tests[:1]))
    assert status(judge, base, program) == "passed"
    assert status(judge, task, program) == "wrong_answer"


def test_an_input_that_the_contract_refuses_is_left_out(
    problems: dict[str, EvalPlusProblem], judge: Judge
) -> None:
    made = task_of(problems["HumanEval/4"], judge)
    assert [] in [arguments[0] for arguments in problems["HumanEval/4"].plus_input]
    assert 0 < made.refused < len(problems["HumanEval/4"].plus_input)
    assert made.forbidden == made.refused


def test_arguments_get_the_types_that_json_lacks() -> None:
    assert convert_arguments("Mbpp/2", [[[1], [2]]]) == [[(1,), (2,)]]
    assert convert_arguments("Mbpp/115", [[[[1, 2], [], {"a": 1}]]]) == [[[{1, 2}, {}, {}]]]
    assert convert_arguments("Mbpp/124", [["0", "1j"]]) == [[0.0, 1j]]
    assert convert_arguments("Mbpp/580", [[[1, [2, [3]]]]]) == [[(1, (2, (3,)))]]
    assert convert_arguments("Mbpp/3", [[[1]]]) == [[[1]]]
    assert convert_arguments("HumanEval/2", [[[1]]]) == [[[1]]]


@pytest.mark.parametrize(
    "value",
    [None, True, -(10**1000), -1.5, float("inf"), 1j, "ä\n", b"\0", [(1,), ()], {1: {2}}, frozenset()],
)
def test_a_literal_evaluates_to_its_value(value: object) -> None:
    found = eval(literal(value))  # noqa: S307 - what is tested
    assert found == value
    assert type(found) is type(value)


def test_a_value_that_fails_its_own_test_is_not_expected() -> None:
    one = {"is_mbpp": True, "entry_point": "f", "inputs": [[1]], "tolerance": 0.0}
    assert passes_own_test(**one, expected=[0.5])
    assert not passes_own_test(**one, expected=[float("nan")])
    with pytest.raises(ValueError, match="a value of type object cannot be written as source"):
        comparison_test(**one, expected=[object()])


@pytest.mark.parametrize(
    ("entry_point", "arguments", "wanted", "found", "tolerance", "right"),
    [
        ("f", [1], 0.1, 0.1 + 5e-7, 0, True),
        ("f", [1], 0.1, 0.1 + 5e-6, 0, False),
        ("f", [1], 0.5, 0.6, 0.2, True),
        ("f", [1], [0.1, 0.2], (0.1, 0.2), 0, False),
        ("f", [1], [0.1, 0.2], [0.1 + 1e-8, 0.2], 0, True),
        ("f", [1], [[0.1]], [[0.1 + 1e-8]], 0, False),
        ("f", [1], [[0.1]], [[0.1 + 1e-8]], 1e-4, True),
        ("f", [1], 3, 3.0, 0, True),
        ("f", [1], 0.1, "0.1", 0.1, False),
        ("f", [1], float("inf"), float("inf"), 0, True),
        ("f", [1], float("inf"), 1.0, 0, False),
        ("f", [1], 1.0, 10**400, 0, False),
        ("are_equivalent", [1, 2], True, False, 0, True),
        ("sum_div", [7], 1, 0, 0, True),
        ("sum_div", [7], 1, 2, 0, False),
        ("surface_Area", [3, 4], 33, 35, 0, True),
        ("surface_Area", [3, 4], 33, 36, 0, False),
        ("digit_distance_nums", [1, 23], 9, 4, 0, True),
        ("digit_distance_nums", [1, 23], 9, 5, 0, False),
        ("Diff", [[1], [2]], [1, 2], [2, 1, 2], 0, True),
        ("check_str", ["a"], True, "a match", 0, True),
        ("check_str", ["a"], True, None, 0, False),
        ("check_str", ["a"], False, False, 0, True),
    ],
)
def test_values_are_compared_as_evalplus_does(
    *, entry_point: str, arguments: list, wanted: object, found: object, tolerance: float, right: bool
) -> None:
    source = comparison_test(
        is_mbpp=True, entry_point=entry_point, inputs=[arguments], expected=[wanted], tolerance=tolerance
    )
    assert passes(source, found) is right


def passes(source: str, *found: object) -> bool:
    values = iter(found)
    try:
        exec(source, {"candidate": lambda *_: next(values)})  # noqa: S102 - ours
    except AssertionError:
        return False
    return True


def test_a_tolerance_applies_from_the_first_float_on() -> None:
    """As in EvalPlus, whole numbers after an expected float may differ by a ten-millionth."""
    for expected, right in (([10**9, 0.5], False), ([0.5, 10**9], True)):
        source = comparison_test(
            is_mbpp=True, entry_point="f", inputs=[[1], [2]], expected=expected, tolerance=0.0
        )
        assert passes(source, *(one + 1 if one == 10**9 else one for one in expected)) is right


def test_a_root_is_right_if_the_polynomial_is_close_to_zero() -> None:
    root = {"is_mbpp": False, "entry_point": "find_zero", "inputs": [[[-4, 0, 1]]], "expected": [2.0]}
    source = comparison_test(**root, tolerance=1e-4)
    assert passes(source, -2.0)
    assert passes(source, 2.00002)
    assert not passes(source, 2.0001)


def test_the_prompt_names_the_function(task_named: Callable[[str], Task]) -> None:
    prompt = EVALPLUS.prompt("sightbench", "text")
    for name in ("HumanEval/2", "Mbpp/2"):
        (turn,) = prompt.turns(task_named(name), 0, "")
        text = "".join(part.text for part in turn.parts)
        assert task_named(name).entry_point in text
    assert "assert similar_elements((3, 4, 5, 6),(5, 7, 4, 10)) == (4, 5)" in text


def write_records(path: Path, *records: dict[str, object]) -> Path:
    data = "".join(json.dumps(record) + "\n" for record in records).encode()
    path.write_bytes(gzip.compress(data) if path.suffix == ".gz" else data)
    return path


RELEASED = {
    "task_id": "HumanEval/0",
    "prompt": "def double(x):\n",
    "entry_point": "double",
    "canonical_solution": "    return 2 * x\n",
    "base_input": [[1]],
    "contract": "    assert x > 0\n",
    "plus_input": [[0.5], [-1]],
    "atol": 0,
    "test": "unused",
}


@pytest.mark.gate
def test_a_release_is_imported_and_judged(in_process, tmp_path: Path, monkeypatch) -> None:
    monkeypatch.setenv("SIGHTBENCH_DATASETS", str(tmp_path / "sets"))
    absent = in_process("evaluate", "--score-only", "none.jsonl", "--suite", "evalplus")
    assert absent.returncode == 2
    assert "sightbench import tasks evalplus FILE..." in absent.stderr
    done = in_process(
        "import", "tasks", "evalplus", write_records(tmp_path / "HumanEvalPlus.jsonl.gz", RELEASED)
    )
    first, second, *_ = done.stdout.splitlines()
    assert first == "humaneval-plus: 1 tasks"
    assert second.startswith("1 of 2 further inputs left out, of 1 task: 1 break the task's contract,")
    assert second.endswith("; 0 have no result of the canonical solution")
    (task,) = EVALPLUS.datasets["official"]()
    assert (task.id, task.subset, task.reference) == (
        "HumanEval/0",
        "humaneval-plus",
        "def double(x):\n    return 2 * x\n",
    )
    before = (tmp_path / "sets/evalplus/official/tasks.jsonl").read_bytes()
    assert in_process("import", "tasks", "evalplus", tmp_path / "HumanEvalPlus.jsonl.gz").returncode == 0
    assert (tmp_path / "sets/evalplus/official/tasks.jsonl").read_bytes() == before


@table("suites")
def test_a_file_with_a_fault_is_refused(tmp_path: Path, change: dict[str, object], message: str) -> None:
    record = {name: value for name, value in {**RELEASED, **change}.items() if value is not None}
    with pytest.raises(BadInput) as refused:
        read_problems([write_records(tmp_path / "f.jsonl", record)])
    assert message in str(refused.value)


def test_two_files_with_different_values_are_refused(tmp_path: Path) -> None:
    paths = [
        write_records(tmp_path / "a.jsonl", RELEASED),
        write_records(tmp_path / "b.jsonl", {**RELEASED, "atol": 0.1}),
    ]
    with pytest.raises(BadInput, match="HumanEval/0 has another atol"):
        read_problems(paths)


def test_a_solution_that_fails_on_a_base_input_is_refused(
    problems: dict[str, EvalPlusProblem], judge: Judge
) -> None:
    broken = replace(problems["HumanEval/2"], canonical_solution="    return 1 / 0\n")
    with pytest.raises(BadInput, match="it fails on a base input"):
        task_of(broken, judge)
