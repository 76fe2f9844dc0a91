"""The data set ``lcb-vision``: 148 hard problems of LiveCodeBench with flowcharts, from a public repository.

The repository states no licence, and the problems are LeetCode's and AtCoder's, so nothing is shipped. One of
its files has the tests, another the ids, by which the pictures are named. Nobody could compute their digests
yet: the first fetch records them, and later ones must find the same.

Problems of AtCoder were programs there. The repository made functions of them, with an argument per line of
input, and accepts a returned and a printed answer, from arguments or standard input; so do these tests.
"""

import ast
import json
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from benchmark.core.digest import digest_canonical, sha256_hex
from benchmark.core.errors import BadInput, quote_value
from benchmark.core.task import FunctionCheck, Limits, Task, Text
from benchmark.datasets.referenced_files import referenced_files
from benchmark.datasets.store import FetchedSet, load_tasks, read_fetched
from benchmark.files.bounded import JSONL_LIMIT, read_bytes
from benchmark.files.edge import Name, validate_record
from benchmark.files.references import ReferencedFile
from benchmark.files.strict_json import read_records
from benchmark.suites.code_vision.fetched_tasks import check_counts, store_tasks
from benchmark.suites.code_vision.tasks import SUITE_ID

DATASET = "lcb-vision"
COMMAND = f"sightbench dataset fetch {SUITE_ID} --version {DATASET}"
REPOSITORY = "hzhuiyu/flowchart2code"
COMMIT = "4326c84c177a5d5844c57d7e8ac49b8820c21435"
FOLDER = "data/LiveCodeBench"  #: in the repository
#: The problems with their tests, and the ids with the texts of the problems.
FILES = tuple(
    ReferencedFile(
        url=f"https://raw.githubusercontent.com/{REPOSITORY}/{COMMIT}/{FOLDER}/LiveCodeBench_{name}"
    )
    for name in ("merged.jsonl", "with_sample_io.jsonl")
)
COUNTS = {"leetcode": 72, "atcoder": 76}  #: tasks of each subset
#: What the starter code of AtCoder's problems says in place of ``TODO``: arguments are named by numbers only.
HINT = "# An argument per line of input, a list if it has several values. Return or print the answer."
_SECONDS = 6.0  #: LiveCodeBench's limit, in wall seconds; here it is a limit of CPU seconds
_LONGEST = 1_000  #: digits in the repository's tests; a larger number is no length
_TODO = "# TODO: implement the solution"
_ID = re.compile(r"(v[1-6])_(\w+)")  #: release of LiveCodeBench, and its id of the problem
_FIX = "use the pinned files; if these are they, report it"
_STARS = (
    *("string", "re", "datetime", "collections", "heapq", "bisect", "copy", "math", "random", "statistics"),
    *("itertools", "functools", "operator", "io", "sys", "json", "builtins", "typing"),
)
#: Imports that LiveCodeBench runs in front of an answer, in its order: later names replace earlier ones.
PREAMBLE = "\n".join(
    [
        *(f"from {name} import *" for name in _STARS),
        *(f"import {name}" for name in _STARS[:-2]),
        "from sortedcontainers import SortedDict, SortedList, SortedSet\n",
    ]
)
#: Test of an AtCoder problem. White space between values counts for nothing, a fraction may be 1e-6 off.
_TEST = """\
import io
import math
from contextlib import redirect_stdout
from decimal import Decimal
from unittest.mock import patch

def words(value):
    if isinstance(value, (list, tuple)):
        return [word for item in value for word in words(item)]
    return str(value).split()

def same(got, wanted):
    if got == wanted:
        return True
    try:
        near = "." in wanted and math.isclose(float(got), float(wanted), rel_tol=1e-6, abs_tol=1e-6)
        return near or Decimal(got) == Decimal(wanted)
    except (ArithmeticError, ValueError):
        return False

printed = io.StringIO()
with patch("sys.stdin", io.StringIO({stdin!r})), redirect_stdout(printed):
    answer = {call}
got, wanted = words(printed.getvalue() if answer is None else answer), words({output!r})
assert len(got) == len(wanted) and all(same(*pair) for pair in zip(got, wanted)), f"{{got}} is not {{wanted}}"
"""


class _LcbLine(BaseModel):
    model_config = ConfigDict(extra="ignore", frozen=True, strict=True)


class _Case(_LcbLine):
    input: str
    output: str
    testtype: Literal["functional"]


class _Problem(_LcbLine):
    question_id: Name
    starter_code: Annotated[str, Field(pattern=r"^\s*def solve\(|class Solution\b")]
    func_name: Annotated[str, Field(pattern=r"^[A-Za-z_]\w*$")]
    public_test_cases: Annotated[list[_Case], Field(min_length=1)]


class _NamedProblem(_LcbLine):
    task_id: Annotated[str, Field(pattern=rf"^{_ID.pattern}$")]
    prompt: str


def fetch_lcb(source: Path | None = None, *, again: bool = False) -> FetchedSet:
    """Store the tasks on this machine, unless they are here; tasks of a folder give way to the network's.

    Args:
        source: a folder that has the files, as their repository has; None for the network.
        again: whether to do it even if they are here.

    Raises:
        BadInput: if a file is not the recorded one, or a line cannot become a task: it names line and field.
        OurFailure: if the server cannot be reached.
    """
    known = read_fetched(SUITE_ID, DATASET)
    if known is not None and not again and (source is not None or not known.source):
        return known
    problems, named = paths = referenced_files(FILES, source)
    tasks = _read(problems, named)
    check_counts(tasks, COUNTS, FILES[1].url)
    content = digest_canonical([sha256_hex(read_bytes(path, JSONL_LIMIT)) for path in paths])
    return store_tasks(DATASET, tasks, content, "" if source else COMMIT, source)


