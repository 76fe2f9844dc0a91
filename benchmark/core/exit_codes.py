"""The exit codes of every command: the only place that lists them."""

from enum import IntEnum


class ExitCode(IntEnum):
    """How a command ended."""

    DONE = 0
    DIFFERS = 1  #: it ran, and its result is negative
    BAD_INPUT = 2  #: the user can correct it: an option, a file, a missing package, a key
    FAILED = 3  #: also an unexpected exception
    INTERRUPTED = 130  #: what shells use after SIGINT
    UNREAD = 141  #: what shells use after SIGPIPE: the reader of the output, such as `head`, has ended
    TERMINATED = 143  #: what shells use after SIGTERM


#: What each code means, for help texts and pages.
MEANINGS = {
    ExitCode.DONE: "done",
    ExitCode.DIFFERS: "scores or checks differ or fail",
    ExitCode.BAD_INPUT: "bad input",
    ExitCode.FAILED: "a failure of a provider or of Sightbench",
    ExitCode.INTERRUPTED: "interrupted",
    ExitCode.UNREAD: "output not read to its end",
    ExitCode.TERMINATED: "terminated",
}

#: All of them in one sentence.
SENTENCE = "Exit codes: " + ", ".join(f"{code:d} {meaning}" for code, meaning in MEANINGS.items()) + "."
