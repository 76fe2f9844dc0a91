"""The warm interpreter inside bubblewrap: it forks one shut-in child a sample.

Messages on the control socket (one JSON object a packet; the page "Sandbox protocol" has the whole list):

    host → zygote   {"profile", "modules": [name, ...], "preamble": text}, once
                    {"id", "kind": "function" | "stdio" | "lint", "cpu_seconds", "memory_mb", "file_mb",
                     "tmp_mb"} + descriptors
                    {"kill": id}
    zygote → host   {"ready": true}, once
                    {"id", "exit": code or null, "signal": number or null, "cpu_seconds", "memory_mb"}
                    {"id", "fault": text}   the child could not be shut in; nothing of the answer ran
"""

import _sitebuiltins
import array
import builtins
import contextlib
import gc
import importlib
import json
import os
import select
import signal
import socket
import sys
from typing import NoReturn

from . import figure, function, isolation, lint, load, program, seccomp

_MIB = 1 << 20
_TMP_OPTIONS = "size={tmp_mb}m,nr_inodes=4k,mode=0700"
_SERVE = {"function": function.serve, "stdio": program.run, "lint": lint.serve}
_WARM = {"lint": lint.warm, "figure": figure.warm}
#: What nearly every answer imports.
_COMMON = (
    "bisect collections copy dataclasses datetime decimal enum fractions functools heapq itertools json math"
    " operator random re statistics string textwrap time traceback typing"
)


def main(control_fd: int) -> None:
    """Serve requests until the host closes the control socket."""
    control = socket.socket(fileno=control_fd)
    isolation.forbid_user_namespaces()
    own_pid_namespace = os.open("/proc/self/ns/pid", os.O_RDONLY)
    packet, _ = _receive(control)
    if not packet:
        return
    profile = json.loads(packet)
    for name in _COMMON.split():
        importlib.import_module(name)
    for name in profile["modules"]:
        importlib.import_module(name)
    sys.path.remove("/sightbench")
    for name in ("exit", "quit"):  # what the site module would have given every program
        setattr(builtins, name, _sitebuiltins.Quitter(name, "Ctrl-D (i.e. EOF)"))
    _WARM.get(profile["profile"], load.warm)(profile["preamble"])
    filter_ = seccomp.build()
    isolation.fresh_standard_streams()
    gc.collect()
    gc.freeze()
    isolation.collapse_memory()
    control.send(json.dumps({"ready": True}).encode())
    while True:
        packet, descriptors = _receive(control)
        if not packet:
            return
        request = json.loads(packet)
        if "kill" in request:
            continue  # it ended before the order arrived
        # A second unshare needs the way back first: pid namespaces nest, and fork follows the last one.
        isolation.setns(own_pid_namespace, isolation.CLONE_NEWPID)
        isolation.unshare(isolation.CLONE_NEWPID)
        shut_in, tell = os.pipe()
        pid = os.fork()
        if pid == 0:
            _child(request, descriptors, tell, filter_)
        for descriptor in (tell, *descriptors):
            os.close(descriptor)
        host_is_there = _wait(control, request["id"], pid, shut_in)
        os.close(shut_in)
        if not host_is_there:
            return


def _receive(control: socket.socket) -> tuple[bytes, list[int]]:
    descriptors = array.array("i")
    packet, ancillary, _, _ = control.recvmsg(1 << 16, socket.CMSG_SPACE(8 * descriptors.itemsize))
    for level, kind, data in ancillary:
        if level == socket.SOL_SOCKET and kind == socket.SCM_RIGHTS:
            descriptors.frombytes(data[: len(data) - len(data) % descriptors.itemsize])
    return packet, list(descriptors)


def _wait(control: socket.socket, request_id: int, pid: int, shut_in: int) -> bool:
    """Watch the child and the host; False when the host has gone.

    The child writes a byte to ``shut_in`` before it runs the answer, which cannot take it back.
    """
    pidfd = os.pidfd_open(pid)
    poller = select.poll()
    poller.register(pidfd, select.POLLIN)
    poller.register(control, select.POLLIN)
    host_is_there = True
    ended = False
    while not ended:
        for descriptor, _ in poller.poll():
            if descriptor == pidfd:
                ended = True
                continue
            packet, _ = _receive(control)
            if not packet or json.loads(packet).get("kill") == request_id:
                host_is_there = bool(packet)
                os.kill(pid, signal.SIGKILL)
                poller.unregister(control)
                break
    os.close(pidfd)
    _, status, usage = os.wait4(pid, 0)
    report: dict[str, object]
    os.set_blocking(shut_in, False)
    if not _has_byte(shut_in):
        report = {"id": request_id, "fault": "a namespace, mount or limit of the child could not be set"}
    else:
        report = {
            "id": request_id,
            "exit": os.WEXITSTATUS(status) if os.WIFEXITED(status) else None,
            "signal": os.WTERMSIG(status) if os.WIFSIGNALED(status) else None,
            "cpu_seconds": usage.ru_utime + usage.ru_stime,
            "memory_mb": usage.ru_maxrss / 1024,
        }
    with contextlib.suppress(OSError):
        control.send(json.dumps(report).encode())
    return host_is_there


def _has_byte(pipe: int) -> bool:
    try:
        return bool(os.read(pipe, 1))
    except BlockingIOError:
        return False


def _child(request: dict[str, object], descriptors: list[int], tell: int, filter_: bytes) -> NoReturn:
    """Shut this process in, then run the model's code. Never returns to the zygote's loop."""
    try:
        os.setsid()  # else a signal to its group would reach the zygote
        channel = _shut_in(request, descriptors, tell)
        serve = _SERVE[str(request["kind"])]
        seccomp.load(filter_)
        os.write(tell, b"1")
        os.close(tell)
    except BaseException:  # noqa: BLE001 - whatever it is, the answer must not run half shut in
        os._exit(1)
    code = 1
    try:
        code = serve(channel)
    finally:
        os._exit(code & 255)


def _shut_in(request: dict[str, object], descriptors: list[int], tell: int) -> socket.socket:
    isolation.unshare(isolation.CLONE_NEWNS | isolation.CLONE_NEWIPC)
    isolation.mount("tmpfs", "/tmp", _TMP_OPTIONS.format(tmp_mb=request["tmp_mb"]))  # noqa: S108 - its own, gone with the child
    isolation.mount("proc", "/proc")
    os.chdir("/tmp")  # noqa: S108
    channel_fd, *standard = descriptors
    null = () if standard else [os.open("/dev/null", os.O_RDWR)] * 3
    for number, descriptor in enumerate(standard or null):
        os.dup2(descriptor, number)
    isolation.close_all_but({channel_fd, tell})
    if standard:  # else the zygote's objects will do: nothing has gone through them
        isolation.fresh_standard_streams()
    isolation.limit_resources(
        cpu_seconds=int(str(request["cpu_seconds"])),
        address_space=isolation.address_space_now() + int(str(request["memory_mb"])) * _MIB,
        file_bytes=int(str(request["file_mb"])) * _MIB,
        processes=64,
    )
    isolation.drop_rights()
    return socket.socket(fileno=channel_fd)
