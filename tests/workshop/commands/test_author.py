"""`python -m workshop`, as authors use it."""

import json
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import pytest

from benchmark.cli import main
from benchmark.core.task import Task
from benchmark.files.mermaid import parse_mermaid, to_mermaid
from tests.case_files import read_cases, read_text
from tests.jsonl import write_jsonl
from tests.sampling import gate_of
from tests.workshop.authoring.conftest import empty_collection
from workshop import extra, suites
from workshop.authoring.chart_drafts import ChartCheck, DraftFolder
from workshop.commands import command
from workshop.family_collection import FamilyCollection
from workshop.flowchart.compiler import compile_chart


@pytest.fixture
def empty(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[FamilyCollection]:
    """A data set without families, in the place of HumanEval-V's open data set."""
    with empty_collection(tmp_path, monkeypatch, "humaneval-v") as collection:
        monkeypatch.setitem(suites.COLLECTIONS, "humaneval-v", collection)
        monkeypatch.chdir(tmp_path)
        yield collection


def author(*arguments: str) -> int:
    with pytest.raises(SystemExit) as ended:
        main(arguments, command, "python -m workshop")
    assert isinstance(ended.value.code, int)
    return ended.value.code


@pytest.mark.parametrize(
    ("arguments", "message"),
    read_cases("mistakes/author.yaml"),
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_bad_input_gives_one_message_and_changes_no_file(arguments, message, empty, capsys) -> None:
    before = sorted(empty.folder.rglob("*"))
    assert author(*arguments) == 2
    error = capsys.readouterr().err
    assert message in error
    assert error.count("error:") == 1
    assert sorted(empty.folder.rglob("*")) == before


@pytest.mark.parametrize(
    "given", ["", "build", "check", "new", "preview", "flowchart draw", "flowchart draft"]
)
def test_each_command_prints_its_help(given: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert author(*given.split(), "--help") == 0
    assert capsys.readouterr().out.startswith(f"Usage: {' '.join(['python -m workshop', *given.split()])} ")


@pytest.mark.gate
def test_the_commands_run_as_a_module_from_any_folder(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "workshop", "check", "tide"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert done.stderr.startswith("error: ")
    assert "humaneval-v has no family 'tide'" in done.stderr


@gate_of("authors")
@pytest.mark.usefixtures("empty")
def test_a_family_can_be_begun_previewed_built_and_proved(capsys: pytest.CaptureFixture[str]) -> None:
    assert author("new", "row_left") == 0
    assert author("new", "row_left") == 2
    assert "exists already" in capsys.readouterr().err
    assert author("preview", "row_left", "--out", "sheets") == 0
    made = {"index.html", "row_left.png", *(f"row-left-{number}.png" for number in (1, 2, 3))}
    assert {path.name for path in Path("sheets").iterdir()} == made
    assert author("build") == 0
    assert author("build") == 0
    assert "1 families, 0 files changed" in capsys.readouterr().out
    assert author("check", "--twins") == 0
    printed = capsys.readouterr().out.splitlines()
    assert "3 tasks have a twin" in printed
    assert any(line.startswith("0 of ") for line in printed)
    assert "without pictures at most 33.3% can be solved (1 of 3)" in printed


@gate_of("authors")
def test_a_build_mentions_tasks_that_change_without_a_new_version(empty, capsys) -> None:
    assert author("new", "row_left") == 0
    assert author("build") == 0
    note = "row_left changed but is still version 1: raise the version if anybody has seen these tasks before"
    assert note not in capsys.readouterr().out
    tasks = empty.folder / "tasks" / "row_left.jsonl"
    tasks.write_text(tasks.read_text().replace("left of a row", "left over of a row"))
    assert author("build") == 0
    assert note in capsys.readouterr().out


def test_tasks_of_a_deleted_family_fail_the_check(empty, capsys) -> None:
    (empty.folder / "tasks").mkdir()
    (empty.folder / "tasks" / "row_left.jsonl").touch()
    assert author("check") == 1
    printed = capsys.readouterr()
    assert "row_left: pinned: tasks/row_left.jsonl belongs to no family; delete it" in printed.out
    assert "checks failed: files of no family" in printed.err


@gate_of("authors")
def test_a_set_without_twins_fails_its_report(empty, tmp_path, capsys) -> None:
    assert author("new", "row_left") == 0
    assert author("build") == 0
    (lines,) = (empty.folder / "tasks").glob("*.jsonl")
    first, second, _ = map(json.loads, lines.read_text().splitlines())
    same = ({**task, "check": first["check"]} for task in (first, second))
    twice = write_jsonl(tmp_path / "twice.jsonl", same)
    capsys.readouterr()
    assert author("check", "--twins", "--tasks", str(twice)) == 1
    printed = capsys.readouterr()
    assert "without pictures at most 100.0% can be solved (2 of 2)" in printed.out
    assert "row-left-1 has no twin" in printed.err


@pytest.mark.usefixtures("empty")
@pytest.mark.parametrize("command", ["check", "preview", "build"])
def test_a_missing_package_is_named(command, monkeypatch, capsys) -> None:
    monkeypatch.setattr(extra, "find_spec", lambda name: None if name == "resvg_py" else name)
    assert author(command) == 2
    assert "needs resvg-py, which is not installed" in capsys.readouterr().err


PROGRAM = read_text("programs/most.py")
TEST = "assert most([]) == 0\nassert most([2, 5, 3]) == 5"
PROVEN = to_mermaid(compile_chart(PROGRAM, "most", level="words"))
SWAPPED = PROVEN.replace('"Yes"', '"?"').replace('"No"', '"Yes"').replace('"?"', '"No"')
OWN_WORDS = read_text("charts/own_words.mmd")
ANSWERS = {
    "proven": f"Here is the chart:\n\n```mermaid\n{PROVEN}```\n",
    "swapped": f"```mermaid\n{SWAPPED}```",
    "own-words": f"```\n{OWN_WORDS}```",
    "prose": "The program looks for the largest number.",
}

SUBMISSION = read_text("drafts/submission.yaml")

Draft = Callable[..., int]


@pytest.fixture
def draft(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Draft:
    """Return a function that drafts the charts of four tasks with recorded answers into ``charts``."""
    monkeypatch.chdir(tmp_path)
    write_tasks(tmp_path / "tasks.jsonl", ANSWERS)
    folder = tmp_path / "drawer"
    folder.mkdir()
    answers = [{"task_id": name, "draw": 0, "completion": text} for name, text in ANSWERS.items()]
    write_jsonl(folder / "answers.jsonl", answers)
    (folder / "submission.yaml").write_text(SUBMISSION)
    return lambda into="charts": author("flowchart", "draft", into, "drawer", "--tasks", "tasks.jsonl")


def write_tasks(path: Path, names: Iterable[str], **changes: object) -> None:
    base = {
        "suite": "code-vision",
        "dataset": "drawn",
        "prompt": "Return the largest number, or 0.",
        "starter_code": "def most(numbers):",
        "entry_point": "most",
        "reference": PROGRAM,
        "check": {"kind": "function", "tests": [TEST]},
    }
    write_jsonl(path, ({"id": name, **base, **changes} for name in names))


def readings(name: str) -> list[tuple[str, str]]:
    """Return who read a chart, and what its check found then."""
    found = json.loads(Path("charts", f"{name}.json").read_text())["readings"]
    return [(each["who"], each["check"]["finding"]) for each in found]


@pytest.mark.gate
def test_charts_are_drafted_checked_corrected_and_accepted(draft, capsys) -> None:
    assert draft() == 0
    assert {name: readings(name)[-1][1] for name in ANSWERS} == {
        "proven": "proven",
        "swapped": "fails",
        "own-words": "not-interpreted",
        "prose": "outside-grammar",
    }
    assert readings("prose") == [("replay/answers.jsonl", "outside-grammar")]
    assert Path("charts/proven.mmd").read_text() == PROVEN
    assert draft() == 0  # nothing is asked or recorded again
    assert readings("proven") == [("replay/answers.jsonl", "proven")]

    capsys.readouterr()
    assert author("flowchart", "draft", "charts") == 0
    listed = capsys.readouterr().out.splitlines()
    assert listed[2] == "proven: accepted; replay/answers.jsonl; proven"
    assert [line.partition(";")[0] for line in listed] == [
        "own-words: open",
        "prose: open",
        "proven: accepted",
        "swapped: open",
    ]

    by = ["--tasks", "tasks.jsonl", "--by", "octocat"]
    marks = ["--read", "swapped", "--compliance", "5", "--logicality", "4"]
    assert author("flowchart", "draft", "charts", "--read", "own-words", *by) == 0  # read, but without marks
    assert "own-words: open; octocat; not-interpreted" in capsys.readouterr().out
    assert author("flowchart", "draft", "charts", "--read", "own-words", *by, *marks) == 0
    printed = capsys.readouterr().out
    assert "own-words: accepted; octocat, compliance 5, logicality 4; not-interpreted" in printed
    assert "swapped: open; octocat, compliance 5, logicality 4; fails" in printed

    Path("charts/swapped.mmd").write_text(PROVEN)
    assert author("flowchart", "draft", "charts", "--read", "swapped", *by) == 0
    assert readings("swapped") == [
        ("replay/answers.jsonl", "fails"),
        ("octocat", "fails"),
        ("octocat", "proven"),
    ]

    Path("charts/proven.mmd").write_text(SWAPPED)
    capsys.readouterr()
    assert author("flowchart", "draft", "charts") == 0
    listed_now = capsys.readouterr().out
    assert "proven: accepted; replay/answers.jsonl; proven; edited since" in listed_now
    assert listed_now.count("edited since") == 1


def test_the_answers_that_came_become_charts_when_others_are_missing(draft, capsys) -> None:
    recorded = Path("drawer/answers.jsonl")
    *_, others, prose = recorded.read_text().splitlines()
    recorded.write_text(others + "\n")  # one that no sandbox is needed for
    assert draft() == 2
    assert "3 of 4 samples are missing" in capsys.readouterr().err
    assert [path.stem for path in Path("charts").glob("*.mmd")] == ["own-words"]
    assert readings("own-words") == [("replay/answers.jsonl", "not-interpreted")]
    recorded.write_text(prose.replace("prose", "else") + "\n")
    assert draft("none") == 2
    assert "4 of 4 samples are missing" in capsys.readouterr().err
    submission = Path("drawer/submission.yaml")
    submission.write_text(submission.read_text().replace("answers.jsonl", "other.jsonl"))
    Path("drawer/other.jsonl").write_text(prose + "\n")
    assert draft() == 2
    assert "start a new FOLDER" in capsys.readouterr().err
    assert not Path("charts/prose.json").exists()


def test_an_edit_while_a_correction_is_checked_is_kept(tmp_path, monkeypatch, capsys) -> None:
    monkeypatch.chdir(tmp_path)
    write_tasks(Path("tasks.jsonl"), ["t"])
    drafts, chart = DraftFolder(Path("charts")), Path("charts/t.mmd")
    drafts.add("t", "old", ChartCheck(finding="outside-grammar"), "model", "2026-01-31T00:00:00Z")

    def check(
        charts: list[tuple[Task, str]], _judge: object, checked: Callable[[Task, str, ChartCheck], object]
    ) -> None:
        ((task, text),) = charts
        chart.write_text("saved meanwhile")
        checked(task, text, ChartCheck(finding="proven"))

    monkeypatch.setattr("workshop.authoring.chart_drafts.check_charts", check)
    chart.write_text("new")
    by = ["--by", "octocat", "--tasks", "tasks.jsonl"]
    assert author("flowchart", "draft", "charts", "--read", "t", *by) == 0
    assert chart.read_text() == "saved meanwhile"
    capsys.readouterr()
    assert author("flowchart", "draft", "charts") == 0
    assert "t: accepted; octocat; proven; edited since" in capsys.readouterr().out


def test_a_task_without_a_right_program_is_refused_before_any_call(draft, capsys) -> None:
    write_tasks(Path("tasks.jsonl"), ["proven"], reference="")
    assert draft() == 2
    assert "'proven': reference: is empty" in capsys.readouterr().err
    write_tasks(Path("tasks.jsonl"), ["a/b"])
    assert draft() == 2
    assert "'a/b' cannot be the name of a file" in capsys.readouterr().err
    assert not Path("charts").exists()


TASKS, BY = ["--tasks", "tasks.jsonl"], ["--by", "octocat"]
WRONG = {
    "--by: is missing": ["draft", "charts", "--read", "proven", *TASKS],
    "--read: no tasks are named": ["draft", "charts", "--read", "proven", "--by", "octocat"],
    "the tasks have no 'x'": ["draft", "charts", "--read", "x", "--by", "octocat", *TASKS],
    "--read: is missing": ["draft", "charts", "--by", "octocat", *TASKS],
    "is not a login of a person": ["draft", "charts", "--read", "own-words", "--by", "a/b", *TASKS],
    "--logicality: is missing": ["draft", "charts", "--read", "proven", *BY, "--compliance", "3", *TASKS],
    "contains no drafted charts": ["draft", "nowhere"],
    "--entry-point: is missing": ["draw", "program.py"],
}


@gate_of("authors")
def test_wrong_arguments_are_one_error(draft: Draft, capsys: pytest.CaptureFixture[str]) -> None:
    assert draft() == 0
    for message, arguments in WRONG.items():
        capsys.readouterr()
        assert author("flowchart", *arguments) == 2
        assert message in capsys.readouterr().err


def test_a_program_becomes_a_chart_and_a_program_again(tmp_path, monkeypatch, capsys) -> None:
    monkeypatch.chdir(tmp_path)
    Path("most.py").write_text(PROGRAM)
    options = ["--entry-point", "most", "--text-only", "--out", "out"]
    assert author("flowchart", "draw", "most.py", *options) == 0
    assert Path("out/most.mmd").read_text() == PROVEN
    assert [path.name for path in Path("out").iterdir()] == ["most.mmd"]
    capsys.readouterr()
    assert author("flowchart", "draw", "out/most.mmd", "--as-program", "--entry-point", "most") == 0
    compile(capsys.readouterr().out, "most", "exec")
    assert author("flowchart", "draw", "most.py", "--entry-point", "least") == 2
    assert "most.py: has no function or class 'least'" in capsys.readouterr().err
    Path("most.mmd").write_text("pie title Numbers")
    assert author("flowchart", "draw", "most.mmd") == 2
    assert "most.mmd: line 1" in capsys.readouterr().err


@pytest.mark.gate
def test_any_chart_of_the_grammar_is_drawn(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("pygraphviz", reason="needs the extra workshop")
    monkeypatch.chdir(tmp_path)
    Path("own.mmd").write_text(OWN_WORDS)
    assert author("flowchart", "draw", "own.mmd", "--out", "out") == 0
    assert sorted(path.name for path in Path("out").iterdir()) == ["own-1.png", "own.layout.json", "own.mmd"]
    assert parse_mermaid(Path("out/own.mmd").read_text()).all_nodes() == parse_mermaid(OWN_WORDS).all_nodes()
    assert author("flowchart", "draw", "own.mmd", "--out", ".") == 0
    assert Path("own.mmd").read_text() == OWN_WORDS
    for number, case in enumerate(read_cases("charts/usual_mermaid.yaml")):
        Path(f"usual{number}.mmd").write_text(case["text"])
        if "中文" in case["text"]:  # of these, the font of the pictures has none
            assert author("flowchart", "draw", f"usual{number}.mmd", "--out", "out") == 2
            assert "the font of the pictures has no U+00E9" in capsys.readouterr().err
            continue
        assert author("flowchart", "draw", f"usual{number}.mmd", "--out", "out") == 0
        assert Path(f"out/usual{number}-1.png").is_file()
