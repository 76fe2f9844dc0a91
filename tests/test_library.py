"""`import sightbench`: the results, errors and files of the commands, in scripts and on the page about it.

``python tests/test_library.py --write`` updates the outputs on the page.
"""

import contextlib
import doctest
import io
import json
import re
import subprocess
import sys
import traceback
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path

import pytest

import sightbench
from benchmark import library
from benchmark.core.errors import BadInput, ManyBadInputs
from benchmark.results.branch_record import add_record
from tests.jsonl import write_jsonl
from tests.sampling import gate_of

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "site" / "pages" / "guides" / "library.md"
BLOCK = re.compile(r"```python\n(?P<code>.*?)```\n(?:\n```text\n(?P<shown>.*?)```\n)?", re.DOTALL)


def run_page(text: str) -> str:
    """Run the blocks of a page one after the other, and return the page with the outputs that they print."""
    names: dict[str, object] = {}

    def run(block: re.Match[str]) -> str:
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            exec(block["code"], names)  # noqa: S102 - our own page
        lines = "".join(f"{line.rstrip()}\n" for line in printed.getvalue().splitlines())
        assert bool(lines) == (block["shown"] is not None), block["code"]
        return f"```python\n{block['code']}```\n" + (f"\n```text\n{lines}```\n" if lines else "")

    return BLOCK.sub(run, text)


