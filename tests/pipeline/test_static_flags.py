import pytest

from benchmark.pipeline.evaluation_report import static_flags
from tests.case_files import read_cases, table


@pytest.mark.parametrize(("code", "shadowed"), read_cases("programs/shadowing.yaml"))
def test_built_in_names_that_an_answer_binds_are_found(code: str, shadowed: list[str]) -> None:
    assert static_flags(code).shadowed == tuple(shadowed)


@table("pipeline")
def test_calls_of_input_are_found(code: str, reads: bool) -> None:
    assert static_flags(code).reads_input is reads
