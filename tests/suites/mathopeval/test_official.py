"""The official data become tasks of both formats, or nothing is stored and every problem is named."""

import json
import subprocess
from collections import Counter
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from benchmark.core.errors import BadInput
from benchmark.core.first_picture import prompt_of
from benchmark.core.task import ChoiceCheck, FigureCheck, Picture, Task, Text
from benchmark.files.tasks import tasks_digest
from benchmark.suites.mathopeval import published
from benchmark.suites.mathopeval.official import STORED, import_official, imported, load_choice, load_free
from benchmark.suites.mathopeval.suite import SUITE as MATHOPEVAL
from tests.sampling import gate_of

from .official_folder import folder, sample

pytestmark = [pytest.mark.usefixtures("home"), gate_of("figures")]


TIKZ = "% drawn\n\\begin{tikzpicture}\n\\draw (0,0) -- (1,3);\n\\end{tikzpicture}"


def words(task: Task) -> str:
    return "".join(part.text for part in task.parts if isinstance(part, Text))


def pictures(task: Task) -> list[str]:
    return [part.source for part in task.parts if isinstance(part, Picture)]


def test_a_sample_becomes_four_free_tasks_and_a_task_per_question(tmp_path: Path) -> None:
    found = import_official(folder(tmp_path / "data", [sample(annotates="lengths")]))
    assert (found.samples, found.questions, found.free) == ({"bar": 1}, 5, 4)
    free = {task.id: task for task in MATHOPEVAL.datasets["official-free"]()}
    assert [*free] == ["bar-1-generate", "bar-1-delete", "bar-1-modify", "bar-1-annotate"]
    given = sample()["states"]
    task = free["bar-1-modify"]
    assert task.check == FigureCheck(
        reference=given["modified"]["code"],
        original=given["original"]["code"],
        operation="modify",
        type="bar",
    )
    assert (task.dataset, task.subset, task.stem) == ("official-free", "modification", "bar-1")
    assert task.categories == ("bar", "domain:rainfall")
    assert free["bar-1-annotate"].categories == ("bar", "domain:rainfall", "asks:lengths")
    assert [source.rsplit("-", 1)[0] for source in pictures(task)] == [
        "pictures/bar-1-original",
        "pictures/bar-1-modified",
    ]
    assert "Do modify." in words(task)
    assert given["original"]["code"].strip() in words(task)
    generate = free["bar-1-generate"].check
    assert isinstance(generate, FigureCheck)
    assert generate.original == ""
    choices = {task.id: task for task in MATHOPEVAL.datasets["official-choice"]()}
    assert [*choices][-2:] == ["bar-1-annotate-1", "bar-1-annotate-2"]
    assert choices["bar-1-delete-1"].check == ChoiceCheck(answer="C", options=4)
    assert "A.\n```python\nplt.bar([0], [1])\n```\nB.\n" in words(choices["bar-1-delete-1"])
    assert "Which value?\n\nA. 1\nB. 2\nC. 3\nD. 4" in words(choices["bar-1-annotate-2"])
    assert choices["bar-1-annotate-2"].categories == ("bar", "domain:rainfall", "asks:backward")


@pytest.mark.parametrize(("kind", "mode"), [("JPEG", "RGB"), ("BMP", "RGB"), ("PNG", "RGBA"), ("GIF", "P")])
def test_pictures_become_png_without_transparency(tmp_path: Path, home: Path, kind: str, mode: str) -> None:
    import_official(folder(tmp_path / "data", [sample()], kind, mode))
    stored = sorted((home / "mathopeval" / STORED / "pictures").iterdir())
    assert len(stored) == 4
    for path in stored:
        with Image.open(path) as image:
            assert (image.format, image.mode, image.size) in [("PNG", "RGB", (8, 6)), ("PNG", "P", (8, 6))]


def in_latex(number: int, more: str = "") -> dict[str, Any]:
    """Return a sample in LaTeX, whose four figures have a point at other places."""
    drawings = {
        state: {"code": TIKZ.replace("(1,3)", f"({place},3)") + more, "picture": f"pictures/{state}.png"}
        for place, state in enumerate(("original", "deleted", "modified", "annotated"), 1)
    }  # fmt: skip
    return sample(number, "geometric", states=drawings)


