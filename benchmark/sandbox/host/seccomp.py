"""Builds filters of system calls: classic BPF programs made of the lists below.

Each child of a sandbox loads one before the answer runs, and a walled process (see :mod:`.wall`) before it
reads the first answer. Behind it a program may compute, read and write files and start threads, and nothing
else. Calls that create a process, a socket or a key in the kernel fail with EPERM, which the program can
handle. Calls that only an attack makes kill it (SIGSYS). See seccomp(2), and linux/filter.h for the
instructions.
"""

import ctypes
import errno
import os
import signal
import struct

from benchmark.sandbox.host import kernel

#: Calls that fail with EPERM: name → number on (x86_64, aarch64), None if there is no such call. The numbers
#: are from asm/unistd.h.
_REFUSED: dict[str, tuple[int | None, int | None]] = {
    # processes; threads start with clone, whose flags are checked below
    "fork": (57, None),
    "vfork": (58, None),
    "execve": (59, 221),
    "execveat": (322, 281),
    # the network
    "socket": (41, 198),
    # memory that no limit of the process counts, and objects that outlive the process
    "shmget": (29, 194),
    "semget": (64, 190),
    "msgget": (68, 186),
    "mq_open": (240, 180),
    "memfd_create": (319, 279),
    "memfd_secret": (447, 447),
    "add_key": (248, 217),
    "request_key": (249, 218),
    "keyctl": (250, 219),
    # the machine as a whole
    "personality": (135, 92),
    "syslog": (103, 116),
    "fanotify_init": (300, 262),
    "name_to_handle_at": (303, 264),
}
#: Further calls that fail in a walled process, as in :data:`_REFUSED`. It shares its PID namespace with all
#: processes of its user, and may not slow them down or connect to them.
_REFUSED_BEHIND_WALL: dict[str, tuple[int | None, int | None]] = {
    "pidfd_open": (434, 434),
    "bind": (49, 200),
    "listen": (50, 201),
    "connect": (42, 203),
    "setpriority": (141, 140),
    "ioprio_set": (251, 30),
    "sched_setparam": (142, 118),
    "sched_setscheduler": (144, 119),
    "sched_setaffinity": (203, 122),
    "sched_setattr": (314, 274),
}
#: Calls of :data:`_REFUSED` that a walled process needs: it passes standard input to an answer as a memfd.
_ALLOWED_BEHIND_WALL = {"memfd_create"}
#: Calls that kill the process, as in :data:`_REFUSED`.
_KILLED: dict[str, tuple[int | None, int | None]] = {
    # other processes and the inside of the kernel
    "ptrace": (101, 117),
    "process_vm_readv": (310, 270),
    "process_vm_writev": (311, 271),
    "process_madvise": (440, 440),
    "pidfd_getfd": (438, 438),
    "kcmp": (312, 272),
    "bpf": (321, 280),
    "perf_event_open": (298, 241),
    "userfaultfd": (323, 282),
    "io_uring_setup": (425, 425),
    "io_uring_enter": (426, 426),
    "io_uring_register": (427, 427),
    # namespaces and mounts
    "unshare": (272, 97),
    "setns": (308, 268),
    "mount": (165, 40),
    "umount2": (166, 39),
    "pivot_root": (155, 41),
    "chroot": (161, 51),
    "open_tree": (428, 428),
    "move_mount": (429, 429),
    "fsopen": (430, 430),
    "fsconfig": (431, 431),
    "fsmount": (432, 432),
    "fspick": (433, 433),
    "mount_setattr": (442, 442),
    "open_by_handle_at": (304, 265),
    # the machine as a whole
    "kexec_load": (246, 104),
    "kexec_file_load": (320, 294),
    "init_module": (175, 105),
    "finit_module": (313, 273),
    "delete_module": (176, 106),
    "reboot": (169, 142),
    "swapon": (167, 224),
    "swapoff": (168, 225),
    "iopl": (172, None),
    "ioperm": (173, None),
    "modify_ldt": (154, None),
    "acct": (163, 89),
    "quotactl": (179, 60),
    "quotactl_fd": (443, 443),
    "settimeofday": (164, 170),
    "clock_settime": (227, 112),
    "sethostname": (170, 161),
    "setdomainname": (171, 162),
}
#: Calls that send a signal: numbers as in :data:`_REFUSED`, and the argument that is the signal's number.
_SEND_SIGNAL: tuple[tuple[tuple[int, int], int], ...] = (
    ((62, 129), 1),  # kill
    ((200, 130), 1),  # tkill
    ((129, 138), 1),  # rt_sigqueueinfo
    ((424, 424), 1),  # pidfd_send_signal
    ((234, 131), 2),  # tgkill
    ((297, 240), 2),  # rt_tgsigqueueinfo
)
#: Signals without a handler of ours, which the kernel would ignore; see :func:`.isolation.die_of_signals`.
_IGNORED_SIGNALS = (
    signal.SIGKILL,
    signal.SIGILL,
    signal.SIGTRAP,
    signal.SIGBUS,
    signal.SIGFPE,
    signal.SIGSEGV,
)
_FLOCK = (73, 32)
_IOCTL = (16, 29)
_SET_OWNERS = (0x8901, 0x8902)  # FIOSETOWN, SIOCSPGRP
_FCNTL = (72, 25)
_SET_LOCKS = (6, 7, 37, 38)  # F_SETLK, F_SETLKW, F_OFD_SETLK, F_OFD_SETLKW
_SET_SIGNALS = (8, 10, 15)  # F_SETOWN, F_SETSIG, F_SETOWN_EX
_SETRLIMIT = (160, 164)
_PRLIMIT64 = (302, 261)
_RLIMIT_CPU, _RLIMIT_STACK = 0, 3
_CLONE = (56, 220)
_CLONE3 = 435
_CLONE_THREAD = 0x10000

