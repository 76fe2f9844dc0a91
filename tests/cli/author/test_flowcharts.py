"""`sightbench author flowchart`, as authors use it."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
import yaml

from benchmark.authoring.drafts.folder import DraftFolder
from benchmark.authoring.drafts.record import ChartCheck
from benchmark.authoring.flowchart.compiler import compile_chart
from benchmark.authoring.flowchart.mermaid import parse_mermaid, to_mermaid
from benchmark.core.task import Task
from tests.cli.author.test_author import author

PROGRAM = """\
def most(numbers):
    best = 0
    for number in numbers:
        if number > best:
            best = number
    return best
"""
TEST = "assert most([]) == 0\nassert most([2, 5, 3]) == 5"
PROVEN = to_mermaid(compile_chart(PROGRAM, "most", level="words"))
SWAPPED = PROVEN.replace('"Yes"', '"?"').replace('"No"', '"Yes"').replace('"?"', '"No"')
OWN_WORDS = """graph LR
    A([Start]) --> B[look at the numbers]
    B --> C{are numbers left?}
    C -->|Yes| B
    C -->|No| D([End])
"""
ANSWERS = {
    "proven": f"Here is the chart:\n\n```mermaid\n{PROVEN}```\n",
    "swapped": f"```mermaid\n{SWAPPED}```",
    "own-words": f"```\n{OWN_WORDS}```",
    "prose": "The program looks for the largest number.",
}

Draft = Callable[..., int]


@pytest.fixture
def draft(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Draft:
    """Return a function that drafts the charts of four tasks with recorded answers into ``charts``."""
    monkeypatch.chdir(tmp_path)
    write_tasks(tmp_path / "tasks.jsonl", ANSWERS)
    folder = tmp_path / "drawer"
    folder.mkdir()
    answers = [{"task_id": name, "draw": 0, "completion": text} for name, text in ANSWERS.items()]
    (folder / "answers.jsonl").write_text("".join(json.dumps(answer) + "\n" for answer in answers))
    submission = {
        "schema": "sightbench/submission/1",
        "slug": "drawer",
        "name": "Drawer",
        "organisation": "Nobody",
        "owners": ["octocat"],
        "runs": [
            {
                "suite": "code-vision",
                "dataset": "rebuilt",
                "setting": "text",
                "protocol": "greedy",
                "model": {"provider": "replay", "model": "answers.jsonl"},
            }
        ],
    }
    (folder / "submission.yaml").write_text(yaml.safe_dump(submission, sort_keys=False))
    return lambda *more: author(
        "flowchart", "draft", "drawer", "--tasks", "tasks.jsonl", "--into", "charts", *more
    )


def write_tasks(path: Path, names: object, **changes: object) -> None:
    base = {
        "suite": "code-vision",
        "dataset": "drawn",
        "prompt": "Return the largest number, or 0.",
        "starter_code": "def most(numbers):",
        "entry_point": "most",
        "reference": PROGRAM,
        "check": {"kind": "function", "tests": [TEST]},
    }
    tasks = [{"id": name, **base, **changes} for name in names]  # type: ignore[attr-defined]
    path.write_text("".join(json.dumps(task) + "\n" for task in tasks))


def record(name: str) -> dict[str, object]:
    read: dict[str, object] = json.loads(Path("charts", f"{name}.json").read_text())
    return read


def findings() -> dict[str, str]:
    return {name: record(name)["check"]["finding"] for name in ANSWERS}  # type: ignore[index]


def states(name: str) -> list[tuple[str, str]]:
    return [(step["state"], step["who"]) for step in record(name)["steps"]]  # type: ignore[attr-defined]


def test_charts_are_drafted_checked_corrected_and_accepted(
    draft: Draft, capsys: pytest.CaptureFixture[str]
) -> None:
    assert draft() == 0
    assert findings() == {
        "proven": "proven",
        "swapped": "fails",
        "own-words": "not-interpreted",
        "prose": "outside-grammar",
    }
    assert states("prose") == [("drafted", "replay/answers.jsonl")]
    assert Path("charts/proven.mmd").read_text() == PROVEN
    assert draft() == 0  # nothing is asked or recorded again
    assert states("proven") == [("drafted", "replay/answers.jsonl")]

    capsys.readouterr()
    assert author("flowchart", "accept", "charts") == 0
    assert "1 chart accepted; 3 must be corrected, or accepted by a person" in capsys.readouterr().out
    assert states("proven")[-1] == ("accepted", "interpreter")

    for name in ("own-words", "swapped"):  # neither without a person; the second not at all
        assert author("flowchart", "accept", "charts", name) == 2
    by = ["--by", "octocat", "--compliance", "5", "--logicality", "4"]
    assert author("flowchart", "accept", "charts", "own-words", *by) == 0
    assert author("flowchart", "accept", "charts", "swapped", *by) == 2
    assert "cannot be accepted: fails" in capsys.readouterr().err

    tasks = ["--tasks", "tasks.jsonl", "--by", "octocat"]
    assert author("flowchart", "correct", "charts", "swapped", *tasks) == 2
    assert "nothing was corrected" in capsys.readouterr().err
    Path("charts/swapped.mmd").write_text(PROVEN)
    assert author("flowchart", "accept", "charts", "swapped") == 2
    assert "was edited since its last step" in capsys.readouterr().err
    assert author("flowchart", "correct", "charts", "swapped", *tasks) == 0
    assert author("flowchart", "accept", "charts", "swapped") == 0
    assert [state for state, _ in states("swapped")] == ["drafted", "corrected", "accepted"]

    capsys.readouterr()
    assert author("flowchart", "list", "charts") == 0
    listed = capsys.readouterr().out
    assert "own-words: accepted by octocat, compliance 5 of 5, logicality 4 of 5; not-interpreted" in listed
    assert "1 drafted, 3 accepted" in listed
    Path("charts/proven.mmd").write_text(SWAPPED)
    assert author("flowchart", "list", "charts") == 0
    listed = capsys.readouterr().out
    assert "proven: accepted by interpreter; proven; edited since" in listed
    assert listed.count("edited since") == 1


def test_the_answers_that_came_become_charts_when_others_are_missing(
    draft: Draft, capsys: pytest.CaptureFixture[str]
) -> None:
    recorded = Path("drawer/answers.jsonl")
    *_, others, prose = recorded.read_text().splitlines()
    recorded.write_text(others + "\n")  # one that no sandbox is needed for
    assert draft() == 2
    assert "3 of 4 samples are missing" in capsys.readouterr().err
    assert [path.stem for path in Path("charts").glob("*.mmd")] == ["own-words"]
    assert states("own-words") == [("drafted", "replay/answers.jsonl")]
    recorded.write_text(prose.replace("prose", "else") + "\n")
    assert draft("--into", "none") == 2
    assert "4 of 4 samples are missing" in capsys.readouterr().err
    submission = Path("drawer/submission.yaml")
    submission.write_text(submission.read_text().replace("answers.jsonl", "other.jsonl"))
    Path("drawer/other.jsonl").write_text(prose + "\n")
    assert draft() == 2
    assert "name another folder with --into" in capsys.readouterr().err
    assert not Path("charts/prose.json").exists()


def test_an_edit_while_a_correction_is_checked_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    write_tasks(Path("tasks.jsonl"), ["t"])
    drafts, chart = DraftFolder(Path("charts")), Path("charts/t.mmd")
    drafts.begin("t", "old", ChartCheck(finding="outside-grammar"), "model", "2026-01-31T00:00:00Z")

    def check(
        charts: list[tuple[Task, str]], _executor: object, checked: Callable[[Task, str, ChartCheck], object]
    ) -> None:
        ((task, text),) = charts
        chart.write_text("saved meanwhile")
        checked(task, text, ChartCheck(finding="proven"))

    monkeypatch.setattr("benchmark.authoring.drafts.check.check_charts", check)
    chart.write_text("new")
    assert author("flowchart", "correct", "charts", "t", "--by", "octocat", "--tasks", "tasks.jsonl") == 0
    assert chart.read_text() == "saved meanwhile"
    capsys.readouterr()
    assert author("flowchart", "accept", "charts", "t") == 2
    assert "was edited since its last step" in capsys.readouterr().err
    assert author("flowchart", "accept", "charts") == 0
    assert "0 charts accepted; 1 must be corrected" in capsys.readouterr().out


def test_a_record_cannot_claim_what_its_check_does_not_say(
    draft: Draft, capsys: pytest.CaptureFixture[str]
) -> None:
    assert draft() == 0
    forged = record("own-words")
    drafted = forged["steps"][0]  # type: ignore[index]
    by_interpreter = {**drafted, "state": "accepted", "who": "interpreter"}
    by_person = {**by_interpreter, "who": "octocat", "marks": {"compliance": 5, "logicality": 5}}
    for steps, finding, message in (
        ([drafted, by_interpreter], "not-interpreted", "must be accepted by a person, with marks"),
        ([drafted, by_person], "fails", "a chart whose check says fails cannot be accepted"),
        ([drafted, {**by_person, "chart": "0" * 64}], "not-interpreted", "must have the chart of a drafted"),
        ([drafted, by_person, by_person], "not-interpreted", "must have the chart of a drafted"),
    ):
        forged |= {"steps": steps, "check": {"finding": finding}}
        Path("charts/own-words.json").write_text(json.dumps(forged))
        capsys.readouterr()
        assert author("flowchart", "list", "charts") == 2
        assert message in capsys.readouterr().err


def test_a_task_without_a_right_program_is_refused_before_any_call(
    draft: Draft, capsys: pytest.CaptureFixture[str]
) -> None:
    write_tasks(Path("tasks.jsonl"), ["proven"], reference="")
    assert draft() == 2
    assert "'proven': reference: is empty" in capsys.readouterr().err
    write_tasks(Path("tasks.jsonl"), ["a/b"])
    assert draft() == 2
    assert "'a/b' cannot be the name of a file" in capsys.readouterr().err
    assert not Path("charts").exists()


WRONG = {
    "--by: is missing": ["correct", "charts", "proven", "--tasks", "tasks.jsonl"],
    "--tasks: is missing": ["correct", "charts", "proven", "--by", "octocat"],
    "the tasks have no 'x'": ["correct", "charts", "x", "--by", "octocat", "--tasks", "tasks.jsonl"],
    "TASK: is missing": ["accept", "charts", "--by", "octocat"],
    "is not a login of a person": ["accept", "charts", "own-words", "--by", "Interpreter"],
    "--logicality: is missing": ["accept", "charts", "own-words", "--by", "octocat", "--compliance", "3"],
    "contains no drafted charts": ["accept", "nowhere"],
}


def test_wrong_arguments_are_one_error(draft: Draft, capsys: pytest.CaptureFixture[str]) -> None:
    assert draft() == 0
    for message, arguments in WRONG.items():
        capsys.readouterr()
        assert author("flowchart", *arguments) == 2
        assert message in capsys.readouterr().err


def test_a_program_becomes_a_chart_and_a_program_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("most.py").write_text(PROGRAM)
    options = ["--entry-point", "most", "--text-only", "--out", "out"]
    assert author("flowchart", "compile", "most.py", *options) == 0
    assert Path("out/most.mmd").read_text() == PROVEN
    assert [path.name for path in Path("out").iterdir()] == ["most.mmd"]
    capsys.readouterr()
    assert author("flowchart", "program", "out/most.mmd", "--entry-point", "most") == 0
    compile(capsys.readouterr().out, "most", "exec")
    assert author("flowchart", "compile", "most.py", "--entry-point", "least") == 2
    assert "most.py: has no function or class 'least'" in capsys.readouterr().err
    Path("most.mmd").write_text("pie title Numbers")
    assert author("flowchart", "render", "most.mmd") == 2
    assert "most.mmd: line 1" in capsys.readouterr().err


@pytest.mark.gate
def test_any_chart_of_the_grammar_is_drawn(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("pygraphviz", reason="needs the extra flowchart")
    monkeypatch.chdir(tmp_path)
    Path("own.mmd").write_text(OWN_WORDS)
    assert author("flowchart", "render", "own.mmd", "--out", "out") == 0
    assert sorted(path.name for path in Path("out").iterdir()) == ["own-1.png", "own.layout.json", "own.mmd"]
    assert parse_mermaid(Path("out/own.mmd").read_text()).all_nodes() == parse_mermaid(OWN_WORDS).all_nodes()
    assert author("flowchart", "render", "own.mmd", "--out", ".") == 0
    assert Path("own.mmd").read_text() == OWN_WORDS
