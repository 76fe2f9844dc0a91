"""Fixtures for all tests: shared data, synthetic rows, repositories on disk, and the command line."""

import gc
import hashlib
import os
import signal
import subprocess
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from benchmark.cli import main
from benchmark.judging.judge import Judge
from benchmark.leaderboard.inputs.site_config import SiteConfig
from benchmark.leaderboard.inputs.sources import Sources, sources_of
from benchmark.pipeline.judge import extracting, local_pool
from benchmark.pipeline.judge.local_pool import LocalPool
from benchmark.pipeline.judge.worker import extract
from benchmark.results.counted_row import count_row
from benchmark.results.row import (
    Row,
    RowCompletions,
    RowMachine,
    RowPrompt,
    RowResult,
    RowRun,
    RowScore,
    RowSubmission,
    RowTasks,
    RowVersions,
    row_id,
)
from tests.begun_branch import begin_branch
from tests.https_world import certified, published  # noqa: F401 - fixtures
from tests.open_sockets import pytest_runtest_teardown  # noqa: F401 - a hook, for all tests
from tests.shares import pytest_collection_modifyitems, pytest_ignore_collect  # noqa: F401 - hooks

if TYPE_CHECKING:
    from fake_github import FakeGitHub

MakeRow = Callable[..., Row]
GitIn = Callable[..., str]
Sightbench = Callable[..., subprocess.CompletedProcess[str]]

ROOT = Path(__file__).resolve().parent.parent

# A test says itself in which workflow run it is; the tests of a pull request run in another one.
for _name in [name for name in os.environ if name.startswith("GITHUB_")]:
    del os.environ[_name]

# pytest-xdist sets the size of a terminal, in which tables would be narrower than expected.
for _size in ("COLUMNS", "LINES"):
    os.environ.pop(_size, None)

# A shell lets background programs ignore Ctrl-C, and commands that the tests start would inherit this.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

# No test outlives a power failure, and waiting for the disk takes longer than everything else that they do.
os.fsync = lambda _file: None

# What is collected stays until the end, so the garbage collector need not look through it.
gc.disable()


def pytest_collection_finish() -> None:
    gc.freeze()
    gc.enable()


@pytest.fixture(scope="session")
def judge() -> Iterator[Judge]:
    with closing(Judge()) as judge:
        yield judge


@pytest.fixture
def open_folder() -> Iterator[Path]:
    """A folder that judged code can write to; ``tmp_path`` is private to root, but workers give up root."""
    with tempfile.TemporaryDirectory() as name:
        Path(name).chmod(0o777)
        yield Path(name)