_MACHINES = {"x86_64": (0, 0xC000003E), "aarch64": (1, 0xC00000B7)}  # column in the tables, AUDIT_ARCH
_X32_BIT = 0x40000000  # x86_64's second set of numbers begins here; aarch64 has no numbers this large

_LOAD, _JUMP_EQUAL, _JUMP_AT_LEAST, _JUMP_BITS, _RETURN = 0x20, 0x15, 0x35, 0x45, 0x06
# Offsets in struct seccomp_data.
_NUMBER, _ARCHITECTURE, _FIRST_ARGUMENT, _SECOND_ARGUMENT, _THIRD_ARGUMENT = 0, 4, 16, 24, 32
_ALLOW, _KILL, _TRAP, _ERRNO = 0x7FFF0000, 0x80000000, 0x00030000, 0x00050000
_ARGUMENTS = (_FIRST_ARGUMENT, _SECOND_ARGUMENT, _THIRD_ARGUMENT)
_Block = list[tuple[int, int, int, int]]  # instructions: code, steps if true, steps if false, operand
_INSTRUCTION = struct.Struct("=HBBI")
_PR_SET_SECCOMP, _MODE_FILTER = 22, 2


def build(machine: str | None = None, *, wall: bool = False) -> bytes:
    """Return the filter for a machine in the kernel's format: of answers, or of a walled process.

    Raises:
        OSError: if this module has no system call numbers for the machine.
    """
    machine = machine or os.uname().machine
    if machine not in _MACHINES:
        raise OSError(errno.ENOSYS, f"no filter of system calls for {machine}")
    column, architecture = _MACHINES[machine]
    program = [
        (_LOAD, 0, 0, _ARCHITECTURE),
        (_JUMP_EQUAL, 1, 0, architecture),
        (_RETURN, 0, 0, _KILL),
        (_LOAD, 0, 0, _NUMBER),
        (_JUMP_AT_LEAST, 0, 1, _X32_BIT),
        (_RETURN, 0, 0, _KILL),
    ]
    for number, block in _blocks(column, wall=wall).items():
        program += [(_JUMP_EQUAL, 0, len(block), number), *block]
    program.append((_RETURN, 0, 0, _ALLOW))
    return b"".join(_INSTRUCTION.pack(*instruction) for instruction in program)


def _blocks(column: int, *, wall: bool) -> dict[int, _Block]:
    """Return the instructions for each system call that is not simply allowed, by number."""
    refused = _REFUSED | _REFUSED_BEHIND_WALL if wall else _REFUSED
    blocks: dict[int, _Block] = {}
    for calls, verdict in ((_KILLED, _KILL), (refused, _ERRNO | errno.EPERM)):
        for name, numbers in calls.items():
            number = numbers[column]
            if number is not None and not (wall and name in _ALLOWED_BEHIND_WALL):
                blocks[number] = [(_RETURN, 0, 0, verdict)]
    # A filter cannot read clone3's flags, which are in memory. If it fails, the C library uses clone instead.
    blocks[_CLONE3] = [(_RETURN, 0, 0, _ERRNO | errno.ENOSYS)]
    blocks[_CLONE[column]] = [
        (_LOAD, 0, 0, _FIRST_ARGUMENT),
        (_JUMP_BITS, 1, 0, _CLONE_THREAD),
        (_RETURN, 0, 0, _ERRNO | errno.EPERM),
        (_RETURN, 0, 0, _ALLOW),
    ]
    return blocks | (_rules_of_wall(column) if wall else _rules_of_answers(column))