@pytest.fixture
def in_clone(one_pool: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:  # noqa: ARG001
    """A folder with what the examples read in a clone, for the files that they write."""
    for name in ("recorded", "submissions"):
        (tmp_path / name).symlink_to(ROOT / name)
    monkeypatch.chdir(tmp_path)
    return tmp_path


@gate_of("demo")
def test_the_page_shows_what_its_code_prints(in_clone: Path) -> None:
    text = PAGE.read_text(encoding="utf-8")
    assert len(BLOCK.findall(text)) > 5
    assert run_page(text) == text
    assert (in_clone / "compared.svg").stat().st_size
    assert (in_clone / "ranking.png").stat().st_size


@pytest.mark.gate
@pytest.mark.usefixtures("in_clone")
def test_every_function_has_an_example_that_works() -> None:
    done = doctest.testmod(library)
    assert (done.failed, done.attempted > 8) == (0, True)
    functions = [getattr(sightbench, name) for name in sightbench.__all__ if name.islower()]
    assert all(">>> " in str(each.__doc__) for each in functions if callable(each))


TASKS = (
    {"id": "add", "entry_point": "add", "categories": ["sums"]},
    {"id": "twice", "entry_point": "twice", "stem": "add"},
)
TESTS = {"add": "assert add(1, 2) == 3", "twice": "assert twice(4) == 8"}
RIGHT = {"add": "def add(a, b):\n    return a + b", "twice": "def twice(a):\n    return 2 * a"}
WRONG = {**RIGHT, "add": "def add(a, b):\n    return a"}


@pytest.fixture
def files(one_pool: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:  # noqa: ARG001
    """Write two tasks, and two files of answers to them."""
    monkeypatch.chdir(tmp_path)
    checks = ({**task, "check": {"kind": "function", "tests": [TESTS[str(task["id"])]]}} for task in TASKS)
    write_jsonl(Path("tasks.jsonl"), checks)
    for name, answers in (("right", RIGHT), ("wrong", WRONG)):
        lines = ({"task_id": task, "completion": text} for task, text in answers.items())
        write_jsonl(Path(f"{name}.jsonl"), lines)
    return tmp_path


@pytest.mark.gate
@pytest.mark.usefixtures("files")
def test_scores_comparisons_and_ranks_are_those_of_the_commands(in_process) -> None:
    own = ("--tasks", "tasks.jsonl", "--json")
    tasks = sightbench.load_tasks(files="tasks.jsonl")
    found = {}
    for name, answers in (("right", RIGHT), ("wrong", "wrong.jsonl")):
        files = ("--predictions", f"{name}.jsonl", "--verdicts", f"{name}.v.jsonl", "--workers", "1")
        scores = json.loads(in_process("evaluate", *files, *own).stdout)["scores"]
        found[name] = sightbench.evaluate(answers, tasks, workers=1, name=f"{name}.v", verdicts="v.jsonl")
        listed = [asdict(score) for score in found[name].scores]
        assert [
            {key: line[key] for key in score} for line, score in zip(listed, scores, strict=True)
        ] == scores
        assert Path("v.jsonl").read_bytes() == Path(f"{name}.v.jsonl").read_bytes()
    assert (found["right"].score().value, found["wrong"].score().value) == (1, 0.5)
    printed = json.loads(in_process("compare", "right.v.jsonl", "wrong.v.jsonl", *own).stdout)
    for sides in (found.values(), ("right.v.jsonl", "wrong.v.jsonl"), (found["right"], "wrong.v.jsonl")):
        compared = sightbench.compare(*sides, tasks=tasks)
        assert json.loads(compared.report.model_dump_json(by_alias=True)) == printed
    printed = json.loads(in_process("rank", "right.v.jsonl", "wrong.v.jsonl", *own).stdout)
    for models in (found.values(), ("right.v.jsonl", "wrong.v.jsonl")):
        ranked = sightbench.rank(models, tasks=tasks)
        assert [json.loads(table.model_dump_json()) for table in ranked.tables] == printed["tables"]


def test_rows_are_compared_and_ranked_as_by_the_commands(in_process, tmp_path: Path, make_row) -> None:
    for slug, statuses in (("a", "PPPPPPPPPW"), ("b", "PWWWWWWWWW")):
        add_record(tmp_path / "rows", make_row(slug, statuses))
    add_record(tmp_path / "rows", make_row("a", "PP", suite="mmcode"))
    printed = json.loads(in_process("compare", "a", "b", "--rows", "rows", "--json").stdout)
    rows = sightbench.load_rows("rows")
    compared = sightbench.compare("a", "b", rows=rows)
    assert json.loads(compared.report.model_dump_json(by_alias=True)) == printed
    printed = json.loads(in_process("rank", "--rows", "rows", "--suite", "code-vision", "--json").stdout)
    ranked = sightbench.rank(sightbench.load_rows("rows", "code-vision"))
    assert [json.loads(table.model_dump_json()) for table in ranked.tables] == printed["tables"]
    assert [row.result.suite for row in sightbench.load_rows("rows", "mmcode")] == ["mmcode"]
    assert len(rows) == len(rows.to_pandas()) == 3


def evaluation(answers: object, **options: object) -> object:
    tasks = sightbench.load_tasks(files="tasks.jsonl")
    return sightbench.evaluate(answers, tasks, **options)  # type: ignore[arg-type]


OWN = ("--tasks", "tasks.jsonl")
JUDGE = ("evaluate", *OWN, "--predictions", "right.jsonl")
MISTAKES: list[tuple[Callable[[], object], tuple[str, ...]]] = [
    (lambda: sightbench.load_tasks("nope"), ("evaluate", "--suite", "nope", "--predictions", "right.jsonl")),
    (
        lambda: sightbench.load_tasks(files="no"),
        ("evaluate", "--tasks", "no", "--predictions", "right.jsonl"),
    ),
    (lambda: evaluation("no"), ("evaluate", *OWN, "--predictions", "no")),
    (lambda: evaluation([]), ("evaluate", *OWN)),
    (lambda: evaluation("tasks.jsonl"), ("evaluate", *OWN, "--predictions", "tasks.jsonl")),
    (lambda: evaluation(["right.jsonl"] * 2), (*JUDGE, "--predictions", "right.jsonl")),
    (lambda: evaluation("right.jsonl", verdicts="right.jsonl"), (*JUDGE, "--verdicts", "right.jsonl")),
    (lambda: sightbench.load_rows("no"), ("rank", "--leaderboard", "--rows", "no")),
    (lambda: sightbench.rank(["no.jsonl"]), ("rank", "no.jsonl")),
    (lambda: sightbench.compare("no", "nobody"), ("compare", "no", "nobody")),
]


@pytest.mark.usefixtures("files")
@pytest.mark.parametrize(("call", "command"), MISTAKES)
def test_a_mistake_has_the_words_of_the_command_with_arguments_for_options(in_process, call, command) -> None:
    with pytest.raises(BadInput) as raised:
        call()
    said = raised.value.render()
    assert "--" not in re.sub("`[^`]*`", "", said)
    words = in_process(*command, code=2).stderr.replace("with --tasks FILE", "with files").replace("--", "")
    assert words.endswith(f"{said}\n")


@pytest.mark.usefixtures("files")
@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: evaluation({"add": None, "twice": ""}), "predictions: 'add': must be text, got None"),
        (lambda: evaluation({1: ""}), "predictions: 1: must be text, got 1"),
        (lambda: evaluation({"add": ""}), "answers: has no completion for 1 of 2 tasks: 'twice'"),
        (lambda: evaluation(RIGHT, workers=0), "workers: must be 1 to 256, got 0"),
        (lambda: evaluation(RIGHT, extraction="no"), "extraction: custom has no extraction rule 'no'"),
        (lambda: evaluation(RIGHT, workers=1).score("pass@9"), "answers: there is no score by 'pass@9'"),  # type: ignore[attr-defined]
        (lambda: sightbench.rank([]), "models: is empty"),
        (sightbench.load_tasks, "files: name either files or suite"),
        (lambda: sightbench.load_tasks("mmcode", files="x"), "files: name either files or suite"),
        (
            lambda: sightbench.load_tasks("mmcod"),
            "suite: 'mmcod' has no data set here: did you mean 'mmcode'?",
        ),
    ],
)
def test_a_mistake_that_no_command_allows_has_one_error(call: Callable[[], object], message: str) -> None:
    with pytest.raises(BadInput, match=re.escape(message)) as raised:
        call()
    assert raised.value.fix


