"""`sightbench reproduce`: tables of the papers, made from rows, from a model, or from the papers' numbers."""

import hashlib
import re
from pathlib import Path

import pytest
import yaml

from benchmark.analysis.reproduce.cells import (
    _is_here,
    error_cells,
    find_item,
    list_page,
    paper_items,
    table_of,
)
from benchmark.core.suite import offers
from benchmark.core.verdict import Status, Verdict
from benchmark.suites import SUITES, load
from benchmark.suites.paper_prompts import printed_prompts
from tests.conftest import ROOT, Sightbench
from tests.sampling import gate_of

from .conftest import import_set, v1_rows


def lines(text: str) -> list[list[str]]:
    return [re.split(r"\s{2,}", line.strip()) for line in text.splitlines()]


def test_the_page_is_what_the_command_lists(in_process: Sightbench, tmp_path: Path) -> None:
    in_process("reproduce", "--list", "--page", "page.md", code=0)
    assert (tmp_path / "page.md").read_text() == list_page()
    page = (ROOT / "site" / "pages" / "reproduce" / "index.md").read_text()
    assert page == list_page(), "run `sightbench reproduce --list --page site/pages/reproduce/index.md`"
    listed = in_process("reproduce", "--list", code=0).stdout
    assert all(item.id in listed for item in paper_items())
    assert {item.state[0] for item in paper_items()} == {"reproduced here", "possible", "impossible"}


def test_every_item_names_settings_columns_and_data_that_exist() -> None:
    for item in paper_items():
        suite, table = load(item.suite), table_of(item)
        assert bool(item.never) + bool(item.runs) + (item.kind != "scores") == 1, item.id
        assert not item.reported or table is not None
        assert not item.dataset or item.dataset in suite.datasets
        for run in item.runs:
            assert run.protocol in suite.asked.protocols
            assert run.setting in suite.settings_for(item.dataset) or offers(
                suite.asked.settings, run.setting
            )
            prompts = {
                "sightbench": suite.asked.settings,
                "upstream": suite.asked.upstream_prompts,
                "paper": suite.asked.paper_prompts,
            }
            assert offers(prompts[run.prompt], run.setting), (item.id, run.setting)
            assert item.extraction in suite.judged.extractions
            if table is not None:
                assert set(run.cells) <= {column.id for column in table.columns}
                for name, value in run.where.items():
                    assert any(row[name] == value for row in table.rows)


@gate_of("published")
def test_correlations_follow_from_the_papers_own_numbers(in_process: Sightbench) -> None:
    pytest.importorskip("scipy")
    done = in_process("reproduce", "humaneval-v", "Table 8", code=0)
    assert done.stdout.splitlines()[-1] == "21 of 21 cells are equal to the paper's"
    assert ["MMMU", "HumanEval-V", "0.90", "0.76 to 0.96", "0.90", "0.00"] in lines(done.stdout)
    pytest.importorskip("matplotlib")
    in_process("reproduce", "humaneval-v", "figure-6", "--plot", "grid.svg", code=0)
    assert Path("grid.svg").read_text().count('id="axes_') == 36


@pytest.mark.gate
def test_recorded_rows_are_compared_with_the_authors_files(in_process: Sightbench) -> None:
    done = in_process("reproduce", "code-vision", "results", code=0)
    assert "54 of 54 cells are equal to the paper's" in done.stdout
    done = in_process("reproduce", "code-vision", "leaderboard", code=0)
    assert "53 of 54 cells are equal to the paper's; 1 more differ for a known reason" in done.stdout
    assert "GPT-4o, HumanEval: the picture counts 155 of 164 tasks" in done.stdout
    (off,) = [line for line in lines(done.stdout) if line[0] == "GPT-4o" and line[-1] not in ("0.0", "–")]
    assert off == ["GPT-4o", "HumanEval", "93.9", "89.1 to 96.7", "94.5", "-0.6"]


@gate_of("published")
@pytest.mark.usefixtures("home", "without_trials")
def test_a_model_is_asked_as_in_the_paper(lock, in_process, tmp_path, monkeypatch, server) -> None:
    monkeypatch.delenv("SIGHTBENCH_KEY_ACME", raising=False)
    config = {
        "provider": "openai", "model": "gpt-4o-2024", "base_url": server.openai_url,
        "api_key_env": "SIGHTBENCH_KEY_ACME", "limits": {"concurrency": 4},
    }  # fmt: skip
    (tmp_path / "model.yaml").write_text(yaml.safe_dump(config))
    table = ("reproduce", "humaneval-v", "table-2", "--model", "model.yaml")
    absent = in_process(*table, code=2).stderr
    assert "data: official-v1 is not on this machine" in absent
    assert "key: the variable SIGHTBENCH_KEY_ACME is not set" in absent
    assert "dataset fetch humaneval-v --version v1" in absent
    assert not server.served
    import_set(in_process, lock, v1_rows(), "v1")
    assert "60 completions in 60 calls" in in_process(*table, "--estimate", code=0).stdout
    monkeypatch.setenv("SIGHTBENCH_KEY_ACME", "sk-test")
    one = ("--limit", "1")
    done = in_process(*table, *one, "--row", "GPT-4o", code=0)
    found = [[*line[:3], *line[4:]] for line in lines(done.stdout) if line[0] == "gpt-4o-2024"]
    assert found == [
        ["gpt-4o-2024", "pass@1, %", "100.0", "13.0", "87.0"],
        ["gpt-4o-2024", "pass@10, %", "100.0", "36.4", "63.6"],
        ["gpt-4o-2024", "Ran, %", "100.0", "87.9", "12.1"],
    ]
    names = ("temperature", "max_tokens", "top_p")
    asked = [tuple(call.parameters.get(name) for name in names) for call in server.served]
    assert (len(asked), asked.count((0.8, 1024, 0.95))) == (21, 20)
    assert (0.0, 1024) in {sent[:2] for sent in asked}
    again = in_process(*table, *one, "--estimate", code=0).stdout
    assert again.count("0 completions in 0 calls") == 2, "what is there is not asked for again"
    more = in_process(*table[:2], "table-5", *table[3:], *one, code=0).stdout
    assert ["gpt-4o-2024", "pass@20 of 100, %", "100.0"] in [line[:3] for line in lines(more)]
    assert "the paper's table has no row gpt-4o-2024" in more
    assert "no number of the paper is known" in more


