"""Decision notes hold: each test is named after a note and checks what would show that it was wrong."""

import ast
import json
import re
from collections import defaultdict
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from benchmark.core.executor import Shard
from benchmark.core.sample import Answer, Sample
from benchmark.core.task import StdinKind, StdioCheck, Task
from benchmark.core.verdict import Status, Verdict
from benchmark.files.tasks import read_tasks
from benchmark.pipeline.judge.local_pool import LocalPool
from benchmark.scoring.ranks import all_pairs, compare_pairs
from benchmark.suites import SUITES

ROOT = Path(__file__).resolve().parent.parent
NOTES = ROOT / "site" / "pages" / "decisions"
STATISTICS = ROOT / "site" / "pages" / "statistics"


def test_every_note_that_names_this_file_has_a_test_here() -> None:
    naming = {
        path.stem
        for path in NOTES.glob("*.md")
        if "tests/test_decisions.py" in path.read_text(encoding="utf-8")
    }
    tests = {name.removeprefix("test_").replace("_", "-") for name in globals() if name.startswith("test_")}
    assert naming == {path.stem for path in NOTES.glob("*.md")} & tests
    assert len(naming) > 5


def test_cluster_paired_tests_by_stem() -> None:
    """A model that is run twice on the same tasks rarely differs from itself."""
    generator = np.random.default_rng(20261120)
    stems = [str(task // 3) for task in range(120)]
    tables, real = 300, 0
    for _ in range(tables):
        ease = np.repeat(generator.normal(0, 1.5, 40), 3) + generator.normal(0, 0.5, 120)
        twice = generator.binomial(1, 1 / (1 + np.exp(-ease)), size=(2, 120)).astype(float)
        found = compare_pairs(twice, stems, [1, 1], *all_pairs(2))
        real += int(found.p[0] <= 0.05)
    assert real <= tables / 20


@pytest.mark.gate
def test_file_formats_in_one_package() -> None:
    """A module of ``benchmark/files`` is used by several packages, or by other modules of ``files``."""
    users: dict[str, set[str]] = defaultdict(set)
    for path in (ROOT / "benchmark").rglob("*.py"):
        package = path.relative_to(ROOT / "benchmark").parts[0]
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("benchmark.files"):
                names = str(node.module).split(".")[2:3] or [alias.name for alias in node.names]
                for name in names:
                    users[name].add(package)
    modules = {path.stem for path in (ROOT / "benchmark" / "files").glob("*.py")} - {"__init__"}
    assert [name for name in modules if len(users[name]) == 1 and users[name] != {"files"}] == []


def test_fresh_gap_by_family() -> None:
    """Without a gap, at most one of twenty simulated comparisons is called real."""
    page = (STATISTICS / "public-minus-fresh.md").read_text(encoding="utf-8")
    (*_, line) = re.findall(r"^\| no gap \| (.*) \|$", page, re.MULTILINE)  # of the last table
    means = [float(cell.split()[0]) for cell in line.split(" | ")]
    assert len(means) == 3
    assert max(means) <= 5


def test_gates_choose_the_instance() -> None:
    """Samplers make a good task in one of their first tries."""
    pins = list((ROOT / "benchmark" / "suites").glob("*/open/pins/*.json"))
    indices = {path.stem: json.loads(path.read_bytes())["index"] for path in pins}
    assert len(indices) >= 41
    assert {name: index for name, index in indices.items() if index > 10} == {}


def test_intervals_add_two_stems() -> None:
    """The interval in use holds the true score often enough in the worst simulated setting."""
    page = (STATISTICS / "coverage.md").read_text(encoding="utf-8")
    (line,) = re.findall(r"^\| \*\*[^|]*\*\* \| (.*) \|$", page, re.MULTILINE)
    worst, below_93, worst_outside, below_90 = (float(cell) for cell in line.split(" | ")[:4])
    assert (worst >= 93, below_93) == (True, 0)
    assert (worst_outside >= 90, below_90) == (True, 0)


def _leader_lines() -> dict[str, list[str]]:
    """Return the lines of the page on the leader's range by their first cell, as the other cells."""
    page = (STATISTICS / "leader.md").read_text(encoding="utf-8")
    rows = [row.split(" | ") for row in re.findall(r"^\| (.* \| .*) \|$", page, re.MULTILINE)]
    return {cells[0]: cells[1:] for cells in rows if cells[1] != "own range"}


def test_leaders_have_a_range_of_their_own() -> None:
    """The leader's range contains the true score often enough, and is short if a model leads clearly."""
    lines = _leader_lines()
    assert len(lines) == 5 + 7 + 4 + 5
    for own, leader, width, _ in lines.values():
        mean, worst = (float(number) for number in re.findall(r"[\d.]+", leader))
        assert mean >= 95
        assert worst >= 94
        assert float(own.split()[0]) < mean
        assert 1 < float(width) < 1.6
    assert float(lines["one leads by 20 points"][2]) <= 1.15


def test_the_method_page_names_the_simulated_luck_of_leaders() -> None:
    lines = _leader_lines()
    few, many = (lines[models][3].split()[0] for models in ("20", "200"))
    about = (ROOT / "site" / "pages" / "about" / "index.md").read_text(encoding="utf-8")
    assert f"of 20 models it was {few} points too high on average, of 200 models {many} points" in (
        " ".join(about.split())
    )


def test_pages_rendered_by_our_code() -> None:
    assert len((ROOT / "site" / "hooks.py").read_text(encoding="utf-8").splitlines()) <= 70


def test_protocols_vary_by_setting() -> None:
    """No setting has two protocols with temperature 0."""
    for suite in SUITES.values():
        for setting in suite.settings:
            found = [
                name
                for name, protocol in suite.protocols.items()
                if protocol.within(setting).temperature == 0
            ]
            assert len(found) <= 1, (suite.id, setting)


@pytest.mark.gate
def test_stdin_is_a_file() -> None:
    """Of the right programs that do not choose, more fail with a pipe than with a file."""
    programs = _programs_that_do_not_choose()
    assert len(programs) > 50
    # One asks with `select` whether there is input, perhaps before the pipe has any.
    always = set(_failing(programs, "pipe")) - {"program-selects"}
    assert (len(always), len(_failing(programs, "file"))) == (4, 1)


def _programs_that_do_not_choose() -> dict[str, Sample]:
    samples = {}
    for folder in sorted((ROOT / "tests" / "cases" / "right").glob("program-*")):
        (task,) = read_tasks(folder / "task.jsonl")
        code = (folder / "answer.py").read_bytes().decode("utf-8", "surrogatepass")
        if isinstance(task.check, StdioCheck) and task.check.stdin == "auto":
            samples[folder.name] = Sample(task=task, draw=0, answer=Answer(code=code, program=code))
    return samples


def _failing(programs: dict[str, Sample], stdin: StdinKind) -> list[str]:
    """Return the names of the programs that do not pass with this kind of standard input."""
    shard = Shard(
        index=0,
        samples=tuple(replace(sample, task=_with_stdin(sample.task, stdin)) for sample in programs.values()),
    )
    failed: list[str] = []
    LocalPool(2).run(
        [shard],
        lambda _shard, outcomes: failed.extend(
            name
            for name, outcome in zip(programs, outcomes, strict=True)
            if not isinstance(outcome, Verdict) or outcome.status is not Status.PASSED
        ),
    )
    return failed


def _with_stdin(task: Task, stdin: StdinKind) -> Task:
    assert isinstance(task.check, StdioCheck)
    return replace(task, check=replace(task.check, stdin=stdin))


def test_difficulties_come_from_rank() -> None:
    """The workflow computes difficulties with the rows and the cache that its build reads."""
    workflow = (ROOT / ".github" / "workflows" / "site.yml").read_text(encoding="utf-8")
    (rank,) = re.findall(r"run: \./noxw -s rank -- (.*)", workflow)
    (build,) = re.findall(r"run: \./noxw -s site -- (.*)", workflow)
    assert workflow.index("-s rank") < workflow.index("-s site")
    assert rank in build
    assert "--cache" not in rank + build
    reads = (ROOT / "benchmark" / "leaderboard").rglob("*.py")
    assert not [path for path in reads if re.search(r"fit_diff", path.read_text())]


def test_difficulties_assume_equal_slopes() -> None:
    """The note says how often simulated ranges hold, by number of models."""
    text = (STATISTICS / "items.md").read_text(encoding="utf-8")
    held = dict(re.findall(r"^\| (\d+) \| ([\d.]+) \(", text, re.MULTILINE))
    note = ROOT / "site" / "pages" / "decisions" / "difficulties-assume-equal-slopes.md"
    words = " ".join(note.read_text(encoding="utf-8").split())
    first, *others = ((f"{float(share):.0f}", models) for models, share in held.items())
    assert f"hold {first[0]} of 100 true values with {first[1]} models" in words
    assert len(others) == 4
    assert all(f" {share} with {models}" in words for share, models in others)
