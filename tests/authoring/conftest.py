import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from benchmark.authoring.scaffold import write_scaffold
from benchmark.datasets.collection import Collection
from benchmark.judging.judge import Judge
from benchmark.sandbox.host.probe import calibration


@pytest.fixture
def collection(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Collection]:
    """A data set without families, in a package of its own."""
    folder = tmp_path / "probe_open"
    (folder / "families").mkdir(parents=True)
    (folder / "__init__.py").touch()
    (folder / "families" / "__init__.py").touch()
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))  # for the process that draws pictures again
    yield Collection(suite="humaneval-v", dataset="open", package="probe_open")
    for name in [name for name in sys.modules if name.partition(".")[0] == "probe_open"]:
        del sys.modules[name]


@pytest.fixture
def write_family(collection: Collection) -> Callable[..., Collection]:
    """Write the scaffold's family without its marks, and replace the given texts in it."""

    def write(*changes: tuple[str, str]) -> Collection:
        paths = write_scaffold(collection, "row_left")
        enough = " and so on, in words enough for a person to follow what is meant by it"
        texts = [path.read_text().replace("TODO: ", "").replace("| TODO |", "| said |") for path in paths]
        texts[1] = texts[1].replace("\n\n|", f"{enough}\n\n|").rstrip() + f"{enough}\n"
        for old, new in changes:
            assert any(old in text for text in texts), old
            texts = [text.replace(old, new) for text in texts]
        for path, text in zip(paths, texts, strict=True):
            path.write_text(text)
        return collection

    return write


@pytest.fixture(scope="session")
def judge() -> Iterator[Judge]:
    judge = Judge(time_factor=calibration().time_factor)
    yield judge
    judge.close()
