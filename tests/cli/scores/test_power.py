import json
import re
from pathlib import Path

import numpy as np
import pytest

from benchmark.scoring.detection import power, visible_differences
from benchmark.scoring.paired import compare
from benchmark.scoring.power import assumed_precision, assumed_spreads, draws_needed, tasks_needed

SUITE = ("analyse", "power", "--suite", "code-vision", "--drop", "3")


def test_the_smallest_detectable_difference_of_a_suite_is_printed(in_process) -> None:
    size, _, *rows = in_process(*SUITE, "--draws", "1", "--draws", "20").stdout.splitlines()
    assert size.startswith("code-vision/rebuilt: 164 tasks, 164 stems; score 50.0 %, ")
    assert size.endswith("(assumed)")
    same, same_more, other, other_more = (re.split(" {2,}", row.strip()) for row in rows)
    assert same[0] == "the same model again"
    assert float(same[2]) > float(same_more[2]) > 0
    assert float(other[2]) > float(same[2])
    assert other_more[4] == "no number is enough"  # more draws do not make two models more similar
    assert 10 < int(same[4]) < 20
    assert int(same[5].replace(",", "")) > 164


@pytest.mark.parametrize("draws", [1, 8])
def test_the_predicted_power_is_that_of_real_comparisons(draws: int) -> None:
    """Simulate one model that is run twice, the second time a little worse on every task."""
    generator = np.random.default_rng(draws)
    tasks, repetitions, drop = 300, 1500, 0.06 if draws == 8 else 0.1
    chance = np.clip(generator.beta(1, 1, (repetitions, tasks)), 0.12, 0.88)
    whole = float(chance.mean() * (1 - chance.mean()))
    sampling = float((chance * (1 - chance)).mean())
    sums = generator.binomial(draws, chance) / draws - generator.binomial(draws, chance - drop) / draws
    found = compare(sums, np.ones_like(sums), 1 / draws)
    same, _ = assumed_spreads(float(chance.mean()), 1 - sampling / whole, 0.5, 0.0)
    known = assumed_precision(same, [1] * tasks, draws)
    assert known.noise[0] ** 2 == pytest.approx(np.var(sums.mean(axis=1)), rel=0.08)
    assert (found.p <= 0.05).mean() == pytest.approx(power(known, drop, 1)[0], abs=0.06)


def test_needed_draws_and_tasks_are_minimal() -> None:
    same, other = assumed_spreads(0.6, 0.4, 0.5, 0.2)
    stems = [3] * 50
    draws = draws_needed(same, stems, 0.05)
    assert draws is not None
    for number, seen in ((draws, True), (draws - 1, False)):
        assert (visible_differences(assumed_precision(same, stems, number), 1)[0] <= 0.05) == seen
    tasks = tasks_needed(other, stems, 5, 0.05)
    assert tasks is not None
    for size, seen in ((tasks // 3 + 1, True), (tasks // 3 - 1, False)):
        assert (visible_differences(assumed_precision(other, [3] * size, 5), 1)[0] <= 0.05) == seen


def test_few_stems_detect_nothing_and_the_output_says_so(in_process, tmp_path: Path) -> None:
    """Twenty tasks of five stems: even 100 % against 0 % has p = 1/16."""
    check = {"kind": "stdio", "cases": [{"input": "", "output": ""}]}
    lines = [json.dumps({"id": f"t{task}", "stem": f"s{task // 4}", "check": check}) for task in range(20)]
    (tmp_path / "tasks.jsonl").write_text("\n".join(lines), encoding="utf-8")
    command = ("analyse", "power", "--tasks", tmp_path / "tasks.jsonl", "--drop", "90")
    printed = in_process(*command).stdout
    for row in printed.splitlines()[2:4]:
        question, _, *answer = re.split(" {2,}", row.strip())
        assert answer[:3] == ["none", "0.0", "no number is enough"]
        stems = 6 if question == "the same model again" else 7
        assert int(answer[3]) >= 4 * stems
    assert "5 stems are too few to detect any gap" in printed


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--suite", "code-vision", "--drop", "0"], "--drop: must be between 0 and 100 points, got 0"),
        (["--suite", "code-vision", "--drop", "nan"], "--drop: must be between 0 and 100 points, got nan"),
        (["--suite", "nothing", "--drop", "3"], "--suite: 'nothing' has no data set here"),
        (["--drop", "3"], "--tasks: name either --tasks or --suite"),
        (["--suite", "code-vision", "--drop", "3", "--protocol", "x"], "--protocol: 'x' is not known"),
        (["--suite", "code-vision", "--drop", "3", "--score", "-1"], "--score: must be from 0 to 100"),
    ],
)
def test_invalid_options_give_one_message(in_process, options: list[str], message: str) -> None:
    done = in_process("analyse", "power", *options)
    assert done.returncode == 2
    assert f"error: {message}" in done.stderr
