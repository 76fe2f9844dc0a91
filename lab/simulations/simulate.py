"""Simulates the coverage of intervals, and writes the page of the docs: ``./noxw -s simulate``."""

import argparse
import time
from pathlib import Path

from lopsided import simulate_lopsided, simulate_tables
from page import coverage_groups, groups_csv, page
from runs import simulate, simulate_pairs, simulate_pass_at_k, simulate_uneven

PAGE = Path(__file__).parents[2] / "site" / "pages" / "statistics" / "coverage.md"
GROUPS = Path(__file__).with_name("coverage.csv")


def main() -> None:
    """Run the simulation, print the page, and write it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--repetitions", type=int, default=10_000, help="repetitions of each setting")
    parser.add_argument("--pairs", type=int, default=2_000, help="repetitions of each setting of two models")
    parser.add_argument("--lopsided", type=int, default=2_000, help="the same, if one knows stems by heart")
    parser.add_argument("--tables", type=int, default=400, help="repetitions of each setting of a table")
    parser.add_argument("--print", action="store_true", help="print the page without writing it")
    given = parser.parse_args()
    started = time.process_time()
    found, uneven = simulate(given.repetitions), simulate_uneven(given.pairs)
    pairs = list(simulate_pairs(given.pairs))
    passk = list(simulate_pass_at_k(given.pairs))
    lopsided = list(simulate_lopsided(given.lopsided)), list(simulate_tables(given.tables))
    repetitions = {
        "scores": given.repetitions,
        "pairs": given.pairs,
        "lopsided": given.lopsided,
        "tables": given.tables,
    }
    text = page(found, passk, pairs, lopsided, uneven=uneven, repetitions=repetitions)
    print(text)
    if not given.print:
        PAGE.parent.mkdir(exist_ok=True)
        PAGE.write_text(text, encoding="utf-8")
        GROUPS.write_text(groups_csv(coverage_groups(found, lopsided)), encoding="utf-8")
        print(f"{PAGE} and {GROUPS} written")
    print(f"{time.process_time() - started:.0f} s of CPU")


if __name__ == "__main__":
    main()
