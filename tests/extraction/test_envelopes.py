"""Whatever stands around an answer, the answer is kept: each pair of marks around each kind of answer.

An envelope takes one entry of each column of :data:`COLUMNS`. The syntax tree of the answer must survive,
right or with a fault, and all programs that are kept are judged. A new mark in a table of the product is
tried at once.
"""

import ast
import itertools
import re
import types
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

import pytest

from benchmark.core.task import Check, ChoiceCheck, FunctionCheck, StdioCase, StdioCheck, Task
from benchmark.core.verdict import Status
from benchmark.extraction import envelopes
from benchmark.extraction.envelopes import REASONING, TAGS, TOKENS, WORDS
from benchmark.extraction.own import extract
from benchmark.extraction.source import Parser
from benchmark.judging.judge import Judge
from tests.case_files import read_cases
from tests.judged import verdict_of
from tests.sampling import gate_of

_TESTS = {
    "function": ("solve", "solve({})"),
    "class": ("Solve", "Solve({}).get()"),
    "method": ("Solution().solve", "Solution().solve({})"),
    "body": ("solve", "solve({})"),
}
#: A wrong answer to each kind, which reasoning, or the next turn of a dialogue, has.
DRAFT = "def solve(x):\n    return None\n\n\nprint(input())"
THOUGHTS = f"Is it A? Let me see.\n\n```python\n{DRAFT}\n```\n\nIt can't be 'that'.\n"
MORE_REASONING = (
    ("<my_thoughts>", "</my_thoughts>"),
    ("<reflection>", "</reflection>"),
    ("[reasoning]", "[/reasoning]"),
    ("<|thought_1|>", "<|end_thought_1|>"),
)
MORE_TOKENS = (
    *("<|im_end|>", "<|endoftext|>", "<|eot_id|>", "<turn|>", "<|end|>"),
    "<\uff5cend\u2581of\u2581sentence\uff5c>",
)
AROUND = {
    "as it is": "{}",
    **{f"{first} in lines": f"{first}\n{{}}\n{last}" for first, last in TAGS},
    **{f"{first} glued": f"{first}{{}}{last}" for first, last in TAGS},
    "not opened": "{}\n</code>",
    "python": "```python\n{}\n```",
    "Python 3": "```Python3\n{}\n```",
    "no tag": "```\n{}\n```",
    "tildes": "~~~py\n{}\n~~~",
    "four": "````python\n{}\n````",
    "open": "```python\n{}",
    "open, no tag": "```\n{}",
    "closing only": "{}\n```",
    "closed by a tag": "```python\n{}\n</code>",
    "HTML": '<pre><code class="language-python">{}</code></pre>',
    "tag around a fence": "<answer>\n```python\n{}\n```\n</answer>",
}
FRONT = {
    "nothing": "{}",
    "prose": "Here's the answer:\n\n{}",
    "empty lines": "\n\n{}",
    **{f"{word} glued": f"{word} {{}}" for word in WORDS},
    **{f"{word} in a line": f"{word}\n{{}}" for word in WORDS},
    **{f"{token} glued": f"{token}{{}}" for token in TOKENS},
    **{f"{token} in a line": f"{token}\n{{}}" for token in TOKENS},
    "role": "assistant\n{}",
    "role of a token": "<|im_start|>assistant\n{}",
    "headers": "<|start_header_id|>assistant<|end_header_id|>\n\n{}",
    "Gemma": "<start_of_turn>model\n{}",
}
BEHIND = {
    "nothing": "{}",
    "an empty line": "{}\n\n",
    "prose": "{}\n\nThis is all that's needed here.",
    **{f"{token} glued": f"{{}}{token}" for token in (*TOKENS, *MORE_TOKENS) if token[0] == "<"},
    **{f"{token} in a line": f"{{}}\n{token}\n" for token in (*TOKENS, *MORE_TOKENS)},
    "two tokens": "{}<|eot_id|><|end_of_text|>",
    "next turn": f"{{}}<|im_end|>\n<|im_start|>user\nAnd this?\n\n```python\n{DRAFT}\n```\nThe answer is A.",
    "next turn of Gemma": f"{{}}<end_of_turn>\n<start_of_turn>user\n{DRAFT}\nThe answer is A.",
}
THOUGHT = {
    "nothing": "{}",
    **{f"{first}": f"{first}\n{THOUGHTS}{last}\n{{}}" for first, last in (*REASONING, *MORE_REASONING)},
    **{f"{last} only": f"{THOUGHTS}{last}\n{{}}" for _, last in REASONING if not last[0].isalpha()},
    "channels": f"<|channel|>analysis<|message|>{THOUGHTS}<|end|>"
    "<|start|>assistant<|channel|>final<|message|>{}",
    "bare channels": f"analysis{THOUGHTS}assistantfinal{{}}",
}
LINE_ENDS = {"LF": "\n", "CRLF": "\r\n", "CR": "\r"}
COLUMNS: dict[str, Mapping[str, str]] = {
    "around": AROUND, "behind": BEHIND, "front": FRONT, "thought": THOUGHT, "line ends": LINE_ENDS,
}  # fmt: skip
Row = Mapping[str, str]  # column → entry
Columns = Mapping[str, Iterable[str]]
_FENCED = re.compile(r"(?:[^{]*\n)?(?:```|~~~)")


