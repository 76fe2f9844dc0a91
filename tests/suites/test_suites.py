"""What holds for all suites: their parts, and the names and digests of their prompts."""

import re
from dataclasses import replace
from pathlib import Path

import pytest

from benchmark.analysis.groups import joined_stems
from benchmark.core.errors import BadInput
from benchmark.core.suite import Asked, DrawProtocol, Suite, offers
from benchmark.core.task import ChoiceCheck, FunctionCheck, Task, Text
from benchmark.files.tasks import read_tasks
from benchmark.pipeline.judge.evaluate import joined
from benchmark.suites import SUITES, load, load_all
from benchmark.suites.run_names import known_suites
from tests.case_files import table
from tests.suite_parts import missing_parts

from .prompts import shown_text

ROOT = Path(__file__).parents[2]
BUNDLED = ROOT / "benchmark" / "suites"


@pytest.mark.parametrize("suite", load_all().values(), ids=SUITES)
def test_a_suite_is_named_and_complete(suite: Suite) -> None:
    assert load(suite.id) is suite
    assert suite.title
    assert suite.version >= 1
    assert suite.asked.settings
    assert all(protocol.id == name for name, protocol in suite.asked.protocols.items())
    assert next(iter(suite.judged.extractions)) == "own"
    assert suite.datasets


@pytest.mark.parametrize("suite", load_all().values(), ids=SUITES)
def test_a_suite_has_all_its_parts(suite: Suite) -> None:
    assert missing_parts(ROOT, suite) == []


def test_each_missing_part_of_a_suite_is_named() -> None:
    asked = Asked(settings=("drawn",), protocols={"hot": DrawProtocol(id="hot", draws=1, temperature=1.0)})
    suite = Suite(id="made-up", title="Made-Up", datasets={"official": tuple}, asked=asked)
    assert missing_parts(ROOT, suite) == [
        "benchmark/suites/made_up/README.md: say where the tasks are from, and what differs",
        "tests/suites/made_up/: write a test_*.py",
        "tests/suites/made_up/: write test_the_references_pass_and_blank_answers_do_not",
        "site/pages/glossary/index.md: explain `drawn`",
        "site/pages/glossary/index.md: explain `hot`",
    ]


def test_a_suite_without_prompts_says_so() -> None:
    suite = Suite(id="made-up", title="Made-Up", asked=Asked(settings=("drawn",)))
    with pytest.raises(BadInput, match="made-up has no prompt 'upstream'"):
        suite.prompt("upstream", "drawn")


def test_every_extraction_rule_accepts_an_empty_completion() -> None:
    task = Task(id="t", check=FunctionCheck(tests=("",)), entry_point="f", starter_code="def f():")
    for suite in load_all().values():
        for rule in suite.judged.extractions.values():
            assert rule(task, "").empty


def test_settings_that_data_cannot_show_are_settings() -> None:
    for name, suite in load_all().items():
        for dataset, settings in suite.asked.unshown.items():
            assert set(settings) < set(suite.asked.settings)
            assert dataset in known_suites()[name].submittable


def test_no_submission_may_name_all_problems_of_mmcode() -> None:
    assert "official-all" in load("mmcode").datasets
    assert "official-all" not in known_suites()["mmcode"].submittable
    assert "official" in known_suites()["mmcode"].submittable


@pytest.mark.gate
def test_the_python_of_bundled_tasks_compiles() -> None:
    # The site and most commands read these files without compiling them again.
    files = [*BUNDLED.glob("*/open/tasks/*.jsonl*"), *BUNDLED.glob("*/open/[cf]*.jsonl.gz")]
    assert len({path.parent for path in files}) == 4
    for path in files:
        tasks = read_tasks(path)
        assert tasks == read_tasks(path, compiled=True)


#: Settings that show the same as another one.
SAME = {
    "humaneval-v": {"V2C": "image", "GT-T2C": "description", "V2T2C-acme": "V2T2C"},
    "mmcode": {"image-replacement-acme": "image-replacement"},
}
NO_PICTURE = Task(
    id="t", parts=(Text(text="Print 7."),), starter_code="def f():", entry_point="f",
    check=FunctionCheck(tests=()), description="Words.", chart="flowchart TD",
)  # fmt: skip


@table("suites")
def test_an_unknown_prompt_is_refused(suite: str, name: str, setting: str) -> None:
    with pytest.raises(BadInput, match="has no prompt"):
        load(suite).prompt(name, setting)


@pytest.mark.parametrize("name", ["code-vision", "humaneval-v", "mathopeval", "mmcode"])
def test_settings_have_the_same_digest_only_if_they_show_the_same(name: str) -> None:
    settings = [
        setting.replace("*", "acme") for setting in load(name).asked.settings if "shot" not in setting
    ]
    found = {setting: load(name).prompt("sightbench", setting).digest for setting in settings}
    same = SAME.get(name, {})
    assert all(found[setting] == found[twin] for setting, twin in same.items())
    assert len(set(found.values())) == len(found) - len(same)
    assert {len(digest) for digest in found.values()} == {64}


def test_a_task_without_pictures_is_refused_where_they_are_shown() -> None:
    blind = {
        "code-vision": {"mermaid", "text", "signature-only"},
        "humaneval-v": {"description", "signature-only", "GT-T2C"},
        "mmcode": {"language-only"},
    }
    for name, settings in blind.items():
        for setting in load(name).asked.settings:
            prompt = load(name).prompt("sightbench", setting.replace("*", "acme"))
            if setting in settings:
                assert shown_text(prompt, NO_PICTURE)
            else:
                with pytest.raises(BadInput, match="has no picture"):
                    shown_text(prompt, NO_PICTURE)


@pytest.mark.usefixtures("home")
def test_settings_with_a_prompt_of_the_authors_are_listed() -> None:
    """Whether upstream has a prompt is known without its files, which hold the words."""
    for name, suite in load_all().items():
        for setting in (each.replace("*", "x") for each in suite.asked.settings):
            with pytest.raises(BadInput) as caught:
                suite.prompt("upstream", setting)
            if offers(suite.asked.upstream_prompts, setting):
                assert "not on this machine" in caught.value.problem
                assert f"sightbench dataset fetch {name}" in caught.value.fix or name == "code-vision"
            else:
                lacks = f"(has no|publishes no) prompt (for the setting '{setting}'|'upstream')"
                assert re.search(lacks.replace("+", r"\+"), caught.value.problem), (name, setting)


@pytest.mark.parametrize(
    ("stem", "found"),
    [("", "basic-calculator"), ("227. Basic Calculator II", "basic-calculator"), ("x", "x")],
)
def test_evaluations_and_comparisons_join_the_same_stems(stem: str, found: str) -> None:
    """Official tasks state their ids as stems, so a stem that is stated must not hide a variant."""
    name = "227. Basic Calculator II"
    task = Task(id=name, suite="code-vision", check=ChoiceCheck(answer="A"), stem=stem)
    assert [each.family for each in joined([task])] == [found]
    assert joined_stems("code-vision", (name,), (task.family,)) == (found,)
    other = replace(task, suite="mmcode")
    assert joined([other]) == [other]
