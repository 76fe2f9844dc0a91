"""The command line of simulations that write pages from one number of repetitions."""

import argparse
import time
from collections.abc import Callable, Mapping
from pathlib import Path


def write_pages(
    option: str, default: int, make: Callable[[int], Mapping[Path, str]], description: str | None
) -> None:
    """Run a simulation, print its first page, and write all files unless ``--print`` is given.

    Args:
        option: name of the option for the number, such as ``repetitions``.
        default: the number if the option is not given.
        make: runs the simulation with this number and returns the text of each file.
        description: what the program does, for ``--help``.
    """
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument(f"--{option}", type=int, default=default, help=f"{option} of each setting")
    parser.add_argument("--print", action="store_true", help="print the page without writing it")
    given = parser.parse_args()
    started = time.process_time()
    found = make(getattr(given, option))
    print(next(iter(found.values())))
    for path, text in {} if given.print else found.items():
        path.write_text(text, encoding="utf-8")
        print(f"{path} written")
    print(f"{time.process_time() - started:.0f} s of CPU")
