"""Data sets are fetched completely and match their pins, or nothing is stored."""

import hashlib
import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from benchmark.core.errors import BadInput, OurFailure
from benchmark.core.install import install_extra
from benchmark.core.task import FunctionCheck, Picture
from benchmark.datasets.fetch import FetchRequest, fetch
from benchmark.datasets.lock import pin_of, read_lock
from benchmark.datasets.store import FetchedSet, folder_of
from benchmark.suites import load
from benchmark.suites.humaneval_v.official import OFFICIAL
from benchmark.suites.humaneval_v.suite import SUITE as HUMANEVAL_V
from tests.case_files import read_cases
from tests.processes import run
from tests.sampling import gate_of

from .conftest import (
    PATH,
    REPOSITORY,
    REVISION,
    SOURCE,
    Rows,
    arrow,
    parquet,
    picture,
    pyarrow,
    schema,
    v1_rows,
    v2_rows,
)
from .published import PublishedFiles

pytestmark = gate_of("published")

V2 = OFFICIAL["v2"]


def fetch_version(lock: Path, version: str = "v2", **asked: object) -> FetchedSet:
    return fetch(OFFICIAL[version], FetchRequest(suite="humaneval-v", lock=lock, **asked), lambda _: None)  # type: ignore[arg-type]


def nothing_there(home: Path) -> bool:
    """Whether no file is stored, apart from partial downloads."""
    return [path.name for path in home.rglob("*") if path.is_file() and not path.name.startswith(".")] == []


@pytest.fixture
def recorded(hub: PublishedFiles, lock: Path) -> Path:
    """A lock with recorded digests; the data set itself is not on this machine."""
    fetch_version(lock, record=True)
    folder_of("humaneval-v", "official-v2").rename(lock.parent / "elsewhere")
    hub.asked.clear()
    return lock


def test_a_data_set_becomes_tasks_with_pictures(hub: PublishedFiles, recorded: Path) -> None:
    fetched = fetch_version(recorded)
    assert (fetched.tasks, fetched.revision) == (3, REVISION)
    tasks = HUMANEVAL_V.datasets["official-v2"]()
    assert [task.id for task in tasks] == ["q1", "q1-2", "q2"]
    assert [task.stem for task in tasks] == ["q1", "q1", "q2"]
    for task, given in zip(tasks, v2_rows(), strict=True):
        (part,) = task.parts
        assert isinstance(part, Picture)
        assert part.folder is not None
        assert (part.folder / part.source).read_bytes() == given["diagram"]["bytes"]
        assert task.starter_code == given["function_signature"]
        assert task.description == given["ground_truth_diagram_description"]
        assert task.reference == given["ground_truth_solution"]
        assert task.check == FunctionCheck(tests=(given["test_script"],))
        assert (task.entry_point, task.limits.seconds) == ("solution", 2.0)
        aspects = ("aspect:Data Structures", "aspect:Geometric Objects")
        assert task.categories == ("type:Calculation", *aspects)
    assert hub.downloads() == [""]


def test_a_data_set_that_is_here_is_fetched_again_only_on_request(hub, recorded) -> None:
    first = fetch_version(recorded)
    asked = len(hub.asked)
    assert fetch_version(recorded) == first
    assert len(hub.asked) == asked
    assert fetch_version(recorded, again=True) == first
    assert len(hub.downloads()) == 2


def test_recording_fills_the_lock_with_the_same_bytes_each_time(hub: PublishedFiles, lock: Path) -> None:
    fetch_version(lock, record=True)
    pin = pin_of(read_lock(lock), lock, "humaneval-v", "official-v2")
    data = hub.files[REPOSITORY, REVISION, PATH]
    assert [(file.path, file.size, file.sha256) for file in pin.files] == [
        (PATH, len(data), hashlib.sha256(data).hexdigest())
    ]
    assert len(pin.content) == 64
    assert pin.note == ""
    text = lock.read_bytes()
    fetch_version(lock, record=True)
    assert lock.read_bytes() == text


