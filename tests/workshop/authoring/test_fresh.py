"""Fresh sets depend on a secret seed, and on nothing else."""

import json
from pathlib import Path

import pytest

from benchmark.core.canary import CANARY
from benchmark.core.errors import BadInput
from benchmark.core.task import FunctionCheck, Task
from benchmark.datasets.twins import blind_ceiling, expected_results, twin_groups
from benchmark.files.tasks import read_tasks
from benchmark.judging.judge import Judge
from tests.sampling import gate_of
from workshop.authoring.family_module import family_named
from workshop.authoring.fresh import dataset_name, write_fresh
from workshop.authoring.picture_form import fresh_mutations
from workshop.authoring.twin_proof import cross_judge
from workshop.suites.humaneval_v import OPEN

SEED = "5" * 32
NAMES = ("knotted_beads", "sunlit_floors")


@pytest.mark.weekly
def test_a_seed_always_makes_the_same_set_and_another_seed_a_different_one(tmp_path: Path) -> None:
    for name, seed in (("a", SEED), ("b", SEED), ("c", "6" * 32)):
        write_fresh(OPEN, NAMES, seed, tmp_path / name)
    files = {
        name: {path.name: path.read_bytes() for path in (tmp_path / name).rglob("*") if path.is_file()}
        for name in "abc"
    }
    assert files["a"] == files["b"]
    assert len(files["a"]) == 8
    assert not files["a"].keys() & {name for name in files["c"] if name.endswith(".png")}
    assert all(CANARY.encode() in data for data in files["a"].values())


@gate_of("authors")
def test_a_fresh_set_has_twins_and_does_not_contain_the_seed(tmp_path: Path) -> None:
    fresh_set = write_fresh(OPEN, NAMES, SEED, tmp_path / "fresh")
    tasks = read_tasks(tmp_path / "fresh" / "tasks.jsonl")
    assert {task.dataset for task in tasks} == {dataset_name(SEED)} == {fresh_set.dataset}
    assert fresh_set.tasks == len(tasks) == 6
    assert blind_ceiling(twin_groups(tasks)) == 2
    assert all((tmp_path / "fresh" / task.parts[0].source).is_file() for task in tasks)
    written = b"".join(path.read_bytes() for path in tmp_path.rglob("*") if path.is_file())
    assert SEED.encode() not in written
    versions = {name: family_named(OPEN, name).version for name in NAMES}
    assert json.loads((tmp_path / "fresh" / "set.json").read_bytes())["families"] == versions


def test_fresh_sets_have_mutations_that_the_public_set_lacks() -> None:
    family = family_named(OPEN, "knotted_beads")
    found = {name for number in range(20) for name in fresh_mutations(family, f"{number:032x}")}
    assert found == set(family.mutations)


@pytest.mark.parametrize("seed", ["", "1", "5" * 31, "g" * 32, "A" * 32])
def test_a_seed_that_can_be_guessed_is_refused(seed: str, tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="so it could be guessed"):
        write_fresh(OPEN, NAMES, seed, tmp_path / "fresh")
    assert list(tmp_path.iterdir()) == []


@gate_of("authors")
def test_nothing_is_overwritten_or_left_half_written(tmp_path: Path) -> None:
    (tmp_path / "there").mkdir()
    with pytest.raises(BadInput, match="exists already"):
        write_fresh(OPEN, NAMES, SEED, tmp_path / "there")
    with pytest.raises(BadInput, match="no family 'none'"):
        write_fresh(OPEN, (*NAMES, "none"), SEED, tmp_path / "fresh")
    assert [path.name for path in tmp_path.iterdir()] == ["there"]


def task(name: str, *tests: str, text: str = "def solution(a):", reference: str = "") -> Task:
    check = FunctionCheck(tests=("\n".join(tests),))
    return Task(id=name, check=check, starter_code=text, entry_point="solution", reference=reference)


ONE = task("a", "assert solution(1) == 1", "assert solution(2) == 2", reference="solution = lambda a: a")
TWO = task("b", "assert solution(2) == 4", "assert solution(3) == 6", reference="solution = lambda a: 2 * a")
THREE = task(
    "c",
    "assert solution(3) == 6",
    "assert solution(1) == 1",
    reference="solution = lambda a: 6 if a == 3 else a",
)


def test_twins_share_a_call_and_differ_on_it() -> None:
    (group,) = twin_groups([ONE, TWO, THREE])
    assert [(pair.first, pair.second, pair.shared, pair.different) for pair in group.pairs] == [
        ("a", "b", 1, 1),
        ("a", "c", 1, 0),
        ("b", "c", 1, 0),
    ]
    assert [pair.are_twins for pair in group.pairs] == [True, False, False]
    assert group.without_twin == ("c",)


def test_the_ceiling_is_the_maximum_that_one_program_can_pass() -> None:
    """One program can pass a and c, another b and c, but none all three."""
    assert blind_ceiling(twin_groups([ONE, TWO, THREE])) == 2
    assert blind_ceiling(twin_groups([ONE, TWO])) == 1
    assert blind_ceiling(twin_groups([ONE, THREE])) == 2
    assert (
        blind_ceiling(twin_groups([ONE, task("d", "assert solution(1) == 2", text="def solution(b):")])) == 2
    )


def test_calls_are_compared_by_value_not_by_spelling() -> None:
    assert expected_results(task("e", "assert solution([1,2], 'x') == [3]")) == expected_results(
        task("f", 'def test():\n    assert solution([1, 2], "x") == [3]')
    )
    assert expected_results(task("g", "assert solution(x) == 1", "assert len(solution(1)) == 2")) == {}


@pytest.mark.parametrize(("second", "passes"), [(TWO, False), (THREE, True)], ids=["twin", "no twin"])
def test_references_are_judged_on_the_tests_of_their_twins(second: Task, passes: bool, judge: Judge) -> None:
    judgements = cross_judge([ONE, second], judge)
    found = {(judgement.task, judgement.reference_of): judgement for judgement in judgements}
    assert found["a", "a"].passed
    assert found["a", "a"].is_expected
    name = second.id
    assert found["a", name].passed == passes
    assert found[name, name].is_expected
