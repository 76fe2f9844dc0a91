"""Real problems go through import, prompts and judging; programs of our own are judged as they deserve."""

import gzip
import json
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

from benchmark.core.task import Picture, StdioCheck
from benchmark.files.tasks import read_tasks, write_tasks
from benchmark.files.verdicts import read_verdicts
from benchmark.generation.prompts.picture import inspect_picture
from benchmark.suites.mmcode.problem_import import import_problems
from benchmark.suites.mmcode.suite import SUITE as MMCODE

Sightbench = Callable[..., subprocess.CompletedProcess[str]]

ROPE = """\
for case in range(int(input())):
    wires = sorted(tuple(map(int, input().split())) for _ in range(int(input())))
    crossings = sum(b > d for place, (_, b) in enumerate(wires) for _, d in wires[place + 1:])
    print(f"Case #{case + 1}: {crossings}")
"""
BULLSEYE = """\
from math import isqrt
for case in range(int(input())):
    r, t = map(int, input().split())
    # n rings need 2n*n + (2r - 1)n of paint.
    b = 2 * r - 1
    n = (isqrt(b * b + 8 * t) - b) // 4
    print(f"Case #{case + 1}: {n}")
"""
INEXACT = BULLSEYE.replace("isqrt(b * b + 8 * t)", "int((b * b + 8 * t) ** 0.5)")
CAKE = """\
n, h, v = map(int, input().split())
print(4 * max(h, n - h) * max(v, n - v))
"""
PROGRAMS = {
    ("gcj_codejam_2010_round_1c_rope_intranet", "passed"): ROPE,
    ("gcj_codejam_2010_round_1c_rope_intranet", "wrong"): ROPE.replace("sorted", "list"),
    ("gcj_codejam_2013_round_1a_bullseye", "passed"): BULLSEYE,
    ("gcj_codejam_2013_round_1a_bullseye", "wrong"): INEXACT,
    ("rmrc_pieceofcake2", "passed"): CAKE,
    ("rmrc_pieceofcake2", "wrong"): CAKE.replace("4 * ", ""),
}  # fmt: skip


def judged(
    folder: Path, programs: dict[tuple[str, str], str], sightbench: Sightbench
) -> dict[tuple[str, str], str]:
    """Judge programs on imported tasks; return the status of each."""
    tasks = {task.id: task for task in read_tasks(folder / "tasks.jsonl.gz")}
    found = {}
    for label in dict.fromkeys(label for _, label in programs):
        chosen = {task_id: code for (task_id, other), code in programs.items() if other == label}
        write_tasks(folder / "some.jsonl", [tasks[task_id] for task_id in chosen])
        answers = [
            {"task_id": task_id, "draw": 0, "completion": f"```python\n{code}```"}
            for task_id, code in chosen.items()
        ]
        path = folder / "answers.jsonl"
        path.write_text("".join(json.dumps(answer) + "\n" for answer in answers))
        verdicts = folder / "verdicts.jsonl"
        done = sightbench(
            *(
                "evaluate",
                "--predictions",
                path,
                "--tasks",
                folder / "some.jsonl",
                "--setting",
                "vision+language",
            ),
            *("--protocol", "greedy", "--extraction", "own", "--verdicts", verdicts),
        )
        assert done.returncode == 0, done.stderr
        found |= {(verdict.task_id, label): verdict.status.value for verdict in read_verdicts(verdicts)}
    return found


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


@pytest.mark.gate
def test_right_and_wrong_programs_of_imported_problems_are_judged_as_they_deserve(
    tmp_path: Path, shared_data: Path, in_process: Sightbench
) -> None:
    wanted = {task_id for task_id, _ in PROGRAMS}
    records = []
    for name in ("gcj_problems", "rmrc_problems"):
        with gzip.open(shared_data / "mmcode_like" / f"{name}.jsonl.gz", "rt") as stream:
            records += [line for line in stream if json.loads(line)["problem_id"] in wanted]
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "some.jsonl").write_text("".join(records))
    (tmp_path / "in" / "images").mkdir()
    for picture in (shared_data / "mmcode_like" / "images").iterdir():
        if picture.name.startswith(tuple(wanted)):
            (tmp_path / "in" / "images" / picture.name).write_bytes(picture.read_bytes())
    report = import_problems(tmp_path / "in", tmp_path / "out")
    assert set(report.kept) == wanted
    found = judged(tmp_path / "out", PROGRAMS, in_process)
    assert {key: "passed" if status == "passed" else "wrong" for key, status in found.items()} == {
        key: key[1] for key in PROGRAMS
    }


@pytest.mark.weekly
def test_nine_of_the_seventeen_listed_solutions_of_a_problem_fail_its_tests(
    tmp_path: Path, shared_data: Path, in_process: Sightbench
) -> None:
    report = import_problems(shared_data / "mmcode", tmp_path / "out", keep_pictureless=True)
    assert report.kept == ["ac_abc045_a", "cf_1092_F"]
    trapezoid = json.loads((shared_data / "mmcode" / "ac_abc045_a.json").read_text())
    listed = trapezoid["listed_solutions"]
    programs = {("ac_abc045_a", str(number)): each["code"] for number, each in enumerate(listed)}
    tree = json.loads((shared_data / "mmcode" / "cf_1092_F.json").read_text())
    found = judged(
        tmp_path / "out", {**programs, ("cf_1092_F", "0"): tree["published_run"]["code"]}, in_process
    )
    assert found.pop(("cf_1092_F", "0")) == "passed"
    passed = {int(label) for (_, label), status in found.items() if status == "passed"}
    assert passed == {
        number for number, each in enumerate(listed) if each["tests_passed_here"] == each["tests_total"]
    }
    assert (len(listed), len(listed) - len(passed)) == (17, 9)


SYNTHETIC = """\
import base64, io, json, random, sys
from pathlib import Path
from PIL import Image
from benchmark.suites.mmcode.problem_import import import_problems

chosen, root = random.Random(1), Path(sys.argv[1])
words = ["".join(chosen.choices("abcdefghijklmnop", k=chosen.randint(2, 9))) for _ in range(4000)]
pool = []
for _ in range(20):
    data = io.BytesIO()
    Image.effect_noise((120, 100), 60).save(data, "PNG")
    pool.append("data:image/png;base64," + base64.b64encode(data.getvalue()).decode())
numbers = " ".join(str(chosen.random()) for _ in range(8000))
tests = json.dumps({"inputs": [numbers] * 4, "outputs": ["1\\n"] * 4})
with (root / "raw.jsonl").open("w") as out:
    for number in range(700):
        pictures = chosen.choices(pool, k=1)
        marks = "\\n\\n".join(f"![image]({place}.png)" for place in range(1, len(pictures) + 1))
        question = " ".join(chosen.choices(words, k=370)) + "\\n\\n" + marks
        record = {"problem_id": f"cf_{number}_A", "question": question, "images": pictures}
        record["input_output"] = tests
        out.write(json.dumps(record) + "\\n")
report = import_problems(root / "raw.jsonl", root / "out", test=50)
size = (root / "raw.jsonl").stat().st_size
status = Path("/proc/self/status").read_text()  # the rusage of a new process has its parent's peak as well
peak = next(int(line.split()[1]) for line in status.splitlines() if line.startswith("VmHWM"))
print(json.dumps([len(report.kept), report.test, size, peak]))
"""


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
