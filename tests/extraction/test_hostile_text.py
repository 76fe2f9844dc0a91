"""Hostile text takes little CPU time: scans are linear, and parsing has a budget.

Times are compared with a baseline of the same process, and the objects of other tests are kept from the
garbage collector while they are measured: a collection visits them all, and made one text take four times as
long.
"""

import ast
import gc
import sys
import time
from collections.abc import Callable, Iterator

import pytest

from benchmark.core.suite import Extraction
from benchmark.core.task import ChoiceCheck, FunctionCheck, StdioCheck, Task
from benchmark.extraction.choices import boxed, first_letter
from benchmark.extraction.own import extract
from benchmark.extraction.source import PARSE_BUDGET, PARSE_STEPS, Parser, parse_steps
from benchmark.suites.code_vision.upstream import extract as extract_code_vision
from benchmark.suites.humaneval_v.upstream import extract_v1, extract_v2
from tests.case_files import read_text
from tests.processes import run
from tests.sampling import gate_of

pytestmark = gate_of("judging")

SIZE = 100_000
#: Maximum CPU time for both kinds of tasks, in times of the baseline; they take up to 2.2. A quadratic scan
#: would take hundreds.
BASELINES = 10

FUNCTION = Task(id="t", check=FunctionCheck(tests=("",)), entry_point="f", starter_code="def f(x):")
PROGRAM = Task(id="t", check=StdioCheck(cases=()))


