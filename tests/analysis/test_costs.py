"""`sightbench analyse cost` computes from tasks, prompts and protocols, with rates of the recorded rows."""

import json
import math
import re
from dataclasses import replace
from functools import partial
from pathlib import Path
from statistics import mean

import pytest

from benchmark.analysis.costs.costs import (
    AskedTasks,
    CostBasis,
    PriceRate,
    asked_tasks,
    evaluation_cost,
    read_rates,
    year_cost,
)
from benchmark.core.errors import BadInput
from benchmark.results.ledger import read_row
from benchmark.results.row import row_age
from benchmark.suites import load
from tests.case_files import table

ROOT = Path(__file__).resolve().parent.parent.parent
RECORDED = ROOT / "recorded" / "code-vision" / "official"
RATES = read_rates()
PRICE = PriceRate(
    model="m", input_usd=2.5, output_usd=10, date="2026-11-28", source="", how="", measured=False
)
BASIS = CostBasis(rates=RATES, price=PRICE, samples_per_job=2500)
SUITE = load("humaneval-v")


@pytest.fixture(scope="module")
def asked() -> AskedTasks:
    return asked_tasks(SUITE, "open", "image")


@pytest.mark.gate
def test_a_cost_follows_tasks_draws_and_prompts(asked: AskedTasks) -> None:
    greedy, drawn = (
        evaluation_cost(asked, SUITE.asked.protocols[name], BASIS) for name in ("greedy", "sampled-20")
    )
    assert greedy.samples == len(SUITE.datasets["open"]()) == greedy.calls
    assert (drawn.samples, drawn.tokens_in) == (20 * greedy.samples, 20 * greedy.tokens_in)
    assert greedy.tokens_in == sum(asked.prompt_tokens)
    assert greedy.tokens_out == round(RATES.answer_rate("program").tokens * greedy.samples)
    price = BASIS.price
    assert math.isclose(
        greedy.usd * 1e6, greedy.tokens_in * price.input_usd + greedy.tokens_out * price.output_usd
    )


@pytest.mark.gate
def test_a_second_stage_is_a_second_call_whose_prompt_has_the_first_text(asked: AskedTasks) -> None:
    one = evaluation_cost(asked, SUITE.asked.protocols["sampled-6"], BASIS)
    staged = replace(asked, prompt_tokens=(*asked.prompt_tokens, 0))
    two = evaluation_cost(staged, SUITE.asked.protocols["sampled-6"], BASIS)
    first_text = round(RATES.answer_rate("reasoning").tokens) * one.samples
    assert two.calls == 2 * one.calls
    assert two.tokens_in - one.tokens_in == two.tokens_out - one.tokens_out == first_text


def test_a_year_has_a_panel_every_night(asked: AskedTasks) -> None:
    year = year_cost(asked, SUITE.asked.protocols["sampled-20"], BASIS, panel_tasks=100)
    assert (year.panel_tasks, year.samples) == (100, 100 * 365)
    stored = RATES.storage
    each = stored.row_bytes + stored.verdict_bytes + stored.completion_bytes
    assert math.isclose(year.storage_mib * 2**20, year.samples * each)


def test_an_answer_is_no_longer_than_its_protocol_allows(asked: AskedTasks) -> None:
    cost = evaluation_cost(asked, SUITE.asked.protocols["greedy"], replace(BASIS, tokens=1e6))
    assert cost.tokens_out == SUITE.asked.protocols["greedy"].max_tokens * cost.samples
    assert cost.usd == cost.usd_limit


def test_rates_are_those_of_the_recorded_rows() -> None:
    shown = {row.slug: row for row in sorted(map(read_row, RECORDED.glob("*/*.json")), key=row_age)}
    paths = [RECORDED / slug / f"{row.id}.json" for slug, row in sorted(shown.items())]
    rows = [json.loads(path.read_text("utf-8")) for path in paths]
    statuses = [[one for each in row["result"]["statuses"].values() for one in each] for row in rows]
    shares = [found.count("timeout") / len(found) for found in statuses]
    assert (round(mean(shares), 4), round(min(shares), 3), round(max(shares), 3)) == (
        RATES.timeouts.share,
        RATES.timeouts.low,
        RATES.timeouts.high,
    )
    counted = [
        row["run"]["tokens_out"] / len(found)
        for row, found in zip(rows, statuses, strict=True)
        if row["run"]["tokens_out"]
    ]
    program = RATES.answer_rate("program")
    assert (round(mean(counted)), round(min(counted)), round(max(counted))) == (
        program.tokens,
        program.low,
        program.high,
    )
    answers = sum(map(len, statuses))
    rows_bytes = sum(path.stat().st_size for path in paths)
    verdict_bytes = sum(path.with_suffix(".verdicts.jsonl.gz").stat().st_size for path in paths)
    assert round(rows_bytes / answers, -1) == RATES.storage.row_bytes
    assert round(verdict_bytes / answers) == RATES.storage.verdict_bytes


def test_every_bundled_data_set_has_a_measured_rate() -> None:
    for suite, dataset in (
        ("code-vision", "rebuilt"),
        ("code-vision", "open"),
        ("humaneval-v", "open"),
        ("mathopeval", "open-choice"),
        ("mathopeval", "open-free"),
        ("mmcode", "open"),
    ):
        assert RATES.judging_rate(suite, dataset)[1]
    assert RATES.judging_rate("mathopeval", "official-free")[0].datasets[0] == "open-free"
    assert not RATES.judging_rate("evalplus", "official")[1]


@pytest.fixture
def cost(in_process):
    return partial(in_process, "analyse", "cost")


def test_the_command_takes_a_price(cost) -> None:
    named = ("--suite", "humaneval-v", "--dataset", "open", "--setting", "description")
    text = cost(*named, "--input", "1000000", "--output", "0", code=0).stdout
    table = text.split("\n\n")[1]
    rows = [re.split(" {2,}", line.strip()) for line in table.splitlines()[1:]]
    assert {row[1] for row in rows} == {"description"}
    for row in rows:  # a dollar per token
        amount, unit = row[4].split()
        one = {"k": 1e3, "M": 1e6}[unit]
        assert float(row[6].replace(",", "")) == pytest.approx(float(amount) * one, abs=0.501 * one)
    assert "a full evaluation" not in text


@table("analysis")
def test_a_wrong_option_says_what_is_right(cost, arguments: list[str], says: str) -> None:
    assert says in cost(*arguments, code=2).stderr


def test_a_data_set_that_is_not_here_is_refused_when_it_is_named(
    cost, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SIGHTBENCH_DATASETS", str(tmp_path))
    done = cost("--suite", "evalplus", "--dataset", "official", code=BadInput.exit_code)
    assert "sightbench import tasks evalplus" in done.stderr