def test_samples_in_latex_are_judged_as_figures_if_the_judge_reads_them(tmp_path: Path, in_process) -> None:
    shaded = in_latex(3, r"\begin{tikzpicture}\shade (0,0) circle (1);\end{tikzpicture}")
    samples = folder(tmp_path / "both", [sample(1), in_latex(2), shaded])
    done = in_process("dataset", "fetch", "mathopeval", "--from", samples)
    assert "official-free: 8 tasks" in done.stdout
    assert "official-latex: 4 tasks with LaTeX that the judge of figures does not read" in done.stdout
    assert {task.stem for task in load_choice()} == {"bar-1", "geometric-2", "geometric-3"}
    read = [task for task in load_free() if task.stem == "geometric-2"]
    answers = tmp_path / "answers.jsonl"
    write_answers(answers, read, lambda task: task.reference)
    named = ("--suite", "mathopeval", "--dataset", "official-free", "--setting", "free-direct", "--partial")
    assert "outcomes: 4 passed" in in_process("evaluate", *named, "--predictions", answers).stdout
    write_answers(answers, read, lambda task: task.check.original or TIKZ.replace("(1,3)", "(9,3)"))
    assert "outcomes: 4 wrong answer" in in_process("evaluate", *named, "--predictions", answers).stdout

    tasks = {task.subset: task for task in MATHOPEVAL.datasets["official-latex"]()}
    assert [task.check.rubric for task in tasks.values()] == [
        "generate-geometric",
        "delete",
        "modify",
        "annotate",
    ]
    original = shaded["states"]["original"]["code"]
    assert tasks["modification"].check.original == original
    assert f"```latex\n{original}\n```" in words(tasks["modification"])
    write_answers(answers, tasks.values(), lambda task: task.reference)
    named = ("--suite", "mathopeval", "--dataset", "official-latex", "--setting", "free-direct")
    assert "sightbench rubric" in in_process("evaluate", *named, "--predictions", answers, code=2).stderr
    (tmp_path / "judge.yaml").write_text(
        "{provider: openai, model: a, price: {input: 1, output: 1, date: 2026-01-01}}"
    )
    out = ("--judge", "judge.yaml", "--out", "out", "--estimate")
    assert "8 completions in 8 calls" in in_process("rubric", answers, *named, *out, code=0).stdout
    import_official(folder(tmp_path / "latex", [shaded]))
    with pytest.raises(BadInput, match="all are in official-latex"):
        load_free()


def write_answers(path: Path, tasks: Iterable[Task], code: Callable[[Task], str]) -> None:
    lines = ({"task_id": task.id, "completion": f"```latex\n{code(task)}\n```"} for task in tasks)
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))


def without(*path: str) -> Callable[[dict[str, Any]], None]:
    def change(record: dict[str, Any]) -> None:
        for name in path[:-1]:
            record = record[name]
        del record[path[-1]]

    return change


def having(value: object, *path: str | int) -> Callable[[dict[str, Any]], None]:
    def change(record: Any) -> None:
        for name in path[:-1]:
            record = record[name]
        record[path[-1]] = value

    return change


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (without("states", "deleted"), "line 2: states.deleted: this field is required\n  fix: add it"),
        (having("x", "colour"), "line 2: colour"),
        (having("Bar 2", "id"), "line 2: id: must be a-z and 0-9"),
        (having("bar-1", "id"), "line 2: id: 'bar-1' is already on line 1\n  fix: give each"),
        (having("plt.bar(", "states", "modified", "code"), "line 2: states.modified.code: line 1 is not"),
        (having("# nothing", "states", "original", "code"), "line 2: states.original.code: has no statement"),
        (having("../a.png", "states", "original", "picture"), "original.picture: must be a path inside"),
        (having("pictures/none.png", "states", "original", "picture"), "states.original.picture: "),
        (having("samples.jsonl", "states", "original", "picture"), "is not a PNG, JPEG, GIF, WebP or BMP"),
        (having(" ", "instructions", "delete"), "line 2: instructions.delete: has no text"),
        (having("![image](1.png)", "instructions", "delete"), "contains the mark of a picture"),
        (having(["a", "b", "c", "a "], "questions", 0, "options"), "questions[0]: two options are the same"),
        (having(["a", "b", "c"], "questions", 0, "options"), "options: must be 4 options, got a list of 3"),
        (having("pictures/loop.png", "states", "original", "picture"), "cannot be opened: Too many levels"),
        (having("pictures/empty.png", "states", "original", "picture"), "is empty\n  fix: name a file"),
        (having(" rain", "domain"), "line 2: domain: must be one line without spaces at its ends"),
        (having("trade, us: exports", "domain"), "line 2: domain: has a colon"),
        (having("x", "questions", 0, "asks"), "questions[0]: asks is x, but operation is generate"),
    ],
)  # fmt: skip
def test_a_bad_sample_is_named_by_file_line_field_and_fix(
    tmp_path: Path, home: Path, change: Callable[[dict[str, Any]], None], message: str
) -> None:
    bad = sample(2)
    change(bad)
    source = folder(tmp_path / "data", [sample(), bad])
    (source / "pictures" / "loop.png").symlink_to("loop.png")
    (source / "pictures" / "empty.png").touch()
    with pytest.raises(BadInput) as error:
        import_official(source)
    assert message in error.value.render()
    assert str(source / "samples.jsonl") in error.value.render()
    assert all(problem.fix for problem in error.value.problems)
    assert not (home / "mathopeval" / STORED).exists()


