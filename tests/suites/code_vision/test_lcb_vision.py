"""The data set ``lcb-vision``, fetched from a stand-in for its repository on loopback, judged and shown.

The stand-in has the files, fields and oddities that were read in the repository: lines without a difficulty,
arguments that lost a list or zeros, outputs as JSON, as literals of Python and as nested lists. It differs in
its problems, which are our own and of twelve kinds only, in its pictures, which are coloured squares, and in
texts and reference programs, which are one line long.
"""

import json
from pathlib import Path

import pytest

from benchmark.analysis import suite_list
from benchmark.cli import main
from benchmark.core.errors import BadInput
from benchmark.core.task import Task, Text
from benchmark.core.verdict import Status
from benchmark.datasets.store import folder_of, read_fetched
from benchmark.extraction.own import extract
from benchmark.judging.judge import Judge
from benchmark.pipeline.sources import fetch_pictures, fetched_source
from benchmark.suites import load
from benchmark.suites.code_vision import lcb_vision
from benchmark.suites.code_vision.flowcharts import RECORD, picture_url
from benchmark.suites.code_vision.lcb_vision import COUNTS, DATASET, FILES, fetch_lcb
from tests.judged import verdict_of

from ...https_world import HttpsWorld
from .test_flowcharts import png, shown, world  # noqa: F401 - a fixture

TODO = "    # TODO: implement the solution\n    pass\n"


def call(name: str, arguments: str, *cases: tuple[str, str]) -> dict[str, object]:
    """Return a problem that was a program, with a function ``solve`` in its place."""
    return {
        "func_name": "solve",
        "starter_code": f"def solve({arguments}):\n{TODO}",
        "public_test_cases": [
            {"input": given, "output": output, "testtype": "functional"} for given, output in cases
        ],
        "question_id": name,
        "question_content": f"Text of {name}.\r\n",
        "reference_code": "print(input())\r\n",
    }


def method(name: str, signature: str, *cases: tuple[str, str]) -> dict[str, object]:
    """Return a problem whose answer is a method, with its fields in another order."""
    function = signature.partition("(")[0]
    return {
        "question_id": name,
        "question_content": f"Text of {name}.",
        "difficulty": "hard",
        "starter_code": f"class Solution:\n    def {signature}:\n        ",
        "func_name": function,
        "public_test_cases": [
            {"input": given, "output": output, "testtype": "functional"} for given, output in cases
        ],
        "reference_code": "class Solution: ...",
    }


