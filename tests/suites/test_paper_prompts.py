"""Prompts of a paper are found in its text by their headings, and nothing else is taken for them."""

import json
import shutil
from pathlib import Path

import pytest

from benchmark.core.errors import BadInput
from benchmark.core.task import FigureCheck, RubricCheck, Task, Text
from benchmark.pipeline.rubric.requests import printed_prompt
from benchmark.pipeline.rubric.rubrics import rubric_of
from benchmark.suites import load
from benchmark.suites import paper_prompts as module
from benchmark.suites.mathopeval.names import PAPER_SETTINGS, parse_setting
from benchmark.suites.paper_prompts import find_prompts, printed_prompts, read_paper, stored_prompt
from tests.case_files import read_text, table
from tests.conftest import Sightbench
from tests.suites.prompts import shown_text

#: A paper of our own, and its prompts in the form of ``paper_prompts.toml``; the words are ours.
PAPER = read_text("texts/paper.md")
SHORT = "Q: {question}\nOptions: {formatted_choices}\nSay only the letter in \\boxed{}."
RATING = PAPER[PAPER.index("Compare") : PAPER.index("\n\nFigure")]


@pytest.fixture
def own_paper(tmp_path: Path, home: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A file with the paper above, whose prompts are those of MathOPEval while the test runs."""
    del home

    def printed(name: str, text: str, after: tuple[str, ...], until: str) -> module.PrintedPrompt:
        digest = module.sha256_hex(module._counted(text)[0].encode())
        return module.PrintedPrompt(name=name, after=after, first="", until=until, sha256=digest)

    own = (
        printed("choice-direct", SHORT, ("Two kinds", "Short:"), "Long:"),
        printed("delete", RATING, ("Prompt for rating",), "Figure 1:"),
    )
    monkeypatch.setattr(module, "printed_prompts", lambda suite: own if suite == "mathopeval" else ())
    path = tmp_path / "paper.txt"
    path.write_text(PAPER, encoding="utf-8")
    return path


def test_prompts_are_found_stored_and_filled_in(own_paper: Path, in_process: Sightbench) -> None:
    done = in_process("dataset", "prompts", "mathopeval", "--from", str(own_paper))
    assert done.stdout.splitlines()[0].startswith("choice-direct: found: 'Q: {question}")
    assert "2 of 2 prompts stored" in done.stdout
    assert stored_prompt("mathopeval", "choice-direct") == SHORT
    task = load("mathopeval").datasets["open-choice"]()[0]
    shown = shown_text(load("mathopeval").prompt("paper", "choice-direct"), task)
    words = "".join(part.text for part in task.parts if isinstance(part, Text))
    question, _, options = words.strip().partition("\n\nA.")
    assert (
        shown.partition(">")[2] == f"Q: {question}\nOptions: A.{options}\nSay only the letter in \\boxed{{}}."
    )
    one_shot = load("mathopeval").prompt("paper", "choice-direct-1shot").turns(task, 0, "")
    assert [turn.speaker for turn in one_shot] == ["user", "assistant", "user"]
    assert in_process("dataset", "prompts", "mathopeval", "--from", str(own_paper)).stdout == done.stdout


@table("suites")
def test_a_text_that_differs_is_refused_and_nothing_is_stored(
    own_paper: Path, in_process: Sightbench, before: str, after: str
) -> None:
    own_paper.write_text(PAPER.replace(before, after), encoding="utf-8")
    done = in_process("dataset", "prompts", "mathopeval", "--from", str(own_paper), code=2)
    assert "differs from the paper's text" in done.stdout
    assert "nothing was stored" in done.stderr
    with pytest.raises(BadInput, match="not on this machine"):
        stored_prompt("mathopeval", "choice-direct")


@table("suites")
@pytest.mark.usefixtures("own_paper")
def test_marks_and_spaces_of_another_copy_do_not_count(before: str, after: str) -> None:
    found = find_prompts("mathopeval", PAPER.replace(before, after))
    assert [each.problem for each in found] == ["", ""]


def test_a_prompt_that_is_missing_is_named_and_the_others_are_stored(
    own_paper: Path, in_process: Sightbench
) -> None:
    own_paper.write_text(PAPER.replace("Prompt for rating", "Rating"), encoding="utf-8")
    done = in_process("dataset", "prompts", "mathopeval", "--from", str(own_paper))
    assert "delete: not found: the text has no heading 'Prompt for rating'" in done.stdout
    assert "1 of 2 prompts stored" in done.stdout
    with pytest.raises(BadInput, match="delete is not on this machine"):
        stored_prompt("mathopeval", "delete")


@pytest.mark.usefixtures("own_paper")
def test_a_stored_prompt_that_was_changed_is_refused(tmp_path: Path, in_process: Sightbench) -> None:
    in_process("dataset", "prompts", "mathopeval", "--from", str(tmp_path / "paper.txt"))
    path = tmp_path / "home" / "mathopeval" / "paper" / "prompts.json"
    path.write_text(path.read_text().replace("only the letter", "the letter A"))
    with pytest.raises(BadInput, match=r"choice-direct: is not the paper's text"):
        stored_prompt("mathopeval", "choice-direct")


@pytest.mark.usefixtures("home")
@pytest.mark.parametrize(
    ("suite", "setting", "template"),
    [
        ("mmcode", "language-only", "Solve: {question}\n{starter_code}"),
        ("mmcode", "vision+language", "Solve: {question}"),
        ("humaneval-v", "image+description", "{description}\nSolve: {code_context}"),
    ],
)
def test_a_prompt_that_nobody_can_check_is_the_users_own_text(
    in_process: Sightbench, tmp_path: Path, suite: str, setting: str, template: str
) -> None:
    (tmp_path / "own.txt").write_text(template + "\n", encoding="utf-8")
    command = ("dataset", "prompts", suite, "--from", "own.txt")
    refused = in_process(*command, code=2)
    assert (
        f"{setting}: cannot be checked: its digest is not known; --trust {setting} stores" in refused.stdout
    )
    assert "--trust" in refused.stderr if suite == "mmcode" else "whole" in refused.stderr
    task = load(suite).datasets["open"]()[0]
    with pytest.raises(BadInput, match="not on this machine") as absent:
        load(suite).prompt("paper", setting)
    assert f"--trust {setting}" in absent.value.fix
    done = in_process(*command, "--trust", setting, code=0)
    prompt = load(suite).prompt("paper", setting)
    assert done.stdout.endswith(f"unchecked; rows name the digest {prompt.digest}\n")
    (turn,) = prompt.turns(task, 0, "")
    assert isinstance(turn.parts[0], Text) == (setting == "language-only")
    shown = shown_text(prompt, task)
    assert "Solve: " in shown
    assert not any(place in shown for place in ("{question}", "{starter_code}", "{description}"))
    first = prompt.digest
    (tmp_path / "own.txt").write_text(f"{template} Please.", encoding="utf-8")
    in_process(*command, "--trust", setting, code=0)
    assert load(suite).prompt("paper", setting).digest != first


@pytest.mark.usefixtures("home")
@pytest.mark.parametrize(
    ("prompt", "text", "says"),
    [
        (("humaneval-v", "image+description"), "Just write code.", "has no {code_context}, {description}"),
        (("humaneval-v", "image+description"), "{description} {question}", "has no {code_context}"),
        (("mmcode", "vision+language"), "{question} {description}", "has {description}, which nothing fills"),
        (("mmcode", "vision+language"), "{question}" + "paper " * 2_000, "characters, more than 8000"),
    ],
)
def test_a_text_that_cannot_be_the_prompt_is_not_trusted(
    in_process: Sightbench, tmp_path: Path, prompt: tuple[str, str], text: str, says: str
) -> None:
    suite, setting = prompt
    (tmp_path / "own.txt").write_text(text, encoding="utf-8")
    done = in_process("dataset", "prompts", suite, "--from", "own.txt", "--trust", setting, code=2)
    assert says in done.stderr
    assert f"fix: give the text of {setting} alone, with {{" in done.stderr
    assert not [*(tmp_path / "home").rglob("prompts.json")]


def test_a_prompt_with_a_known_digest_is_never_trusted(own_paper: Path, in_process: Sightbench) -> None:
    command = ("dataset", "prompts", "mathopeval", "--from", str(own_paper), "--trust", "delete")
    assert (
        "--trust: 'delete' is not a prompt of mathopeval that cannot be"
        in in_process(*command, code=2).stderr
    )


@pytest.mark.parametrize(
    ("name", "text", "says"),
    [
        ("paper.txt", "Nothing of this kind.", "has none of the prompts"),
        ("paper.docx", PAPER, "has the ending '.docx'"),
        ("paper.pdf", "no PDF", "pdftotext"),
    ],
)
def test_other_files_are_refused(
    own_paper: Path, in_process: Sightbench, name: str, text: str, says: str
) -> None:
    path = own_paper.with_name(name)
    path.write_text(text)
    code = 3 if name.endswith("pdf") and shutil.which("pdftotext") is None else 2
    done = in_process("dataset", "prompts", "mathopeval", "--from", str(path), code=code)
    assert says in done.stderr


def test_a_page_and_a_pdf_file_are_read(
    own_paper: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = tmp_path / "paper.html"
    lines = "".join(f"<p>{line}</p>" for line in PAPER.splitlines())
    page.write_text(f"<html><head><title>Short:</title></head><body>{lines}<script>0</script></body></html>")
    assert [each.problem for each in find_prompts("mathopeval", read_paper(page))] == ["", ""]
    (tmp_path / "bin").mkdir()
    program = tmp_path / "bin" / "pdftotext"
    program.write_text(f'#!/bin/sh\ncat "{own_paper}"\n')
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path / 'bin'}:/usr/bin:/bin")
    pdf = tmp_path / "paper.pdf"
    pdf.write_bytes(b"%PDF-1.5")
    assert read_paper(pdf) == PAPER


@pytest.mark.gate
@pytest.mark.usefixtures("home")
def test_every_prompt_of_the_papers_is_found_in_their_texts(
    shared_data: Path, in_process: Sightbench
) -> None:
    texts = shared_data / "papers" / "text"
    if not texts.is_dir():
        pytest.skip(f"{texts} does not exist")
    for suite, count in (("mathopeval", "16 of 16"), ("humaneval-v", "1 of 2")):
        done = in_process("dataset", "prompts", suite, "--from", str(texts / f"{suite.replace('-', '')}.txt"))
        assert f"{count} prompts stored" in done.stdout
    other = in_process("dataset", "prompts", "mmcode", "--from", str(texts / "mmcode.txt"), code=2)
    assert other.stdout.count("cannot be checked") == len(printed_prompts("mmcode")) == 3
    suite = load("mathopeval")
    digests = {suite.prompt("paper", setting).digest for setting in PAPER_SETTINGS}
    assert len(digests) == len(PAPER_SETTINGS)
    for setting in PAPER_SETTINGS:
        plain, shots = parse_setting(setting)
        for task in suite.datasets["open-choice" if plain.startswith("choice") else "open-free"]()[:40:13]:
            shown = suite.prompt("paper", setting).turns(task, 0, "")
            assert len(shown) == 1 + 2 * shots
            text = "".join(part.text for part in shown[-1].parts if isinstance(part, Text))
            assert not {"{question}", "{formatted_choices}"} & {*text.split()}
            assert "".join(part.text for part in task.parts if isinstance(part, Text)).split()[-1] in text
    figure = load("humaneval-v").datasets["open"]()[0]
    text = shown_text(load("humaneval-v").prompt("paper", "image"), figure)
    assert text.count("```") == 2
    assert figure.starter_code in text
    with pytest.raises(BadInput, match="has no prompt 'paper' for the setting 'V2C'"):
        load("humaneval-v").prompt("paper", "V2C")


def test_each_scoring_prompt_shows_the_programs_under_its_labels(
    shared_data: Path, home: Path, in_process: Sightbench
) -> None:
    paper = shared_data / "papers" / "text" / "mathopeval.txt"
    if not paper.is_file():
        pytest.skip(f"{paper} does not exist")
    in_process("dataset", "prompts", "mathopeval", "--from", str(paper))
    for name in json.loads((home / "mathopeval" / "paper" / "prompts.json").read_text())["prompts"]:
        if name.startswith(("choice-", "free-")):
            continue
        edit = "" if name.startswith("generate-") else "draw('original')"
        check = RubricCheck(rubric=name, reference="draw('reference')", original=edit)
        task = Task(id="t", check=check)
        assert rubric_of(task) is not None
        text = printed_prompt(stored_prompt("mathopeval", name), task, "draw('```')\n````")
        assert text.count("draw('reference')") == 1
        assert text.count("`````\ndraw('```')\n````\n`````") == 1
        assert text.count("draw('original')") == bool(edit)
        assert text.index("draw('reference')") < text.index("draw('```')") < text.rindex("boxed")


def test_a_scoring_prompt_without_labels_is_refused() -> None:
    task = Task(id="t", check=FigureCheck(reference="a", operation="generate", type="bar"))
    with pytest.raises(BadInput, match="labels of no program"):
        printed_prompt("Compare both.", task, "b")
