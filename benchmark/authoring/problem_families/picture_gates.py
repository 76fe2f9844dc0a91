"""Check the pictures of a problem and their descriptions."""

from collections.abc import Iterator

from benchmark.authoring.gates.fault import GateFault
from benchmark.authoring.gates.pictures import drawing_problems
from benchmark.authoring.gates.words import description_problems, label_problems
from benchmark.authoring.problem_families.instance import ProblemTask

MIN_DESCRIPTION_WORDS = 30  #: of one picture
#: Categories of pictures whose labels are formulas and sentences, and so their words and lengths too.
WORDY = frozenset({"pseudocode", "math", "table"})
#: The category of pictures that may say in words what to do.
RULES = "pseudocode"
_WORDY_LABEL, _WORDY_PICTURE = 12, 140  #: maximum words there


def picture_faults(made: ProblemTask) -> Iterator[GateFault]:
    """Yield the faults of a task's pictures."""
    parts = zip(made.shown, made.canvases, made.descriptions, strict=True)
    for number, (categories, canvas, description) in enumerate(parts, start=1):
        wordy, rules = bool(WORDY & set(categories)), RULES in categories
        labels = (
            label_problems(
                canvas, words=_WORDY_LABEL, picture_words=_WORDY_PICTURE, formulas=True, rules=rules
            )
            if wordy
            else label_problems(canvas)
        )
        described = description_problems(description, canvas, MIN_DESCRIPTION_WORDS, rules=rules)
        for gate, problems in (
            ("picture", drawing_problems(canvas)),
            ("labels", labels),
            ("description", described),
        ):
            for problem in problems:
                yield GateFault(made.task_id, gate, f"picture {number}: {problem}")
