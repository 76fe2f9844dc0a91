"""A model server of ours: started on a free port of this machine, waited for, stopped."""

import asyncio
import contextlib
import ctypes
import http.client
import os
import signal
import socket
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import BinaryIO

from benchmark.core.errors import BadInput, OurFailure, printable

#: What a server may know of our environment: where things are, which GPU; no key, no token.
_PASSED = (
    "PATH",
    "HOME",
    "TMPDIR",
    "LANG",
    "LD_LIBRARY_PATH",
    "CUDA_HOME",
    "CUDA_VISIBLE_DEVICES",
    "NVIDIA_VISIBLE_DEVICES",
    "OMP_NUM_THREADS",
    "VIRTUAL_ENV",
    "XDG_CACHE_HOME",
)
_PR_SET_PDEATHSIG = 1
_ASK_SECONDS = 0.5
_STOP_SECONDS = 30.0
_SHOWN_BYTES = 2000


class Engine:
    """A server process. Its output goes to a log that is kept.

    Args:
        command: with the port where ``{port}`` stands.
        log: begun anew.
        health: path that answers once the model is loaded.
        seconds: to wait for that.
    """

    def __init__(self, command: Sequence[str], *, log: Path, health: str, seconds: float) -> None:
        self._command, self._log, self._health, self._seconds = tuple(command), log, health, seconds
        self._process: subprocess.Popen[bytes] | None = None
        self._watcher: subprocess.Popen[bytes] | None = None
        self._output: BinaryIO | None = None
        self.port = 0

    async def start(self) -> None:
        """Start it and wait until it serves.

        Raises:
            BadInput: when there is no such program, or the log cannot be written.
            OurFailure: when it ends, or does not serve in time.
        """
        self.port = _free_port()
        command = [word.replace("{port}", str(self.port)) for word in self._command]
        try:
            self._log.parent.mkdir(parents=True, exist_ok=True)
            self._output = self._log.open("wb")
        except OSError as error:
            raise BadInput(self._log, "", f"cannot be written: {error.strerror}", "make room there") from None
        try:
            self._process = subprocess.Popen(
                command,
                stdin=subprocess.DEVNULL,
                stdout=self._output,
                stderr=subprocess.STDOUT,
                env=_environment(os.environ),
                start_new_session=True,  # Ctrl-C is for us; it is stopped when its last answer is in
                preexec_fn=_die_with_us,  # noqa: PLW1509 - one system call, no lock
            )
        except OSError:
            self._output.close()
            fix = "python -m pip install vllm, or transformers[serving]; in the environment of sightbench"
            raise BadInput("server", "engine", f"there is no program {command[0]}", fix) from None
        self._watcher = _watcher(self._process.pid)
        try:
            async with asyncio.timeout(self._seconds):
                while True:
                    answers = await asyncio.to_thread(_answers, f"http://127.0.0.1:{self.port}{self._health}")
                    self.check(" before it served")  # else it is another server that has the port
                    if answers:
                        return
                    await asyncio.sleep(_ASK_SECONDS)
        except TimeoutError:
            raise self._failure(f"does not serve after {self._seconds:g} s") from None

    def check(self, when: str = "") -> None:
        """Check that it is still there.

        Raises:
            OurFailure: when it has ended.
        """
        if self._process is not None and self._process.poll() is not None:
            raise self._failure(f"ended with code {self._process.returncode}{when}")

    async def stop(self) -> None:
        """End it with all that it started; safe to call twice."""
        process, self._process = self._process, None
        if process is not None:
            try:
                _kill(process.pid, signal.SIGTERM)
                with contextlib.suppress(subprocess.TimeoutExpired):
                    await asyncio.to_thread(process.wait, _STOP_SECONDS)
            finally:  # also when nobody wants to wait for it
                _kill(process.pid, signal.SIGKILL)
                with contextlib.suppress(subprocess.TimeoutExpired):
                    process.wait(_STOP_SECONDS)
        if self._watcher is not None:
            self._watcher.communicate()
            self._watcher = None
        if self._output is not None:
            self._output.close()
            self._output = None

    def _failure(self, what: str) -> OurFailure:
        with contextlib.suppress(OSError), self._log.open("rb") as log:
            log.seek(max(0, self._log.stat().st_size - _SHOWN_BYTES))
            lines = [line.strip() for line in log.read().decode("utf-8", "replace").splitlines()]
            if last := next((line for line in reversed(lines) if line), ""):
                what += f": {printable(last)[:300]}"
        return OurFailure(f"the model server {what}", f"its output is in {self._log}")


def program(name: str) -> str:
    """A program that is installed beside this Python, or else on the path."""
    beside = Path(sys.executable).parent / name
    return str(beside) if beside.is_file() else name


def _kill(group: int, sign: signal.Signals) -> None:
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(group, sign)


def _watcher(group: int) -> subprocess.Popen[bytes]:
    """Ends what a server has started when we are gone, however that came: its standard input ends then."""
    command = ["/bin/sh", "-c", 'read -r _; kill -s KILL -- "-$1" 2>/dev/null', "sh", str(group)]
    return subprocess.Popen(command, stdin=subprocess.PIPE, start_new_session=True)


def _free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port: int = found.getsockname()[1]
        return port


def _environment(ours: Mapping[str, str]) -> dict[str, str]:
    passed = {name: ours[name] for name in _PASSED if name in ours}
    # The weights are there already, and nothing else is fetched or reported.
    return {**passed, "HF_HUB_OFFLINE": "1", "TRANSFORMERS_OFFLINE": "1", "VLLM_NO_USAGE_STATS": "1"}


def _die_with_us() -> None:
    ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)


def _answers(url: str) -> bool:
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    try:
        with opener.open(url, timeout=5) as reply:
            return bool(reply.status < 500)  # noqa: PLR2004 - a range of HTTP
    except urllib.error.HTTPError as error:
        return error.code < 500  # noqa: PLR2004 - it serves, if not this path
    except (OSError, http.client.HTTPException):
        return False
