"""A table's conditions in words follow from the definitions, and each has its place in the glossary."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from itertools import product
from pathlib import Path

import pytest
from inline_snapshot import snapshot

from benchmark.analysis.catalog import suite_task
from benchmark.analysis.conditions import (
    Condition,
    conditions,
    distinct_conditions,
    extraction_condition,
    prompt_condition,
    protocol_condition,
    run_conditions,
    setting_condition,
    shows_picture,
)
from benchmark.analysis.groups import VENDOR_SAMPLING, GroupKey
from benchmark.analysis.suite_list import SuiteEntry, suite_list
from benchmark.cli.shared.options import PROMPTS
from benchmark.core.errors import BadInput
from benchmark.core.prompt import Prompt
from benchmark.core.task import FunctionCheck, Picture, Task, Text
from benchmark.leaderboard.build.build import checkout
from benchmark.suites import SUITES, load, load_all
from benchmark.suites.code_vision import rebuilt
from benchmark.suites.run_names import known_suites
from tests.case_files import read_cases
from tests.wording import wrapped

ROOT = checkout()
SETTINGS = [
    (suite.id, name.replace("*", "gpt-4o")) for suite in load_all().values() for name in suite.asked.settings
]
DRAWN = [(suite, setting, name) for suite, setting in SETTINGS for name in load(suite).asked.protocols]
KEY = GroupKey("humaneval-v", "open", "V2C", "greedy", "sightbench", "a" * 64, "own", "b" * 64)


def glossary() -> dict[str, str]:
    """Return the terms of the glossary by anchor."""
    text = (ROOT / "site" / "pages" / "glossary" / "index.md").read_text(encoding="utf-8")
    return {anchor: term for term, anchor in re.findall(r"^(\S.*?) \{#([a-z0-9-]+)\}$", text, re.MULTILINE)}


def test_the_words_are_those_of_the_definitions() -> None:
    found = conditions(replace(KEY, suite="code-vision", setting="text", protocol="cool-1"))
    assert wrapped(str(found)) == snapshot("""\
text instead of the picture · one try, temperature 0.2, at most 1,024 tokens · our prompt · code
 extracted by our rule\