def test_a_submission_has_the_problems_that_the_command_prints(in_process) -> None:
    case = ROOT / "tests" / "cases" / "submissions" / "several-problems" / "acme"
    printed = json.loads(in_process("submit", "check", case, "--json").stdout)["problems"]
    found = sightbench.check_submission(case)
    assert not found.passed
    assert [{"kind": "wrong", "submission": str(case), **line} for line in found._lines()] == printed
    assert len(printed) > 1


def test_without_pandas_the_error_names_its_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    tasks = sightbench.load_tasks("mmcode", "open")
    assert list(tasks.to_pandas()["id"]) == [task.id for task in tasks]
    monkeypatch.setattr(library, "absent_modules", list)
    with pytest.raises(BadInput, match="to_pandas: needs pandas, of the extra `scientific`"):
        tasks.to_pandas()


def test_a_traceback_has_every_problem_with_its_fix() -> None:
    error = ManyBadInputs(
        [BadInput("a", "", "is bad", "repair it"), BadInput("b", "", "is worse", "drop it")]
    )
    shown = "".join(traceback.format_exception(error))
    assert re.search(r"a: is bad\nfix: repair it\nerror: b: is worse\n  fix: drop it\n", shown)


@gate_of("demo")
def test_a_script_without_a_main_guard_judges_once(files: Path) -> None:
    """Processes that judge would run the script again if they imported it."""
    script = files / "script.py"
    script.write_text(
        "import sightbench\n"
        "print('begun')\n"
        "tasks = sightbench.load_tasks(files='tasks.jsonl')\n"
        f"print(sightbench.evaluate({WRONG!r}, tasks, workers=1).score().value)\n",
        encoding="utf-8",
    )
    done = subprocess.run(
        [sys.executable, script],
        cwd=files,
        env={"PYTHONPATH": str(ROOT), "PATH": "/usr/bin:/bin"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.stdout, done.stderr) == ("begun\n0.5\n", "")


if __name__ == "__main__":
    assert sys.argv[1:] == ["--write"], "usage: python tests/test_library.py --write"
    PAGE.write_text(run_page(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
