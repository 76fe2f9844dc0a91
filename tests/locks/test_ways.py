"""The ways of two commands through the code do not get longer unnoticed."""

import json
from pathlib import Path

import pytest

from locks import ways


@pytest.mark.gate
@pytest.mark.parametrize("command", ways.COMMANDS)
def test_a_command_goes_through_no_more_code_than_its_lock_allows(command: str) -> None:
    found = ways.ways_of(command)
    assert all(figures["functions"] > 100 for figures, _ in found.values())
    assert [problem for name, way in found.items() for problem in ways.risen(name, *way)] == []


def test_a_figure_that_grew_is_named_with_the_command_that_records_why(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ways, "LOCK", tmp_path / "ways.json")
    lock = {ways.RUN: {"modules": 10, "functions": 20, "lines": 30}, "long": ["core/old.py"]}
    ways.LOCK.write_text(json.dumps(lock))
    fits = {"modules": 10, "functions": 19, "lines": 30}
    assert ways.risen(ways.RUN, fits, ["core/old.py"]) == []
    (line,) = ways.risen(ways.RUN, fits | {"modules": 11})
    assert line.startswith("evaluate runs: 11 modules, 10 in locks/ways.json")
    assert "--renew REASON" in line
    (line,) = ways.risen(ways.RUN, fits, ["core/new.py", "core/old.py"])
    assert line == "evaluate runs: core/new.py has more than 400 lines of code: divide it"


def test_no_reason_allows_more_modules_than_the_limit(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ways, "LOCK", tmp_path / "ways.json")
    for name, limit in ways.MOST_MODULES.items():
        figures = {"modules": limit + 1, "functions": 20, "lines": 30}
        ways.LOCK.write_text(json.dumps({name: figures, "long": []}))
        (line,) = ways.risen(name, figures)
        assert line == f"{name}: {limit + 1} modules, at most {limit}: shorten the way"


def test_what_a_process_behind_the_walls_prints_is_read_and_nothing_else() -> None:
    text = "judging: 3 of 164\ntrace: judging/judge.py: Judge.judge tidy\ntrace: core/task.py: Task.kinds\n"
    found = {
        ("judging/judge.py", "Judge.judge"),
        ("judging/judge.py", "tidy"),
        ("core/task.py", "Task.kinds"),
    }
    assert ways.traced_lines(text) == found


def test_a_function_that_only_a_pause_of_the_machine_calls_does_not_count() -> None:
    module, _ = ways.BY_CHANCE
    assert ways.figures_of([ways.BY_CHANCE])[0]["functions"] == 0
    method = ways.BY_CHANCE[1].partition(".")[2]
    assert f"def {method}(" in (ways.PACKAGE / module).read_text(encoding="utf-8")


def test_only_code_counts_as_lines() -> None:
    source = (
        '"""A text\nof two lines."""\n\n# why\nX = (\n  1\n)\n\ndef f():\n  """A text."""\n  return X  # 1\n'
    )
    assert ways.code_lines(source) == 5


def test_the_lock_has_a_reason_and_all_figures() -> None:
    lock = json.loads(ways.LOCK.read_text(encoding="utf-8"))
    assert len(lock.pop("reason")) > 10
    known = {str(path.relative_to(ways.PACKAGE)) for path in ways.PACKAGE.rglob("*.py")}
    assert set(lock.pop("long")) <= known
    assert {name: tuple(figures) for name, figures in lock.items()} == dict.fromkeys(
        ways.MOST_MODULES, ways.FIGURES
    )