""")
    assert found.ids == "text · cool-1 · sightbench · own"
    chosen = conditions(replace(KEY, suite="mathopeval", dataset="open-choice", setting="choice-cot"))
    assert chosen.parts[-1].words == "letter read by our rule"
    assert found.parts[1].name == "protocol cool-1, top-p 0.95"


@pytest.mark.parametrize(("suite", "setting"), SETTINGS)
def test_every_setting_has_words_that_say_what_is_shown(suite: str, setting: str) -> None:
    found = setting_condition(suite, setting)
    assert not found.words.startswith("setting ")
    assert ("instead of" in found.words or "not shown" in found.words or "no pictures" in found.words) == (
        not shows_picture(suite, setting)
    )
    assert shows_picture(suite, setting) == (setting not in load(suite).blind.without_picture)


@pytest.mark.parametrize(("suite", "setting", "words"), read_cases("texts/settings.yaml"))
def test_a_setting_in_words(suite: str, setting: str, words: str) -> None:
    assert setting_condition(suite, setting).words == words


@pytest.mark.parametrize(("suite", "setting", "name"), DRAWN)
def test_every_protocol_has_the_numbers_that_hold_in_the_setting(suite: str, setting: str, name: str) -> None:
    drawn = load(suite).asked.protocols[name].within(setting)
    found = re.fullmatch(
        r"(one try|[0-9,]+ tries), (temperature [0-9.]+|the vendor's own sampling), at most ([0-9,]+) tokens",
        protocol_condition(suite, setting, name).words,
    )
    draws, sampling, tokens = (found[group].replace(",", "") for group in (1, 2, 3))
    own = drawn.temperature is None
    assert (draws, sampling, int(tokens)) == (
        "one try" if drawn.draws == 1 else f"{drawn.draws} tries",
        "the vendor's own sampling" if own else f"temperature {drawn.temperature:g}",
        drawn.max_tokens,
    )
    vendors = protocol_condition(suite, setting, f"{VENDOR_SAMPLING}{name}")
    own = f"the vendor's own sampling (asked as {name})"
    assert vendors.words == f"{found[1]}, {own}, at most {found[3]} tokens"


@pytest.mark.parametrize(
    ("suite", "protocol", "words", "finer"),
    [
        ("code-vision", "vendor-top-p-cool-1", "temperature 0.2, the vendor's own top-p", ""),
        ("code-vision", "vendor-temperature-cool-1", "the vendor's own temperature", ", top-p 0.95"),
        ("code-vision", "vendor-sampling-cool-1", "the vendor's own sampling (asked as cool-1)", ""),
        (
            "humaneval-v",
            "vendor-top-p-top-k-sampled-6",
            "temperature 0.8, the vendor's own top-p and top-k",
            "",
        ),
        ("humaneval-v", "vendor-top-k-sampled-6", "temperature 0.8, the vendor's own top-k", ", top-p 0.95"),
        ("humaneval-v", "thinking-at-temperature-0.6", "temperature 0.6", ""),
    ],
)
def test_a_protocol_that_was_applied_in_part_says_what_was_lost(suite, protocol, words, finer) -> None:
    found = protocol_condition(suite, "V2C" if suite == "humaneval-v" else "text", protocol)
    assert found.words.partition(", ")[2].rpartition(", at most")[0] == words
    assert found.name == f"protocol {protocol}{finer}"
    assert found.anchor == ("thinking" if protocol.startswith("thinking") else "vendor-sampling")


def test_no_two_protocols_have_the_same_words_whatever_was_lost() -> None:
    for suite in load_all().values():
        setting, names = suite.asked.settings[0], suite.asked.protocols
        ids = [*names, *(f"{VENDOR_SAMPLING}{name}" for name in names if name != "thinking")]
        words = [protocol_condition(suite.id, setting, name).words for name in ids]
        assert len({*words}) == len(ids), suite.id


def test_every_word_leads_to_its_definition() -> None:
    terms = glossary()
    found: list[Condition] = [prompt_condition("sightbench"), prompt_condition("upstream")]
    found += [prompt_condition(f"{name}-first-picture") for name in ("sightbench", "upstream")]
    found += [setting_condition(suite, setting) for suite, setting in SETTINGS]
    found += [protocol_condition(*drawn) for drawn in DRAWN]
    vendors = protocol_condition("humaneval-v", "image", f"{VENDOR_SAMPLING}greedy")
    assert terms[vendors.anchor] == "`vendor-sampling-…`"
    found += [
        extraction_condition(name) for suite in load_all().values() for name in suite.judged.extractions
    ]
    for part in found:
        listed = re.sub("-[1-4]shot$", "", part.id.replace("gpt-4o", "*"))
        assert terms.get(part.anchor) == f"`{listed}`", part


def test_the_first_picture_alone_is_a_condition_of_its_own() -> None:
    keys = [
        replace(KEY, suite="mmcode", setting="vision+language", prompt=name)
        for name in ("sightbench", "sightbench-first-picture", "upstream-first-picture", "x-first-picture")
    ]
    assert [str(conditions(key).parts[2]) for key in keys] == [
        "our prompt", "our prompt, first picture only", "the authors' prompt, first picture only",
        "prompt x-first-picture",
    ]  # fmt: skip


def test_an_unknown_id_leads_to_the_word_for_its_kind() -> None:
    parts = conditions(GroupKey("later", "d", "s", "p", "", "", "upstream-e", "t")).parts
    assert [str(part) for part in parts] == [
        "setting s", "protocol p", "prompt not recorded", "extraction rule upstream-e",
    ]  # fmt: skip
    assert {part.anchor for part in parts} <= glossary().keys()


def test_a_condition_that_a_run_does_not_name_is_left_out() -> None:
    found = run_conditions("humaneval-v", "V2C", "greedy", "")
    assert found.with_ids == "picture shown · one try, temperature 0, at most 2,048 tokens (V2C · greedy)"


def test_tables_with_the_same_words_are_told_apart_by_the_ids_that_differ() -> None:
    """In `sampled-6` an answer has as many tokens in `image` as in `V2C`."""
    alike = [replace(KEY, setting=name, protocol="sampled-6") for name in ("image", "V2C")]
    other, elsewhere = replace(KEY, setting="signature-only"), replace(KEY, dataset="official-v2")
    found = distinct_conditions([*alike, other, elsewhere])
    assert [found[key].rpartition(" (")[2] for key in alike] == ["image)", "V2C)"]
    assert found[other] == str(conditions(other))
    assert found[elsewhere] == str(conditions(elsewhere))
    assert distinct_conditions(alike[:1]) == {alike[0]: str(conditions(alike[0]))}


def test_words_of_further_conditions_tell_tables_apart_before_ids_do() -> None:
    keys = [replace(KEY, protocol="sampled-6"), KEY, replace(KEY, setting="signature-only")]
    assert [*distinct_conditions(keys, 1).values()] == [
        "picture shown · 6 tries, temperature 0.8",
        "picture shown · one try, temperature 0",
        "picture not shown",
    ]


def test_all_tables_of_a_data_set_have_texts_of_their_own() -> None:
    keys = [
        replace(KEY, suite=suite.id, setting=setting, protocol=protocol, prompt=prompt, extraction=rule)
        for suite in load_all().values()
        for setting, protocol, prompt, rule in product(
            suite.asked.settings,
            suite.asked.protocols,
            ("sightbench", "upstream", ""),
            suite.judged.extractions,
        )
    ]
    keys += [replace(key, **{field: "c" * 64}) for key in keys for field in ("prompt_digest", "tasks_digest")]
    found = distinct_conditions(keys)
    assert len({(key.suite, words) for key, words in found.items()}) == len(keys)


def test_settings_that_ask_for_reasoning_are_those_whose_prompt_does() -> None:
    for suite, setting in SETTINGS:
        try:
            asks = "step by step" in _texts(load(suite).prompt("sightbench", setting))
        except BadInput:  # no prompt of ours, or no worked examples for this task
            continue
        assert asks == (setting in load(suite).asked.reasoning), setting


TASK = Task(
    id="t",
    check=FunctionCheck(tests=()),
    parts=(Text(text="words"), Picture(number=1, source="1.png")),
    description="seen",
    chart="flowchart TD",
)


def _texts(prompt: Prompt) -> str:
    turns = [turn for stage in range(prompt.stages) for turn in prompt.turns(TASK, stage, "earlier")]
    return "".join(part.text for turn in turns for part in turn.parts if isinstance(part, Text))


def test_a_task_in_words_promises_a_picture_only_if_one_is_shown() -> None:
    for suite, setting in SETTINGS:
        said = suite_task(suite, setting)
        promised = re.search(
            r"from a picture|with pictures|flowchart shows|draws or changes a figure|a figure shows", said
        )
        assert bool(promised) == shows_picture(suite, setting), setting


def test_words_instead_of_pictures_are_listed_as_such() -> None:
    for suite, known in load_all().items():
        assert not any(shows_picture(suite, name) for name in known.blind.settings)
        for picture, described in known.blind.described.items():
            assert shows_picture(suite, picture)
            assert all(name in known.asked.settings for name in described)


@pytest.fixture(scope="module", autouse=True)
def _empty_store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SIGHTBENCH_DATASETS", str(tmp_path_factory.mktemp("store")))
        yield


@pytest.fixture(scope="module")
def listed() -> dict[str, SuiteEntry]:
    return {entry.suite: entry for entry in suite_list(known_suites()).suites}


def test_every_suite_has_all_its_names(listed: dict[str, SuiteEntry]) -> None:
    assert sorted(SUITES) == list(listed)
    for suite in load_all().values():
        entry = listed[suite.id]
        assert {setting.name for setting in entry.settings} == set(suite.asked.settings)
        assert {protocol.name for protocol in entry.protocols} == set(suite.asked.protocols)
        assert {dataset.name for dataset in entry.datasets} - {"fresh-*"} == set(suite.datasets)
        assert {prompt for setting in entry.settings for prompt in setting.prompts} <= set(PROMPTS)


@pytest.mark.parametrize("name", SUITES)
def test_the_numbers_of_tasks_are_those_of_the_data_sets_that_come_with_us(name: str) -> None:
    """Whoever adds tasks to a data set changes ``counts`` in the module of its suite."""
    found: dict[str, int] = {}
    for dataset, read in load(name).datasets.items():
        with suppress(BadInput):  # it has to be fetched
            found[dataset] = len(read())
    assert load(name).data.counts == found


def test_no_task_is_read_for_the_list(listed: dict[str, SuiteEntry]) -> None:
    def refuse() -> tuple[Task, ...]:
        raise AssertionError

    for name, suite in known_suites().items():
        unread = replace(suite, datasets={**suite.datasets, **dict.fromkeys(suite.data.counts, refuse)})
        assert suite_list({name: unread}).suites == [listed[name]]


@pytest.mark.gate
def test_nothing_that_fetches_or_reads_tasks_is_loaded_for_the_list(tmp_path: Path) -> None:
    code = (
        "import sys; from benchmark.cli import main\ntry: main(['suites'])\nexcept SystemExit: pass\n"
        "print(*(name for name in sys.modules if name.startswith('benchmark.')), file=sys.stderr)"
    )
    environment = {**os.environ, "SIGHTBENCH_DATASETS": str(tmp_path)}
    done = subprocess.run(
        [sys.executable, "-c", code], env=environment, check=True, capture_output=True, text=True
    )
    loaded = done.stderr.split()
    assert "benchmark.suites.mmcode.suite" in loaded
    heavy = ("official", "fetch", "fetched_tasks", "flowcharts", "task_line")
    assert [name for name in loaded if name.rpartition(".")[2] in heavy] == []
    assert len(loaded) <= 70


def test_tasks_of_a_package_are_here_only_if_it_is_installed(
    listed: dict[str, SuiteEntry], monkeypatch: pytest.MonkeyPatch
) -> None:
    def places(entry: SuiteEntry) -> dict[str, tuple[str, int | None]]:
        return {dataset.name: (dataset.place, dataset.tasks) for dataset in entry.datasets}

    monkeypatch.setattr(rebuilt, "PACKAGE", "not-installed-here")
    (entry,) = suite_list({"code-vision": known_suites()["code-vision"]}).suites
    lost = dict.fromkeys(("rebuilt", "official-humaneval"), ("elsewhere", None))
    assert places(listed["code-vision"]) != places(entry) == places(listed["code-vision"]) | lost


def test_a_data_set_says_where_it_is(listed: dict[str, SuiteEntry]) -> None:
    places = {(suite, dataset.name): dataset for suite, entry in listed.items() for dataset in entry.datasets}
    assert places["mmcode", "open"].place == "here"
    assert places["mmcode", "open"].tasks == len(load("mmcode").datasets["open"]())
    assert places["humaneval-v", "official-v1"].how == "sightbench dataset fetch humaneval-v --version v1"
    assert places["mmcode", "official-all"].how == "sightbench dataset fetch mmcode"
    assert not places["mmcode", "official-all"].submitted
    assert places["mathopeval", "official-free"].place == "elsewhere"
    assert places["code-vision", "official"].unshown == ["mermaid"]
    assert places["code-vision", "official-humaneval"].unshown == ["flowchart", "mermaid"]


def test_the_command_prints_the_suites_that_are_named(in_process) -> None:
    (entry,) = json.loads(in_process("suites", "evalplus", "--json", code=0).stdout)["suites"]
    assert entry["suite"] == "evalplus"
    assert "use one of code-vision, evalplus," in in_process("suites", "evalpus", code=2).stderr