def test_problems_of_all_lines_are_reported_at_once_and_an_earlier_import_stays(tmp_path: Path) -> None:
    import_official(folder(tmp_path / "first", [sample()]))
    before = imported()
    bad = [sample(2), sample(2), *(sample(n, questions=[{"operation": "draw"}]) for n in range(3, 9))]
    bad[0]["states"]["original"]["picture"] = "none.png"
    with pytest.raises(BadInput) as error:
        import_official(folder(tmp_path / "second", bad))
    assert len(error.value.problems) == 20
    assert error.value.problems[1].problem == "'bar-2' is already on line 1"
    assert imported() == before
    assert len(load_free()) == 4


def test_a_picture_behind_a_link_out_of_the_folder_is_refused(tmp_path: Path) -> None:
    source = folder(tmp_path / "data", [sample()])
    outside = tmp_path / "outside.png"
    (source / "pictures" / "original.png").rename(outside)
    (source / "pictures" / "original.png").symlink_to(outside)
    with pytest.raises(BadInput, match="is a link that leaves the folder"):
        import_official(source)


def test_more_domains_than_a_row_can_show_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("benchmark.suites.mathopeval.official._DOMAINS_LIMIT", 2)
    few = [sample(number, domain=f"field {number}", questions=[]) for number in (1, 2)]
    source = folder(tmp_path / "data", few)
    import_official(source)
    folder(source, [*few, sample(3, domain="one more", questions=[])])
    with pytest.raises(BadInput, match=r"line 3: domain: there are more than 2 different domains"):
        import_official(source)


def test_counts_are_checked_only_if_asked(tmp_path: Path) -> None:
    source = folder(tmp_path / "data", [sample()])
    import_official(source)
    with pytest.raises(BadInput) as error:
        import_official(source, check=True)
    assert "0 samples of geometric instead of 426, " in error.value.problem
    assert "5 multiple-choice questions instead of 10,293, 4 tasks in free form" in error.value.problem


def test_the_papers_counts_are_those_of_its_table(shared_data: Path) -> None:
    table = json.loads((shared_data / "papers" / "mathopeval_table1.json").read_text(encoding="utf-8"))
    numbers = [row["number"] for row in table["rows"]]
    assert [sum(published.SAMPLES.values()), *published.SAMPLES.values()] == numbers[:6]
    assert numbers[8:11] == [published.QUESTIONS, published.QUESTION_LENGTH, published.OPTION_LENGTH]
    assert numbers[11:] == [published.FREE, published.FREE_QUESTION_LENGTH, published.FREE_ANSWER_LENGTH]
    assert numbers[6:8] == [published.QUESTIONS + published.FREE, published.FREE]
    assert round(published.QUESTIONS / numbers[0], 2) == published.QUESTIONS_PER_SAMPLE
    published.check_counts(Path("x"), published.SAMPLES, published.QUESTIONS, published.FREE)


def test_the_longest_names_are_names_of_tasks(tmp_path: Path) -> None:
    import_official(folder(tmp_path / "data", [sample(id="a" * 80, domain="d" * 100)]))
    assert len(load_choice()) == 5


def test_data_without_questions_have_the_free_form_only(tmp_path: Path) -> None:
    import_official(folder(tmp_path / "data", [sample(questions=[])]))
    assert len(load_free()) == 4
    with pytest.raises(BadInput, match="have no multiple-choice questions"):
        load_choice()


def test_a_changed_file_is_refused(tmp_path: Path, home: Path) -> None:
    import_official(folder(tmp_path / "data", [sample()]))
    (home / "mathopeval" / STORED / "choice.jsonl").write_text("{}\n")
    assert len(load_free()) == 4
    with pytest.raises(BadInput, match="was changed after it was fetched") as error:
        load_choice()
    assert error.value.fix == f"run `sightbench dataset fetch mathopeval --from {tmp_path / 'data'} --again`"
    with pytest.raises(BadInput, match="no_data: no such folder"):
        import_official(tmp_path / "no_data")


