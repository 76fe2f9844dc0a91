"""Worked examples of the official data: questions of its own samples, which show the answer alone.

For each type and operation, eight samples are chosen by a fixed seed: four whose questions are shown, and
four others for the questions about the first four. Thus no sample is an example for itself. Options are
turned in a circle, so that right letters are at the places that every file of examples has.
"""

from typing import get_args

from benchmark.core.draws import Draws
from benchmark.core.task import FigureType
from benchmark.suites.mathopeval.official_record import OfficialQuestion, OfficialSample
from benchmark.suites.mathopeval.official_tasks import PicturePaths, numbered_questions, question_prompt
from benchmark.suites.mathopeval.shot_line import LETTERS, OPERATION_NAMES, SHOTS, ShotLine, shot_letter

#: Files of examples in the folder of the data set: those of most tasks, and those of tasks that belong to the
#: samples of the first.
SHOT_FILES = ("shots.jsonl", "shots-other.jsonl")
_SEED = "official shots 1"


class ShotPool:
    """Collects the questions from which examples are chosen."""

    def __init__(self) -> None:
        self._cells: dict[tuple[FigureType, str], dict[str, OfficialSample]] = {}
        self._pictures: dict[str, PicturePaths] = {}

    def add(self, sample: OfficialSample, pictures: PicturePaths) -> None:
        """Add the questions of a sample."""
        self._pictures[sample.id] = pictures
        for question in sample.questions:
            cell = self._cells.setdefault((sample.type, OPERATION_NAMES[question.operation]), {})
            cell[sample.id] = sample

    def chosen(self) -> tuple[list[ShotLine], list[ShotLine], list[str]]:
        """Return the examples of both files, and the types and operations that have too few samples."""
        files: tuple[list[ShotLine], list[ShotLine]] = ([], [])
        lacking = []
        for type_ in get_args(FigureType):
            for operation, subset in OPERATION_NAMES.items():
                cell = self._cells.get((type_, subset), {})
                if len(cell) < SHOTS * len(files):
                    lacking.append(f"{type_} {subset}")
                    continue
                # Sorted, because a draw depends on the order, and samples may be listed in any.
                names = Draws(_SEED, type_, subset).sample(sorted(cell), SHOTS * len(files))
                for number, name in enumerate(names):
                    which, place = divmod(number, SHOTS)
                    questions = {
                        task: question
                        for task, question in numbered_questions(cell[name]).items()
                        if question.operation == operation
                    }
                    shot = _shot(cell[name], self._pictures[name], subset, place, questions)
                    files[which].append(shot)
        return (*files, lacking)


def sample_of(shot: str) -> str:
    """Return the sample of an example, whose id is that of the question's task."""
    # `bar-12-modify-2`: ids of samples may have hyphens, operations and numbers have none.
    return shot.rsplit("-", 2)[0]


def _shot(
    sample: OfficialSample,
    pictures: PicturePaths,
    subset: str,
    place: int,
    questions: dict[str, OfficialQuestion],
) -> ShotLine:
    name = Draws(_SEED, sample.id, subset).choice(sorted(questions))
    question = questions[name]
    letter = shot_letter(sample.type, subset, place)
    # The option with this number gets the letter A; then the right one has its prescribed letter.
    turned = (LETTERS.index(question.answer) - LETTERS.index(letter)) % len(LETTERS)
    return ShotLine.model_validate(
        {
            "id": name,
            "type": sample.type,
            "subset": subset,
            "prompt": question_prompt(question, turned),
            "images": [pictures[state] for state in question.pictures],
            "answer": letter,
        }
    )
