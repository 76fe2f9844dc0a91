"""The workflow files keep every rule, and the rules refuse every dangerous edit of `mutations.py`."""

import functools
import subprocess

import pytest
import yaml

from .files import ROOT, Files, parse, parse_yaml, sources
from .lists import EVERYWHERE
from .mutations import MUTATIONS, Mutation
from .rules import RULES, Rule, findings

SOURCES = sources()
FILES = parse(SOURCES)
BEFORE = {rule.__name__: set(findings(FILES, (rule,))) for rule in RULES}


def changed_files(mutation: Mutation) -> Files:
    """Return the files after an edit.

    Raises:
        ValueError: the edit does not apply.
    """
    text = mutation.apply(SOURCES[mutation.path])
    files = parse({mutation.path: text})
    assert files.others == ()
    hidden = FILES.hidden + files.hidden
    return Files({**FILES.workflows, **files.workflows}, {**FILES.actions, **files.actions}, (), hidden)


@functools.cache
def refusing_rules(mutation: Mutation) -> frozenset[str]:
    """Return the names of the rules that refuse an edit, and accept the file without it."""
    files = changed_files(mutation)
    found = {rule.__name__: set(findings(files, (rule,))) - BEFORE[rule.__name__] for rule in RULES}
    assert not any("cannot read the files" in text for several in found.values() for text in several)
    return frozenset(rule for rule, several in found.items() if several)


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.__name__)
def test_a_rule_accepts_the_files(rule: Rule) -> None:
    """A finding names what the file has and what its list in tests/workflows/allowed has."""
    found = list(rule(FILES))
    assert not found, "\n".join(found)


@pytest.mark.parametrize("mutation", MUTATIONS, ids=lambda mutation: mutation.why)
def test_a_dangerous_edit_is_refused(mutation: Mutation) -> None:
    """Most edits are refused by a second rule too, so that a change of the list does not allow them."""
    rules = refusing_rules(mutation)
    assert rules, f"{mutation.path} may have this edit: {mutation.why}"
    assert mutation.by_list_only == (rules == {"allowed"}), rules


def test_every_rule_refuses_an_edit() -> None:
    found = {rule for mutation in MUTATIONS for rule in refusing_rules(mutation)}
    assert found == {rule.__name__ for rule in RULES}


@pytest.mark.parametrize(
    "path",
    [
        "workflows/run.yaml",
        "workflows/old/x.yml",
        "actions/python/action.yaml",
        "actions/python/inner/action.yml",
        "actions/python/run.sh",
    ],
)
def test_a_file_that_no_rule_reads_is_refused(path: str) -> None:
    """GitHub reads names such as run.yaml too, and an action can run the scripts in its folder."""
    assert any(path in found for found in findings(parse({**SOURCES, path: "x: 1"})))


def test_yaml_is_read_as_github_reads_it() -> None:
    assert parse_yaml("on: no\nx: [true, false, 010, 1:30, 350, null]\ny:") == {
        "on": "no",
        "x": [True, False, "010", "1:30", 350, None],
        "y": None,
    }


def test_a_repeated_key_is_an_error() -> None:
    with pytest.raises(yaml.YAMLError, match="repeated key"):
        parse_yaml("a: {b: 1, b: 2}")


def test_artifacts_are_unpacked_to_folders_that_the_repository_does_not_have() -> None:
    tracked = subprocess.run(
        ["git", "ls-files", "--", *EVERYWHERE["unpacked_to"], "rows"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    assert tracked.stdout == ""
