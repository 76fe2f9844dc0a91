"""Make the tasks of a family of problems from a seed: those of the first instance that passes the gates."""

import re
from collections.abc import Iterator, Sequence
from functools import partial

from benchmark.authoring.collection import Collection
from benchmark.authoring.gates.fault import GateFault
from benchmark.authoring.gates.pictures import drawing_problems
from benchmark.authoring.gates.words import description_problems, label_problems
from benchmark.authoring.instance_search import InstanceSearch, pinned_or_first
from benchmark.authoring.problem_families.case_gates import case_faults
from benchmark.authoring.problem_families.dataset import read_problem_pins
from benchmark.authoring.problem_families.family import ProblemFamily
from benchmark.authoring.problem_families.instance import ProblemTask, make_instance
from benchmark.authoring.problem_families.program_gates import program_faults
from benchmark.files.pictures import MARK

MIN_TEXT, MAX_TEXT = 800, 2500  #: characters of a problem with its samples

_PRECISION = re.compile(r"10\^\{?-6\}?|1e-6|0\.000001|10\*\*-6")


def text_faults(made: ProblemTask) -> Iterator[GateFault]:
    """Yield the faults in the text of a task."""
    for problem in (*_length_problems(made), *_mark_problems(made), *_word_problems(made)):
        yield GateFault(made.task_id, "statement", problem)


def _length_problems(made: ProblemTask) -> Iterator[str]:
    length = len(MARK.sub("", made.text))
    if not MIN_TEXT <= length <= MAX_TEXT:
        yield f"has {length} characters with its samples; it needs {MIN_TEXT} to {MAX_TEXT}"


def _mark_problems(made: ProblemTask) -> Iterator[str]:
    marks = [int(mark[1]) for mark in MARK.finditer(made.text)]
    wanted = list(range(1, len(made.shown) + 1))
    if marks != wanted:
        expected = ", ".join(f"![image]({number}.png)" for number in wanted)
        yield f"must have {expected} once each, in this order"
    paragraphs = made.text.split("\n\n")
    if any(MARK.search(paragraph) and not MARK.fullmatch(paragraph.strip()) for paragraph in paragraphs):
        yield "has a mark inside a paragraph; put empty lines around it"


def _word_problems(made: ProblemTask) -> Iterator[str]:
    if "TO" + "DO" in made.text or "$" in made.text:
        yield "has a part that is not written yet, or a $"
    if bool(_PRECISION.search(made.text)) != (made.compare == "floats"):
        yield "COMPARE is floats exactly if the statement names the precision, 10^-6"
    for word in ("input", "print"):
        if word not in made.text.lower():
            yield f"does not say the word {word!a}"
    if not re.search(r"pictures?\b", made.text):
        yield "does not mention its pictures"
    if not made.text.isascii():
        letters = "".join(sorted({letter for letter in made.text if not letter.isascii()}))
        yield f"has letters that are not ASCII: {letters!a}"


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


_MAX_GATED = 4  #: instances with twins that go through the gates


def make_tasks(family: ProblemFamily, seed: str) -> tuple[ProblemTask, ...]:
    """Make the tasks of the first instance without faults; if all have faults, of the first with twins.

    Raises:
        BadInput: if no instance of the seed makes twins; the error has the last reason.
    """
    return gated_tasks(family, seed)[0]


def gated_tasks(family: ProblemFamily, seed: str) -> tuple[tuple[ProblemTask, ...], bool]:
    """Return what `make_tasks` makes, and whether it has no faults.

    Raises:
        BadInput: if no instance of the seed makes twins; the error has the last reason.
    """
    faultless = False

    def is_good(made: tuple[ProblemTask, ...]) -> bool:
        nonlocal faultless
        faultless = next(instance_faults(made, family), None) is None
        return faultless

    made = search(family, seed).first_good(is_good, _MAX_GATED)
    return made, faultless


def search(family: ProblemFamily, seed: str) -> InstanceSearch[tuple[ProblemTask, ...]]:
    """Return the search for the first instance of a seed."""
    return InstanceSearch(
        family=family.name,
        make=partial(make_instance, family, seed),
        parts="sample, typical, edge, large",
        fix="let `sample` choose other values, or the inputs test more of what the pictures say",
    )


def public_tasks(collection: Collection, family: ProblemFamily) -> tuple[ProblemTask, ...]:
    """Make the public tasks: those of the pinned instance, else of the first that passes the gates.

    Raises:
        BadInput: if no instance of the seed makes twins, or the pins are not valid.
    """
    return pinned_or_first(
        read_problem_pins(collection, family.name),
        family,
        partial(make_instance, family, family.seed),
        partial(make_tasks, family, family.seed),
    )


def instance_faults(made: Sequence[ProblemTask], family: ProblemFamily) -> Iterator[GateFault]:
    """Yield the faults of tasks that need no judge, and that another instance may not have."""
    yield from case_faults(made, family)
    for task in made:
        yield from text_faults(task)
        yield from picture_faults(task)
        yield from program_faults(task, family.equivalent)
