"""Records become tasks: what is wrong with one is repaired and reported, or refused by name."""

import base64
import json
from pathlib import Path

import pytest

from benchmark.core.task import FunctionCheck, Limits, Picture, StdioCase, StdioCheck, Task
from benchmark.core.verdict import Status, Verdict
from benchmark.datasets.official import OfficialTask, RefusedRowError
from benchmark.datasets.problem_records import read_problems
from benchmark.judging.judge import Judge
from benchmark.suites.mmcode.call_based import call_check
from benchmark.suites.mmcode.limits import RawLimit, python_limits, read_mebibytes, read_seconds
from benchmark.suites.mmcode.official import COLUMNS
from benchmark.suites.mmcode.problem_record import compare_rule, task_of_record
from tests.case_files import table
from tests.judged import verdict_of

from .records import Problem, lines, png, problem

PICTURE = base64.b64encode(png()).decode("ascii")
BLUE = base64.b64encode(png("blue")).decode("ascii")


def made(tmp_path: Path, record: Problem) -> OfficialTask:
    (tmp_path / "p.jsonl.gz").write_bytes(lines([record]))
    [(_, row)] = read_problems([tmp_path / "p.jsonl.gz"], COLUMNS)
    return task_of_record(row)


def test_pictures_become_png_without_transparency(tmp_path: Path) -> None:
    clear = base64.b64encode(png("#ff000000", "RGBA")).decode("ascii")
    white = base64.b64encode(png("white", kind="GIF")).decode("ascii")
    statement = "![image](2.png)![image](1.png)"  # only their order counts
    found = made(tmp_path, problem(question=statement, images=[clear, white], image_tags=[]))
    first, second = found.task.parts
    assert isinstance(first, Picture)
    assert isinstance(second, Picture)
    assert (first.number, second.number) == (1, 2)
    assert first.source == second.source  # both are white
    assert found.pictures[first.source].startswith(b"\x89PNG")


@table("suites")
def test_tags_belong_to_pictures_where_their_number_fits(  # noqa: PLR0917 - each case has five parameters
    tags: object,
    pictures: int,
    each: list[list[str]],
    union: list[str],
    repairs: str,
    tmp_path: Path,
) -> None:
    statement = " and ".join(["![image](x.png)"] * pictures)
    found = made(tmp_path, problem(question=statement, images=[PICTURE] * pictures, image_tags=tags))
    assert [part.categories for part in found.task.parts if isinstance(part, Picture)] == [*map(tuple, each)]
    assert found.task.categories == tuple(union)
    assert "; ".join(found.repairs) == repairs


def test_markers_without_pictures_and_pictures_without_markers_are_repaired(tmp_path: Path) -> None:
    statement = "a ![image](1.png) b ![image](2.png) c"
    fewer = made(tmp_path, problem(question=statement))
    assert fewer.repairs == ("1 marker without a picture removed",)
    assert [getattr(part, "text", "picture") for part in fewer.task.parts] == ["a ", "picture", " b  c"]
    more = made(tmp_path, problem(question="a\n", images=[PICTURE, BLUE], image_tags=["Tree", "Map"]))
    assert more.repairs == ("2 pictures without a marker put at the end",)
    assert [getattr(part, "text", "picture") for part in more.task.parts] == [
        "a\n\n",
        "picture",
        "\n\n",
        "picture",
    ]


def test_a_limit_that_is_none_is_repaired_and_other_values_than_text_become_text(tmp_path: Path) -> None:
    found = made(tmp_path, problem(time_limit="soon", memory_limit="64 MB", name=7, url=None, difficulty=[]))
    assert found.repairs == ("'soon' is not a positive limit of time: it counts as not stated",)
    assert (found.task.limits, found.task.level) == (python_limits(), "")