CALLS = (
    call("abc001_a", "arg0: List[int]", ("solve([3, 4])", "7"), ("solve([10, 5])", "15")),
    call("abc001_b", "arg0: int, arg1: List[int]", ("solve(2, [4, 6])", "[6, 4]"), ("solve(1, 9)", "9")),
    call("abc001_c", "arg0: int, arg1: int", ("solve(3, 10)", "1"), ("solve(3, 111)", "3")),
    call("abc001_d", "arg0: int, arg1: int", ("solve(2, 10011101)", "5"), ("solve(1, 0)", "0")),
    call("abc001_e", "arg0: str", ("solve('ABCx')", "'x'"), ("solve('ABC')", "[]")),
    call("abc001_f", "arg0: List[int]", ("solve([2, 2])", "[['Yes'], [1, 1]]"), ("solve([1, 3])", "'No'")),
    call("abc001_g", "arg0: int", ("solve(3)", "0.3333333333333333"), ("solve(1)", "1.0")),
    call("abc001_h", "arg0: int, arg1: str", ("solve(5, 'EWEWE')", "1010"), ("solve(2, 'EW')", "1")),
)
METHODS = (
    method("9001", "total(self, nums: List[int], k: int) -> int", ("[1, 2]\n3", "6"), ("[]\n0", "0")),
    method("9002", "both(self, a: str, b: str) -> bool", ('"x"\n"x"', "true"), ('"x"\n"y"', "false")),
    method("9003", "ends(self, nums: List[List[int]]) -> List[int]", ("[[1, 2], [3]]", "[2, 3]")),
    method("9004", "word(self, n: int) -> str", ("2", '"55"'), ("1", '"5"')),
)
#: Right answers, in each way that a judge must take: arguments or standard input, returned or printed.
RIGHT = {
    "abc001_a": [
        "def solve(arg0: List[int]):\n    return sum(arg0)",
        "def solve(arg0):\n    print(sum(arg0))",
        "def solve(arg0):\n    a, b = map(int, input().split())\n    print(a + b)",
        "import sys\ndef solve(arg0):\n    return str(sum(map(int, sys.stdin.read().split())))",
    ],
    "abc001_b": [
        "def solve(n, a):\n    return a[::-1]",
        "def solve(n, a):\n    return tuple(reversed(a))",
        "def solve(n, a):\n    print(*a[::-1], sep='\\n')",
        "def solve(n, a):\n    n = int(input())\n    print(*input().split()[::-1])",
    ],
    "abc001_c": [
        "def solve(n, s):\n    assert len(s) == n\n    return s.count('1')",
        "def solve(n, s):\n    return str(s).count('1')",
    ],
    "abc001_d": [
        "def solve(n, s):\n    assert len(s) == 3 ** n\n    return s.count('1')",
        "def solve(n, s):\n    n, s = int(input()), input()\n    print(s.count('1') - 3**n + len(s))",
    ],
    "abc001_e": [
        "def solve(s):\n    return s.replace('ABC', '')",
        "def solve(s):\n    print(s.replace('ABC', ''))",
    ],
    "abc001_f": [
        "def solve(v):\n    return [['Yes'], [1, 1]] if v == [2, 2] else 'No'",
        "def solve(v):\n    print('Yes\\n1 1' if v == [2, 2] else 'No')",
    ],
    "abc001_g": ["def solve(n):\n    return 1 / n", "def solve(n):\n    print(f'{1 / n:.8f}')"],
    "abc001_h": ["def solve(n, s):\n    return ''.join('01'[c == 'W'] for c in s)"],
    "9001": [
        "class Solution:\n    def total(self, nums: List[int], k: int) -> int:\n        return sum(nums) + k"
    ],
    "9002": ["class Solution:\n    def both(self, a, b):\n        return a == b"],
    "9003": ["class Solution:\n    def ends(self, nums):\n        return [n[-1] for n in nums]"],
    "9004": ["class Solution:\n    def word(self, n):\n        return '5' * n"],
}
WRONG = {
    "abc001_a": "def solve(arg0):\n    return 7",
    "abc001_b": "def solve(n, a):\n    return a",
    "abc001_c": "def solve(n, s):\n    return len(str(s))",
    "abc001_d": "def solve(n, s):\n    return 5 if n == 2 else '0 0'",
    "abc001_e": "def solve(s):\n    return 'x'",
    "abc001_f": "def solve(v):\n    return [['Yes'], [1, 1]]",
    "abc001_g": "def solve(n):\n    return round(1 / n, 3)",
    "abc001_h": "def solve(n, s):\n    pass",
    "9001": "class Solution:\n    def total(self, nums, k):\n        print(sum(nums) + k)",
    "9002": "class Solution:\n    def both(self, a, b):\n        return 'true'",
    "9003": "class Solution:\n    def ends(self, nums):\n        return '2 3'",
    "9004": "class Solution:\n    def word(self, n):\n        return 55",
}


