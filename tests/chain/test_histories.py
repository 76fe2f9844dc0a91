"""In no history of evaluations is money spent that the ledger does not count, or a part paid for twice.

``python -m pytest tests/chain/test_histories.py -m weekly -s`` plays all, and prints what counts too much.
"""

import time
from pathlib import Path

import pytest
from fake_github import FakeGitHub
from histories import History, Outcome, report

pytestmark = pytest.mark.usefixtures("tiny")


@pytest.mark.gate
@pytest.mark.parametrize("seeds", [range(8), pytest.param(range(8, 408), marks=pytest.mark.weekly)], ids=len)
def test_the_ledger_counts_all_that_was_spent_and_each_part_is_paid_once(
    seeds: range, tmp_path: Path
) -> None:
    outcomes: list[Outcome] = []
    begun = time.process_time()
    for seed in seeds:
        hub = FakeGitHub()
        hub.url = hub.lent.url = "http://127.0.0.1"  # asked without a connection
        folder = tmp_path / str(seed)
        folder.mkdir()
        with pytest.MonkeyPatch.context() as patch:
            outcomes.append(History(seed, folder, hub, patch).play())
        assert not outcomes[-1].problems, f"seed {seed}: {outcomes[-1].problems}"
    print(report(outcomes, time.process_time() - begun))
    over = sum(each.over.get("never began", 0) for each in outcomes)
    assert over == 0, "nobody started it"
    assert sum(each.spent for each in outcomes) > 0
    assert sum(each.closed for each in outcomes) >= len(outcomes)
    if len(seeds) > 100:
        for odd, most in (
            (0, 1.2),
            (1, 2.0),
        ):  # odd seeds have batches: a loss weighs more
            own = [each for seed, each in zip(seeds, outcomes, strict=True) if seed % 2 == odd]
            assert sum(each.counted for each in own) < most * sum(each.spent for each in own)
