"""MMCode is fetched from JSON Lines, folders and archives: the same tasks, or nothing at all."""

import base64
import io
import tarfile
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from benchmark.core.errors import BadInput
from benchmark.core.task import Picture
from benchmark.datasets.fetch import FetchRequest, fetch
from benchmark.datasets.lock import DatasetsLock, Pin, PinnedText, pin_of, read_lock, write_lock
from benchmark.datasets.store import FetchedSet, folder_of, read_fetched
from benchmark.suites.mmcode.official import ALL, OFFICIAL, TEST, load, load_all
from benchmark.suites.mmcode.upstream_texts import upstream_texts
from tests.case_files import read_cases, read_text

from .records import Problem, folders, lines, png, problem, shared_problem

SET = OFFICIAL[""]
#: Sources in the form of the authors'; the words are ours.
GENERATE = read_text("mmcode/generate.py")
MODELS = read_text("mmcode/models.py")


@pytest.fixture
def problems(shared_data: Path) -> list[Problem]:
    """Two real problems and two made ones; one of each is in the test split."""
    two = [shared_problem(shared_data / "mmcode", name) for name in ("cf_1092_F", "ac_abc045_a")]
    return [*two, problem(1), problem(2)]


def lock_for(home: Path, rows: int, test: int) -> Path:
    path = home.parent / "datasets.lock"
    pins = {
        name: Pin(repository="a/b", revision="c" * 40, rows=count, content="", note="not fetched yet")
        for name, count in ((ALL, rows), (TEST, test))
    }
    write_lock(path, DatasetsLock({"mmcode": pins}))
    return path


def fetched(source: Path, lock: Path, said: list[str] | None = None, *, record: bool = True) -> FetchedSet:
    report = (said if said is not None else []).append
    return fetch(SET, FetchRequest(suite="mmcode", lock=lock, source=source, record=record), report)


def as_lines(root: Path, given: list[Problem]) -> Path:
    root.mkdir()
    (root / "mmcode_full.jsonl.gz").write_bytes(lines(given))
    (root / "mmcode_test.jsonl.gz").write_bytes(lines(given[:1]))
    return root


def as_zip(root: Path, given: list[Problem]) -> Path:
    tree = folders(root / "mmcode_dataset", given)
    (tree / given[0]["problem_id"] / "images" / "notes.txt").write_text("not a picture")
    path = root.with_suffix(".zip")
    with zipfile.ZipFile(path, "w") as archive:
        for file in sorted(tree.rglob("*")):
            archive.write(file, file.relative_to(root))
    return path


def as_tar(root: Path, given: list[Problem]) -> Path:
    path = root.with_suffix(".tar.gz")
    with tarfile.open(path, "w:gz") as archive:
        archive.add(folders(root, given), arcname=".")
    return path


def test_all_layouts_give_the_same_tasks(home: Path, problems: list[Problem], tmp_path: Path) -> None:
    lock = lock_for(home, 4, 2)
    layouts: list[Callable[[Path, list[Problem]], Path]] = [as_lines, folders, as_zip, as_tar]
    for number, layout in enumerate(layouts):
        # The first fetch records the digests; the next ones are refused unless their rows have the same.
        found = fetched(layout(tmp_path / f"d{number}", problems), lock, record=not number)
        assert found.tasks == 4
    assert [task.id for task in load()] == ["cf_1092_F", "made_1"]
    assert {task.dataset for task in load()} == {"official"}
    assert sorted(task.id for task in load_all()) == ["ac_abc045_a", "cf_1092_F", "made_1", "made_2"]
    for task in load_all():
        for part in task.parts:
            if isinstance(part, Picture):
                assert part.folder is not None
                assert (part.folder / part.source).read_bytes().startswith(b"\x89PNG")


def test_repairs_and_problems_without_a_task_are_reported(
    home: Path, problems: list[Problem], tmp_path: Path
) -> None:
    said: list[str] = []
    given = [*problems, problem(5, starter_code="def f(:"), problem(6, data_split="test", input_output="")]
    found = fetched(as_lines(tmp_path / "d", given), lock_for(home, 6, 3), said)
    repair = "1 marker without a picture removed; it has no picture"
    assert found.repaired == {"ac_abc045_a": repair}
    reason = "it has no tests: input_output is not an object of JSON"
    assert found.left_out == {"made_5": "starter_code does not parse", "made_6": reason}
    assert f"  ac_abc045_a: {repair}" in said
    assert "  made_5: starter_code does not parse" in said
    assert "official-all: 5 pictures; the paper counts 6,620, its authors' README 6,622" in said
    test = read_fetched("mmcode", TEST)
    assert test is not None
    assert (test.tasks, test.left_out, test.repaired) == (2, {"made_6": reason}, {})


