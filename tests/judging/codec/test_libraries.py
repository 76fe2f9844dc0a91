"""Libraries on the host: how a test imports numpy and pandas, and values of sympy."""

import subprocess
import sys
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

import pytest

from benchmark.core.sample import Answer, Sample
from benchmark.core.task import FunctionCheck, Task
from benchmark.core.verdict import MissingSample
from benchmark.judging.codec import libraries
from benchmark.judging.codec.decoding import SympyExpression, SympyFloat, SympyInteger, SympyRational
from benchmark.judging.judge import Judge

LOADED = """
import os, sys
import benchmark.judging.judge
from benchmark.judging.codec.libraries import load
assert not {"numpy", "pandas", "pyarrow"} & set(sys.modules)
before = dict(os.environ)
numpy, pandas = load("numpy"), load("pandas")
numpy.ones((300, 300)) @ numpy.ones((300, 300))
assert dict(os.environ) == before
print(os.listdir("/proc/self/task").__len__(), "pyarrow" in sys.modules, pandas.Series(["a"]).dtype.storage)
"""


@pytest.fixture
def fresh() -> Iterator[None]:
    libraries.load.cache_clear()
    yield
    libraries.load.cache_clear()


@pytest.mark.gate
def test_libraries_are_loaded_with_one_thread_and_without_pyarrow() -> None:
    done = subprocess.run([sys.executable, "-c", LOADED], capture_output=True, text=True, check=False)
    assert done.stdout == "1 False python\n", done.stderr


@pytest.mark.usefixtures("fresh")
def test_a_missing_library_is_named_with_a_fix(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(libraries, "installed_libraries", lambda _: {})
    task = Task(id="t", entry_point="f", check=FunctionCheck(tests=("import numpy\nassert f(1) == 1",)))
    judge = Judge()
    try:
        outcome = judge.judge(Sample(task=task, draw=0, answer=Answer(code="f = int", program="f = int")))
    finally:
        judge.close()
    assert isinstance(outcome, MissingSample)
    assert "numpy is not installed; it is part of the extra `scientific`" in outcome.reason


@pytest.mark.usefixtures("fresh")
def test_a_library_from_other_files_than_the_sandbox_reads_is_refused(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    package = tmp_path / "numpy"
    package.mkdir()
    (package / "__init__.py").write_text("")
    monkeypatch.delitem(sys.modules, "numpy", raising=False)
    monkeypatch.setattr(
        "benchmark.judging.codec.libraries.importlib.import_module", lambda _: _Imported(package)
    )
    with pytest.raises(libraries.LibraryMissing, match="is not the numpy of the sandbox"):
        libraries.load("numpy")


class _Imported:
    """A module as an import returns it."""

    def __init__(self, folder: Path) -> None:
        self.__file__ = str(folder / "__init__.py")


def test_an_exact_number_never_equals_a_float() -> None:
    assert SympyInteger(2) == 2
    assert SympyInteger(2) != 2.0
    assert SympyRational(1, 2) == Fraction(1, 2)
    assert SympyRational(1, 2) != 0.5


def test_a_float_never_equals_a_whole_number() -> None:
    assert SympyFloat(2.0) == 2.0
    assert SympyFloat(2.0) != 2


def test_an_expression_equals_only_itself() -> None:
    root = SympyExpression(2**0.5)
    assert root != 2**0.5
    assert root == root  # noqa: PLR0124 - this comparison is tested


def test_symbolic_numbers_calculate_like_plain_numbers() -> None:
    assert SympyInteger(2) + 1 == 3
    assert abs(SympyExpression(1.5) - 1.5) < 1e-9
    assert sorted([SympyFloat(2.5), SympyInteger(1), SympyRational(3, 2)]) == [1, Fraction(3, 2), 2.5]
    assert len({SympyInteger(2), 2}) == 1
