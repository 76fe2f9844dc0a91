"""Raw problems are read from files, folders and archives; a path that leaves them is refused by name."""

import base64
import io
import json
import tarfile
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from benchmark.core.errors import BadInput
from benchmark.suites.mmcode.problems.source import PictureMissingError, SourceProblem, opened, read_source
from tests.suites.mmcode.problems.raw_sets import data_url, folder, lines, png, raw


def ids(path: Path) -> list[str]:
    return [found.problem.problem_id for found in read_source(path)]


def test_lines_plain_or_gzipped_are_read_one_by_one(tmp_path: Path) -> None:
    for name in ("raw.jsonl", "raw.jsonl.gz"):
        path = lines(tmp_path / name, [raw(1), raw(2)])
        assert ids(path) == ["cf_1_A", "cf_2_A"]
    (found, _) = read_source(path)
    assert (found.where, found.picture(data_url())) == (f"{path}: line 1", png())


def test_a_folder_has_files_of_problems_and_folders_as_upstream_writes_them(tmp_path: Path) -> None:
    folder(tmp_path, raw(10), [png("red"), png("blue")])
    lines(tmp_path / "more.jsonl", [raw(3, images=["pictures/a.png"])])
    (tmp_path / "pictures").mkdir()
    (tmp_path / "pictures" / "a.png").write_bytes(png("green"))
    lines(tmp_path / ".hidden.jsonl", [raw(99)])
    found = {each.problem.problem_id: each for each in read_source(tmp_path)}
    assert list(found) == ["cf_10_A", "cf_3_A"]
    assert found["cf_10_A"].problem.images == ["images/1.png", "images/2.png"]
    assert found["cf_10_A"].picture("images/2.png") == png("blue")
    assert found["cf_3_A"].picture("pictures/a.png") == png("green")


def archive(path: Path, members: dict[str, bytes]) -> Path:
    if path.suffix == ".zip":
        with zipfile.ZipFile(path, "w") as packed:
            for name, data in members.items():
                packed.writestr(name, data)
        return path
    with tarfile.open(path, "w:gz" if path.suffix == ".gz" else "w") as tar:
        for name, data in members.items():
            entry = tarfile.TarInfo(name)
            entry.size = len(data)
            tar.addfile(entry, io.BytesIO(data))
    return path


@pytest.mark.parametrize("name", ["set.zip", "set.tar", "set.tar.gz"])
def test_an_archive_is_read_like_its_folder(tmp_path: Path, name: str) -> None:
    record = raw(1, images=["pictures/a.gif"])
    data = lines(tmp_path / "raw.jsonl", [record]).read_bytes()
    path = archive(tmp_path / name, {"set/raw.jsonl": data, "set/pictures/a.gif": png()})
    with opened(path, tmp_path) as source:
        (found,) = read_source(source)
        assert found.picture("pictures/a.gif") == png()
    assert not source.exists()


@pytest.fixture
def one(tmp_path: Path) -> SourceProblem:
    (found,) = read_source(lines(tmp_path / "in" / "raw.jsonl", [raw()]))
    return found


@pytest.mark.parametrize("path", ["../secret.png", "/etc/passwd", "a/../../secret.png", "..\\secret.png"])
def test_a_picture_outside_the_folder_is_refused_by_name(
    one: SourceProblem, tmp_path: Path, path: str
) -> None:
    (tmp_path / "secret.png").write_bytes(png())
    with pytest.raises(BadInput, match=r"line 1: images: the path '.*' leaves the folder"):
        one.picture(path)


def test_a_link_out_of_the_folder_is_refused(one: SourceProblem, tmp_path: Path) -> None:
    (tmp_path / "secret.png").write_bytes(png())
    (tmp_path / "in" / "a.png").symlink_to(tmp_path / "secret.png")
    with pytest.raises(BadInput, match="leaves the folder"):
        one.picture("a.png")