def test_both_data_sets_are_recorded_in_the_lock(home: Path, problems: list[Problem], tmp_path: Path) -> None:
    lock = lock_for(home, 4, 2)
    source = as_lines(tmp_path / "d", problems)
    first: list[str] = []
    fetched(source, lock, first, record=False)
    assert sum("rows, as the paper says" in line for line in first) == 2
    assert "`sightbench dataset fetch mmcode --from" in "".join(first)
    fetched(source, lock)
    pins = [pin_of(read_lock(lock), lock, "mmcode", name) for name in (ALL, TEST)]
    assert [len(pin.content) for pin in pins] == [64, 64]
    assert [pin.note for pin in pins] == ["", ""]
    said: list[str] = []
    fetched(source, lock, said, record=False)
    assert said == [f"official-all is already here: {home / 'mmcode' / 'official-all'}"]
    changed = [{**problems[0], "question": "other"}, *problems[1:]]
    with pytest.raises(BadInput, match="the rows of official-all have the SHA-256"):
        fetch(
            SET,
            FetchRequest(suite="mmcode", lock=lock, source=as_lines(tmp_path / "e", changed), again=True),
            lambda _: None,
        )
    assert len(load_all()) == 4


@pytest.mark.parametrize(
    ("rows", "test", "given", "message"),
    [
        (3, 1, [problem(1), problem(2)], "has 2 rows, but official-all has 3"),
        (2, 2, [problem(1), problem(2)], "has 1 rows, but official has 2"),
        (2, 2, [problem(1), problem(1)], "problem_id: 'made_1' is repeated"),
        (1, 1, [problem(1, question="")], "line 1: question: is missing or empty"),
        (1, 1, [problem(1, question=7)], "line 1: question: is not text: 7"),
        (1, 1, [problem(1, images="x")], "line 1: images: is not a list of pictures"),
        (1, 1, [[1]], "line 1: is not a JSON object"),
        (
            1,
            1,
            [problem(1, images=["x"])],
            "no row of official-all can become a task: picture 1 is not base64",
        ),
    ],
)
def test_other_data_are_refused_and_nothing_is_stored(  # noqa: PLR0917 - each case has four parameters
    rows: int, test: int, given: list[Problem], message: str, home: Path, tmp_path: Path
) -> None:
    with pytest.raises(BadInput) as error:
        fetched(as_lines(tmp_path / "d", given), lock_for(home, rows, test))
    assert message in error.value.render()
    assert [path for path in home.rglob("*") if path.is_file() and path.name != ".lock"] == []


def zip_with(path: Path, names: dict[str, bytes], *, link: str = "") -> Path:
    with zipfile.ZipFile(path, "w") as archive:
        for name, data in names.items():
            info = zipfile.ZipInfo(name)
            info.external_attr = (0o120777 if name == link else 0o100644) << 16
            archive.writestr(info, data)
    return path


def tar_with(path: Path, name: str, **changes: object) -> Path:
    with tarfile.open(path, "w:gz") as archive:
        info = tarfile.TarInfo(name)
        for field, value in changes.items():
            setattr(info, field, value)
        archive.addfile(info, io.BytesIO(b""))
    return path


@pytest.mark.parametrize(
    ("write", "message"),
    [
        (
            lambda at: zip_with(at / "a.zip", {"../p/data.json": b"{}"}),
            "'../p/data.json': leaves the archive",
        ),
        (lambda at: zip_with(at / "a.zip", {"/p/data.json": b"{}"}), "'/p/data.json': leaves the archive"),
        (lambda at: zip_with(at / "a.zip", {"p\\..\\data.json": b"{}"}), "leaves the archive"),
        (
            lambda at: zip_with(at / "a.zip", {"p/data.json": b"/etc/passwd"}, link="p/data.json"),
            "'p/data.json': is neither a file nor a folder",
        ),
        (lambda at: tar_with(at / "a.tgz", "p/../../data.json"), "'p/../../data.json': leaves the archive"),
        (
            lambda at: tar_with(at / "a.tar.gz", "p/data.json", type=tarfile.SYMTYPE, linkname="/etc/passwd"),
            "'p/data.json': is neither a file nor a folder",
        ),
        (lambda at: zip_with(at / "a.zip", {"p/readme.txt": b"{}"}), "has no folder with data.json"),
        (lambda at: _damaged(at / "a.zip"), "cannot be unpacked"),
        (lambda at: _damaged(at / "a.tar.gz"), "cannot be unpacked"),
        (lambda at: _damaged(at / "a.csv"), "is neither JSON Lines nor an archive"),
        (lambda at: at, "has no problems"),
        (lambda at: at / "none", "is neither a file nor a folder"),
    ],
)
def test_paths_that_leave_an_archive_and_other_files_are_refused(
    write: Callable[[Path], Path], message: str, home: Path, tmp_path: Path
) -> None:
    at = tmp_path / "given"
    at.mkdir()
    with pytest.raises(BadInput) as error:
        fetched(write(at), lock_for(home, 1, 1))
    assert message in error.value.render()


