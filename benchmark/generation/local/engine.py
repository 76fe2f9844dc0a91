"""A model server that we start on a free port of this machine and stop at the end."""

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

from benchmark.core.errors import BadInput, OurFailure, printable_text
from benchmark.core.install import install_engine

#: Environment variables that a server gets: paths and GPU settings by name, but no key and no token.
_PASSED_VARIABLES = (
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
    "CUDA_DEVICE_ORDER",
    "CUDA_LAUNCH_BLOCKING",
    "CUDA_MODULE_LOADING",
    "CUDA_PATH",
    "HIP_PATH",
    "HIP_VISIBLE_DEVICES",
    "NCCL_ALGO",
    "NCCL_DEBUG",
    "NCCL_IB_DISABLE",
    "NCCL_IB_HCA",
    "NCCL_P2P_DISABLE",
    "NCCL_P2P_LEVEL",
    "NCCL_PROTO",
    "NCCL_SHM_DISABLE",
    "NCCL_SOCKET_IFNAME",
    "ROCR_VISIBLE_DEVICES",
    "VLLM_ATTENTION_BACKEND",
    "VLLM_CACHE_ROOT",
    "VLLM_ENGINE_ITERATION_TIMEOUT_S",
    "VLLM_FLASH_ATTN_VERSION",
    "VLLM_LOGGING_LEVEL",
    "VLLM_USE_V1",
    "VLLM_WORKER_MULTIPROC_METHOD",
)
_PR_SET_PDEATHSIG = 1
_POLL_SECONDS = (0.02, 0.5)  #: first and longest pause between questions whether the server answers
_STOP_SECONDS = 5.0  #: then the server is killed: a call that still runs would delay its end
_SHOWN_BYTES = 2000


class Engine:
    """A server process that writes its output to a log.

    Args:
        command: the command line; ``{port}`` in it is replaced by the port.
        log: file for the output; overwritten at the start, kept at the end.
        health: URL path that answers once the model is loaded.
        seconds: time limit for loading the model.
    """

    def __init__(self, command: Sequence[str], *, log: Path, health: str, seconds: float) -> None:
        self._command, self._log, self._health, self._seconds = tuple(command), log, health, seconds
        self._process: subprocess.Popen[bytes] | None = None
        self._watcher: subprocess.Popen[bytes] | None = None
        self._output: BinaryIO | None = None
        self.port = 0

    async def start(self) -> None:
        """Start the server and wait until it answers.

        Raises:
            BadInput: if the program is not installed or the log cannot be written.
            OurFailure: if the server ends or does not answer in time.
        """
        self.port = _free_port()
        command = [word.replace("{port}", str(self.port)) for word in self._command]
        try:
            self._log.parent.mkdir(parents=True, exist_ok=True)
            self._output = self._log.open("wb")
        except OSError as error:
            fix = "check its folder: the permissions and the free space"
            raise BadInput(self._log, "", f"cannot be written: {error.strerror}", fix) from None
        try:
            self._process = subprocess.Popen(
                command,
                stdin=subprocess.DEVNULL,
                stdout=self._output,
                stderr=subprocess.STDOUT,
                env=_environment(os.environ),
                start_new_session=True,  # so that Ctrl-C does not end the server before its last answers
                preexec_fn=_die_with_us,  # noqa: PLW1509 - one system call, no lock
            )
        except OSError:
            self._output.close()
            fix = install_engine("vllm" if command[0] == "vllm" else "transformers[serving]")
            raise BadInput("server", "engine", f"the program {command[0]} is not installed", fix) from None
        self._watcher = _start_watcher(self._process.pid)
        pause, longest = _POLL_SECONDS
        try:
            async with asyncio.timeout(self._seconds):
                while True:
                    url = f"http://127.0.0.1:{self.port}{self._health}"
                    answers = await asyncio.to_thread(_is_serving, url)
                    self.check(" before it answered")  # if it ended, another server answers on this port
                    if answers:
                        return
                    await asyncio.sleep(pause)
                    pause = min(2 * pause, longest)
        except TimeoutError:
            raise self._failure(f"did not answer within {self._seconds:g} s") from None

    def check(self, when: str = "") -> None:
        """Check that the server is still running.

        Raises:
            OurFailure: if it has ended.
        """
        if self._process is not None and self._process.poll() is not None:
            raise self._failure(f"ended with code {self._process.returncode}{when}")

    async def stop(self) -> None:
        """Stop the server and all processes that it started. Safe to call twice."""
        process, self._process = self._process, None
        if process is not None:
            try:
                _kill(process.pid, signal.SIGTERM)
                with contextlib.suppress(subprocess.TimeoutExpired):
                    await asyncio.to_thread(process.wait, _STOP_SECONDS)
            finally:  # even if the wait was cancelled
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
                what += f": {printable_text(last)[:300]}"
        return OurFailure(f"the model server {what}", f"see its output in {self._log}")


def find_program(name: str) -> str:
    """Return the path of a program next to this Python, otherwise its name, to be found on the path."""
    neighbour = Path(sys.executable).parent / name
    return str(neighbour) if neighbour.is_file() else name


def _kill(group: int, sign: signal.Signals) -> None:
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(group, sign)


def _start_watcher(group: int) -> subprocess.Popen[bytes]:
    """Start a process that kills a process group when its input closes, which happens as soon as we end."""
    command = ["/bin/sh", "-c", 'read -r _; kill -s KILL -- "-$1" 2>/dev/null', "sh", str(group)]
    return subprocess.Popen(command, stdin=subprocess.PIPE, start_new_session=True)


def _free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port: int = free.getsockname()[1]
        return port


def _environment(ours: Mapping[str, str]) -> dict[str, str]:
    passed = {name: ours[name] for name in _PASSED_VARIABLES if name in ours}
    # The weights are on this machine already; the server must not download or report anything.
    return {**passed, "HF_HUB_OFFLINE": "1", "TRANSFORMERS_OFFLINE": "1", "VLLM_NO_USAGE_STATS": "1"}


def _die_with_us() -> None:
    ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)


def _is_serving(url: str) -> bool:
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    try:
        with opener.open(url, timeout=5) as reply:
            return bool(reply.status < 500)  # noqa: PLR2004 - a range of HTTP
    except urllib.error.HTTPError as error:
        with error:  # it holds the connection
            return error.code < 500  # noqa: PLR2004 - the server answers, even if not on this path
    except (OSError, http.client.HTTPException):
        return False
