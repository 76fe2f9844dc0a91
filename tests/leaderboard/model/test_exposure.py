import pytest

from benchmark.analysis.groups import GroupKey
from benchmark.leaderboard.model.exposure import exposure
from benchmark.submissions.schema import Submission


def key(suite: str, dataset: str) -> GroupKey:
    return GroupKey(suite, dataset, "image", "greedy", "sightbench", "", "own", "0")


def said(**dates: str) -> Submission:
    run = {"suite": "humaneval-v", "dataset": "open", "setting": "image", "protocol": "greedy"}
    return Submission.model_validate(
        {"slug": "a", "name": "A", "runs": [{**run, "predictions": "a.jsonl"}], **dates}
    )


V2 = ("humaneval-v", "official-v2")  # public since February 2025
FLOWCHARTS = ("code-vision", "official")  # February 2025, of problems of July 2021


@pytest.mark.parametrize(
    ("table", "dates", "met"),
    [
        (V2, {"training_cutoff": "2025-01"}, "no"),
        (V2, {"training_cutoff": "2025-01-31"}, "no"),
        (V2, {"training_cutoff": "2025-02"}, "possible"),
        (V2, {"training_cutoff": "2025-03-01"}, "possible"),
        (V2, {"release_date": "2024-12-24"}, "no"),
        (V2, {"release_date": "2025-12-24"}, "not known"),
        (V2, {"release_date": "2025-12-24", "training_cutoff": "2024-10"}, "no"),
        (V2, {}, "not known"),
        (FLOWCHARTS, {"training_cutoff": "2023-10"}, "in part"),
        (FLOWCHARTS, {"training_cutoff": "2025-06"}, "possible"),
        (FLOWCHARTS, {"release_date": "2025-06"}, "in part"),
        (("code-vision", "rebuilt"), {"training_cutoff": "2023-10"}, "in part"),
        (("humaneval-v", "open"), {"training_cutoff": "2023-10"}, "not known"),
        (("humaneval-v", "fresh-0123456789ab"), {"training_cutoff": "2030-01"}, "no"),
        (("unheard", "of"), {"training_cutoff": "2023-10"}, "not known"),
    ],
)
def test_training_data_is_set_against_the_first_day_of_the_tasks(table, dates, met) -> None:
    assert exposure(key(*table), said(**dates)).met == met


def test_the_reason_names_both_dates_and_their_source() -> None:
    assert exposure(key(*V2), said(training_cutoff="2025-06-30")).why == (
        "Its training data ends 30 Jun 2025; the tasks are public since Feb 2025 (upstream's leaderboard of"
        " 2025-02-26)."
    )
    assert exposure(key("humaneval-v", "open"), said(training_cutoff="2024-05")).why == (
        "Its training data ends May 2024; no date is recorded for these tasks."
    )


def test_without_a_submission_nothing_is_guessed() -> None:
    found = exposure(key(*V2), None)
    assert found.met == "not known"
    assert found.why.startswith("Its submission is not here. The tasks are public since Feb 2025")
    assert exposure(key("code-vision", "rebuilt"), said()).why == (
        "The submission names no training cut-off. The problems behind the tasks, HumanEval, are public since"
        " Jul 2021."
    )
