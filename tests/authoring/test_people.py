"""People count once per version of a task; two who blame the picture flag it."""

from pathlib import Path

import pytest

from benchmark.authoring.attempts import (
    Attempt,
    Outcome,
    PersonAttempts,
    Reason,
    people_folder,
    read_people,
    write_attempts,
)
from benchmark.authoring.canary import CANARY
from benchmark.authoring.collection import Collection
from benchmark.authoring.people import (
    TaskPeople,
    claim_faults,
    people_faults,
    people_of,
    people_results,
    tried_tasks,
)
from benchmark.core.errors import BadInput
from benchmark.core.sample import Sample
from benchmark.core.task import FunctionCheck, Task
from benchmark.core.verdict import Status, Verdict

REVIEWS = f"""canary: '{CANARY}'
tasks:
  odd-socks-1:
    solvers:
      - {{by: AB, date: '2026-01-02', read: pairs have one colour, right: true}}
      - {{by: xy, date: '2026-01-03', read: pairs touch, minutes: 2.0, right: true}}
"""


class _Folder(Collection):
    """A collection in a temporary folder."""

    @property
    def folder(self) -> Path:
        return Path(self.package)


@pytest.fixture
def collection(tmp_path: Path) -> Collection:
    (tmp_path / "families").mkdir()
    (tmp_path / "families" / "odd_socks.py").touch()
    return _Folder(suite="humaneval-v", dataset="open", package=str(tmp_path))


def record(
    collection: Collection,
    by: str,
    outcome: Outcome,
    reason: Reason | None = None,
    *,
    version: int = 1,
    minutes: float = 1.0,
) -> None:
    attempt = Attempt(
        version=version,
        date="2026-01-31",
        outcome=outcome,
        minutes=minutes,
        reason=reason or "",
        answer="return 1",
    )
    person = PersonAttempts(
        canary=CANARY, by=by, suite="humaneval-v", dataset="open", tasks={"odd-socks-1": attempt}
    )
    write_attempts(people_folder(collection) / f"{by}.yaml", person)


def people(collection: Collection, version: int = 1) -> TaskPeople:
    return people_of(people_results(collection), "odd-socks-1", version)


def test_nobody_has_tried_a_new_set(collection: Collection) -> None:
    assert people_results(collection) == {}
    assert people(collection) == TaskPeople()


def test_old_and_new_records_of_one_person_count_once(collection: Collection) -> None:
    record(collection, "ab", "missed", "too-hard")
    record(collection, "cd", "solved", minutes=4.0)
    (collection.folder / "reviews" / "odd_socks.yaml").write_text(REVIEWS)
    found = people(collection)
    assert (found.solved, found.tried, found.minutes) == (2, 3, 3.0)


def test_a_new_version_begins_without_people(collection: Collection) -> None:
    record(collection, "ab", "solved")
    assert people(collection, version=2).tried == 0
    record(collection, "ab", "solved", version=2)
    assert people(collection, version=2).tried == 1
    assert tried_tasks(people_results(collection), {"odd_socks": 2, "odd": None}).keys() == {"odd-socks-1"}


@pytest.mark.parametrize(
    ("reasons", "flagged"),
    [
        (("cannot-read", "cannot-read"), "2 of 3 people missed it because of the picture (cannot read (2))"),
        (("ambiguous-rule", "wrong-example"), "(ambiguous rule, wrong example)"),
        (("cannot-read", "too-hard"), ""),
        (("cannot-read",), ""),
    ],
)
def test_two_people_who_blame_the_picture_flag_a_task(
    collection: Collection, reasons: tuple[Reason, ...], flagged: str
) -> None:
    record(collection, "zz", "solved", "cannot-read")  # whoever solves it does not blame the picture
    for number, reason in enumerate(reasons):
        record(collection, f"p{number}", "missed" if number else "gave-up", reason)
    faults = [str(fault) for fault in people_faults(people_results(collection), {"odd_socks": 1})]
    assert len(faults) == bool(flagged)
    assert all(flagged in fault and "odd-socks-1: people: " in fault for fault in faults)
    assert not list(people_faults(people_results(collection), {"odd_socks": 2}))  # reworked


def test_a_file_with_the_name_of_another_person_is_refused(collection: Collection) -> None:
    record(collection, "ab", "solved")
    (people_folder(collection) / "ab.yaml").rename(people_folder(collection) / "cd.yaml")
    with pytest.raises(BadInput, match=r"cd\.yaml: by: is 'ab', expected 'cd'"):
        people_results(collection)


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("answer: return 1", 'answer: ""', "tasks.'odd-socks-1': has no answer, but the outcome solved"),
        ("outcome: solved", 'outcome: "gave-up"', "has no reason, but the person gave up"),
        ("2026-01-31", "2026-02-31", "date: must be a day that exists"),
    ],
)
def test_a_record_that_the_command_never_writes_is_refused(
    collection: Collection, old: str, new: str, says: str
) -> None:
    record(collection, "ab", "solved")
    path = people_folder(collection) / "ab.yaml"
    text = path.read_text().replace('"return 1"', "return 1")
    assert old in text
    path.write_text(text.replace(old, new))
    with pytest.raises(BadInput, match=says):
        people_results(collection)


def test_a_link_is_refused_and_its_target_not_quoted(collection: Collection, tmp_path: Path) -> None:
    (tmp_path / "secret").write_text("a key")
    people_folder(collection).mkdir(parents=True)
    (people_folder(collection) / "ab.yaml").symlink_to(tmp_path / "secret")
    with pytest.raises(BadInput, match=r"ab\.yaml: is a link") as refused:
        people_results(collection)
    assert "a key" not in str(refused.value)


class _Judge:
    """Stands in for the sandbox: only one program passes."""

    def judge(self, sample: Sample) -> Verdict:
        passed = sample.answer.program == "return 1"
        return Verdict(
            task_id=sample.task.id,
            draw=0,
            status=Status.PASSED if passed else Status.WRONG_ANSWER,
            detail="" if passed else "1 is not 2",
        )


@pytest.mark.parametrize(
    ("answer", "tasks", "faults"),
    [
        ("return 1", ["odd-socks-1"], []),
        (
            "return 2",
            ["odd-socks-1"],
            ["odd-socks-1: people: the program of ab, recorded as solved, does not pass: 1 is not 2"],
        ),
        ("return 1", [], ["odd-socks-1: people: ab has a record of it, but it is not a task"]),
    ],
)
def test_a_claim_that_does_not_hold_is_a_fault(
    collection: Collection, answer: str, tasks: list[str], faults: list[str]
) -> None:
    record(collection, "ab", "solved")
    record(collection, "cd", "missed")
    path = people_folder(collection) / "ab.yaml"
    path.write_text(path.read_text().replace("return 1", answer))
    check = FunctionCheck(tests=("assert solution() == 1",))
    built = {name: Task(id=name, stem="odd-socks", check=check) for name in tasks}
    people = [person for person in read_people(collection) if tasks or person.by == "ab"]
    assert [str(fault) for fault in claim_faults(people, {"odd_socks": 1}, built, _Judge())] == faults
    assert not list(claim_faults(people, {"odd_socks": 2}, built, _Judge()))  # another version
