"""The message for a full disk. It is a module of its own, because no other run of a command loads it."""

import io
import sys
import traceback
from pathlib import Path

import click

from benchmark.cli.shared.say import say


def say_full(error: OSError) -> bool:
    """Print which file found no space, and return whether it was standard output.

    Python names a file only if opening it failed. For others, the frames of the error have it.
    """
    frames = [frame for frame, _ in traceback.walk_tb(error.__traceback__)]
    opened = [each for frame in frames for each in frame.f_locals.values() if isinstance(each, io.IOBase)]
    written = [each for each in opened if "r" not in getattr(each, "mode", "r")]
    names = [name for each in written if isinstance(name := getattr(each, "name", None), str)]
    own = getattr(sys.stdout, "name", "")
    named = error.filename or next(reversed(names), own)
    # Pipes and terminals are never full.
    if named == own and not (sys.stdout.isatty() or Path("/dev/stdout").is_fifo()):
        click.echo("error: standard output: no space left to write on", err=True)
        return True
    fix = "free some disk space, then run the same command again"
    say(f"error: {'a file' if named == own else named}: no space left to write on\n  fix: {fix}", err=True)
    return False
