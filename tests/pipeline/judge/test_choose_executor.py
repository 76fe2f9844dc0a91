import importlib.util
import sys
from contextlib import ExitStack

import pytest

from benchmark.core.errors import BadInput
from benchmark.core.install import install_extra
from benchmark.pipeline.judge import dask_worker
from benchmark.pipeline.judge.choose_executor import dask_address, executor_of, executor_when_needed
from benchmark.pipeline.judge.local_pool import LocalPool


@pytest.mark.parametrize("address", ["node-1.cluster:8786", "10.0.0.7:1", "[fe80::1]:8786"])
def test_an_address_is_a_host_and_a_port(address: str) -> None:
    assert dask_address(f"dask://{address}") == address


@pytest.mark.parametrize(
    "value",
    ["", "slurm", "dask", "dask://", "dask://host", "dask://host:0", "dask://host:99999", "dask://a b:1"],
)
def test_other_values_are_refused_with_both_forms(value: str) -> None:
    with pytest.raises(BadInput, match="is not an executor") as raised:
        dask_address(value)
    assert raised.value.fix == "use local, or dask://HOST:PORT with a scheduler's address"


def test_local_is_the_pool_of_this_machine() -> None:
    with executor_of("local", 3) as executor:
        assert isinstance(executor, LocalPool)
        assert executor.workers == 3


def test_workers_are_of_the_local_executor_only() -> None:
    with pytest.raises(BadInput, match="--workers: cannot be used with"), executor_of("dask://host:8786", 3):
        pass


def test_an_executor_for_several_sets_is_checked_at_once_and_made_when_needed() -> None:
    with ExitStack() as stack:
        local = executor_when_needed("local", 2, stack)
        assert local() is not local()
        assert local().workers == 2
        with pytest.raises(BadInput, match="--workers: cannot be used with"):
            executor_when_needed("dask://host:8786", 2, stack)
        with pytest.raises(BadInput, match="is not an executor"):
            executor_when_needed("slurm", None, stack)


def test_a_missing_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda _: None)
    with pytest.raises(BadInput, match=r"needs dask\.distributed") as raised, executor_of("dask://h:1", None):
        pass
    assert raised.value.fix == install_extra("cluster")
    assert "distributed" not in sys.modules


def test_a_worker_with_another_source_names_both() -> None:
    here = dask_worker.package()
    found = dask_worker.check("run", {**here, "source": "other"})
    assert (found["kind"], found["problem"]) == ("software", f"source {here['source']} instead of other")