@pytest.mark.usefixtures("hub")
def test_a_first_fetch_prints_a_digest_that_nobody_has_pinned_and_checks_the_papers_counts(
    home: Path, lock: Path
) -> None:
    text, lines = lock.read_text(encoding="utf-8"), []
    content = fetch(V2, FetchRequest(suite="humaneval-v", lock=lock), lines.append).content
    (line,) = [line for line in lines if content in line]
    assert line.startswith("official-v2: 3 rows, as the paper says; their SHA-256 is ")
    assert "not pinned yet" in line
    assert "--version v2 --record" in line
    assert lock.read_text(encoding="utf-8") == text
    fetch(V2, FetchRequest(suite="humaneval-v", lock=lock), lines.append)
    assert lines[-1].startswith("official-v2 is already here")
    lock.write_text(text.replace("rows = 3", "rows = 4"), encoding="utf-8")
    with pytest.raises(BadInput, match="has 3 rows, but official-v2 has 4"):
        fetch_version(lock, again=True)
    assert not nothing_there(home), "a refused fetch changes nothing"


def test_an_entry_without_a_revision_needs_the_option_revision(hub: PublishedFiles, lock: Path) -> None:
    with pytest.raises(BadInput, match=r"official-v1\.revision: is empty") as error:
        fetch_version(lock, "v1", record=True)
    assert "--record --revision COMMIT" in error.value.fix
    hub.files[REPOSITORY, "a" * 40, "data/test-00000-of-00001.parquet"] = parquet(v1_rows())
    hub.files[REPOSITORY, "a" * 40, "README.md"] = b"# Card"
    assert fetch_version(lock, "v1", record=True, revision="a" * 40).tasks == 3
    pin = pin_of(read_lock(lock), lock, "humaneval-v", "official-v1")
    assert (pin.revision, [file.path for file in pin.files]) == ("a" * 40, [PATH])
    tasks = HUMANEVAL_V.datasets["official-v1"]()
    assert [(task.dataset, task.categories, task.description) for task in tasks] == 3 * [
        ("official-v1", (), "")
    ]
    with pytest.raises(BadInput, match="--revision: official-v1 is already pinned at aaa"):
        fetch_version(lock, "v1", record=True, revision="b" * 40)
    with pytest.raises(BadInput, match="--revision: has no effect without --record"):
        fetch_version(lock, "v1", revision="a" * 40)


def test_an_interrupted_download_resumes_where_it_stopped(hub, home, recorded) -> None:
    hub.cut_after += [1000]
    with pytest.raises(OurFailure, match="answered 503; the partial download is kept"):
        fetch_version(recorded)
    assert nothing_there(home / "humaneval-v")
    hub.refused = False
    hub.asked.clear()
    lines: list[str] = []
    fetch(V2, FetchRequest(suite="humaneval-v", lock=recorded), lines.append)
    assert hub.downloads() == ["bytes=1000-"]
    assert "1,000 of them already here" in lines[0]
    assert len(HUMANEVAL_V.datasets["official-v2"]()) == 3
    assert not (home / ".parts").exists()


@pytest.mark.parametrize("ranges", [True, False])
def test_a_broken_connection_is_repeated_with_or_without_ranges(
    hub: PublishedFiles, recorded: Path, *, ranges: bool
) -> None:
    hub.cut_after += [1000, 500][: 1 + ranges]
    hub.steady, hub.ranges = True, ranges
    assert fetch_version(recorded).tasks == 3
    assert hub.downloads() == ["", "bytes=1000-", "bytes=1500-"][: 2 + ranges]


def test_a_changed_file_is_refused_before_the_download(hub, home, recorded) -> None:
    hub.files[REPOSITORY, REVISION, PATH] = parquet(v2_rows()[::-1])
    with pytest.raises(BadInput, match="but the lock pins"):
        fetch_version(recorded)
    assert hub.downloads() == []
    assert nothing_there(home)