def _rules_of_wall(column: int) -> dict[int, _Block]:
    """Return the instructions for calls of a walled process that depend on their arguments."""
    allow = (_RETURN, 0, 0, _ALLOW)
    refuse = (_RETURN, 0, 0, _ERRNO | errno.EPERM)

    def refusing(values: tuple[int, ...]) -> _Block:
        steps = (step for value in values for step in ((_JUMP_EQUAL, 0, 1, value), refuse))
        return [(_LOAD, 0, 0, _SECOND_ARGUMENT), *steps, allow]

    return {
        # The kernel sends any signal to any process of this user if that is the owner of a socket on which
        # something arrives: a way around `kill`.
        _FCNTL[column]: refusing(_SET_SIGNALS),
        _IOCTL[column]: refusing(_SET_OWNERS),
        **{numbers[column]: [refuse] for numbers, _ in _SEND_SIGNAL},
        # Limits of this process (0) only: with a CPU limit of zero the kernel would kill another one.
        _PRLIMIT64[column]: [(_LOAD, 0, 0, _FIRST_ARGUMENT), (_JUMP_EQUAL, 0, 1, 0), allow, refuse],
    }


def _rules_of_answers(column: int) -> dict[int, _Block]:
    """Return the instructions for calls of an answer that depend on their arguments, or do nothing."""
    allow = (_RETURN, 0, 0, _ALLOW)
    refuse = (_RETURN, 0, 0, _ERRNO | errno.EPERM)
    # With locks on a file that all samples can read, samples could signal to each other. So calls that set a
    # lock do nothing and report success.
    granted = (_RETURN, 0, 0, _ERRNO)
    blocks: dict[int, _Block] = {}
    blocks[_FLOCK[column]] = [granted]
    blocks[_FCNTL[column]] = [
        (_LOAD, 0, 0, _SECOND_ARGUMENT),
        *(step for lock in _SET_LOCKS for step in ((_JUMP_EQUAL, 0, 1, lock), granted)),
        allow,
    ]
    # With a lower CPU limit the process would seem to be killed from outside. Reading a limit is allowed.
    # Programs for contest sites ask for a larger stack: setrlimit(RLIMIT_STACK, (2**28, RLIM_INFINITY)). They
    # have it already, so that call does nothing; the hard limit would make it fail.
    by_kind = [(_JUMP_EQUAL, 0, 1, _RLIMIT_CPU), refuse, (_JUMP_EQUAL, 0, 1, _RLIMIT_STACK), granted, allow]
    blocks[_SETRLIMIT[column]] = [(_LOAD, 0, 0, _FIRST_ARGUMENT), *by_kind]
    blocks[_PRLIMIT64[column]] = [
        (_LOAD, 0, 0, _THIRD_ARGUMENT),  # the new limits: a pointer of 64 bits, 0 if the call only reads
        (_JUMP_EQUAL, 0, 3, 0),
        (_LOAD, 0, 0, _THIRD_ARGUMENT + 4),
        (_JUMP_EQUAL, 0, 1, 0),
        allow,
        (_LOAD, 0, 0, _SECOND_ARGUMENT),
        *by_kind,
    ]
    # The first process of a PID namespace survives these signals if it sends them to itself, and it can send
    # signals to nobody else. So the call itself ends it, by a SIGSYS that it handles.
    for numbers, argument in _SEND_SIGNAL:
        blocks[numbers[column]] = [
            (_LOAD, 0, 0, _ARGUMENTS[argument]),
            *(
                step
                for number in _IGNORED_SIGNALS
                for step in ((_JUMP_EQUAL, 0, 1, int(number)), (_RETURN, 0, 0, _TRAP))
            ),
            allow,
        ]
    return blocks


def load(program: bytes) -> None:
    """Load a filter into the only thread of this process for good; no-new-privileges must be set.

    Raises:
        OSError: if the kernel refuses the filter.
    """

    class SockFprog(ctypes.Structure):
        _fields_ = (("length", ctypes.c_ushort), ("instructions", ctypes.c_char_p))

    described = SockFprog(len(program) // _INSTRUCTION.size, program)
    kernel.control(_PR_SET_SECCOMP, _MODE_FILTER, ctypes.addressof(described))
