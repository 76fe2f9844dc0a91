"""The file of completions holds only whole lines, even after crashes and on a full disk."""

import json
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
from benchmark.generation.record.manifest import config_digest, manifest_path, read_manifest
from benchmark.generation.record.store import Store, rescue_path


def sample(draw: int, text: str = "text") -> Completion:
    return Completion(task_id="t", draw=draw, text=text)


@pytest.fixture
def path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "tmp"))
    (tmp_path / "tmp").mkdir()
    return tmp_path / "answers.jsonl"


@contextmanager
def largest_file(size: int) -> Iterator[None]:
    """Limit the size of files, which has the same effect as a full disk."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


def test_added_completions_are_in_the_file_at_once(path: Path) -> None:
    with Store.open(path) as store:
        assert store.empty
        store.add([sample(0, "a\ud800\n"), sample(1)])
        assert [found.text for found in read_predictions(path)] == ["a\ud800\n", "text"]


LINE = b'{"task_id": "t", "draw": 1, "completion": "text"}'
LONG = (b"\0" * 5000, b"x" * 3_000_000, b"{" * 70_000)


@pytest.mark.parametrize("rest", [LINE, LINE[:-1], LINE[:20], *LONG, b"123", b'"text"'], ids=lambda b: b[:60])
def test_a_last_line_without_its_end_is_kept_only_if_it_is_whole(path: Path, rest: bytes) -> None:
    with Store.open(path) as store:
        store.add([sample(0)])
    data = path.read_bytes()
    path.write_bytes(data + rest)
    with Store.open(path):
        assert path.read_bytes() == data + (LINE + b"\n") * (rest == LINE)


def test_a_file_with_only_an_incomplete_line_is_empty(path: Path) -> None:
    path.write_bytes(b'{"task_id": "t", "dr')
    with Store.open(path) as store:
        assert store.empty


@pytest.mark.gate
def test_only_one_run_at_a_time_can_open_the_file(path: Path) -> None:
    program = "import sys; from pathlib import Path; from benchmark.generation.record.store import Store\n"
    program += "with Store.open(Path(sys.argv[1])): print('opened', flush=True); sys.stdin.read()"
    command = [sys.executable, "-c", program, str(path)]
    other = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert other.stdout is not None
    assert other.stdout.readline() == "opened\n"
    with pytest.raises(BadInput, match="is being written by another run"):
        Store.open(path)
    other.kill()
    other.communicate()
    with Store.open(path) as store:  # a killed run holds no lock
        assert store.empty


def test_a_full_disk_leaves_whole_lines_and_the_rest_is_written_later(path: Path) -> None:
    with Store.open(path) as store:
        store.add([sample(0)])
        size = path.stat().st_size
        with largest_file(size + 20):
            with pytest.raises(BadInput, match="cannot be written: file too large"):
                store.add([sample(1)])
            with pytest.raises(BadInput, match="cannot be written"):
                store.add([sample(2)])
            assert path.stat().st_size == size
        store.settle()
        assert [found.draw for found in read_predictions(path)] == [0, 1, 2]


def test_completions_that_do_not_fit_are_saved_for_the_next_run(path: Path) -> None:
    with Store.open(path) as store:
        store.add([sample(0, "x" * 300)])
        with largest_file(path.stat().st_size + 20):
            with pytest.raises(BadInput):
                store.add([sample(1)])
            with pytest.raises(BadInput, match=r"1 received completion\(s\) are saved in"):
                store.settle()
    assert rescue_path(path).stat().st_mode & 0o777 == 0o600
    with Store.open(path):
        assert [found.draw for found in read_predictions(path)] == [0, 1]
    assert not rescue_path(path).exists()


def test_saved_completions_of_an_earlier_file_of_that_name_are_deleted(path: Path) -> None:
    with Store.open(path) as store:
        store.add([sample(0)])
    rescue_path(path).write_bytes(b'7\n{"task_id": "t", "draw": 1, "completion": ""}\n')
    with Store.open(path):
        assert len(read_predictions(path)) == 1
    assert not rescue_path(path).exists()


def test_the_message_says_how_many_are_lost_if_they_can_be_saved_nowhere(path, monkeypatch) -> None:
    monkeypatch.setattr("tempfile.tempdir", "/proc/nowhere")
    with Store.open(path) as store:
        store.add([sample(0)])
        with largest_file(path.stat().st_size):
            with pytest.raises(BadInput):
                store.add([sample(1), sample(2)])
            with pytest.raises(BadInput, match=r"2 received completion\(s\) are lost"):
                store.settle()


def test_a_file_that_another_run_moves_away_meanwhile_is_not_written(path, monkeypatch) -> None:
    monkeypatch.setattr("fcntl.flock", lambda *_: path.unlink())
    with pytest.raises(BadInput, match="is being written by another run"):
        Store.open(path)


PREDICTIONS = Path(__file__).parents[3] / "submissions" / "smollm2-135m-q4" / "predictions.jsonl"


def test_weights_served_with_other_options_are_another_config() -> None:
    manifest = read_manifest(PREDICTIONS)
    assert manifest is not None
    servers = ({}, {"engine": "vllm"}, {"engine": "transformers"}, {"engine": "vllm", "dtype": "float16"})
    configs = [manifest.config.model_copy(update={"server": server}) for server in servers]
    assert len({config_digest(config) for config in configs}) == len(servers)


@pytest.mark.parametrize(
    ("change", "where"),
    [
        ({"digest": "x"}, "digest: does not match"),
        ({"digest": f"{'0' * 64}\n"}, "digest: does not match"),
        ({"config": {"prompt_digest": "latest"}}, "config.prompt_digest: does not match"),
        ({"versions": {"sdk": "\ud800"}}, r"contains a lone surrogate, '\ud800'"),
        ({"config": {"parameters": {"\udfff": 1}}}, r"contains a lone surrogate, '\udfff'"),
    ],
)
def test_a_manifest_that_no_row_can_hold_is_refused(tmp_path, change, where) -> None:
    """A submitted manifest becomes a part of a row; an unchecked one would cause a traceback there."""
    valid = json.loads(manifest_path(PREDICTIONS).read_bytes())
    config = change.get("config", {})
    assert isinstance(config, dict)
    changed = {**valid, **change, "config": {**valid["config"], **config}}
    completions = tmp_path / "p.jsonl"
    manifest_path(completions).write_text(json.dumps(changed), encoding="ascii")
    with pytest.raises(BadInput) as refused:
        read_manifest(completions)
    assert where in str(refused.value)
