"""Turn samples of drawing tasks into tasks of both formats, and into worked examples.

The bar chart with the number 17 is the stem ``bar-017``. Its tasks are ``bar-017-generate`` and so on in free
form, and ``bar-017-generate-1`` and so on as multiple-choice questions, counted for each operation.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from benchmark.core.draws import Draws
from benchmark.core.task import FIGURE_TOLERANCE, ChoiceCheck, FigureCheck, FigureType, Operation, Part, Task
from benchmark.files.atomic import compress_for
from benchmark.files.pictures import split_prompt
from benchmark.files.strict_json import dump_records
from benchmark.files.tasks import task_record
from benchmark.suites.mathopeval.free_forms import (
    FREE_FORMS,
    READ_TOLERANCE,
    FreeTexts,
    in_form,
    reading_words,
)
from benchmark.suites.mathopeval.names import FreeForm, StateName
from benchmark.suites.mathopeval.question_text import FREE_PICTURES, free_prompt, options_prompt
from benchmark.suites.mathopeval.shot_line import LETTERS, OPERATION_NAMES, SHOTS, ShotLine, shot_letter
from workshop.authoring.figures.sample import Edit, FigureSample, Question
from workshop.drawing.captured import Capture
from workshop.drawing.render import decode_png, pixel_digest

SUITE = "mathopeval"
CHOICE_FILE, FREE_FILE, SHOTS_FILE = "choice.jsonl.gz", "free.jsonl.gz", "shots.jsonl.gz"
TEXTS_FILE = "texts.jsonl.gz"
_NAME_DIGITS = 12  #: hex digits of the pixel digest in a picture's file name

#: Draws a program, with the seed of a grain or capture, and the capture, as PNG.
Draw = Callable[[str, int, Capture | None], bytes]
#: State of a sample → path of its picture.
Sources = Mapping[StateName, str]
#: Type → kind of annotation → what it asks for, as the paper's tables on the free form tell it apart.
ASKED: Mapping[FigureType, Mapping[str, str]] = {
    "function": {"x-crossings": "x", "y-crossing": "y", "extrema": "extreme"},
    "geometric": {kind: kind for kind in ("points", "lengths", "angles")},
}


@dataclass(frozen=True, slots=True, kw_only=True)
class NumberedSample:
    """A sample, and its number among those of its type."""

    sample: FigureSample
    number: int  #: from 0
    seed: str = ""  #: seed of the data set, which decides the order of options
    attempt: int = 0  #: number of the draw that was fit, from 0
    kind: str = ""  #: of a figure that is read by eye, such as ``wedges``

    @property
    def group(self) -> str:
        """What it is numbered among: its kind, or its type."""
        return self.kind or self.sample.type

    @property
    def stem(self) -> str:
        """The stem of its tasks, such as ``bar-017``."""
        return f"{self.group}-{self.number:03}"


def choice_tasks(numbered: NumberedSample, dataset: str, sources: Sources) -> list[Task]:
    """Return a task for each question of a sample.

    Of four samples with consecutive numbers, the same question has each letter as the right one once.
    """
    tasks = []
    for question, place in _counted(numbered.sample.questions):
        name = f"{numbered.stem}-{question.operation}-{place}"
        block, within = divmod(numbered.number, len(LETTERS))
        letters = Draws("right letters", numbered.seed, numbered.group, question.operation, place, block)
        letter = letters.shuffled(LETTERS)[within]
        prompt = question_prompt(question, letter, Draws("order of options", numbered.seed, name))
        images = [sources[state] for state in question.pictures]
        check = ChoiceCheck(answer=letter)
        parts = split_prompt(prompt, images)
        operation = question.operation
        task = _task(numbered, name, dataset, operation=operation, check=check, parts=parts)
        if question.kind != "code":
            task = replace(task, categories=(*task.categories, f"asks:{question.kind}"))
        tasks.append(task)
    return tasks


def free_texts(numbered: NumberedSample) -> list[FreeTexts]:
    """Return what only the other forms show of the tasks of a sample in free form."""
    sample = numbered.sample
    hints: dict[Operation, str] = {
        edit.operation: edit.hint for edit in sample.edits if edit.operation == "annotate"
    }
    hints["generate"] = sample.part_words
    words = {"generate": sample.description} | {edit.operation: edit.instruction for edit in sample.edits}
    note = " ".join(filter(None, (sample.anchor, reading_words(sample.type))))
    return [
        FreeTexts(
            id=f"{numbered.stem}-{operation}",
            words=words[operation],
            shown=hints.get(operation, ""),
            note=note,
        )
        for operation in sample.drawn
    ]


def choice_texts(numbered: NumberedSample) -> list[FreeTexts]:
    """Return the picture in words for each question, if the sample has these words."""
    counted = _counted(numbered.sample.questions) if numbered.sample.words else ()
    return [
        FreeTexts(id=f"{numbered.stem}-{question.operation}-{place}", words=numbered.sample.words)
        for question, place in counted
    ]


def free_tasks(
    numbered: NumberedSample, dataset: str, sources: Sources, form: FreeForm = "free"
) -> list[Task]:
    """Return the tasks of a sample in free form."""
    sample = numbered.sample
    edits: dict[Operation, Edit] = {edit.operation: edit for edit in sample.edits}
    tasks = []
    for operation, texts in zip(sample.drawn, free_texts(numbered), strict=True):
        edit = edits.get(operation)
        is_read = operation in ("generate", "modify") or (operation == "delete" and sample.type == "function")
        check = FigureCheck(
            reference=sample.references[operation].code,
            original="" if edit is None else sample.original.code,
            operation=operation,
            type=sample.type,
            tolerance=READ_TOLERANCE[sample.type] if is_read else FIGURE_TOLERANCE,
            guess=0.0 if edit is None else 1.0 if operation == "annotate" else 1 / edit.ways,
        )
        words = f"{sample.outline} {sample.anchor}".strip() if edit is None else edit.hint
        note = reading_words(sample.type) if is_read else ""
        images = [sources[picture] for picture in FREE_PICTURES[operation]]
        is_part = edit is None and sample.part is not None
        parts = split_prompt(free_prompt(operation, check.original, words, note, part=is_part), images)
        task = _task(numbered, texts.id, dataset, operation=operation, check=check, parts=parts)
        if operation == "annotate" and (asked := ASKED.get(sample.type, {}).get(sample.edits[2].kind)):
            task = replace(task, categories=(*task.categories, f"asks:{asked}"))
        tasks.append(in_form(task, form, texts))
    return tasks


def shot_lines(sample: FigureSample, place: int, sources: Sources) -> list[ShotLine]:
    """Return the worked examples of a sample, one per operation.

    Args:
        sample: a sample of the pool.
        place: its number among the pool's samples of its type, from 0.
        sources: path of each picture.
    """
    lines = []
    for operation, subset in OPERATION_NAMES.items():
        questions = [question for question in sample.questions if question.operation == operation]
        question = questions[place % len(questions)]
        name = f"shot-{sample.type}-{subset}-{place + 1}"
        letter = shot_letter(sample.type, subset, place)
        lines.append(
            ShotLine.model_validate(
                {
                    "id": name,
                    "type": sample.type,
                    "subset": subset,
                    "prompt": question_prompt(question, letter, Draws("order of options", name)),
                    "images": [sources[state] for state in question.pictures],
                    "answer": letter,
                    "reasoning": dict(question.reasoning),
                }
            )
        )
    return lines


def question_prompt(question: Question, letter: str, draws: Draws) -> str:
    """Return the pictures' marks, the question and its options; the right one has ``letter``."""
    wrong = iter(draws.shuffled(question.wrong))
    options = [question.right if name == letter else next(wrong) for name in LETTERS]
    return options_prompt(
        len(question.pictures),
        question.text,
        [option.text for option in options],
        code=question.kind == "code",
    )


