"""Data sets come whole, pinned and checked, or not at all."""

import hashlib
import os
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from benchmark.core.errors import BadInput, OurFailure
from benchmark.core.task import FunctionCheck, Picture
from benchmark.datasets.fetch import FetchOptions, fetch
from benchmark.datasets.lock import pin_of, read_lock
from benchmark.datasets.store import FetchedSet, folder_of, load_tasks
from benchmark.suites.humaneval_v.official import OFFICIAL
from benchmark.suites.humaneval_v.suite import HUMANEVAL_V

from .conftest import (
    PATH,
    REPOSITORY,
    REVISION,
    SOURCE,
    V1_SOURCE,
    Rows,
    arrow,
    parquet,
    picture,
    pyarrow,
    v1_rows,
    v2_rows,
)
from .published import Published

V2 = OFFICIAL["v2"]


def brought(lock: Path, version: str = "v2", **asked: object) -> FetchedSet:
    return fetch(OFFICIAL[version], FetchOptions(lock=lock, **asked), lambda _: None)  # type: ignore[arg-type]


def nothing_there(home: Path) -> bool:
    """Apart from the parts of a download."""
    return [path.name for path in home.rglob("*") if path.is_file() and not path.name.startswith(".")] == []


@pytest.fixture
def recorded(hub: Published, lock: Path) -> Path:
    """A lock that somebody has filled; what they fetched is not here."""
    brought(lock, record=True)
    folder_of("humaneval-v", "official-v2").rename(lock.parent / "elsewhere")
    hub.asked.clear()
    return lock


def test_a_data_set_becomes_tasks_with_pictures(hub: Published, recorded: Path) -> None:
    said = brought(recorded)
    assert (said.tasks, said.revision) == (3, REVISION)
    tasks = HUMANEVAL_V.datasets["official-v2"]()
    assert [task.id for task in tasks] == ["q1", "q1-2", "q2"]
    assert [task.stem for task in tasks] == ["q1", "q1", "q2"]
    for task, given in zip(tasks, v2_rows(), strict=True):
        (part,) = task.parts
        assert isinstance(part, Picture)
        assert part.folder is not None
        assert (part.folder / part.source).read_bytes() == given["diagram"]["bytes"]
        assert task.starter_code == given["function_signature"] + "\n"
        assert task.description == given["ground_truth_diagram_description"]
        assert task.reference == given["ground_truth_solution"]
        assert task.check == FunctionCheck(tests=(given["test_script"],))
        assert (task.entry_point, task.limits.seconds) == ("solution", 2.0)
        assert task.categories == ("Calculation", "Data Structures", "Geometric Objects")
    assert hub.downloads() == [""]


def test_one_that_is_there_is_not_fetched_again_unless_asked(hub: Published, recorded: Path) -> None:
    first = brought(recorded)
    asked = len(hub.asked)
    assert brought(recorded) == first
    assert len(hub.asked) == asked
    assert brought(recorded, again=True) == first
    assert len(hub.downloads()) == 2


def test_recording_fills_the_lock_and_is_the_same_each_time(hub: Published, lock: Path) -> None:
    brought(lock, record=True)
    pin = pin_of(read_lock(lock), lock, "humaneval-v", "official-v2")
    data = hub.files[REPOSITORY, REVISION, PATH]
    assert [(file.path, file.size, file.sha256) for file in pin.files] == [
        (PATH, len(data), hashlib.sha256(data).hexdigest())
    ]
    assert len(pin.content) == 64
    assert pin.note == ""
    text = lock.read_bytes()
    brought(lock, record=True)
    assert lock.read_bytes() == text


def test_an_entry_that_nobody_has_recorded_is_refused(hub: Published, home: Path, lock: Path) -> None:
    with pytest.raises(BadInput, match=r"official-v2\.content: is empty: nobody has recorded") as error:
        brought(lock)
    assert "--version v2 --record" in error.value.fix
    assert hub.asked == []
    assert nothing_there(home)


