"""The paper's statistics of its data (Table 1), and the optional check of the numbers of an import."""

from collections.abc import Mapping
from pathlib import Path

from benchmark.core.errors import BadInput

SOURCE = "the MathOPEval paper (arXiv:2507.18140, Table 1)"
#: Samples by type.
SAMPLES: Mapping[str, int] = {"geometric": 426, "function": 101, "bar": 456, "line": 452, "pie": 453}
QUESTIONS = 10_293  #: multiple-choice questions
FREE = 7_552  #: tasks in free form: four per sample
PICTURES = 7_552  #: one per state of a sample
QUESTIONS_PER_SAMPLE = 5.45
#: Mean lengths in characters.
QUESTION_LENGTH, OPTION_LENGTH = 89.52, 132.12
FREE_QUESTION_LENGTH, FREE_ANSWER_LENGTH = 868.64, 783.77


def check_counts(file: Path, samples: Mapping[str, int], questions: int, free: int) -> None:
    """Check that the numbers of samples and questions are the paper's.

    Raises:
        BadInput: if one differs; it names all that do.
    """
    numbers = [
        *((f"samples of {type_}", samples.get(type_, 0), count) for type_, count in SAMPLES.items()),
        ("multiple-choice questions", questions, QUESTIONS),
        ("tasks in free form", free, FREE),
    ]
    differing = [f"{ours:,} {what} instead of {paper:,}" for what, ours, paper in numbers if ours != paper]
    if differing:
        fix = "use the complete data, or leave out --check-counts"
        raise BadInput(file, "", f"has {', '.join(differing)}", fix)
