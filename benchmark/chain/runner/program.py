"""Start GitHub's runner program for one job in a new folder, and remove everything that it leaves behind."""

import contextlib
import ctypes
import os
import pwd
import shutil
import signal
import stat
import subprocess
import tempfile
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from benchmark.chain.runner.hook import HOOK_VARIABLE, hook_script
from benchmark.core.errors import BadInput, OurFailure, printable_text

ENTRY = "run.sh"  #: the file of GitHub's runner that starts it
IDLE_SECONDS = 300.0  #: maximum seconds until the runner has its job
JOB_SECONDS = 6.5 * 3600  #: maximum seconds until the job has ended; GitHub stops it after six hours
_CONFIG_VARIABLE = (
    "ACTIONS_RUNNER_INPUT_JITCONFIG"  #: read by the runner instead of --jitconfig, which ps shows
)
_POLL_SECONDS = 0.05
_END_SECONDS = 10.0  #: maximum seconds until killed processes have ended
_PR_SET_CHILD_SUBREAPER = 36
_LOG_LIMIT = 400  #: maximum characters of the program's last line in messages
#: Environment variables that the program inherits: paths of programs, language, and access to the network.
_INHERITED = (
    *("PATH", "LANG", "LC_ALL", "SSL_CERT_FILE", "SSL_CERT_DIR"),
    *(name for proxy in ("http_proxy", "https_proxy", "no_proxy") for name in (proxy, proxy.upper())),
)

Ending = Literal["done", "refused", "idle", "late"]


@dataclass(frozen=True, slots=True)
class RunnerExit:
    """How the runner program ended."""

    #: ``done``: its job ended · ``refused``: it was given another job · ``idle``: it was given no job ·
    #: ``late``: its job took too long and was killed.
    ending: Ending
    last_line: str = ""  #: the last line of its output


@dataclass(frozen=True, slots=True, kw_only=True)
class RunnerProgram:
    """GitHub's runner program.

    Args:
        folder: the unpacked program, which is copied for each job.
        account: the account that runs it; None for the current account, which can read the token.
        passed: additional environment variables.
        work: folder for the copies; None for the folder of temporary files.
        idle_seconds: maximum seconds until it gets its job.

    Raises:
        BadInput: if the folder has no runner program, or there is no such account.
    """

    folder: Path
    account: str | None = None
    passed: Mapping[str, str] = field(default_factory=dict)
    work: Path | None = None
    idle_seconds: float = IDLE_SECONDS

    def __post_init__(self) -> None:
        if not os.access(self.folder / ENTRY, os.X_OK):
            fix = "unpack https://github.com/actions/runner/releases there"
            raise BadInput("--runner", str(self.folder), f"has no program {ENTRY}", fix)
        if self.account is None:
            return
        try:
            number = pwd.getpwnam(self.account).pw_uid
        except KeyError:
            fix = "make one without rights: useradd --system --shell /usr/sbin/nologin NAME"
            raise BadInput("--user", "", f"there is no account {self.account}", fix) from None
        if os.geteuid() != 0:
            problem = f"only root can start a program as {self.account}"
            raise BadInput("--user", "", problem, "start this command as root")
        if number == 0:
            raise BadInput("--user", "", "is root, who can read the token", "name an account without rights")

    def run(self, config: str, expected: Mapping[str, str]) -> RunnerExit:
        """Run the program until its job has ended; then kill what is left, and remove its folder.

        Args:
            config: the just-in-time configuration.
            expected: the variables of the planned job; a job with others is killed before its first step.
        """
        place = Path(tempfile.mkdtemp(prefix="sightbench-runner-", dir=self.work))
        try:
            with _adopting_orphans():
                return self._run(place, config, expected)
        finally:
            with _uninterrupted():
                _remove(place)

    def _run(self, place: Path, config: str, expected: Mapping[str, str]) -> RunnerExit:
        place.chmod(0o755)  # the account may read the folder, but must not be able to replace the script
        home, program, script = place / "home", place / "runner", place / "job-started.sh"
        admitted, refused, log = home / "admitted", home / "refused", place / "log"
        (home / "tmp").mkdir(parents=True)
        shutil.copytree(self.folder, program, symlinks=True)
        script.write_text(hook_script(expected, admitted=admitted, refused=refused), encoding="utf-8")
        script.chmod(0o555)
        identity: dict[str, object] = {}
        if self.account is not None:
            entry = pwd.getpwnam(self.account)
            groups = os.getgrouplist(self.account, entry.pw_gid)  # such as video, for the GPU's devices
            identity = {"user": entry.pw_uid, "group": entry.pw_gid, "extra_groups": groups}
            for folder in (home, program):
                _give_to(folder, entry.pw_uid, entry.pw_gid)
        environment = {
            **{name: os.environ[name] for name in _INHERITED if name in os.environ},
            **self.passed,
            "HOME": str(home),
            "TMPDIR": str(home / "tmp"),
            _CONFIG_VARIABLE: config,
            HOOK_VARIABLE: str(script),
        }
        with log.open("wb") as output:
            try:
                process = subprocess.Popen(  # type: ignore[call-overload]  # the identity is optional
                    [str(program / ENTRY)],
                    cwd=program,
                    env=environment,
                    stdin=subprocess.DEVNULL,
                    stdout=output,
                    stderr=subprocess.STDOUT,
                    start_new_session=True,
                    umask=0o077,
                    **identity,
                )
            except OSError as error:
                who = self.account or "you"
                fix = f"check that the program is for this machine, and that {who} may enter {place.parent}"
                raise BadInput(
                    "--runner", str(self.folder), f"cannot be started: {error.strerror}", fix
                ) from None
            try:
                ending = self._wait(process, admitted, refused)
            finally:
                with contextlib.suppress(ProcessLookupError):
                    os.killpg(process.pid, signal.SIGKILL)
                process.wait()
        return RunnerExit(ending, _last_line(log))

    def _wait(self, process: subprocess.Popen[bytes], admitted: Path, refused: Path) -> Ending:
        began, has_job = time.monotonic(), False
        while True:
            ended = process.poll() is not None
            has_job = has_job or admitted.exists()  # the job may remove the file
            if refused.exists():
                return "refused"
            if ended:
                return "done" if has_job else "idle"
            passed = time.monotonic() - began
            if not has_job and passed > self.idle_seconds:
                return "idle"
            if passed > JOB_SECONDS:
                return "late"
            time.sleep(_POLL_SECONDS)