@dataclass(frozen=True)
class Reference:
    """An answer of a kind, in two forms: right, and with a fault."""

    kind: str
    number: int
    starter: str
    right: str
    wrong: str

    @property
    def task(self) -> Task:
        name, call = _TESTS.get(self.kind, ("", ""))
        check: Check = FunctionCheck(tests=tuple(f"assert {call.format(x)} == {2 * x}" for x in (3, -2)))
        if self.kind == "choice":
            check = ChoiceCheck(answer="B")
        elif self.kind == "program":
            check = StdioCheck(
                cases=(StdioCase(input="3\n", output="6\n"), StdioCase(input="-2\n", output="-4\n"))
            )
        return Task(id="t", check=check, entry_point=name, starter_code=self.starter)

    def text(self, row: Row, answer: str) -> str:
        """Return an answer in an envelope."""
        for name, column in COLUMNS.items():
            if name != "line ends":
                before, after = column[row[name]].split("{}")
                answer = before + answer + after
        return answer.replace("\n", LINE_ENDS[row["line ends"]])

    def tree(self, program: str) -> str:
        """Return what must survive of a program; of one that does not parse, nothing does."""
        if self.kind == "choice":
            return program
        try:
            return ast.dump(ast.parse(program))
        except SyntaxError:
            return ""

    def wanted(self, answer: str) -> str:
        """Return the tree of an answer without an envelope."""
        if self.kind == "choice":
            return "B" if answer == self.right else "C"
        return self.tree(self.starter + answer)


def _references() -> tuple[Reference, ...]:
    found = []
    for kind, cases in read_cases("texts/enveloped.yaml").items():
        for number, case in enumerate(cases):
            code, (old, new) = case["code"], case["fault"]
            assert code.count(old) == 1, case
            found.append(Reference(kind, number, case.get("starter", ""), code, code.replace(old, new)))
    return tuple(found)


REFERENCES = _references()


def possible(kind: str, row: Row) -> Row:
    """Return the row with other entries in place of those around which an answer of a kind makes no sense."""
    if kind == "choice":
        row = {**row, "around": "as it is"}
    if kind == "body" and row["front"] == "prose" and not _FENCED.match(AROUND[row["around"]]):
        row = {**row, "front": "nothing"}  # a body without a fence begins its text
    return row


def covering(columns: Columns) -> tuple[Row, ...]:
    """Return rows in which each pair of entries of two columns occurs."""
    order = list(columns)

    def pairs(row: Row) -> list[tuple[str, ...]]:
        entries = [(name, row[name]) for name in order if name in row]
        return [(*first, *second) for first, second in itertools.combinations(entries, 2)]

    left: dict[tuple[str, ...], None] = {
        (first, one, second, other): None
        for first, second in itertools.combinations(order, 2)
        for one, other in itertools.product(columns[first], columns[second])
    }
    rows: list[Row] = []
    for pair in list(left):
        if pair not in left:
            continue
        row: Row = {pair[0]: pair[1], pair[2]: pair[3]}
        for name in order:
            if name not in row:
                tried = [{**row, name: entry} for entry in columns[name]]
                row = max(tried, key=lambda longer: sum(one in left for one in pairs(longer)))
        for covered in pairs(row):
            left.pop(covered, None)
        rows.append(row)
    return tuple(rows)


def cases_of_a_push() -> list[tuple[Reference, Row]]:
    """Return each pair of entries around some code, and each entry around each answer."""
    code = {f"{one.kind} {one.number}": one for one in REFERENCES if one.kind != "choice"}
    found = [(code[row["reference"]], row) for row in covering({**COLUMNS, "reference": code})]
    for reference in REFERENCES:
        if reference.kind == "choice":
            for place in range(max(map(len, COLUMNS.values()))):
                at = place + reference.number
                row = {name: list(column)[at % len(column)] for name, column in COLUMNS.items()}
                found.append((reference, row))
    return found


