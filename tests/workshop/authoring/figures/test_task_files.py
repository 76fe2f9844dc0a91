"""Samples become tasks of both formats and worked examples."""

import hashlib
import io
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest
from PIL import Image

from benchmark.core.task import ChoiceCheck, FigureCheck, Operation, Picture, Task, Text
from benchmark.files.tasks import read_tasks
from benchmark.suites.mathopeval.shot_line import LETTERS, read_shots, shot_letter
from workshop.authoring.figures.sample import Edit, FigureSample, Option, Question, State
from workshop.authoring.figures.task_files import NumberedSample, choice_tasks, dataset_files, free_tasks

STATES = {
    name: State(figure={"bars": number}, code=f"plt.bar([{number}], [1])\n")
    for number, name in enumerate(("original", "deleted", "modified", "annotated"))
}
SOURCES = {name: f"pictures/{name}.png" for name in ("original", "deleted", "modified", "annotated")}


def question(operation: Operation, kind: str, *options: str) -> Question:
    right, *wrong = (
        Option(text=text, program="plt.bar([0], [1])\n" if kind == "code" else "") for text in options
    )
    pictures = {"delete": ("original", "deleted"), "modify": ("original", "modified")}
    return Question(
        operation=operation,
        kind=kind,  # type: ignore[arg-type]
        pictures=pictures.get(operation, ("original",)),  # type: ignore[arg-type]
        text=f"What does {operation} need, as the {kind} of the picture says?",
        right=right,
        wrong=(wrong[0], wrong[1], wrong[2]),
        reasoning={"cot": "Steps.", "dcot": "Description.", "vot": "| |"},
    )


SAMPLE = FigureSample(
    type="bar",
    domain="rainfall",
    style="pyplot",
    original=STATES["original"],
    description="Three bars.",
    outline="Bars.",
    edits=(
        Edit(
            operation="delete",
            kind="gap",
            state=STATES["deleted"],
            instruction="Delete May.",
            hint="A bar is gone.",
            ways=3,
        ),
        Edit(
            operation="modify",
            kind="height",
            state=STATES["modified"],
            instruction="May has 3.",
            hint="A bar changed.",
        ),
        Edit(
            operation="annotate",
            kind="values",
            state=STATES["annotated"],
            instruction="Write 3.",
            hint="Write May: 3.",
        ),
    ),
    questions=(
        *(
            question(operation, "code", f"{operation} = 1\nright()", "a = 2", "b = 3", "c = 4")
            for operation in ("generate", "delete", "modify")
        ),
        question("annotate", "forward", "May", "June", "July", "August"),
        question("annotate", "backward", "3.5", "4.5", "5.5", "6.5"),
    ),
)
NUMBERED = NumberedSample(sample=SAMPLE, number=17)


def text_of(task: Task) -> str:
    return "".join(part.text if isinstance(part, Text) else f"<{part.source}>" for part in task.parts)


def test_annotations_in_free_form_say_what_they_ask_for_where_the_paper_tells_it_apart() -> None:
    annotate = replace(SAMPLE.edits[2], kind="x-crossings")
    sample = replace(SAMPLE, type="function", edits=(*SAMPLE.edits[:2], annotate))
    tasks = free_tasks(NumberedSample(sample=sample, number=0), "open-free", SOURCES)
    assert [task.categories for task in tasks] == [("function", "domain:rainfall")] * 3 + [
        ("function", "domain:rainfall", "asks:x")
    ]


