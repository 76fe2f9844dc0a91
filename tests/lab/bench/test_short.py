"""The short bench: what is worse twice in a row fails; a new kind of machine records its figures."""

import json
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

KIND = "A processor, 2 cores, Python 3.11"


@pytest.fixture(scope="module")
def short(bench: Callable[[str], ModuleType]) -> ModuleType:
    return bench("short")


@pytest.fixture
def check(short: ModuleType, tmp_path: Path) -> Callable[..., list[str]]:
    """A function that gets the ratios of the site of each five rounds, and compares with 10."""
    file = tmp_path / "last.json"
    file.write_text(json.dumps({KIND: {"ratios": {"site": 10.0, "judging": 2.0}, "counters": {"files": 7}}}))

    def run(*sites: float, kind: str = KIND, files: int = 7, **more: Any) -> list[str]:
        rounds = iter(sites)

        def measure() -> object:
            return short.Measured(ratios={"site": next(rounds), "judging": 2.0}, counters={"files": files})

        found: list[str] = short.check(measure, file, kind, **more)
        assert list(rounds) == [], "all rounds were measured"
        return found

    return run


def test_what_is_worse_by_over_20_percent_twice_in_a_row_fails(check: Callable[..., list[str]]) -> None:
    assert check(11.9) == []
    assert check(12.5, 11.9) == []
    assert check(12.5, 12.1) == ["site: 12.10, recorded 10.00"]


def test_counters_are_equal_on_all_machines_with_the_same_python(check: Callable[..., list[str]]) -> None:
    assert check(10.0, files=8) == ["files: 8, recorded 7"]
    assert check(10.0, files=8, kind="Another, 4 cores, Python 3.11") == ["files: 8, recorded 7"]
    assert check(10.0, files=8, kind="Another, 4 cores, Python 3.12") == []


def test_a_new_kind_of_machine_records_its_figures_and_says_so(
    check: Callable[..., list[str]], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    new = "Another, 4 cores, Python 3.11"
    assert check(50.0, kind=new) == []
    assert f"{new}: no figures yet, so these were recorded" in capsys.readouterr().out
    assert json.loads((tmp_path / "last.json").read_bytes())[new]["ratios"]["site"] == 50.0
    assert check(70.0, 70.0, kind=new) == ["site: 70.00, recorded 50.00"]


def test_figures_are_replaced_when_asked(check: Callable[..., list[str]]) -> None:
    assert check(20.0, files=8, record=True) == []
    assert check(20.0, files=8) == []


def test_the_recorded_figures_have_each_part(short: ModuleType) -> None:
    for kind, entry in json.loads(short.FILE.read_bytes()).items():
        assert kind.rpartition(" ")[2].startswith("3.")
        assert entry["ratios"].keys() == {
            *("judging", "start of --help", "suites", "reading verdicts", "extraction", "site")
        }
        assert min(entry["ratios"].values()) > 0
