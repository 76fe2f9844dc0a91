"""Small figures of the five types, each drawn by one program."""

from tests.case_files import read_cases

START = """
import matplotlib.pyplot as plt
import numpy as np
plt.figure(figsize=(6.4, 4.8))
"""
FIGURES: dict[str, str] = read_cases("figures/programs.yaml")
BAR, LINE, SINE, GEOMETRIC = (FIGURES[name] for name in ("bar", "line", "sine", "geometric"))


def edited(original: str, changes: list[list[str]]) -> str:
    """Return a text in which the first place of each old text has its new one."""
    for before, after in changes:
        assert before in original
        original = original.replace(before, after, 1)
    return original