def test_examples_are_other_samples_with_uniform_letters_and_no_reasoning(tmp_path: Path) -> None:
    found = import_official(folder(tmp_path / "data", [sample(number) for number in range(1, 10)]))
    assert "bar generation" not in found.without_shots
    assert "pie generation" in found.without_shots
    prompt = MATHOPEVAL.prompt("sightbench", "choice-cot-4shot")
    pools = set()
    for task in load_choice():
        *shots, asked = prompt.turns(task, 0, "")
        answers = [turn.parts for turn in shots if turn.speaker == "assistant"]
        assert Counter(answers) == Counter((Text(text=f"\\boxed{{{letter}}}"),) for letter in "ABCD")
        shown = {
            part.source.split("/")[1].rsplit("-", 2)[0]
            for turn in shots
            for part in turn.parts
            if isinstance(part, Picture)
        }
        assert len(shown) == 4
        assert task.stem not in shown
        assert all(part.folder for turn in shots for part in turn.parts if isinstance(part, Picture))
        assert words(task).strip() in "".join(part.text for part in asked.parts if isinstance(part, Text))
        pools.add((task.subset, frozenset(shown)))
    assert Counter(subset for subset, _ in pools) == dict.fromkeys(
        ("generation", "deletion", "modification", "annotation"), 2
    )


def test_a_turned_example_keeps_its_right_option(tmp_path: Path, home: Path) -> None:
    import_official(folder(tmp_path / "data", [sample(number) for number in range(1, 9)]))
    tasks = {task.id: task for task in load_choice()}
    lines = [
        json.loads(line)
        for name in ("shots.jsonl", "shots-other.jsonl")
        for line in (home / "mathopeval" / STORED / name).read_text().splitlines()
    ]
    assert len(lines) == 32
    for line in lines:
        task = tasks[line["id"]]
        assert isinstance(task.check, ChoiceCheck)
        assert _option(line["prompt"], line["answer"]) == _option(words(task), task.check.answer)


def test_the_digest_of_the_prompt_covers_the_official_examples(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def digest(name: str, samples: list[dict[str, Any]], setting: str = "choice-cot-2shot") -> str:
        monkeypatch.setenv("SIGHTBENCH_DATASETS", str(tmp_path / name / "home"))
        import_official(folder(tmp_path / name / "data", samples))
        return prompt_of(MATHOPEVAL, "sightbench", setting, "official-choice").digest

    samples = [sample(number) for number in range(1, 9)]
    plain = digest("a", samples)
    assert digest("b", samples) == plain
    assert digest("a", samples, "choice-cot-3shot") != plain
    other = [
        sample(number, instructions=dict.fromkeys(samples[0]["instructions"], "x")) for number in range(1, 9)
    ]
    assert digest("c", other) == plain
    for record in other:
        record["questions"][0]["text"] = "Which code draws it?"
    assert digest("d", other) != plain
    assert MATHOPEVAL.prompt("sightbench", "choice-cot-2shot").digest != plain


def test_digests_cover_the_pictures(tmp_path: Path) -> None:
    source = folder(tmp_path / "data", [sample(number) for number in range(1, 9)])
    found = []
    for colour in ("red", "black"):
        Image.new("RGB", (8, 6), colour).save(source / "pictures" / "original.png")
        import_official(source)
        tasks = tasks_digest(load_choice())
        found.append((tasks, tasks_digest(load_free()), imported()))
    assert all(one != other for one, other in zip(*found, strict=True))


def _option(prompt: str, letter: str) -> str:
    after = prompt.split(f"\n{letter}.", 1)[1]
    return after.split(f"\n{chr(ord(letter) + 1)}.", 1)[0].strip()


Sightbench = Callable[..., "subprocess.CompletedProcess[str]"]


def test_a_folder_is_imported_once_and_again_if_asked(
    tmp_path: Path, home: Path, in_process: Sightbench
) -> None:
    source = folder(tmp_path / "data", [sample(1), sample(1, "pie")])
    place = home / "mathopeval" / "official"
    done = in_process("dataset", "fetch", "mathopeval", "--from", source)
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[:2] == [
        f"2 samples (1 bar, 1 pie) in {place}",
        "official-choice: 10 tasks; official-free: 8 tasks",
    ]
    assert "too few samples for worked examples: geometric generation, " in done.stdout
    (source / "samples.jsonl").write_text("no JSON")
    kept = in_process("dataset", "fetch", "mathopeval", "--from", source)
    assert kept.stdout == f"official-choice, official-free are already here: {place}\n"
    assert in_process("dataset", "fetch", "mathopeval").stdout == kept.stdout
    assert in_process("dataset", "fetch", "mathopeval", "--from", source, "--again").returncode == 2
