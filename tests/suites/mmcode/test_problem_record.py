"""Records become tasks; what is wrong with one is repaired and reported, or refused by name."""

import base64
import json
from pathlib import Path

import pytest

from benchmark.core.task import FunctionCheck, Limits, Picture, StdioCase, StdioCheck
from benchmark.datasets.official import OfficialTask, RefusedRowError
from benchmark.datasets.problem_records import read_problems
from benchmark.suites.mmcode.limits import RawLimit, python_limits, read_mebibytes, read_seconds
from benchmark.suites.mmcode.official import COLUMNS
from benchmark.suites.mmcode.problem_record import compare_rule, task_of_record

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


@pytest.mark.parametrize(
    ("tags", "pictures", "each", "union", "repairs"),
    [
        (["Tree", "tree"], 2, [("tree",), ("tree",)], ("tree",), ""),
        (["3D Geometry", "Tree"], 2, [("3d-geometry",), ("tree",)], ("tree", "3d-geometry"), ""),
        (["Table", "Graph"], 1, [("graph", "table")], ("graph", "table"), ""),
        (["Map", "Tree", "Map"], 2, [(), ()], ("tree", "map"), "3 tags for 2 pictures: kept for the problem"),
        (["Sudoku"], 1, [()], (), "unknown tag 'Sudoku' passed over"),
        ([["Math", "2d_geometry"], []], 2, [("2d-geometry", "math"), ()], ("2d-geometry", "math"), ""),
        (None, 2, [(), ()], (), ""),
        ('["others"]', 1, [("others",)], ("others",), ""),
    ],
)
def test_tags_belong_to_pictures_where_their_number_fits(  # noqa: PLR0917 - each case has five parameters
    tags: object,
    pictures: int,
    each: list[tuple[str, ...]],
    union: tuple[str, ...],
    repairs: str,
    tmp_path: Path,
) -> None:
    statement = " and ".join(["![image](x.png)"] * pictures)
    found = made(tmp_path, problem(question=statement, images=[PICTURE] * pictures, image_tags=tags))
    assert [part.categories for part in found.task.parts if isinstance(part, Picture)] == each
    assert found.task.categories == union
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
        ({"images": [base64.b64encode(png()[:-20]).decode()]}, "picture 1 is not a complete picture"),
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


@pytest.mark.parametrize(
    ("statement", "rule"),
    [
        ("Your answer is right if its absolute or relative error is at most 10^{-6}.", "floats"),
        ("Print it with an error of at most $10^{ - 9}$.", "floats"),
        ("An error below 0.0001 is fine.", "floats"),
        ("Print `error` if there is no way.", "tokens"),
        ("Print the absolute difference of a and b.", "tokens"),
        ("The relative order does not matter.", "tokens"),
    ],
)
def test_numbers_may_differ_where_the_statement_speaks_of_an_error(statement: str, rule: str) -> None:
    assert compare_rule(statement) == rule


@pytest.mark.parametrize(
    ("time", "memory", "seconds", "mebibytes"),
    [
        (None, None, 20.0, 1024),
        ("2.0 seconds", "256.0 megabytes", 10.0, 1024),
        ("5 sec", "1 GB", 25.0, 2048),
        ("4000 ms", 1024, 20.0, 2048),
        (30, "64 MB", 60.0, 1024),
    ],
)
def test_limits_of_a_site_become_limits_for_python(
    time: RawLimit, memory: RawLimit, seconds: float, mebibytes: int
) -> None:
    assert python_limits(read_seconds(time), read_mebibytes(memory)) == Limits(
        seconds=seconds, memory_mb=mebibytes
    )
