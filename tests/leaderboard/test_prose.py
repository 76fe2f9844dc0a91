"""The written pages agree with the code: examples are valid, and terms, statuses and paths exist."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
import yaml
from pydantic import TypeAdapter

from benchmark.analysis.catalog import BASELINES
from benchmark.core.canary import CANARY
from benchmark.core.verdict import Status
from benchmark.datasets.reviews import Reviews
from benchmark.files.predictions import GenerationLine, PredictionLine
from benchmark.files.task_line import TaskLine
from benchmark.files.verdicts import AnyVerdictLine
from benchmark.leaderboard.build.build import checkout
from benchmark.submissions.rules import broken_rules
from benchmark.submissions.schema import Submission
from benchmark.suites import load_all
from benchmark.suites.run_names import known_suites

ROOT = checkout()
PAGES = ROOT / "site" / "pages"
#: Folders of the checkout whose files pages name.
FOLDERS = ("benchmark", "workshop", "tests", "site", "lab", "locks", r"\.github")
PROSE = sorted([*ROOT.glob("*.md"), *PAGES.rglob("*.md")])


def _blocks(page: str, language: str, heading: str = "") -> list[str]:
    path = PAGES / page / "index.md"
    text = (path if path.exists() else PAGES / f"{page}.md").read_text(encoding="utf-8")
    section = text.split(f"\n## {heading}\n")[1].split("\n## ")[0] if heading else text
    return re.findall(rf"^```{language}\n(.*?)^```", section, re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("number", range(4))
def test_an_example_of_a_task_is_valid_and_solved_by_its_reference(number: int) -> None:
    task = TaskLine.model_validate(json.loads(_blocks("formats", "json", "Tasks")[number]))
    names: dict[str, object] = {}
    if task.check.kind == "function":
        exec(task.reference, names)  # noqa: S102 - our own example
        for test in task.check.tests:
            exec(test, dict(names))  # noqa: S102
    elif task.check.kind == "choice":
        assert f"\n{task.check.answer}. " in task.prompt
    else:
        for case in task.check.cases:
            done = subprocess.run(
                [sys.executable, "-c", task.reference],
                input=case.input,
                capture_output=True,
                encoding="utf-8",
                check=True,
            )
            assert done.stdout == case.output


def test_the_example_of_a_prediction_is_valid() -> None:
    line, upstream, generation = map(json.loads, _blocks("formats", "json", "Predictions"))
    assert PredictionLine.model_validate(line).draw == 0
    assert set(upstream[0]) == {"qid", "predictions"}
    assert GenerationLine.model_validate(generation).run_id == 1


def test_the_examples_of_verdicts_are_valid() -> None:
    for block in _blocks("formats", "json", "Verdicts"):
        TypeAdapter(AnyVerdictLine).validate_python(json.loads(block))


def test_the_example_of_a_submission_is_valid_and_has_five_lines() -> None:
    block, several_pictures, captions = _blocks("submit", "yaml")
    (by_reference,) = _blocks("guides/submit-by-reference", "yaml")
    assert len(block.splitlines()) == 5
    fields = yaml.safe_load(block)
    assert Submission.model_validate(fields).slug == "acme-vl-7b"
    text = by_reference.replace("OWNER", "owner").replace("COMMIT", "a" * 40)
    (run,) = Submission.model_validate({**fields, **yaml.safe_load(text)}).runs
    assert run.reference is not None
    submission = Submission.model_validate({**fields, **yaml.safe_load(several_pictures)})
    assert list(broken_rules(submission, Path("acme-vl-7b").resolve(), known_suites())) == []
    assert [(run.prompt_name, *run.configs) for run in submission.runs] == [
        ("sightbench-first-picture", "model"),
        ("sightbench", "model", "captioner"),
        ("sightbench-first-picture",),
    ]
    (known,) = [line for line in several_pictures.splitlines() if "captioner: {" in line]
    replayed = yaml.safe_load(several_pictures.replace(known, captions.rstrip()))
    submission = Submission.model_validate({**fields, **replayed})
    assert [run.captioner.provider for run in submission.runs if run.captioner] == ["replay"]


def test_the_example_of_a_review_is_valid() -> None:
    (block,) = _blocks("authoring", "yaml")
    review = Reviews.model_validate(yaml.safe_load(block))
    assert review.canary == CANARY
    assert [solver.right for solver in review.tasks["knotted-beads-1"].solvers] == [True]


#: Words that every reader meets.
FIELD = [
    *("suite", "data set", "subset", "task", "stem", "family", "mutation", "twin", "setting", "protocol"),
    *("draw", "sample", "completion", "answer", "check", "verdict", "lint", "score", "row", "submission"),
    *("trust", "pass@k"),
]


def _glossary() -> dict[str, str]:
    """Return the definitions of the glossary by term; names in options and files have backticks."""
    text = (PAGES / "glossary" / "index.md").read_text(encoding="utf-8")
    found = re.findall(r"^(\S.*?) \{#([a-z0-9-]+)\}\n:   (.+(?:\n    .+)*)$", text, re.MULTILINE)
    assert len(found) == text.count("{#")
    assert len({anchor for _, anchor, _ in found}) == len(found)
    definitions = {term: definition for term, _, definition in found}
    assert len(definitions) == len(found)
    return definitions


def test_the_glossary_explains_every_term_of_the_field() -> None:
    names = [*Status, "verified", "judged", "reported", *BASELINES]
    for suite in load_all().values():
        settings = (suite.asked.without_shots(name)[0] for name in suite.asked.settings)
        names += [*suite.asked.protocols, *settings, *suite.judged.extractions]
    terms = [*FIELD, "missing", *(f"`{name}`" for name in names)]
    assert sorted(set(terms) - _glossary().keys()) == []


def test_the_glossary_says_how_each_protocol_draws() -> None:
    words = {1: "One answer", 6: "Six answers"}
    for suite in load_all().values():
        for name, protocol in suite.asked.protocols.items():
            many = words.get(protocol.draws, f"{protocol.draws:,} answers")
            own = "with the vendor's own sampling"
            drawn = own if protocol.temperature is None else f"at temperature {protocol.temperature:g}"
            start = f"{many} per task {drawn}"
            said = _glossary()[f"`{name}`"].replace("\n    ", " ")
            assert said.startswith(start), name
            for meaning in (protocol, *(other for _, other in protocol.elsewhere)):
                assert f" {meaning.max_tokens:,} tokens" in said, name
                assert (f" top-p {meaning.top_p:g}" in said) == (meaning.top_p != 1), name
                assert (f" top-k {meaning.top_k}" in said) == (meaning.top_k is not None), name
    greedy = _glossary()["`greedy`"]
    assert [
        suite.id
        for suite in load_all().values()
        if suite.asked.protocols["greedy"].max_tokens == 2048 and suite.title not in greedy
    ] == []


@pytest.mark.parametrize("page", PROSE, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_a_path_that_a_page_names_exists(page: Path) -> None:
    named = re.findall(rf"`((?:{'|'.join(FOLDERS)})/[\w./-]+)`", page.read_text(encoding="utf-8"))
    assert [path for path in named if not (ROOT / path).exists()] == []