@pytest.mark.parametrize(
    ("source", "reason"),
    [
        ("none.png", "there is no file 'none.png'"),
        ("https://example.org/a.png", "is an address"),
        ("", "names no file"),
        (".", "is not the path of a file"),
        ("a\0.png", "is not the path of a file"),
        ("data:image/png;base64,%%%", "is not base64"),
        ("data:image/svg+xml,<svg/>", "is not base64"),
        ("QUJD" * 20 + "Q", "is not base64"),
    ],
)
def test_a_picture_that_is_not_there_says_why(one: SourceProblem, source: str, reason: str) -> None:
    with pytest.raises(PictureMissingError, match=reason):
        one.picture(source)


def test_base64_alone_is_a_picture(one: SourceProblem) -> None:
    assert one.picture(base64.b64encode(png()).decode()) == png()


WRONG: dict[str, tuple[Callable[[Path], object], str]] = {
    "an id that leaves the folder": (
        lambda path: lines(path, [raw(problem_id="../a")]),
        "problem_id: must be a name",
    ),
    "an id twice": (lambda path: lines(path, [raw(1), raw(1)]), r"'cf_1_A' is already in .*line 1"),
    "ids that differ in case": (
        lambda path: lines(path, [raw(problem_id="a"), raw(problem_id="A")]),
        "'A' is already in .*case does not count",
    ),
    "an id that a spreadsheet would run": (
        lambda path: lines(path, [raw(problem_id="+a")]),
        "must be a name",
    ),
    "no id": (lambda path: lines(path, [raw(problem_id=...)]), "problem_id: this field is required"),
    "a wrong type": (lambda path: lines(path, [raw(name=5)]), r"line 1: name: must be text"),
    "no object": (lambda path: path.write_text("[1]\n"), "line 1: is not a JSON object"),
    "broken JSON": (lambda path: path.write_text("{\n"), "not valid JSON"),
    "no problem": (lambda path: path.write_text("\n"), "contains no problem"),
}


@pytest.mark.parametrize(("write", "problem"), WRONG.values(), ids=WRONG)
def test_a_file_that_is_not_valid_is_refused(
    tmp_path: Path, write: Callable[[Path], object], problem: str
) -> None:
    path = tmp_path / "raw.jsonl"
    write(path)
    with pytest.raises(BadInput, match=problem):
        list(read_source(path))


def test_an_error_in_an_archive_names_the_archive_and_not_where_it_was_unpacked(tmp_path: Path) -> None:
    given = tmp_path / "set.zip"
    with zipfile.ZipFile(given, "w") as packed:
        packed.writestr("deep/raw.jsonl", (json.dumps(raw(1)) + "\n") * 2)
        packed.writestr("deep/wrong.json", "{}")
    scratch = tmp_path / "scratch"
    scratch.mkdir()
    with pytest.raises(BadInput) as caught, opened(given, scratch) as source:
        list(read_source(source))
    place = f"{given}/deep/raw.jsonl"
    assert str(caught.value) == (
        f"{place}: line 2: problem_id: 'cf_1_A' is already in {place}: line 1 (case does not count)"
    )
    with pytest.raises(BadInput) as caught, opened(given, scratch) as source:
        list(read_source(source / "deep" / "wrong.json"))
    assert caught.value.file == f"{given}/deep/wrong.json"


def test_a_name_that_is_too_long_for_a_file_is_a_missing_picture(tmp_path: Path) -> None:
    (found,) = read_source(lines(tmp_path / "raw.jsonl", [raw(1, images=["a." * 200 + "png"])]))
    with pytest.raises(PictureMissingError, match="there is no file"):
        found.picture("a." * 200 + "png")


@pytest.mark.parametrize(
    ("field", "value", "message"),
    [
        ("images", 5, "images: must be a list or an object, got 5"),
        ("images", {"a": 5}, "images.a: must be text, got 5"),
        ("image_tags", [["a", 5]], "image_tags[0][1]: must be text, got 5"),
        ("time_limit", [1], "time_limit: must be text or a number, got a list of 1"),
    ],
)
def test_a_value_of_another_type_has_one_error(
    tmp_path: Path, field: str, value: object, message: str
) -> None:
    path = lines(tmp_path / "raw.jsonl", [{**raw(), field: value}])
    with pytest.raises(BadInput) as refused:
        ids(path)
    assert [f"{one.place}: {one.problem}" for one in refused.value.problems] == [f"line 1: {message}"]