def repeated(piece: str, size: int = SIZE) -> str:
    return piece * (size // len(piece))


def block(code: str) -> str:
    return f"```python\n{code}\n```\n"


#: Names that one statement binds and another reads.
NAMES = [f"n{number}" for number in range(3_000)]


TEXTS = {
    "backticks": repeated("`"),
    "fences": repeated("```\n"),
    "tagged fences": repeated("```python\n"),
    "longer and longer fences": "".join("`" * length + "x\n" for length in range(3, 600)),
    "glued fences": repeated("x```\n"),
    "blocks": repeated("```python\nx=1\n```\n"),
    "blocks that define": repeated("```python\ndef f(x):\n return y\n```\n"),
    "definitions and prose": repeated("def f(x):\n return 1\nSome prose here.\n"),
    "prose around a definition": repeated("Some prose.\n")
    + "def f(x):\n return 1\n"
    + repeated("More of it.\n"),
    "opening tags": repeated("<think>\n"),
    "closing tags": repeated("</think>"),
    "closing tags and spaces": repeated(" " * 60 + "</think>"),
    "alternating tags": repeated("<think>\n</think>\n"),
    "spaces": repeated(" "),
    "spaces before a fence": repeated(" ") + "```python\nx\n```",
    "list markers": repeated("- ") + "```",
    "markdown in markdown": repeated("```markdown\n"),
    "prompts": "```\n" + repeated(">>> x\n"),
    "commas": repeated("a , "),
    "colons": "for " + repeated(": "),
    "brackets": "def f(x):\n return " + repeated("("),
    "indentation": "".join(" " * depth + "if x:\n" for depth in range(800)),
    "operators": "```python\ndef f(x):\n return " + "-" * 100_000 + "1\n```",
    "attributes": "```python\ndef f(x):\n return x" + ".a" * 50_000 + "\n```",
    "a chain of names": "```python\ndef f(x):\n return n0\n```\n```python\n"
    + "".join(f"n{number} = n{number + 1}\n" for number in range(8_000))
    + "```",
    "format strings": ('```python\ndef f(x):\n return f"' + "{1}" * 10_000 + '"\n```\n') * 13,
    "a statement that binds all names": block(" = ".join(NAMES) + " = 1")
    + block(f"def f(x):\n return [{', '.join(NAMES)}]"),
    "a statement that binds and reads all names": block(f"{', '.join(NAMES)} = {', '.join(NAMES)}")
    + block(f"def f(x):\n return [{', '.join(NAMES)}]"),
    "an import of all names": block("from m import " + ", ".join(NAMES))
    + block(f"def f(x):\n return [{', '.join(NAMES)}]"),
    "one format string": block('def f(x):\n return f"' + "{1}" * (SIZE // 3) + '"'),
    "quoted fences": repeated("> ```python\n> def f(x:\n> ```\n"),
    "lines of spaces": repeated("    \n") + "x's",
    "indented definitions": repeated("It's below.\n\n    def f(x:\n"),
    "words in backticks": repeated("`f = 1 +` ") + "x's",
    "blocks in one line": repeated("```python def f(x:``` "),
    "short fences": "````python\n" + repeated("`` \n"),
    "prose below open fences": repeated("```python\ndef f(x:\n\nThis is prose.\n"),
    "sessions": repeated("```\n>>> def f(x):\n...  return 1\n```\n"),
    "a session below code": block("def f(x):\n return (\n" + repeated(">>> f(x)\n1\n\ny = 1\n")),
    "margins of tabs": "".join(
        f"```\n{format(number, '016b').replace('0', ' ').replace('1', chr(9)) * 50}x +\n```\n"
        for number in range(SIZE // 820)
    ),
    "a margin of tabs": "```\n" + repeated("\t") + "x\n```",
    "wrong spaces": repeated(block("def f(x):\n\u00a0return (\n" * 80)),
    "statements above a definition": repeated("x = 1\n") + "def f(x):\n return 1\nit's\n",
    "unclosed brackets above a definition": repeated("x = (\n") + "def f(x):\n return 1\nit's\n",
    "blank lines": block("def f(x):\n return 1" + repeated("\n") + "x"),
    "line continuations": block("def f(x):\n return 1 " + repeated("\\\n")),
    "form feeds": block(repeated("\f\n")),
    "digits": block("def f(x):\n return " + repeated("9")),
    "identifiers that are not ASCII": block(repeated("\ufb01=1;") + "\ndef f(x):\n return 1"),
    "lone surrogates": repeated("\ud800"),
    "NUL": repeated("\0"),
    "returns": repeated("\r"),
    "tokens": repeated("<|im_end|>"),
    "tokens behind text": "x\n" + repeated("<s>\n"),
    "bars": repeated("<|"),
    "tags": repeated("<code>\n"),
    "tags with attributes": repeated("<code "),
    "closing tags of code": repeated("x</code>\n"),
    "words of templates": repeated("ASSISTANT: x\n"),
    "marks that begin like reasoning": repeated("<my_thoughts>\n"),
    "marks that end like reasoning": repeated("</my_thoughts>\n"),
    "channels": repeated("<|channel|>analysis<|message|>"),
    "quotes and a token": repeated("'") + "<|im_end|>",
    "escaped quotes and a token": repeated("\\'''") + "<|im_end|>",
    "strings that hold fences": repeated('```python\n"""\n```\n'),
    "strings that end in other blocks": repeated("```python\n'''\n```\n```python\n'''\n```\n"),
    "a body and prose": "    return 1\n" + repeated("It's prose.\n"),
    "bodies": repeated("    return (\nx\n"),
    "decorators": repeated("@x\n") + "def f(x):\n return 1\nit's\n",
    "future imports": block(repeated("from __future__ import annotations\n") + "def f(x):\n return List"),
}


@pytest.fixture(scope="module", autouse=True)
def others_frozen() -> Iterator[None]:
    """Keep all objects of other tests from the garbage collector."""
    gc.collect()
    gc.freeze()
    yield
    gc.unfreeze()


def cpu_seconds(work: Callable[[], object], tries: int = 1) -> float:
    """Return the smallest CPU time of ``tries`` calls, in seconds."""
    seconds = []
    for _ in range(tries):
        started = time.process_time()
        work()
        seconds.append(time.process_time() - started)
    return min(seconds)


@pytest.fixture(scope="module")
def baseline() -> float:
    """The CPU seconds that Python takes to parse ``SIZE`` characters of plain code."""
    code = repeated("x = y + 1\n")
    return cpu_seconds(lambda: ast.parse(code), tries=3)


def assert_fast(work: Callable[[], object], baseline: float) -> None:
    """Fail if all of three tries take more than ``BASELINES``; one disturbed measurement is no failure."""
    limit = BASELINES * baseline
    assert any(cpu_seconds(work) < limit for _ in range(3))


@pytest.mark.gate
@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS)
def test_hostile_text_takes_little_cpu_time(text: str, baseline: float) -> None:
    assert_fast(lambda: (extract(FUNCTION, text), extract(PROGRAM, text)), baseline)


def test_a_megabyte_of_fences_and_dense_code_is_as_fast(baseline: float) -> None:
    """The scan for fences and the parse budget are the two largest parts of the work."""
    dense = block(repeated("x;", PARSE_STEPS // 2) + "\ndef f(x):\n return 1\n")
    text = repeated("```\n", 1_000_000 - 2 * len(dense)) + dense * 2
    assert_fast(lambda: extract(FUNCTION, text), baseline)


CHOICE = Task(id="t", check=ChoiceCheck(answer="B"))
CHOICES = {
    "articles": repeated("A bar "),
    "names": repeated("point A "),
    "letters": repeated("A"),
    "letters of a long word": "A " + repeated("bar-"),
    "spaces behind a letter": repeated("A" + " " * 60),
    "small letters": repeated("is a bar "),
    "signs behind a word": "is" + repeated("* "),
    "combining marks": repeated("A\u0301"),
    "letters in doubt": repeated("I'd choose option A or B "),
    "boxes": repeated("\\boxed{A}"),
    "open boxes": repeated("\\boxed{"),
    "open braces": "\\boxed" + repeated("{"),
    "spaces in front of a brace": repeated("\\boxed" + " " * 60),
    "backslashes": "\\boxed{" + repeated("\\"),
    "words of a label": "\\boxed{" + repeated("the answer is "),
}


@pytest.mark.parametrize("text", CHOICES.values(), ids=CHOICES)
def test_hostile_answers_to_choices_take_little_cpu_time(text: str, baseline: float) -> None:
    assert_fast(lambda: (boxed(CHOICE, text), first_letter(CHOICE, text)), baseline)


UPSTREAM = {"code-vision": extract_code_vision, "v1": extract_v1, "v2": extract_v2}


@pytest.mark.parametrize("rule", UPSTREAM.values(), ids=UPSTREAM)
@pytest.mark.parametrize("name", ["blocks", "one format string", "identifiers that are not ASCII", "fences"])
def test_upstream_rules_take_little_cpu_time(rule: Extraction, name: str, baseline: float) -> None:
    assert_fast(lambda: rule(FUNCTION, TEXTS[name]), baseline)


def test_a_parser_stops_at_its_budget() -> None:
    """Work is counted in steps, so that it is the same on every machine."""
    parser = Parser()
    sources = [f"x = [{'1, ' * 5_000}]  # {number}" for number in range(20)]
    parsed = [source for source in sources if parser.tree(source) is not None]
    assert parsed == sources[: len(parsed)]
    assert PARSE_BUDGET - parse_steps(sources[0]) < sum(map(parse_steps, parsed)) <= PARSE_BUDGET
    assert parser.refused
    assert parser.tree(sources[0]) is not None


def test_code_beyond_the_limits_is_chosen_by_its_lines_or_there_is_no_answer() -> None:
    long = block("def g(x):\n return [" + repeated("1, ", 500_000) + "]\n")
    chosen = extract(FUNCTION, block("def f(x):\n return [" + repeated("1, ", 500_000) + "]\n") + long)
    assert chosen.code.startswith("def f(x):")
    assert "not all code was parsed: too long" in chosen.notes
    assert not chosen.failure
    refused = extract(PROGRAM, repeated("words, ", 2_000_000))
    assert refused.empty
    assert "limit on parsing" in refused.failure


def test_a_huge_number_does_not_stop_an_upstream_rule() -> None:
    """Python refuses to write integers with more than 4,300 digits, which unparsing would need."""
    code = f"def f(x):\n    return 0x{'f' * 5_000}"
    answer = extract_v1(FUNCTION, block(code))
    assert code in answer.code
    assert "does not parse: kept as it is" in answer.notes


@pytest.mark.gate
def test_megabytes_of_text_stay_within_memory() -> None:
    """The extraction runs in a separate process, because the kernel reports the peak memory per process."""
    done = run([sys.executable, "-c", MEASURED, "```\n" * 10, str(50_000)], check=True)
    before, after = map(int, done.stdout.split())
    assert after - before < 100 * 1024  # KiB, for 2 MB of text


MEASURED = read_text("programs/measure_extraction.py")
