"""Families with arrays and data frames work with plain values; their tests have what the signature says."""

import pytest

from benchmark.core.task import FunctionCheck, Task
from benchmark.core.verdict import Status
from benchmark.datasets.twins import expected_results
from benchmark.judging.judge import Judge
from tests.judged import verdict_of
from tests.sampling import gate_of
from workshop.authoring.library_values import library_assert_lines, with_plain_values, without_plain_values
from workshop.authoring.source import compile_solution

pytestmark = gate_of("authors")

ARRAY = (
    "import numpy as np\n\ndef solution(grid: np.ndarray, by: tuple[int, int]) -> np.ndarray:\n",
    "    return np.roll(grid, by, axis=(0, 1))",
    [[[1, 2], [3, 4]], (0, 1)],
    [[2, 1], [4, 3]],
    "solution(np.array([[1, 2], [3, 4]]), (0, 1)).tolist() == [[2, 1], [4, 3]]",
)
FRAME = (
    "import pandas as pd\n\ndef solution(shelf: pd.DataFrame, limit: float) -> pd.DataFrame:\n",
    "    return shelf[shelf['a'] > limit]",
    [{"a": [1, 2], "b": ["x", "y"]}, 1.5],
    {"a": [2], "b": ["y"]},
    "solution(pd.DataFrame({'a': [1, 2], 'b': ['x', 'y']}), 1.5).to_dict('list') == {'a': [2], 'b': ['y']}",
)
MEAN = (
    "import numpy as np\n\ndef solution(grid: np.ndarray) -> float:\n",
    "    return float(grid.mean())",
    [[0.5, 1.0]],
    0.75,
    "is_close(solution(np.array([0.5, 1.0])), 0.75)",
)


@pytest.mark.parametrize("case", [ARRAY, FRAME, MEAN], ids=["array", "frame", "mean"])
def test_a_reference_takes_plain_values_and_tests_compare_those_of_the_libraries(
    case: tuple[str, str, list[object], object, str], judge: Judge
) -> None:
    signature, body, call, result, asserted = case
    program, text = f"{signature}{body}\n", f"{signature}    pass\n"
    assert without_plain_values(with_plain_values(program)) == program
    assert compile_solution(with_plain_values(program))(*call) == result
    lines = library_assert_lines(text, [tuple(call)], [result])
    assert (lines[0], lines[-1]) == (text.splitlines()[0], f"assert {asserted}")
    check = FunctionCheck(tests=("\n".join(lines),))
    task = Task(id="a", check=check, starter_code=text, entry_point="solution", reference=program)
    assert verdict_of(judge, task, program).status is Status.PASSED
    assert verdict_of(judge, task, text).status is not Status.PASSED
    ((arguments, value),) = expected_results(task).items()
    assert (f"solution({arguments[1:-1]})" in asserted, value) == (True, result)