def test_an_entry_without_a_revision_asks_for_one(hub: Published, lock: Path) -> None:
    with pytest.raises(BadInput, match=r"official-v1\.revision: is not known") as error:
        brought(lock, "v1", record=True)
    assert "--record --revision COMMIT" in error.value.fix
    hub.files[REPOSITORY, "a" * 40, "data/test-00000-of-00001.parquet"] = parquet(v1_rows())
    hub.files[REPOSITORY, "a" * 40, "README.md"] = b"# Card"
    assert brought(lock, "v1", record=True, revision="a" * 40).tasks == 3
    pin = pin_of(read_lock(lock), lock, "humaneval-v", "official-v1")
    assert (pin.revision, [file.path for file in pin.files]) == ("a" * 40, [PATH])
    tasks = HUMANEVAL_V.datasets["official-v1"]()
    assert [(task.dataset, task.categories, task.description) for task in tasks] == 3 * [
        ("official-v1", (), "")
    ]
    with pytest.raises(BadInput, match="--revision: official-v1 is pinned at aaa"):
        brought(lock, "v1", record=True, revision="b" * 40)
    with pytest.raises(BadInput, match="--revision: is for an entry that is to be recorded"):
        brought(lock, "v1", revision="a" * 40)


def test_a_download_that_was_cut_off_goes_on_where_it_stopped(
    hub: Published, home: Path, recorded: Path
) -> None:
    hub.cut_after += [1000]
    with pytest.raises(OurFailure, match="answered 503; what has come is kept"):
        brought(recorded)
    assert nothing_there(home / "humaneval-v")
    hub.refused = False
    hub.asked.clear()
    said: list[str] = []
    fetch(V2, FetchOptions(lock=recorded), said.append)
    assert hub.downloads() == ["bytes=1000-"]
    assert "1,000 of them are here" in said[0]
    assert len(HUMANEVAL_V.datasets["official-v2"]()) == 3
    assert not (home / ".parts").exists()


def test_a_connection_that_breaks_is_made_again_as_long_as_something_comes(
    hub: Published, recorded: Path
) -> None:
    hub.cut_after += [1000, 500]
    hub.steady = True
    brought(recorded)
    assert hub.downloads() == ["", "bytes=1000-", "bytes=1500-"]


def test_a_store_that_knows_no_ranges_sends_all_again(hub: Published, recorded: Path) -> None:
    hub.cut_after += [1000]
    hub.steady, hub.ranges = True, False
    assert brought(recorded).tasks == 3
    assert hub.downloads() == ["", "bytes=1000-"]


def test_a_changed_file_is_refused_before_it_is_read(hub: Published, home: Path, recorded: Path) -> None:
    hub.files[REPOSITORY, REVISION, PATH] = parquet(v2_rows()[::-1])
    with pytest.raises(BadInput, match="is pinned"):
        brought(recorded)
    assert hub.downloads() == []
    assert nothing_there(home)


def test_a_file_that_changes_on_its_way_is_refused_and_not_kept(
    hub: Published, home: Path, recorded: Path
) -> None:
    """The store gives other bytes of the same length than the hub has announced."""
    right = hub.files[REPOSITORY, REVISION, PATH]
    hub.changed = wrong = right[:-1] + bytes([right[-1] ^ 1])
    with pytest.raises(BadInput, match=f"SHA-256 is {hashlib.sha256(wrong).hexdigest()}"):
        brought(recorded)
    assert nothing_there(home)
    assert list((home / ".parts").iterdir()) == []


def test_changed_rows_are_refused_whatever_the_file_says(hub: Published, home: Path, recorded: Path) -> None:
    rows = v2_rows()
    rows[1]["test_script"] = "assert True\n"
    folder = home.parent / "mine"
    folder.mkdir()
    (folder / "x.parquet").write_bytes(parquet(rows))
    with pytest.raises(BadInput, match=r"the rows have the SHA-256 [0-9a-f]{64}, and [0-9a-f]{64} is pinned"):
        brought(recorded, source=folder)
    assert nothing_there(home)
    assert hub.asked == []


@pytest.mark.parametrize("form", [parquet, arrow], ids=["parquet", "arrow"])
def test_a_folder_gives_the_same_as_the_hub(
    form: Callable[[Rows], bytes], hub: Published, home: Path, recorded: Path
) -> None:
    """Rows in another order, in another kind of file, with upstream's source beside them."""
    folder = home.parent / "mine"
    (folder / "deep").mkdir(parents=True)
    (folder / "deep" / f"x.{form.__name__}").write_bytes(form(v2_rows()))
    (folder / "prompts.py").write_text(SOURCE, encoding="utf-8")
    mine = brought(recorded, source=folder)
    tasks = HUMANEVAL_V.datasets["official-v2"]()
    assert hub.asked == []
    theirs = brought(recorded, again=True)
    assert mine.model_copy(update={"revision": REVISION}) == theirs
    assert HUMANEVAL_V.datasets["official-v2"]() == tasks