def task_sets(
    samples: Sequence[NumberedSample],
    datasets: Sequence[str],
    draw: Draw,
    files: dict[Path, bytes],
) -> dict[str, list[Task]]:
    """Return all tasks of samples by data set, and add the pictures to ``files``.

    Args:
        samples: the samples.
        datasets: names of the data sets; each ends in ``-choice`` or in a form, such as ``-free``.
        draw: returns the PNG that a program draws, with a grain or capture.
        files: gets the pictures, by path in their folder.
    """
    found: dict[str, list[Task]] = {name: [] for name in datasets}
    for numbered in samples:
        sources = _drawn(numbered.stem, numbered.sample, draw, files)
        for name in datasets:
            form = next((form for form in FREE_FORMS if name.endswith(f"-{form}")), None)
            found[name] += (
                choice_tasks(numbered, name, sources)
                if form is None
                else free_tasks(numbered, name, sources, form)
            )
    return found


def dataset_files(
    samples: Sequence[NumberedSample], pool: Sequence[FigureSample], draw: Draw
) -> dict[Path, bytes]:
    """Return the files of the open data sets and of the worked examples, by path in their folder.

    Args:
        samples: the samples of the data sets.
        pool: further samples for worked examples, four per type; the others never show them.
        draw: returns the PNG that a program draws, with a grain or capture.

    Raises:
        ValueError: if a type has another number of samples in the pool than four.
    """
    files: dict[Path, bytes] = {}
    sets = task_sets(samples, ("open-choice", "open-free"), draw, files)
    shots: list[ShotLine] = []
    by_type: dict[str, list[FigureSample]] = {}
    for sample in pool:
        by_type.setdefault(sample.type, []).append(sample)
    for type_, found in by_type.items():
        if len(found) != SHOTS:
            raise ValueError(f"the pool has {len(found)} samples of {type_}, and needs {SHOTS}")
        for place, sample in enumerate(found):
            shots += shot_lines(sample, place, _drawn(f"shot-{type_}-{place + 1}", sample, draw, files))
    for name, records in (
        (CHOICE_FILE, [task_record(task) for task in sets["open-choice"]]),
        (FREE_FILE, [task_record(task) for task in sets["open-free"]]),
        (TEXTS_FILE, [text.model_dump() for of in samples for text in (*free_texts(of), *choice_texts(of))]),
        (SHOTS_FILE, [shot.model_dump(mode="json") for shot in shots]),
    ):
        files[Path(name)] = compress_for(Path(name), dump_records(Path(name), records))
    return files


