"""Without the lists of the files, rules notice dangerous changes that are made from their graph."""

import pytest

from tests.case_files import read_cases

from .files import Files
from .graph import RULES as GRAPH
from .mutants import Mutant, mutants
from .starts import holds
from .test_rules import FILES, WITHOUT_LISTS, Rule, findings

NOTICED = 0.95  #: minimum share of the harmful changes that a rule notices
HARMLESS = 0.05  #: maximum share of changes that harm nothing
#: Reasons by name of a change.
REASONS: dict[str, str] = {
    name: group["reason"] for group in read_cases("workflows/harmless.yaml") for name in group["changes"]
}
#: The rules, those first that notice most.
RULES = tuple(dict.fromkeys([*GRAPH[:-1], *WITHOUT_LISTS, GRAPH[-1]]))


def notices(rule: Rule, files: Files) -> bool:
    """Return whether a rule refuses files for its reason; one that cannot read them refuses nothing."""
    return any("cannot read the files" not in text for text in findings(files, (rule,)))


def rule_that_notices(files: Files) -> str:
    """Return the name of the first rule that refuses files; empty if none does."""
    return next((rule.__name__ for rule in RULES if notices(rule, files)), "")


def _shown(found: list[Mutant]) -> str:
    return "".join(f"\n{mutant.name}\n    {mutant.harm}" for mutant in found) or " none"


def test_rules_notice_harmful_changes(capsys: pytest.CaptureFixture[str]) -> None:
    """Those that no rule notices are printed. Each change is made to the file and to its list alike.

    Few changes harm nothing, and `harmless.yaml` has the reason of each. Every rule of the graph is needed.
    """
    found = {mutant.name: (mutant, rule_that_notices(mutant.files)) for mutant in mutants(FILES)}
    missed = [mutant for name, (mutant, rule) in found.items() if not rule and name not in REASONS]
    harmful = len(found) - len(REASONS)
    share = 1 - len(missed) / harmful
    summary = f"{harmful} harmful changes, of which rules notice {share:.1%}; not noticed:"
    with capsys.disabled():
        print(f"\n{summary}{_shown(missed)}")
    assert share >= NOTICED, summary
    assert [name for name in REASONS if name not in found or found[name][1]] == [], (
        "harmless.yaml is out of date"
    )
    assert len(REASONS) <= HARMLESS * len(found)
    assert {rule.__name__ for rule in GRAPH} <= {rule for _, rule in found.values()}


def test_no_two_changes_are_the_same() -> None:
    names = [mutant.name for mutant in mutants(FILES)]
    assert len(names) == len(set(names))
    assert len(names) > 3000  # a generator that finds little would make every share easy


@pytest.mark.parametrize(
    ("condition", "expected"),
    [
        ("github.x == ''", True),  # null and an empty text are both the number 0
        ("github.x == 'false'", False),
        ("'false'", True),  # a text that is not empty
        ("inputs.night == 'true'", False),  # true is the number 1, and the text is none
        ("!inputs.night || github.x", False),
        ("contains(fromJSON('[\"a b\", \"c\"]'), format('{0}{1}', github.x, 'a b'))", True),
        ("(github.x != '' || inputs.night) && 'it''s' == 'it''s'", True),
    ],
)
def test_conditions_are_evaluated_as_github_does(condition: str, expected: bool) -> None:
    assert holds(f"${{{{ {condition} }}}}", {"github": {}, "inputs": {"night": True}}) is expected