@contextlib.contextmanager
def _adopting_orphans() -> Iterator[None]:
    """Become the parent of processes that outlive theirs in this block, and kill them at its end."""
    prctl = ctypes.CDLL(None).prctl
    before = set(_children())
    prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    try:
        yield
    finally:
        try:
            with _uninterrupted():
                _kill_children(before)
        finally:
            prctl(_PR_SET_CHILD_SUBREAPER, 0, 0, 0, 0)


@contextlib.contextmanager
def _uninterrupted() -> Iterator[None]:
    """Ignore Ctrl-C and SIGTERM while cleaning up, which takes seconds at most."""
    numbers = (signal.SIGINT, signal.SIGTERM)
    before = [signal.signal(number, signal.SIG_IGN) for number in numbers]
    try:
        yield
    finally:
        for number, handler in zip(numbers, before, strict=True):
            signal.signal(number, handler)


def _kill_children(spared: set[int]) -> None:
    """Kill the children of this process and, as they become its children, theirs.

    Raises:
        OurFailure: if some do not end.
    """
    deadline = time.monotonic() + _END_SECONDS
    while left := set(_children()) - spared:
        for child in left:
            with contextlib.suppress(ProcessLookupError):
                os.kill(child, signal.SIGKILL)
            with contextlib.suppress(ChildProcessError):
                os.waitpid(child, os.WNOHANG)
        if time.monotonic() > deadline:
            numbers = ", ".join(map(str, sorted(left)))
            raise OurFailure(f"processes of the job do not end: {numbers}", "restart the machine")
        time.sleep(_POLL_SECONDS / 5)


def _children() -> Iterator[int]:
    for task in Path("/proc/self/task").iterdir():
        with contextlib.suppress(OSError):
            yield from map(int, (task / "children").read_text().split())


def _give_to(folder: Path, user: int, group: int) -> None:
    for path in (folder, *folder.rglob("*")):
        os.chown(path, user, group, follow_symlinks=False)


def _remove(place: Path) -> None:
    """Remove a folder, even if the job took away its own rights in it.

    Raises:
        OurFailure: if something cannot be removed.
    """
    for root, folders, _ in os.walk(place):
        for name in folders:
            path = Path(root, name)
            if not path.is_symlink():
                path.chmod(stat.S_IRWXU)
    try:
        shutil.rmtree(place)
    except OSError as error:
        problem = f"cannot remove {place}: {error.strerror}"
        raise OurFailure(problem, "remove it before the next job") from None


def _last_line(log: Path) -> str:
    lines = log.read_bytes()[-8192:].decode("utf-8", "replace").split("\n")
    return printable_text(next((line.strip() for line in reversed(lines) if line.strip()), ""))[:_LOG_LIMIT]