def _damaged(path: Path) -> Path:
    path.write_bytes(b"PK\x03\x04 and no more")
    return path


def test_a_picture_that_has_no_number_is_refused_by_name(home: Path, tmp_path: Path) -> None:
    root = folders(tmp_path / "d", [problem(1)])
    (root / "made_1" / "images" / "tree.png").write_bytes(png())
    with pytest.raises(BadInput, match=r"made_1/images/tree\.png: is not named by its number"):
        fetched(root, lock_for(home, 1, 1))


def test_pictures_of_a_folder_are_in_the_order_of_their_numbers(home: Path, tmp_path: Path) -> None:
    colours = [f"#{number:02x}0000" for number in range(1, 12)]
    given = problem(
        1,
        question="![image](a.png)" * 11,
        images=[base64.b64encode(png(colour)).decode("ascii") for colour in colours],
        image_tags=[],
    )
    fetched(folders(tmp_path / "d", [given]), lock_for(home, 1, 1))
    pictures = [part for part in load()[0].parts if isinstance(part, Picture)]
    assert [(part.folder / part.source).read_bytes() for part in pictures if part.folder] == [
        png(colour) for colour in colours
    ]


def test_tasks_are_divided_among_files(home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("benchmark.datasets.streamed_import._FILE_BYTES", 800)
    fetched(as_lines(tmp_path / "d", list(map(problem, range(1, 8)))), lock_for(home, 7, 1))
    place = folder_of("mmcode", ALL)
    names = sorted(path.name for path in place.glob("tasks*"))
    assert names == ["tasks-2.jsonl", "tasks-3.jsonl", "tasks-4.jsonl", "tasks.jsonl"]
    assert [task.id for task in load_all()] == [f"made_{number}" for number in range(1, 8)]
    (place / "tasks-2.jsonl").write_bytes((place / "tasks.jsonl").read_bytes())
    with pytest.raises(BadInput, match=r"tasks-2\.jsonl: was changed after it was fetched"):
        load_all()


def test_the_prompts_are_read_from_the_source_next_to_the_data(home: Path, tmp_path: Path) -> None:
    lock = lock_for(home, 1, 1)
    texts = {"generate.py": GENERATE, "models.py": MODELS}
    pins = read_lock(lock).root["mmcode"]
    import hashlib

    pinned = [
        PinnedText(
            repository="a/b", commit="c" * 40, path=path, sha256=hashlib.sha256(text.encode()).hexdigest()
        )
        for path, text in texts.items()
    ]
    write_lock(lock, DatasetsLock({"mmcode": {**pins, ALL: pins[ALL].model_copy(update={"texts": pinned})}}))
    source = as_lines(tmp_path / "d", [problem(1)])
    for path, text in texts.items():
        (source / path).write_text(text, encoding="utf-8")
    fetched(source, lock)
    said = read_fetched("mmcode", TEST)
    assert said is not None
    assert said.prompts == read_cases("mmcode/prompts.yaml")


@pytest.mark.parametrize(
    ("generate", "models", "file"),
    [
        ("x = (", MODELS, "generate.py"),
        ("def generate_prompt(problem): ...", MODELS, "generate.py"),
        (GENERATE, "class GPT4V: ...", "models.py"),
        (GENERATE, MODELS.replace('"You solve."', "text"), "models.py"),
    ],
)
def test_a_source_of_another_form_is_refused_by_name(generate: str, models: str, file: str) -> None:
    with pytest.raises(BadInput, match=f"{file}: does not have the prompts where they are expected"):
        upstream_texts({"generate.py": generate, "models.py": models})
    assert upstream_texts({"generate.py": generate}) == {}