def test_a_download_with_another_digest_is_refused_and_deleted(hub, home, recorded) -> None:
    """The server sends other bytes, of the same length, than the hub has announced."""
    right = hub.files[REPOSITORY, REVISION, PATH]
    hub.changed = wrong = right[:-1] + bytes([right[-1] ^ 1])
    with pytest.raises(BadInput, match=f"the download has SHA-256 {hashlib.sha256(wrong).hexdigest()}"):
        fetch_version(recorded)
    assert nothing_there(home)
    assert list((home / ".parts").iterdir()) == []


def test_changed_rows_in_a_local_folder_are_refused(hub: PublishedFiles, home: Path, recorded: Path) -> None:
    rows = v2_rows()
    rows[1]["test_script"] = "assert True\n"
    folder = home.parent / "mine"
    folder.mkdir()
    (folder / "x.parquet").write_bytes(parquet(rows))
    with pytest.raises(
        BadInput,
        match=r"the rows of official-v2 have the SHA-256 [0-9a-f]{64}, but the lock pins [0-9a-f]{64}",
    ):
        fetch_version(recorded, source=folder)
    assert nothing_there(home)
    assert hub.asked == []


@pytest.mark.parametrize("form", [parquet, arrow], ids=["parquet", "arrow"])
def test_a_folder_gives_the_same_as_the_hub(form, hub, home, recorded) -> None:
    """The folder has the rows in one file of either format, and upstream's source next to it."""
    folder = home.parent / "mine"
    (folder / "deep").mkdir(parents=True)
    (folder / "deep" / f"x.{form.__name__}").write_bytes(form(v2_rows()))
    (folder / "prompts.py").write_text(SOURCE, encoding="utf-8")
    mine = fetch_version(recorded, source=folder)
    tasks = HUMANEVAL_V.datasets["official-v2"]()
    assert hub.asked == []
    theirs = fetch_version(recorded, again=True)
    assert mine.source == str(folder)
    assert mine.model_copy(update={"revision": REVISION, "source": ""}) == theirs
    assert HUMANEVAL_V.datasets["official-v2"]() == tasks


def test_a_folder_without_upstream_s_source_gives_tasks_without_prompts(hub, home, recorded) -> None:
    folder = home.parent / "mine"
    folder.mkdir()
    (folder / "x.parquet").write_bytes(parquet(v2_rows()))
    (folder / "prompts.py").write_text("other")
    lines: list[str] = []
    fetch(V2, FetchRequest(suite="humaneval-v", lock=recorded, source=folder), lines.append)
    assert lines[0].startswith(f"there is no prompts.py of {REPOSITORY}")
    with pytest.raises(BadInput, match="a folder without upstream's source"):
        HUMANEVAL_V.prompt("upstream", "V2C")
    assert HUMANEVAL_V.datasets["official-v2"]()
    fetch_version(recorded)  # this time from the hub, with prompts
    assert HUMANEVAL_V.prompt("upstream", "V2C").stages == 1
    assert hub.downloads() == [""]


def test_an_empty_or_missing_folder_is_refused(home: Path, recorded: Path) -> None:
    home.parent.joinpath("empty").mkdir()
    for name, message in (
        ("empty", "has no .parquet and no .arrow"),
        ("none", "is neither a file nor a folder"),
    ):
        with pytest.raises(BadInput, match=message):
            fetch_version(recorded, source=home.parent / name)


def saved_by_the_library(folder: Path, rows: Rows, **splits: Rows) -> Path:
    """Write what the hub's library saves and later leaves there: a state, a cache, and further splits."""
    for name, part in {"": rows, **splits}.items():
        place = folder / name
        place.mkdir(parents=True, exist_ok=True)
        (place / "data-00000-of-00001.arrow").write_bytes(arrow(part))
        state = {"_data_files": [{"filename": "data-00000-of-00001.arrow"}], "_split": name or "test"}
        (place / "state.json").write_text(json.dumps(state), encoding="utf-8")
        (place / "cache-0c5a.arrow").write_bytes(arrow(part[:1]))
    return folder


