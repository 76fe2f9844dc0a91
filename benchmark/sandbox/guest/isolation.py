"""System calls that isolate one child, made through ctypes because Python 3.11 has no ``os.unshare``."""

import ctypes
import os
import resource
import signal
import sys

CLONE_NEWNS = 0x00020000
CLONE_NEWIPC = 0x08000000
CLONE_NEWPID = 0x20000000
_MS_NOSUID, _MS_NODEV, _MS_NOEXEC = 2, 4, 8
_PR_SET_NO_NEW_PRIVS = 38
_PR_SET_DUMPABLE = 4
_PR_SET_SECCOMP, _MODE_FILTER, _INSTRUCTION_BYTES = 22, 2, 8
_MADV_COLLAPSE = 25
_CAPABILITY_VERSION_3 = 0x20080522
_THREAD_STACK = 8 << 20  #: bytes of the stack of a thread that asks for no other size
_THREAD_ATTRIBUTES = 64  #: bytes of a pthread_attr_t, at most

#: Signals that end a process, except those that Python handles or ignores. SIGKILL and signals of faults,
#: such as SIGSEGV, are left out; if a program sends one, the filter of system calls raises SIGSYS instead.
_DEADLY_SIGNALS = (
    *(signal.SIGHUP, signal.SIGQUIT, signal.SIGABRT, signal.SIGUSR1, signal.SIGUSR2, signal.SIGALRM),
    *(signal.SIGTERM, signal.SIGXCPU, signal.SIGVTALRM, signal.SIGPROF, signal.SIGIO, signal.SIGPWR),
    *(signal.SIGSYS, *range(signal.SIGRTMIN, signal.SIGRTMAX + 1)),
)

_libc = ctypes.CDLL(None, use_errno=True)
# Prepared in the zygote: each child uses these first, and objects made before the fork cost it no memory.
_prctl = _libc.prctl
_prctl.argtypes = (ctypes.c_int, *(ctypes.c_ulong,) * 4)
_capset = _libc.capset
_capability_header = (ctypes.c_uint32 * 2)(_CAPABILITY_VERSION_3, 0)
_no_capability = (ctypes.c_uint32 * 6)()
_CAPSET_ARGUMENTS = (ctypes.byref(_capability_header), ctypes.byref(_no_capability))


def _checked(result: int, what: str) -> None:
    if result != 0:
        number = ctypes.get_errno()
        raise OSError(number, f"{what}: {os.strerror(number)}")


def unshare(flags: int) -> None:
    """Move this process into new namespaces of the kinds in ``flags``."""
    _checked(_libc.unshare(flags), "unshare")


def setns(descriptor: int, kind: int) -> None:
    """Enter the namespace that ``descriptor`` refers to."""
    _checked(_libc.setns(descriptor, kind), "setns")


def mount(kind: bytes, target: bytes, options: bytes = b"") -> None:
    """Mount a fresh ``tmpfs`` or ``proc`` on ``target``, without devices or set-uid programs."""
    flags = _MS_NOSUID | _MS_NODEV | (_MS_NOEXEC if kind == b"proc" else 0)
    _checked(_libc.mount(kind, target, kind, flags, options), "mount")


def forbid_user_namespaces() -> None:
    """Forbid new user namespaces, so that a child cannot regain capabilities in a namespace of its own.

    Needs CAP_SYS_RESOURCE in the sandbox's user namespace. The limit applies to all processes started later.
    """
    mount(b"proc", b"/tmp")
    try:
        with open("/tmp/sys/user/max_user_namespaces", "w") as limit:  # noqa: PTH123, S108
            limit.write("0")
    finally:
        _checked(_libc.umount2(b"/tmp", 0), "umount")


def control(option: int, *arguments: int) -> None:
    """Call ``prctl`` with up to four arguments."""
    _checked(_prctl(option, *(*arguments, 0, 0, 0, 0)[:4]), "prctl")


def drop_rights() -> None:
    """Give up all capabilities, and forbid regaining them by executing a set-uid program."""
    control(_PR_SET_NO_NEW_PRIVS, 1)
    _checked(_capset(*_CAPSET_ARGUMENTS), "capset")
    control(_PR_SET_DUMPABLE, 0)


