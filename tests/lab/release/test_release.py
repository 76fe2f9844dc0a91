"""What is released: the changelog, the wheel, the container file and the pinned versions."""

import json
import re
import runpy
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

from benchmark.pipeline.rows.verify import OFFICIAL_PYTHON
from benchmark.sandbox.host.runtime import ALLOWED, EXTRAS

ROOT = Path(__file__).resolve().parents[3]
LOCKS = sorted(path for path in (ROOT / "locks").glob("*.txt"))
_DISTRIBUTIONS = {"PIL": "pillow", "dateutil": "python-dateutil"}


@pytest.fixture
def pins(monkeypatch: pytest.MonkeyPatch) -> Iterator[ModuleType]:
    monkeypatch.syspath_prepend(str(ROOT / "lab" / "release"))
    import pins

    yield pins
    del sys.modules["pins"]


def test_verdicts_depend_on_the_libraries_of_the_sandbox(pins: ModuleType) -> None:
    names = {*ALLOWED, *(name for extra in EXTRAS.values() for name in extra)}
    assert sorted(_DISTRIBUTIONS.get(name, name.lower()) for name in names) == list(pins.JUDGE)
    assert pins.locked().keys() == set(pins.JUDGE)


@pytest.mark.parametrize("lock", LOCKS, ids=lambda path: path.stem)
def test_no_lock_has_another_version_than_the_one_that_judges(lock: Path, pins: ModuleType) -> None:
    judging = pins.locked()
    sandbox = {name: judging[name] for name in ("numpy", "pandas", "sympy", "pylint", "matplotlib", "mpmath")}
    assert {
        name: found for name, found in pins.locked(lock).items() if name in sandbox
    }.items() <= sandbox.items()


def test_published_answers_were_judged_with_the_locked_versions(pins: ModuleType) -> None:
    assert pins.moved() == [], "run `./noxw -s pins` and commit locks/replicated.json"


def test_a_moved_version_is_named_and_judged(pins, tmp_path, monkeypatch, capsys) -> None:
    monkeypatch.setattr(pins, "REPLICATED", tmp_path / "replicated.json")
    monkeypatch.setattr(pins, "ROOT", tmp_path)
    (tmp_path / "replicated.json").write_text(json.dumps({**pins.locked(), "numpy": "1.0"}))
    codes, commands = iter((1, 0, 1, 0, 0)), []

    def run(command: list[str], **_: object) -> object:
        commands.append(command)
        return type("Done", (), {"returncode": next(codes)})

    monkeypatch.setattr(pins.subprocess, "run", run)
    monkeypatch.setattr(pins, "published", lambda: tmp_path)
    assert pins.main() == 1
    assert f"numpy: 1.0 → {pins.locked()['numpy']}" in capsys.readouterr().out
    assert pins.moved() != []  # a verdict differs, so the file stays
    assert pins.main() == 1
    assert pins.moved() != []  # a verdict is not as in the lock
    assert pins.main() == 0
    assert pins.moved() == []
    assert pins.main() == 0
    assert [command[2] for command in commands] == ["benchmark", *["benchmark", "locks.judged"] * 2]


TEXT = (ROOT / "Containerfile").read_text(encoding="utf-8")


def test_the_image_has_the_python_of_official_rows() -> None:
    images = re.findall(r"^FROM \S+/python:(\d+\.\d+)-", TEXT, re.MULTILINE)
    assert images == [OFFICIAL_PYTHON] * 2


def test_the_image_names_files_that_exist_and_options_that_the_sandbox_needs() -> None:
    named = set(re.findall(r"\blocks/[a-z.]+", TEXT))
    assert named
    assert all((ROOT / name).is_file() for name in named)
    page = (ROOT / "site/pages/sandbox/index.md").read_text(encoding="utf-8")
    assert (
        re.findall(r"--security-opt [a-z]+=unconfined", page)[:3]
        == re.findall(r"--security-opt [a-z]+=unconfined", TEXT)[:3]
    )


HOOK = runpy.run_path(str(ROOT / "lab" / "release" / "wheel_contents.py"))


@pytest.mark.gate
def test_everything_that_the_package_reads_in_the_checkout_is_in_the_wheel() -> None:
    code = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "benchmark").rglob("*.py"))
    read = set(re.findall(r'\bSHIPPED / "([^"]+)"', code))
    assert {"site", "submissions", "recorded"} <= read <= set(HOOK["SHIPPED"])
    assert all((ROOT / name).exists() for name in HOOK["SHIPPED"])


def test_only_a_wheel_gets_copies() -> None:
    hook = HOOK["WheelContents"](str(ROOT), {}, None, None, str(ROOT), "wheel")
    wheel: dict[str, dict[str, str]] = {"force_include": {}}
    editable: dict[str, dict[str, str]] = {"force_include": {}}
    hook.initialize("standard", wheel)
    hook.initialize("editable", editable)
    assert wheel["force_include"]["site"] == "benchmark/shipped/site"
    assert editable == {"force_include": {}}


def test_the_two_files_that_were_tested_are_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(ROOT / "lab" / "release"))
    built, kept = tmp_path / "built", tmp_path / "a" / "dist"
    built.mkdir()
    names = ["sightbench-1.0.0-py3-none-any.whl", "sightbench-1.0.0.tar.gz"]
    for name in (*names, "answers.jsonl"):
        (built / name).write_text(name)
    runpy.run_path(str(ROOT / "lab" / "release" / "check_wheel.py"))["keep_files"](built, kept)
    assert sorted(path.name for path in kept.iterdir()) == names
