import pytest

from benchmark.analysis.groups import GroupKey
from benchmark.leaderboard.rows.exposure import exposure
from benchmark.submissions.schema import Submission


def key(suite: str, dataset: str) -> GroupKey:
    return GroupKey(suite, dataset, "image", "greedy", "sightbench", "", "own", "0")


def submission(**dates: str) -> Submission:
    run = {"suite": "humaneval-v", "dataset": "open", "setting": "image", "protocol": "greedy"}
    return Submission.model_validate(
        {"slug": "a", "name": "A", "runs": [{**run, "predictions": "a.jsonl"}], **dates}
    )


V2 = ("humaneval-v", "official-v2")  # public since February 2025
FLOWCHARTS = ("code-vision", "official")  # public since February 2025, made from problems of July 2021


@pytest.mark.parametrize(
    ("table", "dates", "level"),
    [
        (V2, {"training_cutoff": "2025-01"}, "no"),
        (V2, {"training_cutoff": "2025-01-31"}, "no"),
        (V2, {"training_cutoff": "2025-02"}, "possible"),
        (V2, {"training_cutoff": "2025-03-01"}, "possible"),
        (V2, {"release_date": "2024-12-24"}, "no"),
        (V2, {"release_date": "2025-12-24"}, "not known"),
        (V2, {"release_date": "2025-12-24", "training_cutoff": "2024-10"}, "no"),
        (V2, {}, "not known"),
        (FLOWCHARTS, {"training_cutoff": "2023-10"}, "possible in part"),
        (FLOWCHARTS, {"training_cutoff": "2025-06"}, "possible"),
        (FLOWCHARTS, {"release_date": "2025-06"}, "possible in part"),
        (("code-vision", "rebuilt"), {"training_cutoff": "2023-10"}, "possible in part"),
        (("humaneval-v", "open"), {"training_cutoff": "2023-10"}, "not known"),
        (("humaneval-v", "fresh-0123456789ab"), {"training_cutoff": "2030-01"}, "no"),
        (("unheard", "of"), {"training_cutoff": "2023-10"}, "not known"),
    ],
)
def test_exposure_follows_from_the_dates_of_training_data_and_tasks(table, dates, level) -> None:
    assert exposure(key(*table), submission(**dates)).level == level


def test_the_reason_names_both_dates_and_their_source() -> None:
    assert exposure(key(*V2), submission(training_cutoff="2025-06-30")).why == (
        "Its training data ends 30 Jun 2025; the tasks have been public since Feb 2025"
        " (upstream's leaderboard of 2025-02-26)."
    )
    assert exposure(key("humaneval-v", "open"), submission(training_cutoff="2024-05")).why == (
        "Its training data ends May 2024; no date is recorded for these tasks."
    )


def test_exposure_is_not_known_without_a_submission_or_a_date() -> None:
    found = exposure(key(*V2), None)
    assert found.level == "not known"
    assert found.why.startswith("The submission is missing. The tasks have been public since Feb 2025")
    assert exposure(key("code-vision", "rebuilt"), submission()).why == (
        "The submission names no training cut-off. The problems behind the tasks, HumanEval, have been public"
        " since Jul 2021."
    )
