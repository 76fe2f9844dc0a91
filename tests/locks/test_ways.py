"""The way of two commands through the code does not get longer unnoticed."""

import json
from pathlib import Path

import pytest

from locks import ways


@pytest.mark.parametrize("name", ways.WAYS)
def test_a_command_goes_through_no_more_code_than_its_lock_allows(name: str) -> None:
    assert ways.risen(name, ways.found_figures(name)) == []


def test_a_figure_that_grew_is_named_with_the_command_that_records_why(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ways, "LOCK", tmp_path / "ways.json")
    ways.LOCK.write_text(json.dumps({"evaluate": {"modules": 10, "functions": 20, "lines": 30}}))
    assert ways.risen("evaluate", {"modules": 10, "functions": 19, "lines": 30}) == []
    (line,) = ways.risen("evaluate", {"modules": 11, "functions": 20, "lines": 30})
    assert line.startswith("evaluate: 11 modules, 10 in locks/ways.json")
    assert "--renew REASON" in line


def test_only_code_counts_as_lines() -> None:
    source = (
        '"""A text\nof two lines."""\n\n# why\nX = (\n  1\n)\n\ndef f():\n  """A text."""\n  return X  # 1\n'
    )
    assert ways.code_lines(source) == 5


def test_the_lock_has_a_reason_and_all_figures() -> None:
    lock = json.loads(ways.LOCK.read_text(encoding="utf-8"))
    assert len(lock.pop("reason")) > 10
    assert {name: tuple(figures) for name, figures in lock.items()} == dict.fromkeys(ways.WAYS, ways.FIGURES)
