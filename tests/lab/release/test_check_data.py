"""Tests of the choice of checks for our own data."""

import runpy
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
author_checks = runpy.run_path(str(ROOT / "lab" / "release" / "check_data.py"))["author_checks"]
FAMILY = next((ROOT / "workshop/suites/mmcode/families").glob("[!_]*.py"))


def options(*changed: Path | str) -> list[list[str]]:
    return list(author_checks([str(path) for path in changed]))


def test_the_week_checks_all_families_and_measures_some() -> None:
    found = list(author_checks(None))
    assert [check[1] for check in found if "--twins" in check] == ["humaneval-v", "code-vision", "mmcode"]
    assert ["--suite", "humaneval-v", "--measure", "1"] in found
    assert not any("--sample" in check for check in found)


def test_a_changed_family_is_checked_with_the_sample_and_the_twins_of_its_set() -> None:
    sample = {check[1]: check[2:] for check in options(FAMILY.relative_to(ROOT)) if "--twins" not in check}
    assert sample["mmcode"] == ["--sample", "16", FAMILY.stem]
    assert sample["code-vision"] == ["--sample", "16"]
    assert ["--suite", "mmcode", "--twins"] in options(FAMILY.relative_to(ROOT))


def test_twins_and_figures_are_left_out_unless_what_decides_them_changed() -> None:
    assert [check[1] for check in options("README.md")] == ["humaneval-v", "code-vision", "mmcode"]
    assert len(options("benchmark/judging/judge.py")) == 6
    assert ["--suite", "mathopeval", "--measure", "2"] in options("workshop/authoring/figures/figure_set.py")
