"""Official rows are judged with one Python, and `verify` names another one."""

from collections.abc import Callable
from pathlib import Path

import pytest
import yaml

from benchmark import cli
from benchmark.cli.verify.rows import changed_versions
from benchmark.pipeline.rows.verify import OFFICIAL_PYTHON, other_python_notes
from benchmark.results.ledger import write_row
from benchmark.results.row import Row, RowVersions

ROOT = Path(__file__).resolve().parents[3]


def versions(**guest: str) -> RowVersions:
    return RowVersions(suite=1, judge=2, guest=guest)


def test_every_job_of_ci_installs_the_python_of_official_rows() -> None:
    """No workflow sets up another one; the rules for workflows let only our own action do it."""
    action = yaml.safe_load((ROOT / ".github/actions/python/action.yml").read_text())
    (python,) = (
        step["with"]["python-version"] for step in action["runs"]["steps"] if "setup-python" in step["uses"]
    )
    assert python == OFFICIAL_PYTHON
    workflows = [path.read_text() for path in (ROOT / ".github/workflows").glob("*.yml")]
    assert not [text for text in workflows if "setup-python" in text]
    page = (ROOT / "site/pages/results/index.md").read_text(encoding="utf-8")
    assert f"run on Python {OFFICIAL_PYTHON}: `.github/actions/python` installs it" in page


def test_an_official_row_on_the_same_python_needs_no_note() -> None:
    assert other_python_notes(versions(python=OFFICIAL_PYTHON), OFFICIAL_PYTHON) == ()
    assert other_python_notes(versions(python=OFFICIAL_PYTHON), None) == ()


def test_another_python_of_the_row_or_of_this_machine_is_named() -> None:
    other, here = other_python_notes(versions(python="3.11"), "3.13")
    assert other == f"judged with Python 3.11; official rows are judged with Python {OFFICIAL_PYTHON}"
    assert "Python 3.13 here, and ran on Python 3.11" in here
    assert other_python_notes(versions(), OFFICIAL_PYTHON)[0].startswith("judged with Python an unknown")


def test_a_version_of_the_sandbox_that_differs_is_named_alone() -> None:
    then, now = versions(python="3.12", numpy="2.4.6"), versions(python="3.11", numpy="2.4.6", sympy="1.14.0")
    assert changed_versions(then, now) == [
        ("python of the sandbox", "3.12", "3.11"),
        ("sympy of the sandbox", "none", "1.14.0"),
    ]


def test_verify_of_a_folder_counts_rows_of_another_python(
    tmp_path: Path, make_row: Callable[..., Row], capsys: pytest.CaptureFixture[str]
) -> None:
    write_row(tmp_path, make_row("acme", dataset="official-v1"))
    with pytest.raises(SystemExit):
        cli.main(["verify", str(tmp_path)])
    assert (
        f"note: 1 row judged with Python 3.11.9; official rows are judged with Python {OFFICIAL_PYTHON}"
        in (capsys.readouterr().out)
    )
