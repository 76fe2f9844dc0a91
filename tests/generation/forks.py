"""Starts the command many times without importing it many times: a process that has it all loaded forks.

``python forks.py`` reads a line of JSON a run, ``{"folder", "arguments"}``, and answers with the process id
of the run and, when it is over, its exit code. Each run is a process of its own, to be killed at any time.
"""

import json
import os
import sys


def main() -> None:
    """Serve until standard input ends."""
    import openai.resources.chat.completions  # noqa: F401 - loaded once, for all
    import stamina  # noqa: F401 - likewise

    import benchmark.cli.generate.run  # noqa: F401 - likewise
    from benchmark.cli import main as command

    print("ready", flush=True)
    for line in sys.stdin:
        asked = json.loads(line)
        pid = os.fork()
        if pid == 0:
            os.chdir(asked["folder"])
            nothing = os.open(os.devnull, os.O_RDWR)
            for handle in (0, 1, 2):
                os.dup2(nothing, handle)
            command(asked["arguments"])
        print(pid, flush=True)
        print(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]), flush=True)


if __name__ == "__main__":
    main()
