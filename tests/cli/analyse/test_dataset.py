"""Tests of `analyse dataset`: Tables 1 and 9 of HumanEval-V, for any data set."""

import pytest

from benchmark.analysis.studies.dataset_report import count_test_cases as count_cases
from benchmark.analysis.studies.dataset_report import dataset_report, types_of, words_of
from benchmark.core.task import FunctionCheck, StdioCase, StdioCheck, Task, Text


def test_the_open_set_is_described(in_process) -> None:
    done = in_process("analyse", "dataset", "--suite", "humaneval-v", "--dataset", "open")
    lines = [line.split() for line in done.stdout.splitlines()]
    assert done.stdout.splitlines()[0] == "humaneval-v open: 233 tasks, 71 stems"
    assert ["attribute", "median", "mean", "minimum", "maximum", "count"] in lines
    assert ["picture", "width", "1,000", "976.5", "780", "1,024", "233"] in lines
    assert "tokens are not counted" in done.stdout


CHECKS = (
    FunctionCheck(tests=("assert f(1) == 2\nassert f(2) == 3", "for x in y:\n    assert f(x)")),
    StdioCheck(cases=(StdioCase(input="", output=""),) * 4),
)
REFERENCE = 'import numpy as np\nfrom os.path import join\n\ndef f(x):\n    """Doc."""\n    return x + 1\n'


def test_the_numbers_are_those_counted_by_hand() -> None:
    tasks = [
        Task(id="a-1", stem="a", check=CHECKS[0], reference=REFERENCE, parts=(Text(text="one two"),)),
        Task(id="a-2", stem="a", check=CHECKS[1], starter_code="def f():", categories=("tree", "tree")),
    ]
    sizes = {"a-1": [(10, 20), (30, 40)]}
    report = dataset_report(tasks, sizes, lambda text: len(text.split()))
    assert {
        attribute.name: (attribute.tasks, attribute.median, attribute.mean, attribute.least, attribute.most)
        for attribute in report.attributes
    } == {
        "picture width": (2, 20, 20, 10, 30),
        "picture height": (2, 30, 30, 20, 40),
        "text tokens": (2, 2, 2, 2, 2),
        "reference statements": (1, 4, 4, 4, 4),
        "test cases": (2, 3.5, 3.5, 3, 4),
    }
    assert report.imports == [("numpy", 1), ("os", 1)]
    assert report.categories == [("tree", 1)]


@pytest.mark.parametrize(
    ("test", "cases"),
    [
        ("assert f(1)\nassert f(2)", 2),
        ("for x, y in zip([1, 2, 3], [4, 5, 6]):\n    assert f(x) == y", 3),
        ("for x in [1, 2]:\n    for y in (1, 2):\n        assert f(x) == y", 4),
        ("for x in range(9):\n    assert f(x)", 1),
        ("def check(candidate):\n    assert candidate(1)\n    assert candidate(2)", 2),
        ("# a comment\nassert f(1) == 2\n\nassert f(2) == 3\n", 2),
        ("assert f(1) == 2; assert f(2) == 3", 2),
        ("assert f(1) == 'a;b'\nassert f(\n    2\n) == 3", 2),
        ("text = '''\nassert f(1) == 2\n'''\nassert f(2) == text", 1),
    ],
)
def test_asserts_and_input_output_pairs_are_test_cases(test: str, cases: int) -> None:
    assert count_cases(Task(id="t", check=FunctionCheck(tests=(test,)))) == cases


def test_a_signature_that_is_part_of_the_text_counts_once() -> None:
    task = Task(id="t", check=CHECKS[1], starter_code="def f():\n", parts=(Text(text="Write\ndef f():\n"),))
    assert words_of(task) == "Write\ndef f():\n"


@pytest.mark.parametrize(
    ("signature", "inputs", "output"),
    [
        ("def f(a: int, b: List[int], c: list[str]) -> bool:", ("int", "1D list"), "bool"),
        ("def f(a: List[List[int]], b: dict[str, int]) -> Tuple[int, int]:", ("2D list", "dict"), "tuple"),
        ("def f(a: np.ndarray) -> pd.DataFrame:", ("np.ndarray",), "pd.DataFrame"),
        ("def f(a: int | float) -> Optional[int]:", ("int", "float"), "int or None"),
        ("def f(a: 'List[float]', b: Union[str, int]) -> None:", ("1D list", "str", "int"), "None"),
        ("class S:\n    def f(self, a: str) -> str:", ("str",), "str"),
    ],
)
def test_types_have_the_names_of_table_9(signature: str, inputs: tuple[str, ...], output: str) -> None:
    found = types_of(signature, "f")
    assert found is not None
    assert (found.inputs, found.output) == (inputs, output)


@pytest.mark.parametrize("signature", ["def f(a, b: int) -> int:", "def f(a: int):", "no python at all", ""])
def test_types_missing_in_a_signature_are_not_guessed(signature: str) -> None:
    assert types_of(signature, "f") is None