def clone(folder: Path) -> Path:
    saved_by_the_library(folder / "humaneval_v_test_hf", v2_rows())
    return folder


def clone_of_data(folder: Path) -> Path:
    saved_by_the_library(folder, v2_rows())
    return folder


def dictionary(folder: Path) -> Path:
    saved_by_the_library(folder / "test", v2_rows())
    saved_by_the_library(folder / "train", v2_rows()[:1])
    (folder / "dataset_dict.json").write_text('{"splits": ["train", "test"]}', encoding="utf-8")
    return folder


def splits_by_name(folder: Path) -> Path:
    (folder / "data").mkdir(parents=True)
    for name, rows in (("train", v2_rows()[:1]), ("test", v2_rows()), ("validation", v2_rows()[1:])):
        (folder / "data" / f"{name}-00000-of-00001.parquet").write_bytes(parquet(rows))
    return folder


def one_file(folder: Path) -> Path:
    folder.mkdir()
    (folder / "anything.parquet").write_bytes(parquet(v2_rows()))
    return folder / "anything.parquet"


def cached_arrow_file(folder: Path) -> Path:
    """The library's cache of a download, in an Arrow file that has an index."""
    import pyarrow.ipc

    folder.mkdir()
    table = pyarrow.Table.from_pylist(v2_rows(), schema(v2_rows()))
    path = folder / "human_eval-v-benchmark-test.arrow"
    with pyarrow.ipc.new_file(path, table.schema) as file:
        file.write_table(table)
    return path


@pytest.mark.parametrize(
    "given", [clone, clone_of_data, dictionary, splits_by_name, one_file, cached_arrow_file]
)
def test_used_folders_and_single_files_are_imported(given, home, recorded) -> None:
    fetched = fetch_version(recorded, source=given(home.parent / "mine"))
    assert fetched.tasks == 3
    assert [task.id for task in HUMANEVAL_V.datasets["official-v2"]()] == ["q1", "q1-2", "q2"]


def test_other_files_and_splits_are_refused(home: Path, recorded: Path) -> None:
    (home.parent / "train-00000-of-00001.csv").write_text("qid\n")
    for source, message in (
        (home.parent / "train-00000-of-00001.csv", "is not a parquet or Arrow file"),
        (
            saved_by_the_library(home.parent / "mine" / "train", v2_rows()).parent,
            "has no split test, only train",
        ),
    ):
        with pytest.raises(BadInput, match=message):
            fetch_version(recorded, source=source)


def test_printed_commands_keep_the_folder(home: Path, lock: Path) -> None:
    folder = clone(home.parent / "my clone")
    lines: list[str] = []
    fetch(V2, FetchRequest(suite="humaneval-v", source=folder, lock=lock), lines.append)
    command = f"sightbench dataset fetch humaneval-v --version v2 --from '{folder}' --record --lock {lock}"
    assert f"`{command}`" in "".join(lines)
    fetch_version(lock, source=folder, record=True)
    path = folder_of("humaneval-v", "official-v2") / "tasks.jsonl"
    path.write_bytes(path.read_bytes() + b"\n")
    with pytest.raises(BadInput, match="was changed after it was fetched") as error:
        HUMANEVAL_V.datasets["official-v2"]()
    assert error.value.fix == f"run `{V2.command} --from '{folder}' --again`"


