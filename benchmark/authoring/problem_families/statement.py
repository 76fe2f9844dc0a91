"""The text of a problem: title, limits, statement, samples."""

from collections.abc import Sequence

from benchmark.core.task import Limits, StdioCase


def problem_text(title: str, seconds: float, statement: str, samples: Sequence[StdioCase]) -> str:
    """Return the text of a problem, with the marks of its pictures.

    Args:
        title: its name.
        seconds: CPU seconds for each input.
        statement: what is asked, with the marks.
        samples: inputs with outputs that the problem shows.
    """
    unit = "second" if seconds == 1 else "seconds"
    limits = f"Time limit: {seconds:g} {unit}. Memory limit: {Limits().memory_mb} MiB."
    parts = [title, limits, statement.strip()]
    for number, case in enumerate(samples, start=1):
        parts += [f"Sample Input {number}", case.input.rstrip("\n")]
        parts += [f"Sample Output {number}", case.output.rstrip("\n")]
    return "\n\n".join(parts) + "\n"
