"""Import everything that the authors of Code-Vision published, in both layouts."""

from pathlib import Path

import pytest

from benchmark.cli import main
from benchmark.suites.code_vision.import_files import read_imported


def run(*arguments: object) -> int:
    with pytest.raises(SystemExit) as ended:
        main(["import", "tasks", "code-vision", *map(str, arguments)])
    return int(ended.value.code or 0)


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


@pytest.mark.weekly
def test_the_two_layouts_give_the_same_files(shared_data: Path, tmp_path: Path) -> None:
    folder = shared_data / "codevision"
    models = ["gpt-4o", "claude-3-haiku-20240307"]
    assert run(folder / "upstream", "--out", tmp_path / "theirs") == 0
    split = [folder / "completions" / f"{model}.jsonl.gz" for model in models]
    assert run(*split, "--out", tmp_path / "split") == 0
    assert contents(tmp_path / "theirs") == contents(tmp_path / "split")
    assert len(contents(tmp_path / "theirs")) == 3 + 2 * 3 * 2
    imported = read_imported(tmp_path / "theirs")
    assert sum(len(run.completions) for run in imported.runs) == 2 * 438