def test_a_folder_without_upstream_s_source_gives_tasks_alone(
    hub: Published, home: Path, recorded: Path
) -> None:
    folder = home.parent / "mine"
    folder.mkdir()
    (folder / "x.parquet").write_bytes(parquet(v2_rows()))
    (folder / "prompts.py").write_text("other")
    said: list[str] = []
    fetch(V2, FetchOptions(lock=recorded, source=folder), said.append)
    assert "no prompts.py" in said[0]
    with pytest.raises(BadInput, match="a folder without upstream's source"):
        HUMANEVAL_V.prompt("upstream", "V2C")
    assert HUMANEVAL_V.datasets["official-v2"]()
    brought(recorded)  # with the network, the prompts are fetched too
    assert HUMANEVAL_V.prompt("upstream", "V2C").stages == 1
    assert hub.downloads() == [""]


def test_a_folder_with_nothing_in_it_is_named(home: Path, recorded: Path) -> None:
    home.parent.joinpath("empty").mkdir()
    for name, message in (("empty", "holds no .parquet and no .arrow"), ("none", "is no folder")):
        with pytest.raises(BadInput, match=message):
            brought(recorded, source=home.parent / name)


def test_without_a_network_it_is_said_what_to_do(
    hub: Published, home: Path, recorded: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HF_ENDPOINT", "http://127.0.0.1:9")
    with pytest.raises(OurFailure, match="cannot be read") as error:
        brought(recorded)
    assert error.value.exit_code == 3
    assert "HF_ENDPOINT names a mirror" in error.value.fix
    assert "--from" in error.value.fix
    monkeypatch.setenv("HF_ENDPOINT", hub.address)
    monkeypatch.setenv("SIGHTBENCH_GITHUB", "http://127.0.0.1:9")
    with pytest.raises(OurFailure, match=r"prompts\.py cannot be read"):
        brought(recorded)
    assert nothing_there(home / "humaneval-v")


def test_offline_by_choice_is_said(recorded: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("huggingface_hub.constants.HF_HUB_OFFLINE", True)
    with pytest.raises(OurFailure, match="HF_HUB_OFFLINE is set") as error:
        brought(recorded)
    assert "--from" in error.value.fix


@pytest.mark.parametrize("name", ["pyarrow", "huggingface_hub", "PIL"])
def test_a_package_that_is_missing_is_named(
    name: str, hub: Published, recorded: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, name, None)
    with pytest.raises(BadInput, match=f"needs {name}, not installed here") as error:
        brought(recorded)
    assert "sightbench[hub]" in error.value.fix
    assert hub.asked == []


def test_a_file_that_the_hub_does_not_have_is_named(hub: Published, recorded: Path) -> None:
    hub.files.clear()
    with pytest.raises(
        OurFailure, match=rf"resolve/{REVISION}/{PATH} at {REVISION}: the server answered 404"
    ):
        brought(recorded)


def test_a_changed_source_of_prompts_is_refused(hub: Published, home: Path, recorded: Path) -> None:
    hub.sources = {path: data + b"#" for path, data in hub.sources.items()}
    with pytest.raises(BadInput, match=r"prompts\.py: c{40}: is not what .* pins"):
        brought(recorded)
    assert nothing_there(home / "humaneval-v")


def _without(name: str) -> Rows:
    return [{key: value for key, value in one.items() if key != name} for one in v2_rows()]


def _with(**changes: object) -> Rows:
    return [v2_rows()[0], {**v2_rows()[1], **changes}, v2_rows()[2]]


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        (_without("test_script"), "the column test_script is missing"),
        (_without("diagram"), "the column diagram is missing"),
        (_with(function_signature=None), "row 2: function_signature: is empty"),
        (_with(test_script=""), "row 2: test_script: is empty"),
        (_with(diagram={"bytes": None, "path": "x.png"}), "row 2: diagram: is empty"),
        (_with(diagram={"bytes": b"GIF89a", "path": "x.gif"}), "q1-2: diagram: is no whole picture"),
        (
            _with(diagram={"bytes": picture("red")["bytes"][:-30], "path": ""}),  # type: ignore[index]
            "q1-2: diagram: is no whole picture",
        ),
        (_with(function_signature="x = 1"), "q1-2: function_signature: defines no function"),
        (_with(test_script="assert ("), "q1-2: test_script: is not valid Python"),
        (_with(qid="x/../../y"), "qid 'x/../../y': is not an id of HumanEval-V"),
        (_with(qid="q1"), "qid: 'q1' comes twice"),
        (v2_rows()[:2], "2 rows, and official-v2 has 3"),
    ],
)
def test_data_that_are_not_what_the_suite_reads_are_refused(
    rows: Rows, message: str, hub: Published, home: Path, lock: Path
) -> None:
    hub.files[REPOSITORY, REVISION, PATH] = parquet(rows)
    before = lock.read_bytes()
    with pytest.raises(BadInput, match=message):
        brought(lock, record=True)
    assert nothing_there(home / "humaneval-v")
    assert lock.read_bytes() == before


