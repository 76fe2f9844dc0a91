"""The Python that answers of official rows run on: those that the workflow `evaluate` judges and signs.

A verdict can depend on it, through syntax, messages and numbers. `.github/actions/python` installs it.
"""

from benchmark.results.row import RowVersions

OFFICIAL_PYTHON = "3.12"


def other_python_notes(versions: RowVersions, here: str | None) -> tuple[str, ...]:
    """Say whether a row's sandbox had another Python than that of official rows, or than this machine's.

    Args:
        versions: the versions that the row records.
        here: the Python that judges now, such as ``3.12``; None if nothing is judged.
    """
    then = versions.guest.get("python", "an unknown version")
    notes = []
    if then != OFFICIAL_PYTHON:
        notes.append(f"judged with Python {then}; official rows are judged with Python {OFFICIAL_PYTHON}")
    if here not in (None, then):
        notes.append(
            f"answers run on Python {here} here, and ran on Python {then} for the row; verdicts may differ;"
            f" install Sightbench in an environment of Python {then} to judge as then"
        )
    return tuple(notes)