def limit_resources(*, cpu_seconds: int, address_space: int, file_bytes: int, stack_bytes: int) -> None:
    """Set the limits of this process; sizes in bytes, CPU in whole seconds.

    Every limit that an answer can notice is set, because those of the host differ: with ``ulimit -s 1024``, a
    right answer that calls itself through C code would crash. Left out are limits that only calls of C reach
    (pending signals, real-time CPU) and those that the kernel ignores (resident memory, locks).

    The soft CPU limit would only send SIGXCPU, which the first process of a namespace ignores. The hard limit
    kills.
    """
    for kind, limit in (
        (resource.RLIMIT_CPU, cpu_seconds),
        (resource.RLIMIT_AS, address_space),
        (resource.RLIMIT_DATA, address_space),
        (resource.RLIMIT_STACK, stack_bytes),
        (resource.RLIMIT_FSIZE, file_bytes),
        (resource.RLIMIT_NPROC, 64),
        (resource.RLIMIT_NOFILE, 64),
        (resource.RLIMIT_CORE, 0),
        (resource.RLIMIT_MEMLOCK, 0),
        (resource.RLIMIT_MSGQUEUE, 0),
        (resource.RLIMIT_NICE, 0),
        (resource.RLIMIT_RTPRIO, 0),
    ):
        resource.setrlimit(kind, (limit, limit))


def inherit_nothing() -> None:
    """Replace what a process inherits and an answer can notice: blocked and ignored signals, and the umask.

    Threads get their usual stack. The C library would give each of them as much as the limit that the process
    was started with, which is that of the first thread: eight threads would need 2 GiB.
    """
    signal.pthread_sigmask(signal.SIG_SETMASK, ())
    signal.signal(signal.SIGINT, signal.default_int_handler)  # ignored if a shell started us with "&"
    os.umask(0o022)
    attributes = ctypes.create_string_buffer(_THREAD_ATTRIBUTES)
    for step, what in (
        (_libc.pthread_attr_init(attributes), "pthread_attr_init"),
        (_libc.pthread_attr_setstacksize(attributes, ctypes.c_size_t(_THREAD_STACK)), "setstacksize"),
        (_libc.pthread_setattr_default_np(attributes), "pthread_setattr_default_np"),
    ):
        if step != 0:
            raise OSError(step, f"{what}: {os.strerror(step)}")


def address_space_now() -> int:
    """Return the size of this process's mapped address space in bytes."""
    with open("/proc/self/statm") as statm:  # noqa: PTH123 - pathlib is not loaded here
        return int(statm.read().split()[0]) * resource.getpagesize()


def die_of_signals() -> None:
    """Let the signals that end a process also end the first process of a PID namespace, with their numbers.

    The kernel ignores such a signal from inside the namespace if it has no handler, so a program would
    survive its own SIGTERM or alarm. The C library's ``_exit`` becomes the handler, and the number the exit
    code. Python does not notice: for ``signal.getsignal`` the signals keep their default action.
    """
    function = ctypes.cast(_libc._exit, ctypes.c_void_p)
    for number in _DEADLY_SIGNALS:
        _libc.signal(number, function)


def collapse_memory() -> None:
    """Put this process's own memory into huge pages, so that a fork copies fewer page-table entries.

    Does nothing on kernels before Linux 6.1, which do not support it.
    """
    with open("/proc/self/maps") as maps:  # noqa: PTH123
        for line in maps:
            addresses, rights, _, _, inode = line.split()[:5]
            if rights == "rw-p" and inode == "0":
                start, end = (int(address, 16) for address in addresses.split("-"))
                _libc.madvise(ctypes.c_void_p(start), ctypes.c_size_t(end - start), _MADV_COLLAPSE)


def close_all_but(keep: set[int]) -> None:
    """Close every descriptor above 2 that is not in ``keep``."""
    start = 3
    for descriptor in sorted(keep):
        os.closerange(start, descriptor)
        start = max(start, descriptor + 1)
    os.closerange(start, 65536)


def fresh_standard_streams() -> None:
    """Replace the ``sys.std*`` objects, which the zygote made before the fork, by new ones."""
    sys.stdin = open(0, encoding="utf-8", errors="surrogateescape", closefd=False)  # noqa: SIM115
    sys.stdout = open(1, "w", encoding="utf-8", errors="surrogateescape", closefd=False)  # noqa: SIM115
    sys.stderr = open(2, "w", encoding="utf-8", errors="backslashreplace", closefd=False)  # noqa: SIM115
    for name in ("stdin", "stdout", "stderr"):
        setattr(sys, f"__{name}__", getattr(sys, name))


class SeccompFilter:
    """A filter of system calls, which the host builds, the zygote prepares and each child loads."""

    def __init__(self, program: bytes) -> None:
        class SockFprog(ctypes.Structure):
            _fields_ = (("length", ctypes.c_ushort), ("instructions", ctypes.c_void_p))

        self._buffer = ctypes.create_string_buffer(program, len(program))
        self._program = SockFprog(len(program) // _INSTRUCTION_BYTES, ctypes.addressof(self._buffer))
        self._address = ctypes.addressof(self._program)

    def load(self) -> None:
        """Load the filter into this process for good; no-new-privileges must be set.

        Raises:
            OSError: if the kernel refuses the filter.
        """
        control(_PR_SET_SECCOMP, _MODE_FILTER, self._address)