def test_each_question_is_a_task_with_its_pictures_and_options() -> None:
    tasks = choice_tasks(NUMBERED, "open-choice", SOURCES)
    assert [task.id for task in tasks] == [
        f"bar-017-{name}" for name in ("generate-1", "delete-1", "modify-1", "annotate-1", "annotate-2")
    ]
    assert {(task.suite, task.dataset, task.stem, task.categories) for task in tasks} == {
        ("mathopeval", "open-choice", "bar-017", ("bar", "domain:rainfall", *asked))
        for asked in ((), ("asks:forward",), ("asks:backward",))
    }
    subsets = ["generation", "deletion", "modification", "annotation", "annotation"]
    assert [task.subset for task in tasks] == subsets
    pictures = [[part.source for part in task.parts if isinstance(part, Picture)] for task in tasks]
    assert pictures[1] == ["pictures/original.png", "pictures/deleted.png"]
    assert pictures[3] == ["pictures/original.png"]
    for task in tasks:
        check, text = task.check, text_of(task)
        assert isinstance(check, ChoiceCheck)
        right = {"generate": "generate = 1\nright()", "annotate-1": "May", "annotate-2": "3.5"}
        name = task.id.removeprefix("bar-017-")
        wanted = right.get(name, right.get(name[:-2], f"{name[:-2]} = 1\nright()"))
        separator = " " if "annotate" in name else "\n```python\n"
        assert f"\n{check.answer}.{separator}{wanted}\n" in f"{text}\n"
        assert [line[0] for line in text.splitlines() if line[1:2] == "."] == list(LETTERS)


def test_a_code_option_is_a_block_and_a_value_a_line() -> None:
    code, *_, value = choice_tasks(NUMBERED, "open-choice", SOURCES)
    assert isinstance(code.check, ChoiceCheck)
    assert f"{code.check.answer}.\n```python\ngenerate = 1\nright()\n```" in text_of(code)
    assert text_of(value).startswith("<pictures/original.png>\n\nWhat does annotate need, as the backward of")
    assert text_of(value).count("\n") == 7


def test_right_letters_are_uniform_over_four_samples_and_the_order_follows_from_the_seed() -> None:
    numbered = [replace(NUMBERED, number=number) for number in range(40)]
    letters = [
        [task.check.answer for task in choice_tasks(one, "open-choice", SOURCES)]  # type: ignore[union-attr]
        for one in numbered
    ]
    for first in range(0, 40, 4):
        for column in zip(*letters[first : first + 4], strict=True):
            assert sorted(column) == list(LETTERS)
    assert len({tuple(of_sample) for of_sample in letters}) > 30
    seeded = [replace(one, seed="other") for one in numbered]
    texts = [text_of(choice_tasks(one, "x", SOURCES)[0]) for one in numbered]
    assert texts != [text_of(choice_tasks(one, "x", SOURCES)[0]) for one in seeded]
    assert texts == [text_of(choice_tasks(one, "x", SOURCES)[0]) for one in numbered]
    wrong = Counter(text[text.index("\nA.") :].split("```python\n")[1][0] for text in texts)
    assert min(wrong[letter] for letter in "abc") >= 3  # wrong options change places too


def test_free_form_shows_what_the_operation_needs_and_checks_the_figure() -> None:
    generate, delete, modify, annotate = free_tasks(NUMBERED, "open-free", SOURCES)
    original = STATES["original"].code
    assert [task.id for task in (generate, delete, modify, annotate)] == [
        f"bar-017-{operation}" for operation in ("generate", "delete", "modify", "annotate")
    ]
    read = "\n\nRead ends of bars from the picture; an error of 1.25 % of the axis is allowed."
    assert text_of(generate).endswith(f"Its description:\n\nBars.{read}")
    assert original not in text_of(generate)
    assert "<pictures/original.png>\n\n<pictures/deleted.png>" in text_of(delete)
    assert "<pictures/original.png>\n\n<pictures/modified.png>" in text_of(modify)
    for task, words in (
        (delete, "A bar is gone."),
        (modify, f"A bar changed.{read}"),
        (annotate, "Write May: 3."),
    ):
        assert f"```python\n{original}```" in text_of(task)
        assert text_of(task).endswith(words)
    assert [part.source for part in annotate.parts if isinstance(part, Picture)] == ["pictures/original.png"]
    assert generate.check == FigureCheck(
        reference=original, operation="generate", type="bar", tolerance=0.05, guess=0
    )
    code = STATES["annotated"].code
    check = FigureCheck(reference=code, original=original, operation="annotate", type="bar", guess=1)
    assert annotate.check == check
    assert annotate.reference == code
    assert [task.check.guess for task in (delete, modify)] == [1 / 3, 1 / 20]  # type: ignore[union-attr]
    assert [task.check.tolerance for task in (delete, modify)] == [0.004, 0.05]  # type: ignore[union-attr]


