"""Runs the command many times but imports it only once: this process loads everything and forks for each run.

``python forks.py`` reads one line of JSON per run, ``{"folder", "arguments"}``, and prints the process id of
the run and, at its end, its exit code. Each run is a process of its own that can be killed at any time.
"""

import json
import os
import sys


def main() -> None:
    """Start runs until standard input ends."""
    import openai.resources.chat.completions  # noqa: F401 - loaded once for all runs
    import stamina  # noqa: F401 - loaded once for all runs

    import benchmark.cli.generate.generate  # noqa: F401 - loaded once for all runs
    from benchmark.cli import main as command

    print("ready", flush=True)
    for line in sys.stdin:
        request = json.loads(line)
        pid = os.fork()
        if pid == 0:
            os.chdir(request["folder"])
            null = os.open(os.devnull, os.O_RDWR)
            for handle in (0, 1, 2):
                os.dup2(null, handle)
            command(request["arguments"])
        print(pid, flush=True)
        print(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]), flush=True)


if __name__ == "__main__":
    main()
