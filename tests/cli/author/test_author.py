"""`sightbench author`, as authors use it."""

import json
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from benchmark.authoring import extra, kept_study
from benchmark.authoring.kept_study import check_rivals
from benchmark.cli import main
from benchmark.core import install
from benchmark.datasets.collection import Collection
from benchmark.suites import open_collections
from tests.jsonl import write_jsonl
from tests.sampling import gate_of


@pytest.fixture
def empty(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Collection]:
    """A data set without families, in the place of HumanEval-V's open data set."""
    folder = tmp_path / "empty_open"
    (folder / "families").mkdir(parents=True)
    (folder / "__init__.py").touch()
    (folder / "families" / "__init__.py").touch()
    monkeypatch.syspath_prepend(str(tmp_path))
    collection = Collection(suite="humaneval-v", dataset="open", package="empty_open")
    monkeypatch.setitem(open_collections.OPEN_COLLECTIONS, "humaneval-v", collection)
    monkeypatch.chdir(tmp_path)
    yield collection
    for name in [name for name in sys.modules if name.partition(".")[0] == "empty_open"]:
        del sys.modules[name]


def author(*arguments: str) -> int:
    with pytest.raises(SystemExit) as ended:
        main(["author", *arguments])
    assert isinstance(ended.value.code, int)
    return ended.value.code


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["check", "--suite", "evalplus"], "--suite: 'evalplus' has no families here"),
        (["check", "--suite", "mathopeval", "bar"], "NAMES: mathopeval has no families"),
        (["check", "--suite", "mathopeval", "--sample", "8"], "--sample: mathopeval has no families"),
        (["check", "--suite", "mmcode", "--rivals"], "--rivals: mmcode has no worked examples"),
        (["new", "Tide"], "NAME: 'Tide' cannot name a module"),
        (["new", "../x"], "NAME: '../x' cannot name a module"),
        (["check", "tide"], "humaneval-v has no family 'tide'"),
        (["preview", "os.path"], "humaneval-v has no family 'os.path'"),
        (["build", "--into", "x"], "--into: needs --seed"),
        (["build", "--seed", "1"], "--seed: is not 32 or more hex digits (128 bits)"),
        (["build", "--seed", "5" * 32, "tide"], "NAMES: other commands would find an incomplete set"),
        (["build", "--seed", "1", "--into", "x"], "--seed: is not 32 or more hex digits (128 bits)"),
        (["build", "--seed", "@none", "--into", "x"], "none: no such file"),
        (["check", "--twins", "--tasks", "none.jsonl"], "none.jsonl: no such file"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_bad_input_gives_one_message_and_changes_no_file(
    arguments: list[str], message: str, empty: Collection, capsys: pytest.CaptureFixture[str]
) -> None:
    before = sorted(empty.folder.rglob("*"))
    assert author(*arguments) == 2
    error = capsys.readouterr().err
    assert message in error
    assert error.count("error:") == 1
    assert sorted(empty.folder.rglob("*")) == before


@pytest.mark.parametrize(
    "arguments",
    [["new", "tide"], ["build"], ["build", "--seed", "0" * 32], ["preview"], ["check"]],
    ids=lambda given: given[0],
)
def test_an_installed_wheel_is_never_written_to(
    arguments: list[str],
    empty: Collection,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    monkeypatch.setattr(install, "_ROOT", tmp_path)
    before = sorted(empty.folder.rglob("*"))
    assert author(*arguments) == 2
    error = capsys.readouterr().err
    assert "makes tasks with code that is in the repository only, so it needs a clone" in error
    assert "clone the repository, and run the same command there with ./noxw -s sightbench --" in error
    assert sorted(empty.folder.rglob("*")) == before


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


def test_a_build_mentions_tasks_that_change_without_a_new_version(
    empty: Collection, capsys: pytest.CaptureFixture[str]
) -> None:
    assert author("new", "row_left") == 0
    assert author("build") == 0
    note = "row_left changed but is still version 1: raise the version if anybody has seen these tasks before"
    assert note not in capsys.readouterr().out
    tasks = empty.folder / "tasks" / "row_left.jsonl"
    tasks.write_text(tasks.read_text().replace("left of a row", "left over of a row"))
    assert author("build") == 0
    assert note in capsys.readouterr().out


@gate_of("authors")
def test_many_instances_are_drawn_and_those_that_allow_a_rival_are_counted(
    empty: Collection, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kept_study, "INSTANCES", 2)
    assert author("new", "row_left") == 0
    assert author("build") == 0
    author("check", "--rivals")
    assert "row_left: 2 seeds, ok; " in capsys.readouterr().out
    module = empty.module("row_left")
    shown = "tuple(tuple(draws.shuffled([*near, *draws.sample(others, 3)])) for _ in range(2))"
    module.write_text(module.read_text().replace(shown, "((99, 1, 98), (0, 99, 2))"))
    del sys.modules["empty_open.families.row_left"]
    assert author("check", "--rivals") == 1
    printed = capsys.readouterr()
    assert "row_left: rivals: no instance of the seed rivals-0 is good; the last rival: `" in printed.out
    assert "checks failed: row-left" in printed.err


@gate_of("authors")
def test_a_kept_study_is_checked_by_a_part_of_it_until_the_family_changes(empty: Collection) -> None:
    assert author("new", "row_left") == 0
    assert check_rivals(empty, "row_left", anew=False)[0].startswith("row_left: 200 seeds, ok; ")
    line, faults, _ = check_rivals(empty, "row_left", anew=False)
    assert (line, faults) == ("row_left: 200 seeds, kept; 10 drawn again", ())
    path = empty.folder / "rivals" / "row_left.json"
    kept = json.loads(path.read_text())
    path.write_text(json.dumps(kept | {"indexes": [index + 1 for index in kept["indexes"]]}))
    _, (fault,), _ = check_rivals(empty, "row_left", anew=False)
    assert "seeds that were drawn again have the instances (" in str(fault)
    with empty.module("row_left").open("a") as module:
        module.write("\n# changed\n")
    assert not check_rivals(empty, "row_left", anew=False)[1]  # a whole study, which replaces the kept one
    assert json.loads(path.read_text())["indexes"] == kept["indexes"]


def test_tasks_of_a_deleted_family_fail_the_check(
    empty: Collection, capsys: pytest.CaptureFixture[str]
) -> None:
    (empty.folder / "tasks").mkdir()
    (empty.folder / "tasks" / "row_left.jsonl").touch()
    assert author("check") == 1
    printed = capsys.readouterr()
    assert "row_left: pinned: tasks/row_left.jsonl belongs to no family; delete it" in printed.out
    assert "checks failed: files of no family" in printed.err


def test_a_set_without_twins_fails_its_report(
    empty: Collection, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
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
def test_a_missing_package_is_named(
    command: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(extra, "find_spec", lambda name: None if name == "resvg_py" else name)
    assert author(command) == 2
    assert "needs resvg-py, which is not installed" in capsys.readouterr().err
