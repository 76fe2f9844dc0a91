"""A version that verdicts depend on moves only together with a new judging of published answers."""

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest
import yaml

from benchmark.sandbox.host.runtime import EXTRAS, LIBRARIES

ROOT = Path(__file__).resolve().parent.parent.parent
LOCKS = sorted(path for path in (ROOT / "locks").glob("*.txt"))
_DISTRIBUTIONS = {"PIL": "pillow", "dateutil": "python-dateutil"}


@pytest.fixture
def pins(monkeypatch: pytest.MonkeyPatch) -> Iterator[ModuleType]:
    monkeypatch.syspath_prepend(str(ROOT / "release"))
    import pins

    yield pins
    del sys.modules["pins"]


def test_verdicts_depend_on_the_libraries_of_the_sandbox(pins: ModuleType) -> None:
    names = {*LIBRARIES, *(name for extra in EXTRAS.values() for name in extra)}
    assert sorted(_DISTRIBUTIONS.get(name, name.lower()) for name in names) == list(pins.JUDGE)
    assert pins.locked().keys() == set(pins.JUDGE)


def test_dependabot_moves_them_in_a_pull_request_of_their_own(pins: ModuleType) -> None:
    config = yaml.safe_load((ROOT / ".github" / "dependabot.yml").read_text())
    (pip,) = (update for update in config["updates"] if update["package-ecosystem"] == "pip")
    assert next(iter(pip["groups"])) == "judge"
    assert pip["groups"]["judge"]["patterns"] == list(pins.JUDGE)
    folders = {folder for update in config["updates"] for folder in update["directories"]}
    npm = {f"/{path.parent.relative_to(ROOT)}" for path in (ROOT / "locks").glob("*/package.json")}
    assert folders == {"/", "/.github/actions/*", "/locks", *npm}


@pytest.mark.parametrize("lock", LOCKS, ids=lambda path: path.stem)
def test_no_lock_has_another_version_than_the_one_that_judges(lock: Path, pins: ModuleType) -> None:
    judging = pins.locked()
    sandbox = {name: judging[name] for name in ("numpy", "pandas", "sympy", "pylint", "matplotlib", "mpmath")}
    assert {
        name: found for name, found in pins.locked(lock).items() if name in sandbox
    }.items() <= sandbox.items()


def test_published_answers_were_judged_with_the_locked_versions(pins: ModuleType) -> None:
    assert pins.moved() == [], "run `./noxw -s pins` and commit locks/replicated.json"


def test_a_moved_version_is_named_and_judged(
    pins: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(pins, "REPLICATED", tmp_path / "replicated.json")
    monkeypatch.setattr(pins, "ROOT", tmp_path)
    (tmp_path / "replicated.json").write_text(json.dumps({**pins.locked(), "numpy": "1.0"}))
    codes, commands = iter((1, 0)), []

    def run(command: list[str], **_: object) -> object:
        commands.append(command)
        return type("Done", (), {"returncode": next(codes)})

    monkeypatch.setattr(pins.subprocess, "run", run)
    monkeypatch.setattr(pins, "published", lambda: tmp_path)
    assert pins.main() == 1
    assert f"numpy: 1.0 → {pins.locked()['numpy']}" in capsys.readouterr().out
    assert pins.moved() != []  # a verdict differs, so the file stays
    assert pins.main() == 0
    assert pins.moved() == []
    assert pins.main() == 0
    assert len(commands) == 2
