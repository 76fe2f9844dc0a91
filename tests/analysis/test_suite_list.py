"""`sightbench suites` lists what runs may name, and marks what cannot be judged or is not here."""

import json
from collections.abc import Iterator

import pytest

from benchmark.analysis.suite_list import SuiteEntry, suite_list
from benchmark.cli import main
from benchmark.cli.shared.options import PROMPTS
from benchmark.suites import SUITES
from benchmark.suites.run_names import known_suites


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
    for suite in SUITES.values():
        entry = listed[suite.id]
        assert {setting.name for setting in entry.settings} == set(suite.settings)
        assert {protocol.name for protocol in entry.protocols} == set(suite.protocols)
        assert {dataset.name for dataset in entry.datasets} - {"fresh-*"} == set(suite.datasets)
        assert {prompt for setting in entry.settings for prompt in setting.prompts} <= set(PROMPTS)


def test_a_data_set_says_where_it_is(listed: dict[str, SuiteEntry]) -> None:
    places = {(suite, dataset.name): dataset for suite, entry in listed.items() for dataset in entry.datasets}
    assert places["mmcode", "open"].place == "here"
    assert places["mmcode", "open"].tasks == len(SUITES["mmcode"].datasets["open"]())
    assert places["humaneval-v", "official-v1"].how == "sightbench dataset fetch humaneval-v --version v1"
    assert places["mmcode", "official-all"].how == "sightbench dataset fetch mmcode"
    assert not places["mmcode", "official-all"].submitted
    assert places["mathopeval", "official-free"].place == "elsewhere"
    assert places["code-vision", "official"].unshown == ["flowchart", "mermaid"]


def test_the_command_prints_the_suites_that_are_named(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as caught:
        main(["suites", "evalplus", "--json"])
    assert caught.value.code == 0
    (entry,) = json.loads(capsys.readouterr().out)["suites"]
    assert entry["suite"] == "evalplus"
    with pytest.raises(SystemExit) as caught:
        main(["suites", "evalpus"])
    assert caught.value.code == 2
    assert "use one of code-vision, evalplus," in capsys.readouterr().err