def _drawn(name: str, sample: FigureSample, draw: Draw, files: dict[Path, bytes]) -> dict[StateName, str]:
    """Draw the states that tasks show, add the pictures to the files, and return their paths."""
    sources: dict[StateName, str] = {}
    shown = {state for operation in sample.drawn for state in FREE_PICTURES[operation]}
    shown |= {state for question in sample.questions for state in question.pictures}
    for state in sorted(shown):
        png = draw(sample.states[state].code, sample.grain, sample.capture)
        digest = pixel_digest(decode_png(png))[:_NAME_DIGITS]
        sources[state] = f"pictures/{name}-{state}-{digest}.png"
        files[Path(sources[state])] = png
    return sources


def _task(
    numbered: NumberedSample,
    name: str,
    dataset: str,
    *,
    operation: Operation,
    check: ChoiceCheck | FigureCheck,
    parts: tuple[Part, ...],
) -> Task:
    return Task(
        id=name,
        check=check,
        suite=SUITE,
        dataset=dataset,
        subset=OPERATION_NAMES[operation],
        stem=numbered.stem,
        parts=parts,
        categories=(numbered.sample.type, f"domain:{numbered.sample.domain}"),
        level=numbered.sample.level,
        reference=check.reference if isinstance(check, FigureCheck) else "",
    )


def _counted(questions: Sequence[Question]) -> list[tuple[Question, int]]:
    """Return each question with its number among those of its operation, from 1."""
    seen: dict[str, int] = {}
    counted = []
    for question in questions:
        seen[question.operation] = seen.get(question.operation, 0) + 1
        counted.append((question, seen[question.operation]))
    return counted
