"""The file of completions holds whole lines only, whatever happened to it."""

import resource
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from benchmark.core.errors import BadInput
from benchmark.core.sample import Completion
from benchmark.files.predictions import read_predictions
from benchmark.generation.record.rescue import rescue_path
from benchmark.generation.record.store import Store


def one(draw: int, text: str = "text") -> Completion:
    return Completion(task_id="t", draw=draw, text=text)


@pytest.fixture
def path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "tmp"))
    (tmp_path / "tmp").mkdir()
    return tmp_path / "answers.jsonl"


@contextmanager
def largest_file(size: int) -> Iterator[None]:
    """Stands for a disk that is full."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


def test_what_is_added_is_there_at_once(path: Path) -> None:
    with Store.open(path) as store:
        assert store.empty
        store.add([one(0, "a\ud800\n"), one(1)])
        assert [found.text for found in read_predictions(path)] == ["a\ud800\n", "text"]


@pytest.mark.parametrize("cut", [1, 5, 20, 35])
def test_a_line_that_was_cut_off_is_removed(path: Path, cut: int) -> None:
    with Store.open(path) as store:
        store.add([one(0), one(1), one(2)])
    data = path.read_bytes()
    path.write_bytes(data[: -cut - 1])
    with Store.open(path) as store:
        store.add([one(2)])
    assert path.read_bytes() == data


def test_a_last_line_that_only_lacks_its_end_is_kept(path: Path) -> None:
    with Store.open(path) as store:
        store.add([one(0), one(1)])
    data = path.read_bytes()
    path.write_bytes(data[:-1])
    with Store.open(path):
        assert path.read_bytes() == data


@pytest.mark.parametrize("rest", [b"\0" * 5000, b"x" * 3_000_000, b"{" * 70_000, b"123", b'"text"'])
def test_whatever_stands_behind_the_last_line_end_is_removed(path: Path, rest: bytes) -> None:
    with Store.open(path) as store:
        store.add([one(0)])
    data = path.read_bytes()
    path.write_bytes(data + rest)
    with Store.open(path):
        assert path.read_bytes() == data


def test_a_file_of_nothing_but_a_torn_line_is_empty(path: Path) -> None:
    path.write_bytes(b'{"task_id": "t", "dr')
    with Store.open(path) as store:
        assert store.empty


def test_one_run_at_a_time_has_it(path: Path) -> None:
    program = "import sys; from pathlib import Path; from benchmark.generation.record.store import Store\n"
    program += "with Store.open(Path(sys.argv[1])): print('has it', flush=True); sys.stdin.read()"
    command = [sys.executable, "-c", program, str(path)]
    other = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert other.stdout is not None
    assert other.stdout.readline() == "has it\n"
    with pytest.raises(BadInput, match="is being written by another run"):
        Store.open(path)
    other.kill()
    other.communicate()
    with Store.open(path) as store:  # a run that was killed holds nothing
        assert store.empty


def test_when_there_is_no_room_the_file_is_sound_and_the_rest_is_written_later(path: Path) -> None:
    with Store.open(path) as store:
        store.add([one(0)])
        size = path.stat().st_size
        with largest_file(size + 20):
            with pytest.raises(BadInput, match="cannot be written: file too large"):
                store.add([one(1)])
            with pytest.raises(BadInput, match="cannot be written"):
                store.add([one(2)])
            assert path.stat().st_size == size
        store.settle()
        assert [found.draw for found in read_predictions(path)] == [0, 1, 2]


def test_what_found_no_room_waits_for_the_next_run(path: Path) -> None:
    with Store.open(path) as store:
        store.add([one(0, "x" * 300)])
        with largest_file(path.stat().st_size + 20):
            with pytest.raises(BadInput):
                store.add([one(1)])
            with pytest.raises(BadInput, match=r"1 completion\(s\) that had come in wait in"):
                store.settle()
    assert rescue_path(path).stat().st_mode & 0o777 == 0o600
    with Store.open(path):
        assert [found.draw for found in read_predictions(path)] == [0, 1]
    assert not rescue_path(path).exists()


def test_what_waits_for_another_file_of_that_name_is_forgotten(path: Path) -> None:
    with Store.open(path) as store:
        store.add([one(0)])
    rescue_path(path).write_bytes(b'7\n{"task_id": "t", "draw": 1, "completion": ""}\n')
    with Store.open(path):
        assert len(read_predictions(path)) == 1
    assert not rescue_path(path).exists()


def test_without_room_anywhere_the_message_says_how_many_are_lost(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tempfile.tempdir", "/proc/nowhere")
    with Store.open(path) as store:
        store.add([one(0)])
        with largest_file(path.stat().st_size):
            with pytest.raises(BadInput):
                store.add([one(1), one(2)])
            with pytest.raises(BadInput, match=r"2 completion\(s\) that had come in are lost"):
                store.settle()


def test_a_file_that_another_run_puts_away_meanwhile_is_not_written(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("fcntl.flock", lambda *_: path.unlink())
    with pytest.raises(BadInput, match="is being written by another run"):
        Store.open(path)
