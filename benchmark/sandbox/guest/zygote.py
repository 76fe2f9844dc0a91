"""The interpreter inside bubblewrap: it loads modules once, and forks one isolated child per test or case.

Messages on the control socket (one JSON object per packet; the page "The sandbox" explains them):

    host → zygote   {"profile", "modules": [name, ...], "preamble": text,
                     "filter": of system calls, in hexadecimal digits}, once
                    {"id", "kind": "function" | "stdio" | "lint" | "drawing", "cpu_seconds", "memory_mb",
                     "file_mb", "tmp_mb", "stack_mb", "sent": time on the monotonic clock} + descriptors
                    {"kill": id}
    zygote → host   {"ready": true, "warm": whether the preamble has run}, once
                    {"id", "exit": code or null, "signal": number or null, "cpu_seconds", "memory_mb",
                     "waited_seconds"}   how long a killed child was kept from running
                    {"id", "fault": text}   the child could not be isolated; nothing of the answer ran
"""

import _sitebuiltins
import array
import builtins
import contextlib
import gc
import importlib
import json
import mmap
import os
import random
import select
import signal
import socket
import sys
import time
from typing import Any, NoReturn

from . import drawing, function, isolation, lint, load, program, register_at_fork, rehearsal

_MIB = 1 << 20
_encode = json.JSONEncoder(separators=(",", ":")).encode
_SERVE = {"function": function.serve, "stdio": program.run, "lint": lint.serve, "drawing": drawing.serve}
_WARM = {"lint": lint.warm, "figure": drawing.warm}
#: Modules that nearly every answer imports.
_COMMON_MODULES = (
    "bisect collections copy dataclasses datetime decimal enum fractions functools heapq itertools json math"
    " operator random re statistics string textwrap time traceback typing"
)


def main(control_fd: int) -> None:
    """Serve requests until the host closes the control socket."""
    control = socket.socket(fileno=control_fd)
    isolation.forbid_user_namespaces()
    isolation.inherit_nothing()
    own_pid_namespace = os.open("/proc/self/ns/pid", os.O_RDONLY)
    packet, _ = _receive(control)
    if not packet:
        return
    profile = json.loads(packet)
    for name in _COMMON_MODULES.split():
        importlib.import_module(name)
    for name in profile["modules"]:
        importlib.import_module(name)
    sys.path.remove("/sightbench")
    for name in ("exit", "quit"):  # the site module, which is not loaded, gives these to every program
        setattr(builtins, name, _sitebuiltins.Quitter(name, "Ctrl-D (i.e. EOF)"))
    os.register_at_fork = register_at_fork
    is_warm = _WARM.get(profile["profile"], load.warm)(profile["preamble"])
    sys.set_int_max_str_digits(0)  # a right answer may print 2 ** 20000; the limit of CPU time holds
    random.seed(0)  # so that an answer draws the same random numbers everywhere
    filter_ = isolation.SeccompFilter(bytes.fromhex(profile["filter"]))
    isolation.fresh_standard_streams()
    isolation.die_of_signals()
    gc.collect()
    if profile["profile"] != "lint":
        rehearsal.rehearse()  # after the collection, which throws away memory that children would use
    gc.freeze()
    isolation.collapse_memory()
    isolated = mmap.mmap(-1, mmap.PAGESIZE)
    address_space = isolation.address_space_now()
    poller = select.poll()
    poller.register(control, select.POLLIN)
    control.send(_encode({"ready": True, "warm": is_warm}).encode())
    while True:
        packet, descriptors = _receive(control)
        if not packet:
            return
        request = json.loads(packet)
        if "kill" in request:
            continue  # the child ended before the request arrived
        # Return to our own PID namespace first: namespaces nest, and fork uses the last one that was made.
        isolation.setns(own_pid_namespace, isolation.CLONE_NEWPID)
        isolation.unshare(isolation.CLONE_NEWPID)
        isolated[0] = 0
        pid = os.fork()
        if pid == 0:
            _child(request, address_space, descriptors, isolated, filter_)
        for descriptor in descriptors:
            os.close(descriptor)
        if not _wait(control, poller, request, pid, isolated):
            return


def _receive(control: socket.socket) -> tuple[bytes, list[int]]:
    descriptors = array.array("i")
    packet, ancillary, _, _ = control.recvmsg(1 << 16, socket.CMSG_SPACE(8 * descriptors.itemsize))
    for level, kind, data in ancillary:
        if level == socket.SOL_SOCKET and kind == socket.SCM_RIGHTS:
            descriptors.frombytes(data[: len(data) - len(data) % descriptors.itemsize])
    return packet, list(descriptors)


