"""A wheel has every file of the checkout that the package reads; the session ``wheel`` uses one."""

import re
import runpy
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent
HOOK = runpy.run_path(str(ROOT / "release" / "wheel_contents.py"))


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
    monkeypatch.syspath_prepend(str(ROOT / "release"))
    built, kept = tmp_path / "built", tmp_path / "a" / "dist"
    built.mkdir()
    names = ["sightbench-1.0.0-py3-none-any.whl", "sightbench-1.0.0.tar.gz"]
    for name in (*names, "answers.jsonl"):
        (built / name).write_text(name)
    runpy.run_path(str(ROOT / "release" / "check_wheel.py"))["keep_files"](built, kept)
    assert sorted(path.name for path in kept.iterdir()) == names