def test_the_other_forms_show_all_numbers_or_nothing_but_pictures() -> None:
    words = free_tasks(NUMBERED, "open-words", SOURCES, "words")
    ends = ["Three bars.", "Delete May.", "May has 3.", "Write 3."]
    for task, end in zip(words, ends, strict=True):
        assert text_of(task).endswith(f":\n\n{end}")
    more = "Draw the same figure with more text in it."
    pictures = free_tasks(NUMBERED, "open-picture", SOURCES, "picture")
    assert [text_of(task).rpartition("\n\nRead ")[0] for task in pictures] == [
        "<pictures/original.png>\n\nDraw exactly the figure in the picture.",
        *(
            f"<pictures/original.png>\n\n<pictures/{name}.png>\n\nThe first picture shows a figure, and the"
            " second the same figure after a change.\n\nDraw the second figure."
            for name in ("deleted", "modified")
        ),
        f"<pictures/original.png>\n\n{more} What to write:\n\nWrite May: 3.",
    ]
    for tasks, guess, tolerance, dataset in (
        (words, 1, 0.004, "open-words"),
        (pictures, 0, 0.05, "open-picture"),
    ):
        checks = [task.check for task in tasks if isinstance(task.check, FigureCheck)]
        assert {(check.guess, check.tolerance) for check in checks} == {(guess, tolerance)}
        assert {task.dataset for task in tasks} == {dataset}


def draw(code: str, _: int, __: object) -> bytes:
    data = io.BytesIO()
    colour = tuple(hashlib.sha256(code.encode()).digest()[:3])
    Image.new("RGB", (4, 3), colour).save(data, "PNG")
    return data.getvalue()


def test_the_files_are_read_back_with_their_pictures(tmp_path: Path) -> None:
    samples = [replace(NUMBERED, number=number) for number in range(2)]
    files = dataset_files(samples, [SAMPLE] * 4, draw)
    assert dataset_files(samples, [SAMPLE] * 4, draw) == files
    for path, data in files.items():
        (tmp_path / path).parent.mkdir(exist_ok=True)
        (tmp_path / path).write_bytes(data)
    choices, free = read_tasks(tmp_path / "choice.jsonl.gz"), read_tasks(tmp_path / "free.jsonl.gz")
    assert (len(choices), len(free)) == (10, 8)
    shots = read_shots(tmp_path / "shots.jsonl.gz")
    assert set(shots) == {("bar", name) for name in ("generation", "deletion", "modification", "annotation")}
    assert [shot.answer for shot in shots["bar", "deletion"]] == [
        shot_letter("bar", "deletion", place) for place in range(4)
    ]
    assert f"\n{shots['bar', 'annotation'][0].answer}. May" in shots["bar", "annotation"][0].prompt
    assert f"\n{shots['bar', 'annotation'][1].answer}. 3.5" in shots["bar", "annotation"][1].prompt
    named = {part.source for task in (*choices, *free) for part in task.parts if isinstance(part, Picture)}
    named |= {image for of_cell in shots.values() for shot in of_cell for image in shot.images}
    assert {str(path) for path in files if path.suffix == ".png"} == named
    assert not any("annotated" in name for name in named)


def test_a_pool_of_another_size_is_refused() -> None:
    with pytest.raises(ValueError, match="the pool has 3 samples of bar, and needs 4"):
        dataset_files([NUMBERED], [SAMPLE] * 3, draw)
