"""What the page says about checks comes from kept files; a check without numbers has no line."""

import json
from pathlib import Path

import pytest

from benchmark.core.canary import CANARY
from benchmark.core.errors import BadInput
from benchmark.core.task import FunctionCheck, Task
from benchmark.datasets.collection import Collection, PinnedTask, Pins, ProgramCount
from benchmark.leaderboard.dataset.claim import check_lines

CHECK = FunctionCheck(tests=("assert solution() == 1",))
TASKS = [
    Task(id=f"t-{number}", level=level, check=CHECK) for number, level in enumerate(["core"] * 3 + ["hard"])
]


class _Folder(Collection):
    """A collection in a temporary folder."""

    @property
    def folder(self) -> Path:
        return Path(self.package)


@pytest.fixture
def collection(tmp_path: Path) -> Collection:
    for folder in ("pins", "programs"):
        (tmp_path / folder).mkdir()
    return _Folder(suite="humaneval-v", dataset="open", package=str(tmp_path))


def pin(collection: Collection, name: str, *rivals: int) -> None:
    tasks = [
        PinnedTask(
            id=f"{name}-{n}", mutation="m", picture="p", svg="0" * 64, pixels="0" * 64, rivals=rivals[n]
        )
        for n in range(len(rivals))
    ]
    pins = Pins(canary=CANARY, family=name, version=1, seed="s", index=0, tasks=tasks)
    (collection.folder / "pins" / f"{name}.json").write_text(pins.model_dump_json())


def test_without_kept_numbers_there_are_no_lines(collection: Collection) -> None:
    pin(collection, "apples", 0, 0)
    assert list(check_lines(collection, [Task(id="a", check=CHECK)], None)) == []


def test_numbers_come_from_the_kept_files(collection: Collection) -> None:
    pin(collection, "apples", 700, 500, 0)
    pin(collection, "pears", 34)
    for name, number in (("apples", 1200), ("pears", 50)):
        kept = ProgramCount(
            canary=CANARY, family=name, code="0" * 64, seeds=100, programs=number, mutations={"m": number}
        )
        (collection.folder / "programs" / f"{name}.json").write_text(kept.model_dump_json())
    lines = dict(check_lines(collection, TASKS, None))
    assert list(lines) == ["Other rules", "Programs", "Levels"]
    assert lines["Other rules"].startswith(
        "1,234 other rules were compared with the worked examples of 3 pictures"
    )
    assert lines["Programs"].startswith(
        "Fresh sets draw from at least 1,250 different programs: 50 or more of"
    )
    assert lines["Levels"] == "3 core tasks and 1 hard task."


def test_a_number_that_is_none_is_refused(collection: Collection) -> None:
    pin(collection, "apples", 0)
    (collection.folder / "programs" / "apples.json").write_text(json.dumps({"programs": "many"}))
    with pytest.raises(BadInput, match=r"apples\.json: "):
        list(check_lines(collection, TASKS, None))
