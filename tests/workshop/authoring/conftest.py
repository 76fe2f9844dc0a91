import sys
import tomllib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from benchmark.judging.judge import Judge
from benchmark.sandbox.host.probe import calibration
from tests.case_files import read_text
from workshop.authoring.scaffold import write_scaffold
from workshop.family_collection import FamilyCollection


def broken(form: str, *stages: str) -> pytest.MarkDecorator:
    """Parametrise a test with families that have one fault at these stages; the gates take all of them."""
    cases = tomllib.loads(read_text(f"{form}/broken.toml"))
    names = [name for name, case in cases.items() if case["stage"] in stages]
    chosen = set(names[::3])
    params = [
        pytest.param(cases[name], marks=() if name in chosen else pytest.mark.gate, id=name) for name in names
    ]
    return pytest.mark.parametrize("case", params)


@contextmanager
def empty_collection(
    folder: Path, patch: pytest.MonkeyPatch, suite: str, form: str = "pictures"
) -> Iterator[FamilyCollection]:
    """Yield a data set without families, in a package of its own."""
    package = f"probe_{form}"
    (folder / package / "families").mkdir(parents=True)
    (folder / package / "__init__.py").touch()
    (folder / package / "families" / "__init__.py").touch()
    patch.syspath_prepend(str(folder))
    patch.setenv("PYTHONPATH", str(folder))  # for the process that makes tasks and pictures again
    yield FamilyCollection(suite=suite, dataset="open", package=package, form=form, families=package)
    for name in [name for name in sys.modules if name.partition(".")[0] == package]:
        del sys.modules[name]


@pytest.fixture
def collection(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[FamilyCollection]:
    with empty_collection(tmp_path, monkeypatch, "humaneval-v") as made:
        yield made


@pytest.fixture
def write_family(collection: FamilyCollection) -> Callable[..., FamilyCollection]:
    """Write the scaffold's family without its marks, and replace the given texts in it."""

    def write(*changes: tuple[str, str]) -> FamilyCollection:
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


@pytest.fixture
def fewer_tries(monkeypatch: pytest.MonkeyPatch) -> None:
    """A fourth of the instances is tried before a family is refused, which takes seconds otherwise."""
    monkeypatch.setattr("workshop.authoring.instance_search._MAX_INSTANCES", 60)