def check(judge: Judge, cases: Iterable[tuple[Reference, Row]]) -> None:
    """Check that answers survive their envelopes, and that what is kept gets the right verdicts."""
    kept: dict[tuple[Reference, str, bool], None] = {}
    lost = []
    for reference, row in cases:
        for answer in (reference.right, reference.wrong):
            text = reference.text(possible(reference.kind, row), answer)
            program = extract(reference.task, text).program
            if reference.tree(program) == reference.wanted(answer):
                kept[reference, program, answer == reference.right] = None
            else:
                lost.append(f"{reference.kind} {reference.number} in {dict(row)}: {text!a} gave {program!a}")
    assert lost == []
    for reference, program, is_right in kept:
        verdict = verdict_of(judge, reference.task, program)
        assert (verdict.status is Status.PASSED) == is_right, (reference.kind, program)
    seen = {(reference, is_right) for reference, _, is_right in kept}
    assert seen == set(itertools.product(REFERENCES, (True, False)))


@gate_of("judging")
def test_each_pair_of_marks_is_understood(judge: Judge) -> None:
    cases = cases_of_a_push()
    assert 2_000 <= len(cases) <= 3_000
    check(judge, cases)


@pytest.mark.weekly
def test_each_pair_of_marks_is_understood_around_each_answer(judge: Judge) -> None:
    rows = covering(COLUMNS)
    cases = [(reference, row) for reference in REFERENCES for row in rows]
    assert 50_000 <= len(cases) <= 100_000
    check(judge, cases)


def test_the_columns_have_each_mark_of_the_product() -> None:
    entries = [entry for column in COLUMNS.values() for entry in column.values()]
    for mark in itertools.chain(TOKENS, WORDS, *TAGS, *REASONING):
        assert any(mark in entry for entry in entries), mark


# --- Marks that belong to the answer ---

_THOUGHTS = tuple(itertools.chain(*REASONING, *MORE_REASONING))
_MARKS = (*TOKENS, *MORE_TOKENS, *WORDS, *itertools.chain(*TAGS), *_THOUGHTS, "assistant")
_GUARDS = {
    "string": "def solve(x):\n    return 2 * x if len({mark!r}) else {mark!r}",
    "docstring": "def solve(x):\n    '''Twice x.\n\n    {mark}\n    x\n{mark}\n    '''\n    return 2 * x",
    "comment": "def solve(x):\n    # {mark}\n    y = x  # {mark} x\n    return 2 * y",
}
_GUARDED_BY = (
    "{}",
    "Here it's:\n\n```python\n{}\n```\n\nThat's all.",
    "```python\n{}\n```<|im_end|>",
    # A line of prose without a fence that begins or ends with a mark of reasoning is reasoning.
    "Here is it:\n\n{}\n\nThis is all that is needed.",
)


@pytest.mark.parametrize("guard", _GUARDS)
@pytest.mark.parametrize("mark", _MARKS)
def test_a_mark_inside_the_answer_stays(mark: str, guard: str) -> None:
    code = _GUARDS[guard].format(mark=mark)
    task = Task(id="t", check=FunctionCheck(tests=("",)), entry_point="solve")
    wanted = ast.dump(ast.parse(code))
    for around in _GUARDED_BY[:3] if guard != "string" and mark in _THOUGHTS else _GUARDED_BY:
        before, after = around.split("{}")
        assert ast.dump(ast.parse(extract(task, before + code + after).program)) == wanted, around


# --- A new family ---


@pytest.mark.parametrize(
    ("table", "line", "text"),
    [
        (
            "REASONING",
            '("<muse:ponder>", "</muse:ponder>"),',
            f"<muse:ponder>\n{THOUGHTS}</muse:ponder>\n{{}}",
        ),
        ("TOKENS", '"</end>",', "{}</end>"),
        ("WORDS", '"Reply:",', "Reply: {}"),
        ("TAGS", '("<final>", "</final>"),', "<final>{}</final>"),
    ],
)
def test_a_new_family_is_one_line(table: str, line: str, text: str) -> None:
    code = "def solve(x):\n    return 2 * x"
    source = Path(envelopes.__file__).read_text(encoding="utf-8")
    start = f"\n{table} = (\n"
    assert source.count(start) == 1
    more = types.ModuleType("more_envelopes")
    exec(compile(source.replace(start, f"{start}    {line}\n"), "more", "exec"), more.__dict__)  # noqa: S102
    for module, is_understood in ((envelopes, False), (more, True)):
        parser = Parser()
        rest = module.without_marks(module.without_reasoning(text.format(code), parser)[0], parser)[0]
        assert (rest.strip() == code) == is_understood