def test_a_prompt_has_the_signature_byte_for_byte(home: Path, lock: Path) -> None:
    """Upstream puts a signature without a final line end into its prompt as it is."""
    folder = clone(home.parent / "mine")
    (folder / "prompts.py").write_text(SOURCE, encoding="utf-8")
    fetch_version(lock, source=folder / "humaneval_v_test_hf", record=True)
    (task, *_) = HUMANEVAL_V.datasets["official-v2"]()
    (turn,) = HUMANEVAL_V.prompt("upstream", "V2C").turns(task, 0, "")
    signature = v2_rows()[0]["function_signature"]
    assert not signature.endswith("\n")
    assert getattr(turn.parts[1], "text", "") == f"Look and write:\n{signature}\n"


def test_an_error_without_network_says_what_to_do(hub, home, recorded, monkeypatch) -> None:
    monkeypatch.setenv("HF_ENDPOINT", "http://127.0.0.1:9")
    with pytest.raises(OurFailure, match="cannot be read") as error:
        fetch_version(recorded)
    assert error.value.exit_code == 3
    assert "name a mirror of the hub in HF_ENDPOINT" in error.value.fix
    assert "--from" in error.value.fix
    monkeypatch.setenv("HF_ENDPOINT", hub.address)
    monkeypatch.setenv("SIGHTBENCH_GITHUB", "http://127.0.0.1:9")
    with pytest.raises(OurFailure, match=r"prompts\.py cannot be read"):
        fetch_version(recorded)
    assert nothing_there(home / "humaneval-v")


def test_offline_mode_gives_an_error_that_says_so(recorded: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("huggingface_hub.constants.HF_HUB_OFFLINE", True)
    with pytest.raises(OurFailure, match="HF_HUB_OFFLINE is set") as error:
        fetch_version(recorded)
    assert "--from" in error.value.fix


@pytest.mark.parametrize("name", ["pyarrow", "huggingface_hub", "PIL"])
def test_an_error_names_the_missing_package(name, hub, recorded, monkeypatch) -> None:
    monkeypatch.setitem(sys.modules, name, None)
    with pytest.raises(BadInput, match=f"needs {name}, not installed here") as error:
        fetch_version(recorded)
    assert error.value.fix == install_extra("hub")
    assert hub.asked == []


def test_an_error_names_a_file_that_the_hub_does_not_have(hub: PublishedFiles, recorded: Path) -> None:
    hub.files.clear()
    with pytest.raises(
        OurFailure, match=rf"resolve/{REVISION}/{PATH} at {REVISION}: the server answered 404"
    ):
        fetch_version(recorded)


def test_a_changed_source_of_prompts_is_refused(hub: PublishedFiles, home: Path, recorded: Path) -> None:
    hub.sources = {path: data + b"#" for path, data in hub.sources.items()}
    with pytest.raises(BadInput, match=r"prompts\.py: c{40}: has another SHA-256 than .* pins"):
        fetch_version(recorded)
    assert nothing_there(home / "humaneval-v")


def _without(name: str) -> Rows:
    return [{key: value for key, value in row.items() if key != name} for row in v2_rows()]


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
        (_with(diagram={"bytes": b"GIF89a", "path": "x.gif"}), "q1-2: diagram: is not a PNG"),
        (
            _with(diagram={"bytes": picture("red")["bytes"][:-30], "path": ""}),  # type: ignore[index]
            "q1-2: diagram: is broken or cut short",
        ),
        (_with(function_signature="x = 1"), "q1-2: function_signature: defines no function"),
        (_with(test_script="assert ("), "q1-2: test_script: is not valid Python"),
        (_with(qid="x/../../y"), "qid 'x/../../y': is not an id of HumanEval-V"),
        (_with(qid="q1"), "qid: 'q1' is repeated"),
        (v2_rows()[:2], "has 2 rows, but official-v2 has 3"),
    ],
)
def test_rows_that_the_suite_cannot_use_are_refused(rows, message, hub, home, lock) -> None:
    hub.files[REPOSITORY, REVISION, PATH] = parquet(rows)
    before = lock.read_bytes()
    with pytest.raises(BadInput, match=message):
        fetch_version(lock, record=True)
    assert nothing_there(home / "humaneval-v")
    assert lock.read_bytes() == before


