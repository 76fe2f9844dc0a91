"""Our extraction rule; each case is a folder with a completion and the expected answer."""

import json
from pathlib import Path

import pytest

from benchmark.core.task import FunctionCheck, StdioCheck, Task
from benchmark.extraction.own import extract

CASES = sorted((Path(__file__).parent.parent / "cases" / "extraction").iterdir())


def task_with(entry_point: str, starter_code: str = "") -> Task:
    check = FunctionCheck(tests=("",)) if entry_point else StdioCheck(cases=())
    return Task(id="t", check=check, entry_point=entry_point, starter_code=starter_code)


DOUBLE = task_with("double", "def double(x):")


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_a_completion_gives_the_expected_answer(case: Path) -> None:
    expected = json.loads((case / "case.json").read_text(encoding="utf-8"))
    completion = (case / "completion.md").read_text(encoding="utf-8")
    code = (case / "code.py").read_text(encoding="utf-8")
    program = case / "program.py"
    answer = extract(task_with(**expected["task"]), completion)
    assert answer.code == code
    assert answer.program == (program.read_text(encoding="utf-8") if program.exists() else code)
    if "notes" in expected:
        assert list(answer.notes) == expected["notes"]


def test_an_answer_without_code_is_empty() -> None:
    assert extract(DOUBLE, "I cannot do that.").empty


def test_a_byte_order_mark_and_windows_line_ends_change_nothing() -> None:
    plain = extract(DOUBLE, "```python\ndef double(x):\n    return 2 * x\n```\n")
    assert extract(DOUBLE, "\ufeff```python\r\ndef double(x):\r\n    return 2 * x\r\n```\r\n") == plain


def test_code_that_python_cannot_parse_is_still_extracted() -> None:
    """Code with lone surrogates or NUL bytes is judged like any other answer."""
    for odd in ("\ud800", "\0"):
        code = f"def double(x):\n    return '{odd}'"
        assert extract(DOUBLE, f"```python\n{code}\n```").code == code


def test_extraction_never_runs_code(tmp_path: Path) -> None:
    trace = tmp_path / "trace"
    extract(DOUBLE, f"```python\nopen({str(trace)!r}, 'w')\ndef double(x): pass\n```")
    assert not trace.exists()


def test_notes_list_only_the_first_few_names() -> None:
    helpers = "\n".join(f"n{number} = {number}" for number in range(100))
    used = " + ".join(f"n{number}" for number in range(100))
    answer = extract(DOUBLE, f"```python\n{helpers}\n```\n```python\ndef double(x):\n    return {used}\n```")
    assert answer.code.startswith("n0 = 0\nn1 = 1\n")
    assert len("".join(answer.notes)) < 200


def test_a_block_too_long_to_parse_is_chosen_by_its_text() -> None:
    filler = "# filler\n" * 20_000
    answer = extract(
        DOUBLE, f"```python\n{filler}def double(x):\n    return 2\n```\n```python\ndouble(1)\n```"
    )
    assert answer.code.endswith("def double(x):\n    return 2")


def test_code_before_a_long_text_without_fences_is_found() -> None:
    code = "def double(x):\n    return 2 * x"
    assert extract(DOUBLE, f"{code}\n\n{'It is right. ' * 20_000}").code == code
    assert extract(DOUBLE, f"{code}\n\n" + "It's right, see: a.b.c!\n" * 20_000).code == code