def problems() -> list[dict[str, object]]:
    """Return 148 problems of the twelve kinds; those after the first of a kind have another number."""
    kinds = [(METHODS, COUNTS["leetcode"]), (CALLS, COUNTS["atcoder"])]
    return [
        record | {"question_id": f"{record['question_id']}{f'x{number}' if number else ''}"}
        for records, count in kinds
        for place in range(count)
        for number, record in [(place // len(records), records[place % len(records)])]
    ]


def named(records: list[dict[str, object]]) -> list[dict[str, object]]:
    """Return the lines of the second file, which are in another order."""
    return [
        {
            "task_id": f"v{number % 6 + 1}_{record['question_id']}",
            "prompt": f"{record['question_content']}\n\n{record['starter_code']}",
            "test": "# Public test cases\n",
            "starter_code": record["starter_code"],
            "difficulty": "",
            "sample_io": [],
        }
        for number, record in reversed([*enumerate(records)])
    ]


def lines(records: list[dict[str, object]]) -> bytes:
    return "".join(json.dumps(record) + "\n" for record in records).encode()


@pytest.fixture
def repository(world: HttpsWorld) -> HttpsWorld:  # noqa: F811 - the fixture
    """The tasks and their pictures at their addresses."""
    publish(world, problems())
    return world


def publish(world: HttpsWorld, records: list[dict[str, object]]) -> None:  # noqa: F811
    ids = named(records)
    world.files.update(zip((file.url for file in FILES), (lines(records), lines(ids)), strict=True))
    base = FILES[0].url.rpartition("/")[0]
    world.files.update(
        {f"{base}/images/{line['task_id']}.png": png(number) for number, line in enumerate(ids)}
    )


def kind_of(task: Task) -> str:
    return task.stem.partition("x")[0]


@pytest.mark.gate
def test_the_command_fetches_all_tasks_and_pictures_and_names_the_licence(repository, capsys) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["dataset", "fetch", "code-vision", "--version", "lcb-vision"])
    assert ended.value.code == 0
    said = capsys.readouterr().out
    assert said.startswith("lcb-vision: 148 tasks in ")
    assert "100 of 148 flowcharts\n148 flowcharts in " in said
    assert "their licence is unknown, so do not publish them" in said
    tasks = load("code-vision").datasets[DATASET]()
    assert len(repository.asked) == 2 + 148 + 1, "two files, the pictures, and the authors' prompt"
    assert len({shown(task) for task in tasks}) > 100
    (record,) = folder_of("code-vision", DATASET).glob(RECORD)
    assert len(json.loads(record.read_bytes())) == 148
    first = tasks[-1]
    assert (first.id, first.subset, first.level, first.stem) == ("v1_9001", "leetcode", "hard", "9001")
    assert first.categories == ("release:v1",)
    assert first.parts == (Text(text="Text of 9001."),)
    assert "TODO" not in tasks[0].starter_code
    assert "Return or print the answer." in tasks[0].starter_code


@pytest.mark.gate
@pytest.mark.usefixtures("repository")
def test_the_list_of_suites_says_how_it_is_fetched_and_which_settings_fit() -> None:
    def entry() -> suite_list.DatasetEntry:
        (suite,) = suite_list.suite_list({"code-vision": load("code-vision")}).suites
        return next(dataset for dataset in suite.datasets if dataset.name == DATASET)

    before = entry()
    assert "sightbench dataset fetch code-vision --version lcb-vision" in str(before)
    assert load("code-vision").settings_for(DATASET) == ("flowchart", "text", "signature-only")
    fetch_lcb()
    assert (entry().tasks, entry().unfetched) == (148, ["flowchart"])
    fetch_pictures("code-vision", DATASET, "flowchart")
    assert entry().unfetched == []


@pytest.mark.gate
@pytest.mark.usefixtures("repository")
def test_every_prompt_of_ours_has_what_its_setting_shows() -> None:
    task = next(task for task in fetched_source("code-vision", DATASET).tasks if kind_of(task) == "abc001_c")
    fetch_pictures("code-vision", DATASET, "flowchart")
    for setting in load("code-vision").settings_for(DATASET):
        (turn,) = load("code-vision").prompt("sightbench", setting).turns(task, 0, "")
        text = " ".join(part.text for part in turn.parts if isinstance(part, Text))
        assert "def solve(arg0: int, arg1: int):" in text
        assert ("Text of abc001_c" in text) == (setting == "text")


@pytest.mark.gate
@pytest.mark.usefixtures("repository")
def test_right_answers_pass_however_they_read_and_answer_and_wrong_ones_fail(judge: Judge) -> None:
    fetch_lcb()
    tasks = {kind_of(task): task for task in load("code-vision").datasets[DATASET]()}
    assert tasks.keys() == RIGHT.keys() == WRONG.keys()
    for name, task in tasks.items():
        for program in RIGHT[name]:
            verdict = verdict_of(judge, task, program)
            assert verdict.status is Status.PASSED, (name, program, verdict.detail)
        assert verdict_of(judge, task, WRONG[name]).status is Status.WRONG_ANSWER, name
        assert verdict_of(judge, task, "").status is not Status.PASSED


@pytest.mark.gate
@pytest.mark.usefixtures("repository")
def test_an_answer_is_found_in_a_models_text() -> None:
    fetch_lcb()
    for task in load("code-vision").datasets[DATASET]():
        program = RIGHT[kind_of(task)][0]
        assert extract(task, f"Here it is:\n```python\n{program}\n```\n").code.strip() == program


@pytest.mark.parametrize(
    ("change", "place", "problem"),
    [
        ({"public_test_cases": []}, "line 148", "public_test_cases"),
        ({"func_name": None}, "line 148", "func_name"),
        ({"starter_code": "int solve(int n) {"}, "line 148", "starter_code"),
        (
            {"public_test_cases": [{"input": "4\n", "output": "5", "testtype": "stdin"}]},
            "line 148",
            "testtype",
        ),
        (
            {"public_test_cases": [{"input": "4 5", "output": "5", "testtype": "functional"}]},
            "line 148: public_test_cases",
            "cannot be read",
        ),
        (
            {"public_test_cases": [{"input": "solve(f())", "output": "5", "testtype": "functional"}]},
            "line 148: public_test_cases",
            "cannot be read",
        ),
        ({"question_id": "elsewhere"}, "line 1: task_id", "is not in"),
    ],
    ids=["no case", "no name", "no Python", "raw input", "no call", "a call within", "no problem"],
)
def test_a_line_of_another_form_is_named_with_its_field_and_nothing_is_stored(
    repository, change, place, problem
) -> None:
    records = problems()
    ids = named(records)
    records[-1] |= change
    repository.files |= {FILES[0].url: lines(records), FILES[1].url: lines(ids)}
    with pytest.raises(BadInput) as refused:
        fetch_lcb()
    said = str(refused.value)
    assert place in said
    assert problem in said
    assert read_fetched("code-vision", DATASET) is None


def test_another_number_of_tasks_is_refused(repository) -> None:
    publish(repository, problems()[1:])
    with pytest.raises(BadInput, match="has 71 of leetcode, 76 of atcoder; there must be 72 of"):
        fetch_lcb()


def test_other_bytes_than_those_of_the_first_fetch_are_refused(repository) -> None:
    fetch_lcb()
    records = problems()
    records[0]["question_content"] = "Another text."
    repository.files[FILES[0].url] = lines(records)
    assert fetch_lcb(again=True).tasks == 148, "the copy of the first fetch is still here"
    for copy in (folder_of("code-vision", "").parent / ".references").glob("[0-9a-f]*"):
        copy.unlink() if copy.suffix != ".first" else None
    with pytest.raises(BadInput, match="recorded at the first fetch"):
        fetch_lcb(again=True)


def test_tasks_of_a_folder_give_way_to_those_of_the_network(repository, tmp_path: Path) -> None:
    for file in FILES:
        path = tmp_path / "clone" / lcb_vision.FOLDER / file.url.rpartition("/")[2]
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(repository.files[file.url])
    assert fetch_lcb(tmp_path / "clone").source == str(tmp_path / "clone")
    assert not repository.asked
    found = fetch_lcb()
    assert (found.source, found.revision) == ("", lcb_vision.COMMIT)
    assert len(repository.asked) == 2


def test_an_unknown_version_is_refused_with_the_known_one(capsys) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["dataset", "fetch", "code-vision", "--version", "lcb"])
    assert ended.value.code == 2
    assert "use lcb-vision, or leave it out to fetch official" in capsys.readouterr().err


@pytest.mark.gate
@pytest.mark.usefixtures("repository")
def test_a_picture_that_is_missing_is_named_with_the_command_of_its_data_set() -> None:
    fetch_lcb()
    with pytest.raises(BadInput, match="its flowchart is not on this machine") as refused:
        shown(load("code-vision").datasets[DATASET]()[0])
    assert refused.value.file == DATASET
    assert "sightbench dataset fetch code-vision --version lcb-vision" in refused.value.fix


@pytest.mark.gate
def test_pictures_are_named_by_the_ids_of_the_tasks(repository) -> None:
    fetch_lcb()
    for task in load("code-vision").datasets[DATASET]():
        assert picture_url(task) in repository.files