@pytest.mark.parametrize(
    ("name", "value", "kind", "message"),
    [
        ("task_type", 7, pyarrow.int64(), "column task_type has the type 'int64'"),
        ("diagram", "q.png", pyarrow.string(), "column diagram has the type 'string'"),
    ],
)
def test_a_column_of_another_type_is_refused(  # noqa: PLR0917 - each case has four parameters
    name: str, value: object, kind: object, message: str, hub: PublishedFiles, lock: Path
) -> None:
    rows = [{**row, name: value} for row in v2_rows()]
    hub.files[REPOSITORY, REVISION, PATH] = parquet(rows, **{name: kind})
    with pytest.raises(BadInput, match=message):
        fetch_version(lock, record=True)


def test_a_file_that_is_not_parquet_is_refused(hub: PublishedFiles, lock: Path) -> None:
    hub.files[REPOSITORY, REVISION, PATH] = b"PAR1 and more"
    with pytest.raises(BadInput, match="cannot be read"):
        fetch_version(lock, record=True)


def test_an_error_names_the_command_that_fetches_a_missing_data_set(home: Path) -> None:
    del home
    with pytest.raises(BadInput, match="official-v1 is not on this machine") as error:
        HUMANEVAL_V.datasets["official-v1"]()
    assert error.value.fix.startswith(
        "run `sightbench dataset fetch humaneval-v --version v1` (needs network)"
    )


def test_a_second_fetch_at_the_same_time_is_refused(recorded: Path, home: Path) -> None:
    import fcntl

    with (home / ".lock").open("w") as guard:
        fcntl.flock(guard, fcntl.LOCK_EX)
        with pytest.raises(BadInput, match="another fetch is running"):
            fetch_version(recorded)


Sightbench = Callable[..., "subprocess.CompletedProcess[str]"]


@pytest.mark.gate
def test_a_fetched_data_set_is_judged_by_its_name(hub, home, lock, in_process, tmp_path) -> None:
    done = in_process("dataset", "fetch", "humaneval-v", "--record", "--lock", lock)
    assert done.returncode == 0, done.stderr
    assert f"official-v2: 3 tasks in {home / 'humaneval-v' / 'official-v2'}" in done.stdout
    assert f"wrote {lock}" in done.stdout
    again = in_process("dataset", "fetch", "humaneval-v", "--version", "v2", "--lock", lock)
    assert again.stdout.startswith("official-v2 is already here")
    tasks = load("humaneval-v").datasets["official-v2"]()
    wrong = {"q2": "def solution(a, b):\n    return a - b\n"}
    lines = [{"task_id": task.id, "completion": wrong.get(task.id, task.reference)} for task in tasks]
    (tmp_path / "p.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
    command = ["evaluate", "--predictions", "p.jsonl", "--suite", "humaneval-v", "--dataset", "official-v2"]
    judged = run(
        [sys.executable, "-m", "benchmark", *command, "--setting", "V2T2C-acme", "--verdicts", "v.jsonl"],
        cwd=tmp_path,
    )
    assert judged.returncode == 0, judged.stderr
    statuses = {
        verdict["task_id"]: verdict["status"]
        for verdict in map(json.loads, (tmp_path / "v.jsonl").read_text().splitlines())
    }
    assert statuses == {"q1": "passed", "q1-2": "passed", "q2": "wrong_answer"}
    assert hub.downloads() == [""]


@pytest.mark.parametrize(("arguments", "message"), read_cases("texts/fetch_options.yaml"))
def test_wrong_options_are_refused_before_any_request(arguments, message, hub, lock, in_process) -> None:
    given = arguments if "--lock" in arguments else [*arguments, "--lock", str(lock)]
    done = in_process("dataset", "fetch", *given)
    assert done.returncode == 2
    assert done.stderr.startswith(f"error: {message}"), done.stderr
    assert hub.asked == []