@pytest.mark.parametrize(
    ("name", "value", "kind", "message"),
    [
        ("task_type", 7, pyarrow.int64(), "column task_type holds 'int64'"),
        ("diagram", "q.png", pyarrow.string(), "column diagram holds 'string'"),
        ("diagram", {"path": "q.png"}, pyarrow.struct({"path": pyarrow.string()}), "column diagram holds"),
        ("capability_aspects", ["Line"], pyarrow.list_(pyarrow.string()), "column capability_aspects holds"),
    ],
)
def test_a_column_of_another_type_is_refused(  # noqa: PLR0917 - a case has four parts
    name: str, value: object, kind: object, message: str, hub: Published, lock: Path
) -> None:
    rows = [{**one, name: value} for one in v2_rows()]
    hub.files[REPOSITORY, REVISION, PATH] = parquet(rows, **{name: kind})
    with pytest.raises(BadInput, match=message):
        brought(lock, record=True)


def test_what_is_no_parquet_is_named(hub: Published, lock: Path) -> None:
    hub.files[REPOSITORY, REVISION, PATH] = b"PAR1 and more"
    with pytest.raises(BadInput, match="cannot be read"):
        brought(lock, record=True)


def test_a_data_set_that_was_not_fetched_names_the_command(home: Path) -> None:
    del home
    with pytest.raises(BadInput, match="official-v1 is not on this machine") as error:
        HUMANEVAL_V.datasets["official-v1"]()
    assert error.value.fix.startswith("sightbench dataset fetch humaneval-v --version v1 (network)")


def test_tasks_that_were_changed_afterwards_are_refused(recorded: Path) -> None:
    brought(recorded)
    path = folder_of("humaneval-v", "official-v2") / "tasks.jsonl"
    path.write_bytes(path.read_bytes().replace(b"7 + 3", b"7 - 3"))
    with pytest.raises(BadInput, match="was changed after it was fetched"):
        load_tasks("humaneval-v", "official-v2", V2.command)


def test_two_fetches_at_a_time_are_one_too_many(recorded: Path, home: Path) -> None:
    import fcntl

    with (home / ".lock").open("w") as guard:
        fcntl.flock(guard, fcntl.LOCK_EX)
        with pytest.raises(BadInput, match="another fetch is under way"):
            brought(recorded)


def test_the_first_version_has_a_prompt_of_its_own(hub: Published, lock: Path) -> None:
    hub.files[REPOSITORY, "a" * 40, PATH] = parquet(v1_rows())
    brought(lock, "v1", record=True, revision="a" * 40)
    brought(lock, "v2", record=True)
    (task, *_) = HUMANEVAL_V.datasets["official-v2"]()
    (turn,) = HUMANEVAL_V.prompt("upstream", "image").turns(task, 0, "")
    shown, text = turn.parts
    assert isinstance(shown, Picture)
    assert getattr(text, "text", "") == V1_SOURCE[len("CODE_GEN_TASK_PROMPT = '''") : -4].replace(
        "{signature}", task.starter_code
    )
    assert os.environ["HF_ENDPOINT"] == hub.address