@pytest.fixture
def git_in() -> GitIn:
    """A function that runs git without our settings: ``git_in(folder, "log")`` returns its output."""
    environment = {"PATH": os.environ["PATH"], "HOME": "/nonexistent", "GIT_CONFIG_NOSYSTEM": "1"}
    for role in ("AUTHOR", "COMMITTER"):
        environment |= {f"GIT_{role}_NAME": "somebody", f"GIT_{role}_EMAIL": "somebody@example.org"}

    def run(folder: Path, *arguments: str) -> str:
        done = subprocess.run(
            ["git", *arguments], cwd=folder, env=environment, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    return run


@pytest.fixture
def remote(tmp_path: Path) -> Path:
    """A bare repository on disk, whose branch ``results`` has one file."""
    return begin_branch(tmp_path / "remote.git")


@pytest.fixture
def hub() -> Iterator["FakeGitHub"]:
    """A fake GitHub on loopback with an empty repository, octo/bench."""
    from fake_github import FakeGitHub

    with FakeGitHub() as running:
        yield running


@pytest.fixture(scope="session")
def shared_data() -> Path:
    """The folder with published data, from SIGHTBENCH_SHARED_DATA."""
    folder = Path(os.environ.get("SIGHTBENCH_SHARED_DATA", ROOT.parent / "shared" / "data"))
    if not folder.is_dir():
        pytest.skip(f"{folder} does not exist; set SIGHTBENCH_SHARED_DATA to the folder with the shared data")
    return folder


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def _score(statuses: Mapping[str, str], tasks: list[str], category: str = "") -> RowScore:
    value = sum(statuses[task] == "passed" for task in tasks) / len(tasks)
    return RowScore(
        metric="pass@1",
        value=round(value, 6),
        low=round(max(value - 0.1, 0), 6),
        high=round(min(value + 0.1, 1), 6),
        tasks=len(tasks),
        samples=len(tasks),
        category=category,
    )


def _row(
    slug: str = "acme-1",
    statuses: str = "PPW",
    *,
    name: str = "",
    tasks: list[str] | None = None,
    suite: str = "code-vision",
    dataset: str = "rebuilt",
    setting: str = "flowchart",
    protocol: str = "cool-1",
    extraction: str = "own",
    subsets: Mapping[str, list[str]] | None = None,
    organisation: str = "Acme",
    weights: str = "open",
    started: str = "2026-02-03T04:05:06Z",
    trust: str = "judged",
    prompt: str = "upstream",
    links: Mapping[str, str] | None = None,
    cost_usd: float | None = None,
    tokens_out: int | None = None,
    version: int = 1,
) -> Row:
    """Make a row with one draw per task; each letter of ``statuses`` is a task: Passed, Wrong, Missing."""
    words = {"P": "passed", "W": "wrong_answer", "M": "missing"}
    tasks = tasks or [f"task-{number}" for number in range(len(statuses))]
    found = {task: words[letter] for task, letter in zip(tasks, statuses, strict=True)}
    scores = [_score(found, tasks)]
    scores += [_score(found, chosen, category) for category, chosen in (subsets or {}).items()]
    result = RowResult(
        suite=suite,
        dataset=dataset,
        setting=setting,
        protocol=protocol,
        prompt=RowPrompt(name=prompt),
        extraction=extraction,
        submission=RowSubmission(slug=slug, name=name or slug, organisation=organisation, weights=weights),  # type: ignore[arg-type]
        tasks=RowTasks(
            count=len(tasks),
            digest=_digest("".join(tasks)),
            categories={category: list(chosen) for category, chosen in (subsets or {}).items()},
        ),
        completions=RowCompletions(count=len(tasks), draws=1, digest=_digest(slug + started)),
        statuses={task: [status] for task, status in found.items()},  # type: ignore[list-item]
        scores=scores,
        versions=RowVersions(suite=version, judge=1, guest={"python": "3.11.9"}),
    )
    run = RowRun(
        started=started,
        seconds=2.5,
        cpu_seconds=3.5,
        trust=trust,  # type: ignore[arg-type]
        machine=RowMachine(system="Linux", python="3.11.9", cpus=2),
        links=dict(links or {}),
        cost_usd=cost_usd,
        tokens_out=tokens_out,
    )
    return Row(id=row_id(result), result=result, run=run)


@pytest.fixture(scope="session")
def make_row() -> MakeRow:
    return _row


@pytest.fixture(scope="session")
def by_kind() -> Callable[[Row], Row]:
    """A function that adds scores of two kinds of tests to a row."""

    def add(row: Row) -> Row:
        shares = {
            "passes:typical": (0.9, 0.8, 0.99),
            "fails_only:typical": (0.0, 0.0, 0.09),
            "passes:large": (0.6, 0.5, 0.7),
            "fails_only:large": (0.3, 0.2, 0.4),
        }
        first = row.result.scores[0]
        scores = [
            first.model_copy(update={"metric": metric, "value": value, "low": low, "high": high})
            for metric, (value, low, high) in sorted(shares.items())
        ]
        result = row.result.model_copy(update={"scores": [*row.result.scores, *scores]})
        return row.model_copy(update={"id": row_id(result), "result": result})

    return add


@pytest.fixture
def sources() -> Callable[..., Sources]:
    """A function that makes the sources of pages from rows: ``sources(row, row, withdrawn=…)``."""

    def of(*rows: Row, **more: Any) -> Sources:
        return sources_of(map(count_row, rows), more.pop("where", SiteConfig(rows=Path("results"))), **more)

    return of


@pytest.fixture(scope="session")
def kept_pool() -> LocalPool:
    return LocalPool(1, keep=True)


@pytest.fixture
def one_pool(kept_pool: LocalPool, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let all commands judge in the same process, unless they ask for several: a start takes 0.3 s of CPU.

    Answers are extracted in the process of the tests.
    """
    monkeypatch.setattr(
        extracting._ReaderProcess, "read", lambda _reader, sample: sample.answered(extract(sample))
    )
    monkeypatch.setattr(local_pool, "LocalPool", lambda n=1, **_: LocalPool(n) if n and n > 1 else kept_pool)


@pytest.fixture
def in_process(
    one_pool: None,  # noqa: ARG001 - used by commands
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
) -> Sightbench:
    """A function that runs the command line in this process, which is faster than in a new one.

    With ``code=2`` it also checks the exit code.
    """
    monkeypatch.chdir(tmp_path)

    def run(*arguments: object, code: int | None = None) -> subprocess.CompletedProcess[str]:
        with pytest.raises(SystemExit) as ended:
            main([str(argument) for argument in arguments])
        assert isinstance(ended.value.code, int)
        done = subprocess.CompletedProcess(arguments, ended.value.code, *capfd.readouterr())
        assert code in (None, done.returncode), done.stdout + done.stderr
        return done

    return run