def _wait(
    control: socket.socket, poller: select.poll, request: dict[str, Any], pid: int, isolated: mmap.mmap
) -> bool:
    """Wait for the child's end and report it; return whether the host is still there."""
    request_id, forked = request["id"], time.monotonic()
    pidfd = os.pidfd_open(pid)
    poller.register(pidfd, select.POLLIN)
    host_is_there = True
    ended = False
    waited = 0.0
    while not ended:
        for descriptor, _ in poller.poll():
            if descriptor == pidfd:
                ended = True
                continue
            packet, _ = _receive(control)
            if not packet or json.loads(packet).get("kill") == request_id:
                host_is_there = bool(packet)
                waited = forked - request["sent"]  # long if this process was stopped
                running = time.monotonic() - forked
                waited += running if _was_stopped(pidfd) else _seconds_without_core(pid)
                os.kill(pid, signal.SIGKILL)
                os.waitid(os.P_PIDFD, pidfd, os.WEXITED | os.WNOWAIT)
                ended = True
                break
    poller.unregister(pidfd)
    os.close(pidfd)
    _, status, usage = os.wait4(pid, 0)
    report: dict[str, object]
    if not isolated[0]:
        report = {"id": request_id, "fault": "a namespace, mount or limit of the child could not be set"}
    else:
        report = {
            "id": request_id,
            "exit": os.WEXITSTATUS(status) if os.WIFEXITED(status) else None,
            "signal": os.WTERMSIG(status) if os.WIFSIGNALED(status) else None,
            "cpu_seconds": usage.ru_utime + usage.ru_stime,
            "memory_mb": usage.ru_maxrss / 1024,
            "waited_seconds": waited,
        }
    with contextlib.suppress(OSError):
        control.send(_encode(report).encode())
    return host_is_there


def _was_stopped(pidfd: int) -> bool:
    """Whether a child was stopped. Only a process outside can do that: signals of its own do not stop it."""
    with contextlib.suppress(ChildProcessError):  # the child has ended
        return os.waitid(os.P_PIDFD, pidfd, os.WSTOPPED | os.WCONTINUED | os.WNOHANG) is not None
    return False


def _seconds_without_core(pid: int) -> float:
    """Return the seconds for which a process was ready to run but had no core; 0 if they are not counted."""
    with contextlib.suppress(OSError), open(f"/proc/{pid}/schedstat") as schedstat:  # noqa: PTH123
        return int(schedstat.read().split()[1]) / 1e9
    return 0.0


def _child(
    request: dict[str, Any],
    address_space: int,
    descriptors: list[int],
    isolated: mmap.mmap,
    filter_: isolation.SeccompFilter,
) -> NoReturn:
    """Isolate this process, then run the model's code. Never returns to the zygote's loop.

    ``address_space`` is the size of the zygote's own mappings in bytes. ``isolated`` is memory shared with
    the zygote: the child writes a 1 into it when it is isolated, and unmaps it before the answer runs.
    """
    try:
        os.setsid()  # otherwise a signal to the child's process group would reach the zygote
        channel = _isolate(request, address_space, descriptors)
        filter_.load()
        isolated[0] = 1
        isolated.close()
    except BaseException:  # noqa: BLE001 - the answer must never run in a process that is not isolated
        os._exit(1)
    code = 1
    try:
        code = _SERVE[request["kind"]](channel)
    finally:
        os._exit(code & 255)


def _isolate(request: dict[str, Any], address_space: int, descriptors: list[int]) -> socket.socket:
    isolation.unshare(isolation.CLONE_NEWNS | isolation.CLONE_NEWIPC)
    isolation.mount(b"tmpfs", b"/tmp", b"size=%dm,nr_inodes=4k,mode=0700" % request["tmp_mb"])
    isolation.mount(b"proc", b"/proc")
    os.chdir("/tmp")  # noqa: S108
    channel_fd, *standard = descriptors
    null = () if standard else [os.open("/dev/null", os.O_RDWR)] * 3
    for number, descriptor in enumerate(standard or null):
        os.dup2(descriptor, number)
    isolation.close_all_but({channel_fd})
    if standard:  # otherwise the zygote's unused objects will do
        isolation.fresh_standard_streams()
    isolation.limit_resources(
        cpu_seconds=request["cpu_seconds"],
        address_space=address_space + request["memory_mb"] * _MIB,
        file_bytes=request["file_mb"] * _MIB,
        stack_bytes=request["stack_mb"] * _MIB,
    )
    isolation.drop_rights()
    return socket.socket(fileno=channel_fd)
