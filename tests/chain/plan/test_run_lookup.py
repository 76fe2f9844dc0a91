"""The tasks of a run, and their digest in a plan."""

from types import SimpleNamespace

import pytest

from benchmark.authoring.fresh import dataset_name, write_fresh
from benchmark.chain.plan.run_lookup import read_source
from benchmark.core.errors import BadInput
from benchmark.datasets.store import VARIABLE, folder_of
from benchmark.files.tasks import tasks_digest
from benchmark.suites.humaneval_v.open import OPEN

SEED = "8" * 32


@pytest.mark.gate
def test_a_fresh_set_has_its_own_digest_and_must_be_on_the_machine(tmp_path, monkeypatch) -> None:
    monkeypatch.setenv(VARIABLE, str(tmp_path / "datasets"))
    name = dataset_name(SEED)
    submitted = SimpleNamespace(run=SimpleNamespace(suite="humaneval-v", dataset=name), folder=tmp_path)
    with pytest.raises(BadInput, match=f"{name} is not on this machine"):
        read_source(submitted)
    write_fresh(OPEN, ["knotted_beads"], SEED, folder_of("humaneval-v", name))
    source, digest = read_source(submitted)
    assert (source.dataset, len(source.tasks)) == (name, 3)
    assert digest == tasks_digest(source.tasks)
