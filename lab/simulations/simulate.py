"""Simulates the coverage of intervals, and writes the page of the docs: ``./noxw -s simulate``."""

from pathlib import Path

from command import write_pages
from lopsided import simulate_lopsided, simulate_tables
from page import coverage_groups, groups_csv, page
from runs import simulate, simulate_pairs, simulate_pass_at_k, simulate_uneven

PAGE = Path(__file__).parents[2] / "site" / "pages" / "statistics" / "coverage.md"
GROUPS = Path(__file__).with_name("coverage.csv")


def pages(scores: int) -> dict[Path, str]:
    """Return the page and the file of its groups; others than the settings of scores are drawn less often."""
    pairs, tables = scores // 5, scores // 25
    found, uneven = simulate(scores), simulate_uneven(pairs)
    compared, passk = list(simulate_pairs(pairs)), list(simulate_pass_at_k(pairs))
    lopsided = list(simulate_lopsided(pairs)), list(simulate_tables(tables))
    repetitions = {"scores": scores, "pairs": pairs, "tables": tables}
    text = page(found, passk, compared, lopsided, uneven=uneven, repetitions=repetitions)
    return {PAGE: text, GROUPS: groups_csv(coverage_groups(found, lopsided))}


if __name__ == "__main__":
    write_pages("repetitions", 10_000, pages, __doc__)