def load() -> tuple[Task, ...]:
    """Return the 148 tasks, without their flowcharts.

    Raises:
        BadInput: if they were not fetched.
    """
    return load_tasks(SUITE_ID, DATASET, COMMAND)


def _read(problems: Path, named: Path) -> list[Task]:
    found = {}
    for number, record in read_records(problems):
        line = f"line {number}"
        problem = validate_record(_Problem, record, problems, line)
        try:
            found[problem.question_id] = problem, _tests(problem)
        except (ValueError, SyntaxError) as error:
            raise BadInput(problems, f"{line}: public_test_cases", f"cannot be read: {error}", _FIX) from None
    tasks = []
    for number, record in read_records(named):
        name = validate_record(_NamedProblem, record, named, f"line {number}")
        release, _, question = name.task_id.partition("_")
        if question not in found:
            reason = f"{quote_value(question)} is not in {problems.name}"
            raise BadInput(named, f"line {number}: task_id", reason, _FIX)
        tasks.append(_task(name, release, *found[question]))
    return tasks


def _task(name: _NamedProblem, release: str, problem: _Problem, tests: tuple[str, ...]) -> Task:
    is_class = _is_class(problem)
    return Task(
        id=name.task_id,
        suite=SUITE_ID,
        dataset=DATASET,
        subset="leetcode" if is_class else "atcoder",
        stem=problem.question_id,
        parts=(Text(text=name.prompt.removesuffix(problem.starter_code).rstrip()),),
        starter_code=problem.starter_code.replace(_TODO, HINT),
        entry_point="Solution" if is_class else problem.func_name,
        categories=(f"release:{release}",),
        level="hard",
        check=FunctionCheck(tests=tests, preamble=PREAMBLE),
        limits=Limits(seconds=_SECONDS),
    )


def _is_class(problem: _Problem) -> bool:
    """Whether a problem is LeetCode's, whose answers are a method of a class."""
    return not problem.starter_code.lstrip().startswith("def solve(")


def _tests(problem: _Problem) -> tuple[str, ...]:
    """Return a test source per case; ValueError or SyntaxError for a case that cannot be read."""
    call, cases = problem.func_name, problem.public_test_cases
    outputs = [_value(case.output) for case in cases]
    if _is_class(problem):
        inputs = [[json.loads(line) for line in case.input.splitlines() if line.strip()] for case in cases]
        pairs = zip(inputs, outputs, strict=True)
        return tuple(f"assert Solution().{call}({_list(values)}) == {output!r}\n" for values, output in pairs)
    types = _types(problem.starter_code)
    inputs = [_arguments(case.input, types) for case in cases]
    # What is a text in one case, because its zeros count, is a text in all.
    texts = {place for values in inputs for place, value in enumerate(values) if isinstance(value, str)}
    for values in inputs:
        values[:] = [str(value) if place in texts else value for place, value in enumerate(values)]
    return tuple(
        _TEST.format(call=f"{call}({_list(values)})", output=output, stdin="".join(map(_line, values)))
        for values, output in zip(inputs, outputs, strict=True)
    )


def _list(values: Sequence[object]) -> str:
    return ", ".join(map(repr, values))


def _line(value: object) -> str:
    return (" ".join(map(str, value)) if isinstance(value, list) else str(value)) + "\n"


def _types(starter: str) -> list[str]:
    """Return the annotations of a function's arguments; empty texts for those without."""
    (function,) = ast.parse(starter.strip()).body
    arguments = function.args.args if isinstance(function, ast.FunctionDef) else []
    return [ast.unparse(each.annotation) if each.annotation else "" for each in arguments]


def _arguments(text: str, types: Sequence[str]) -> list[object]:
    """Return the arguments of a call, such as ``solve([3, 1], 'ab')``, as the lines of input had them.

    The repository's conversion made a number of a list with one value, and of digits that begin with zeros.
    Its own judge mends this: digits are filled to the length that the first line says, ``N`` or ``3 ** N``.
    """
    call = ast.parse(text.strip(), mode="eval").body
    if not isinstance(call, ast.Call) or call.keywords:
        raise ValueError(f"{quote_value(text)} is not a call with values")
    values: list[object] = [ast.literal_eval(each) for each in call.args]
    for place, (value, kind) in enumerate(zip(values, types, strict=False)):
        if kind.startswith("List") and not isinstance(value, list):
            values[place] = [value]
        elif kind == "str":
            values[place] = str(value)
    match values:
        case [int(size), int() | str() as second] if (digits := str(second)).isdigit():
            if len(digits) < size <= _LONGEST:
                values[1] = digits.zfill(size)
            elif (set(digits) <= {"0", "1"} and size < len(digits) < 3**size) or (size, digits) == (1, "0"):
                values[1] = digits.zfill(3**size)
    return values


def _value(text: str) -> object:
    """Return an expected value: JSON, a literal of Python, or the text itself."""
    for read in (json.loads, ast.literal_eval):
        try:
            return read(text.strip())
        except (ValueError, SyntaxError):
            continue
    return text