def test_errors_have_the_papers_names_and_are_shares_of_failures() -> None:
    item = find_item("mmcode", "figure-4")
    verdicts = [
        Verdict(task_id=f"t{number}", draw=0, status=Status.RUNTIME_ERROR, cpu_seconds=0.1, error_type=kind)
        for number, kind in enumerate(("type", "type", "wrong-answer", "memory"))
    ]
    passed = Verdict(task_id="p", draw=0, status=Status.PASSED, cpu_seconds=0.1)
    cells = {cell.name: cell.here for cell in error_cells(item.runs[0], "a", [*verdicts, passed])}
    assert len(cells) == 9 + 1
    assert cells["vision+language: Type Error, % of 4 failures"] == 50
    assert cells["vision+language: Access Error, % of 4 failures"] == 0
    assert cells["vision+language: memory, % of 4 failures"] == 25


@pytest.mark.usefixtures("home", "without_trials")
def test_numbers_of_tasks_stand_next_to_the_papers(in_process: Sightbench, lock: Path) -> None:
    import_set(in_process, lock, v1_rows(), "v1")
    done = in_process("reproduce", "humaneval-v", "table-1", code=0)
    assert ["Image Width (px)", "Median", "40", "1,024", "-984"] in lines(
        done.stdout.replace("1024", "1,024")
    )
    assert not any(line[0] == "Textual Token Count" for line in lines(done.stdout))
    assert "0 of 16 cells are equal to the paper's" in done.stdout
    assert "tokens are not counted; name an encoding with --tokens" in done.stdout
    assert "3 tasks are here, and 108 in the paper" in done.stdout
    done = in_process("reproduce", "humaneval-v", "table-9", code=0)
    assert ["Input", "int", "3", "34", "-31"] in lines(done.stdout)
    assert ["Output", "bool", "0", "45", "-45"] in lines(done.stdout)
    assert "0 of 17 cells are equal to the paper's" in done.stdout


@pytest.mark.usefixtures("home", "without_trials")
def test_tokens_are_counted_with_the_encoding_that_is_named(
    in_process: Sightbench, lock: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("benchmark.cli.analyse.dataset._token_counter", lambda name: len if name else None)
    import_set(in_process, lock, v1_rows(), "v1")
    done = in_process("reproduce", "humaneval-v", "table-1", "--tokens", "o200k_base", code=0)
    (row,) = [line for line in lines(done.stdout) if line[:2] == ["Textual Token Count", "Median"]]
    assert row[3] == "106"


@pytest.mark.usefixtures("home", "without_trials")
def test_states_follow_what_is_stored(in_process: Sightbench, lock: Path) -> None:
    table, scores, prompts = (find_item("humaneval-v", id_) for id_ in ("table-1", "table-2", "figure-2"))
    assert table.state_here == table.state
    assert prompts.state_here == ("possible", f"{prompts.state[1]}; 0 of 1 stored")
    import_set(in_process, lock, v1_rows(), "v1")
    _is_here.cache_clear()
    assert table.state_here == ("reproduced here", "the data are here")
    assert scores.state_here == ("possible", "the data are here; your key or GPU")
    listed = in_process("reproduce", "--list", code=0).stdout
    assert ["table-9", "Types of inputs and outputs", "reproduced here", "the data are here"] in [
        line[1:] for line in lines(listed)
    ]
    in_process("reproduce", "--list", "--page", "page.md", code=0)
    assert Path("page.md").read_text() == list_page(), "the page does not depend on the machine"
    _is_here.cache_clear()


@pytest.mark.usefixtures("home")
def test_a_prompt_is_stored_or_the_exit_code_says_that_it_is_not(
    in_process: Sightbench, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert (
        "the paper's text for image is not"
        in in_process("reproduce", "humaneval-v", "figure-2", code=2).stderr
    )
    for module in ("benchmark.suites.paper_prompts", "benchmark.analysis.reproduce.cells"):
        monkeypatch.setattr(f"{module}.stored_prompt", lambda _suite, name: f"The text for {name}.")
    item = find_item("mathopeval", "figures-7-14")
    assert item.state_here == ("reproduced here", "from the paper's text, which is stored")
    done = in_process("reproduce", "mathopeval", "figures-7-14", code=0).stdout
    assert len(done.splitlines()) == len(item.prompts) == 8
    digest = hashlib.sha256(b"The text for delete.").hexdigest()
    assert f"delete: the paper's text is stored, 20 characters, SHA-256 {digest}" in done


def test_every_printed_prompt_is_a_setting_or_of_an_item() -> None:
    named = {(item.suite, name) for item in paper_items() for name in item.prompts}
    for item in paper_items():
        assert bool(item.prompts) == (item.kind == "prompts" and not item.never), item.id
    known = {(suite, each.name) for suite in SUITES for each in printed_prompts(suite)}
    assert named <= known
