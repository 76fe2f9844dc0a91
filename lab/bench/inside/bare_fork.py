"""The cheapest possible judge: it forks an interpreter that has run the preamble.

The child runs answer and test in one namespace, so an answer can fake its verdict. As in our zygote, the
parent's memory is in huge pages, and the garbage collector ignores it.
"""

import ctypes
import gc
import importlib
import json
import os
import signal
import sys
from pathlib import Path

SECONDS = 3.0
_MADV_COLLAPSE = 25


def collapse_memory() -> None:
    """Put this process's own memory into huge pages if the kernel supports it."""
    libc = ctypes.CDLL(None)
    for line in Path("/proc/self/maps").read_text().splitlines():
        addresses, rights, _, _, inode = line.split()[:5]
        if rights == "rw-p" and inode == "0":
            start, end = (int(address, 16) for address in addresses.split("-"))
            libc.madvise(ctypes.c_void_p(start), ctypes.c_size_t(end - start), _MADV_COLLAPSE)


def judge_all(samples: list[dict], modules: list[str]) -> int:
    """Judge samples and return how many pass."""
    for name in modules:
        importlib.import_module(name)
    namespace: dict = {"__name__": "answer"}
    preamble = samples[0]["preamble"] if samples else ""
    exec(preamble, namespace)  # noqa: S102 - inside bubblewrap
    null = os.open("/dev/null", os.O_RDWR)
    gc.collect()
    gc.freeze()
    collapse_memory()
    passed = 0
    for sample in samples:
        child = os.fork()
        if child == 0:
            for descriptor in (0, 1, 2):
                os.dup2(null, descriptor)
            signal.setitimer(signal.ITIMER_REAL, SECONDS)
            try:
                source = f"{sample['program']}\n\n{sample['test']}"
                exec(compile(source, "answer.py", "exec"), namespace)  # noqa: S102
                os._exit(0)
            finally:
                os._exit(1)
        passed += os.waitpid(child, 0)[1] == 0
    return passed


if __name__ == "__main__":
    lines = [json.loads(line) for line in Path(sys.argv[1]).read_text().splitlines()]
    workers = int(sys.argv[2])
    reader, writer = os.pipe()
    for number in range(workers):
        if os.fork() == 0:
            count = judge_all(lines[number::workers], sys.argv[3:])
            os.write(writer, f"{count}\n".encode())
            os._exit(0)
    os.close(writer)
    with os.fdopen(reader) as counts:
        print(sum(map(int, counts)))
