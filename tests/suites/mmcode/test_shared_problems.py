"""Real problems go through import and prompts."""

import json
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from benchmark.core.task import Picture, StdioCheck
from benchmark.files.tasks import read_tasks
from benchmark.generation.prompts.picture import inspect_picture
from benchmark.suites.mmcode.problem_import import import_problems
from benchmark.suites.mmcode.suite import SUITE as MMCODE
from tests.case_files import read_text


def test_a_statement_whose_picture_is_lost_is_repaired_and_reported(
    tmp_path: Path, shared_data: Path
) -> None:
    source = shared_data / "mmcode"
    report = import_problems(source, tmp_path / "a")
    assert (report.kept, report.left_out) == (["cf_1092_F"], {"ac_abc045_a": "it has no picture"})
    kept = import_problems(source, tmp_path / "b", keep_pictureless=True)
    assert (kept.kept, kept.pictures) == (["ac_abc045_a", "cf_1092_F"], 1)
    assert kept.repaired["ac_abc045_a"] == "1 marker without a picture removed; it has no picture"
    trapezoid, tree = read_tasks(tmp_path / "b" / "tasks.jsonl.gz")
    assert isinstance(trapezoid.check, StdioCheck)
    assert (len(trapezoid.check.cases), trapezoid.level, trapezoid.limits.seconds) == (104, "easy", 10.0)
    assert trapezoid.check.cases[2].input == "4\n4\n7"  # without a line end, as it was
    assert [isinstance(part, Picture) for part in tree.parts] == [False, True, False]
    (turn,) = MMCODE.prompt("sightbench", "vision+language").turns(tree, 0, "")
    shown = [part for part in turn.parts if isinstance(part, Picture)]
    assert inspect_picture(shown[0], tmp_path / "b", tree.id, None).width > 100


@pytest.mark.weekly
def test_the_archive_of_contest_problems_goes_through_import_and_prompts(
    tmp_path: Path, shared_data: Path
) -> None:
    report = import_problems(shared_data / "mmcode_like", tmp_path / "out", test=20)
    assert (report.read, len(report.kept), report.pictures, report.test) == (81, 77, 133, 20)
    assert Counter(reason.split(": ")[0] for reason in report.left_out.values()) == {
        "picture 1 is not a complete picture": 3,  # SVG
        "picture 3 is too large a picture": 1,
    }
    assert not report.repaired
    tasks = read_tasks(tmp_path / "out" / "tasks.jsonl.gz")
    assert {task.subset for task in read_tasks(tmp_path / "out" / "tasks-test.jsonl.gz")} == {"test"}
    assert {task.limits.seconds for task in tasks} <= {10.0, 25.0, 50.0, 60.0}
    for task in tasks:
        pictures = [part for part in task.parts if isinstance(part, Picture)]
        for setting in ("vision+language", "language-only", "caption-cot"):
            (turn,) = MMCODE.prompt("sightbench", setting).turns(task, 0, "")
            shown = [part for part in turn.parts if isinstance(part, Picture)]
            assert len(shown) == (0 if setting == "language-only" else len(pictures))
        for picture in pictures:
            assert inspect_picture(picture, tmp_path / "out", task.id, None).width > 0


SYNTHETIC = read_text("programs/import_a_large_set.py")


@pytest.mark.weekly
def test_memory_does_not_grow_with_the_size_of_a_set(tmp_path: Path) -> None:
    """With 3,548 problems, 6,145 pictures and 652 MiB, 183 MiB were measured."""
    done = subprocess.run(
        [sys.executable, "-c", SYNTHETIC, str(tmp_path)], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    kept, test, size, kibibytes = json.loads(done.stdout)
    assert (kept, test) == (700, 50)
    assert size > 400 << 20
    assert kibibytes < 350 << 10
