import os
from pathlib import Path

import pytest

from benchmark.core.sample import Answer, Sample
from benchmark.core.task import StdioCheck, Task
from benchmark.pipeline import static_flags as flags
from benchmark.pipeline.judge.extracting import read_apart
from benchmark.pipeline.static_flags import static_flags
from tests.case_files import read_cases, table
from tests.sampling import gate_of


@pytest.mark.parametrize(("code", "shadowed"), read_cases("programs/shadowing.yaml"))
def test_built_in_names_that_an_answer_binds_are_found(code: str, shadowed: list[str]) -> None:
    assert static_flags(code).shadowed == tuple(shadowed)


@table("pipeline")
def test_calls_of_input_are_found(code: str, reads: bool) -> None:
    assert static_flags(code).reads_input is reads


@gate_of("sandbox")
def test_texts_of_answers_are_read_in_a_process_that_is_closed_off(tmp_path: Path) -> None:
    link = tmp_path / "link"
    link.symlink_to("elsewhere")
    assert read_apart(str.upper, ["a", "b"]) == ["A", "B"]
    assert read_apart(os.readlink, [str(link)]) == [""], "nothing outside of the project is seen"
    assert read_apart(os._exit, [1, 1]) == ["", ""]


@pytest.mark.gate
def test_that_process_knows_the_functions_that_it_is_asked(capfd: pytest.CaptureFixture[str]) -> None:
    """Their module must be imported before the process is closed off, even if judging does not need it."""
    task = Task(id="t", check=StdioCheck(cases=()))
    sample = Sample(task=task, draw=0, answer=Answer(code="sum = 0", program="sum = 0"))
    assert read_apart(flags._flags, [sample]) == ["shadows sum"]
    assert capfd.readouterr().err == ""