def test_lists_of_lines_and_numbers_are_joined(tmp_path: Path) -> None:
    tests = {"inputs": [["2", "1 2"], 7], "outputs": ["3", ["a", "b"]]}
    check = made(tmp_path, problem(input_output=tests)).task.check
    assert isinstance(check, StdioCheck)
    assert check.cases == (StdioCase(input="2\n1 2", output="3"), StdioCase(input="7", output="a\nb"))


def test_call_based_problems_become_tests_of_a_function(tmp_path: Path) -> None:
    long = "9" * 5000
    tests = f'{{"fn_name": "rob", "inputs": [[[1, 2]], [[{long}]]], "outputs": [2, {long}]}}'
    starter = "class Solution:\n    def rob(self, n: List[int]) -> int:\n        "
    task = made(tmp_path, problem(input_output=tests, starter_code=starter)).task
    assert isinstance(task.check, FunctionCheck)
    assert (task.entry_point, task.starter_code) == ("Solution().rob", starter)
    assert len(task.check.tests) == 2
    assert "0x" in task.check.tests[1]


def _tests(**changes: object) -> str:
    return json.dumps({"inputs": ["1"], "outputs": ["2"], **changes})


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"input_output": _tests(outputs=["1", "2"])}, "it has 1 inputs, but 2 outputs"),
        ({"input_output": _tests(inputs=[], outputs=[])}, "it has no test"),
        ({"input_output": "{"}, "it has no tests: input_output is not an object of JSON"),
        ({"input_output": _tests(inputs=[{"a": 1}])}, "input 1 is neither text nor a list of lines"),
        ({"input_output": _tests(inputs=["\ud800"])}, "input 1 has a lone surrogate"),
        ({"input_output": _tests(fn_name="a b", inputs=[[1]])}, "is not the name of a function"),
        ({"input_output": f'{{"inputs": [{"1" * 5000}], "outputs": ["1"]}}'}, "more than 4,300 digits"),
        ({"images": [base64.b64encode(png()[:-20]).decode()]}, "picture 1 is broken or cut short"),
        ({"problem_id": "a\nb"}, "problem_id is not a short printable text"),
    ],
)
def test_a_record_that_cannot_be_judged_is_refused(
    changes: dict[str, object], message: str, tmp_path: Path
) -> None:
    with pytest.raises(RefusedRowError, match=message):
        made(tmp_path, problem(**changes))


def test_starter_code_may_have_empty_bodies(tmp_path: Path) -> None:
    starter = "class Pile:\n    def push(self, x):\n        # your code\n\n    def pop(self):\n        \n"
    assert made(tmp_path, problem(starter_code=starter)).task.starter_code == starter


@table("suites")
def test_numbers_may_differ_where_the_statement_speaks_of_an_error(statement: str, rule: str) -> None:
    assert compare_rule(statement) == rule


@table("suites")
def test_limits_of_a_site_become_limits_for_python(
    time: RawLimit, memory: RawLimit, seconds: float, mebibytes: int
) -> None:
    assert python_limits(read_seconds(time), read_mebibytes(memory)) == Limits(
        seconds=seconds, memory_mb=mebibytes
    )


_STARTER = "class Solution:\n    def ends(self, values: List[int]) -> List[int]:\n        "
_RIGHT = f"{_STARTER}return [values[0], values[-1]]\n"


def _verdict(judge: Judge, record: tuple[str, list, list, str], program: str) -> Verdict:
    check, entry = call_check(*record)
    task = Task(id="t", suite="mmcode", check=check, entry_point=entry, starter_code=record[3])
    return verdict_of(judge, task, program)


@pytest.mark.parametrize(
    ("program", "status"),
    [
        (_RIGHT, Status.PASSED),
        (_RIGHT.replace("[values[0], values[-1]]", "(values[0], values[-1])"), Status.WRONG_ANSWER),
        (_RIGHT.replace("[values[0], values[-1]]", "[[values[0], values[-1]]]"), Status.WRONG_ANSWER),
        ("def ends(values):\n    return [values[0], values[-1]]\n", Status.RUNTIME_ERROR),
    ],
)
def test_a_method_is_judged_by_the_exact_value_it_returns(judge: Judge, program: str, status: Status) -> None:
    record = ("ends", [[[3, 1, 2]], [[5]]], [[3, 2], [5, 5]], _STARTER)
    assert _verdict(judge, record, program).status is status


