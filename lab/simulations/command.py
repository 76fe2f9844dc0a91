"""The command line of simulations that write one page from one number of repetitions."""

import argparse
import time
from collections.abc import Callable
from pathlib import Path


def write_page(
    page: Path, option: str, default: int, make: Callable[[int], str], description: str | None
) -> None:
    """Run a simulation, print its page, and write it unless ``--print`` is given.

    Args:
        page: file of the page.
        option: name of the option for the number, such as ``repetitions``.
        default: the number if the option is not given.
        make: runs the simulation with this number and returns the page.
        description: what the program does, for ``--help``.
    """
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument(f"--{option}", type=int, default=default, help=f"{option} of each setting")
    parser.add_argument("--print", action="store_true", help="print the page without writing it")
    given = parser.parse_args()
    started = time.process_time()
    text = make(getattr(given, option))
    print(text)
    if not given.print:
        page.write_text(text, encoding="utf-8")
        print(f"{page} written")
    print(f"{time.process_time() - started:.0f} s of CPU")
