"""Each folder of tests/cases/predictions and tests/cases/tasks has a file and the expected result."""

import tomllib
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from benchmark.core.errors import BadInput, ManyBadInputs
from benchmark.files.predictions import read_predictions
from benchmark.files.tasks import read_tasks

CASES = Path(__file__).resolve().parent.parent / "cases"
READERS: dict[str, Callable[[Path], Sequence[object]]] = {
    "predictions": read_predictions,
    "tasks": read_tasks,
}
FOLDERS = [folder for kind in READERS for folder in sorted((CASES / kind).iterdir())]


@pytest.mark.parametrize("case", FOLDERS, ids=lambda folder: f"{folder.parent.name}-{folder.name}")
def test_a_file_is_read_or_refused_with_the_expected_message(case: Path) -> None:
    expected = tomllib.loads((case / "expected.toml").read_text(encoding="utf-8"))
    [file] = [path for path in case.iterdir() if path.name != "expected.toml"]
    read = READERS[case.parent.name]
    if expected["exit"] == 0:
        assert len(read(file)) == expected["finds"]
        return
    with pytest.raises(BadInput) as caught:
        read(file)
    message = caught.value.render()
    assert caught.value.exit_code == expected["exit"]
    assert message.startswith(f"error: {file}: ")
    assert all(text in message for text in expected["says"]), message
    assert all(line.isprintable() for line in message.split("\n"))
    if "problems" in expected:
        assert isinstance(caught.value, ManyBadInputs)
        assert len(caught.value.problems) == expected["problems"]