@pytest.mark.parametrize(
    ("outputs", "starter", "program", "status"),
    [
        ([[2], [4]], "def double(n):\n\t", "def double(n): return 2 * n", Status.PASSED),
        ([[2], [4]], "def double(n):\n\t", "def double(n): return [2 * n]", Status.WRONG_ANSWER),
        ([[2], [4]], "def double(n) -> list[int]:\n\t", "def double(n): return [2 * n]", Status.PASSED),
        ([[2], [4]], "def double(n) -> list[int]:\n\t", "def double(n): return 2 * n", Status.WRONG_ANSWER),
        ([2, 4], "", "def double(n): return 2 * n", Status.PASSED),
        ([[2], [4, 4]], "", "def double(n): return [2] if n == 1 else [4, 4]", Status.PASSED),
    ],
)
def test_outputs_of_one_element_are_wrapped_values_unless_the_starter_code_returns_a_sequence(
    judge: Judge, outputs: list, starter: str, program: str, status: Status
) -> None:
    assert _verdict(judge, ("double", [[1], [2]], outputs, starter), program).status is status


def test_a_method_gets_a_new_object_and_several_arguments(judge: Judge) -> None:
    starter = "class Solution:\n    def put(self, values, more):\n        "
    record = ("put", [[["a"], {"b": None}]] * 2, [["a", {"b": None}, 1.5], ["a", {"b": None}, 1.5]], starter)
    program = (
        "class Solution:\n    seen = []\n    def put(self, values, more):\n"
        "        self.seen.append(1.5)\n        return values + [more] + self.seen\n"
    )
    assert _verdict(judge, record, program).status is Status.PASSED


def test_names_of_typing_in_the_starter_code_are_imported() -> None:
    check, entry = call_check("ends", [[[1]]], [[1, 1]], _STARTER)
    assert check.preamble == "from typing import List\n"
    assert entry == "Solution().ends"
    assert call_check("f", [[1]], [1], "def f(n):\n")[0].preamble == ""


@pytest.mark.parametrize(
    ("record", "message"),
    [
        (("f g", [[1]], [1], ""), "fn_name 'f g' is not"),
        (("class", [[1]], [1], ""), "fn_name 'class' is not"),
        (("f", [], [], ""), "there is no test"),
        (("f", [[1], [2]], [1], ""), "2 inputs, but 1 outputs"),
        (("f", [[1], 2], [1, 2], ""), "test 2: its input is not a list"),
        (("f", [[1]], [object()], ""), "test 1: its input or output is not"),
    ],
)
def test_calls_that_cannot_be_judged_are_refused(record: tuple[str, list, list, str], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        call_check(*record)


def test_starter_code_that_does_not_parse_still_says_whether_there_is_a_class() -> None:
    assert call_check("f", [[1]], [1], "class Solution:\n  def f(self, n:\n")[1] == "Solution().f"


@table("suites")
def test_a_limit_of_time_is_read(limit: RawLimit, seconds: float | None) -> None:
    assert read_seconds(limit) == seconds


@pytest.mark.parametrize(
    ("limit", "mebibytes"),
    [("256 megabytes", 256), ("1GB.", 1024), ("1 GB.", 1024), ("65536 KB", 64), (512, 512), (None, None)],
)
def test_a_limit_of_memory_is_read(limit: RawLimit, mebibytes: float | None) -> None:
    assert read_mebibytes(limit) == mebibytes


@pytest.mark.parametrize("limit", ["soon", "0 seconds", -1, 1e9, "-1", "-1 second", "2e3", "3 apples", True])
def test_a_limit_that_is_none_is_refused(limit: RawLimit) -> None:
    with pytest.raises(ValueError, match=r"no |not a positive"):
        read_seconds(limit)
