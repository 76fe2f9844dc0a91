"""The workflow files keep every rule, and the rules refuse every dangerous edit of `edits.yml`."""

import functools
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import pytest
import yaml

from tests.case_files import table
from tests.processes import run

from . import graph, rights, steps
from .files import ROOT, Files, parse, parse_yaml, sources
from .lists import EVERYWHERE, allowed

Rule = Callable[[Files], Iterator[str]]
#: The rules that need no list of the file.
WITHOUT_LISTS: tuple[Rule, ...] = (
    rights.places,
    rights.triggers,
    rights.rights,
    rights.environments,
    rights.foreign_code,
    rights.writers,
    rights.nights,
    rights.seals,
    rights.starters,
    rights.secrets,
    rights.lent_keys,
    rights.tokens,
    steps.sandbox,
    steps.variables,
    steps.outputs,
    steps.contexts,
    steps.pins,
    steps.checkouts,
    steps.commands,
    steps.artifacts,
    steps.caches,
    steps.limits,
    *graph.RULES,
)
RULES: tuple[Rule, ...] = (allowed, *WITHOUT_LISTS)


def findings(files: Files, rules: tuple[Rule, ...] = RULES) -> list[str]:
    """Return the findings of the rules; a file that a rule cannot read is a finding too."""
    found = []
    for rule in rules:
        try:
            found += list(rule(files))
        except (AttributeError, IndexError, KeyError, TypeError, ValueError) as error:
            found.append(f"{rule.__name__}: cannot read the files: {error!r}")
    return found


@dataclass(frozen=True)
class Mutation:
    """One edit of one file."""

    file: str  #: `run` for workflows/run.yml, `/python` for actions/python/action.yml
    job: str  #: name of a job; empty for the whole file
    old: str
    new: str
    why: str  #: what would go wrong

    @property
    def path(self) -> str:
        """Path of the file in `.github`."""
        return f"actions{self.file}/action.yml" if self.file.startswith("/") else f"workflows/{self.file}.yml"

    def apply(self, text: str) -> str:
        """Return the changed text.

        Raises:
            ValueError: the file has no such job or text, or would not change.
        """
        start, end = 0, len(text)
        if self.job:
            start = text.find(f"\n  {self.job}:\n")
            following = re.search(r"\n  [a-z-]+:\n", text[start + 1 :])
            end = start + 1 + following.start() if following else end
        place = text.find(self.old, start, end)
        new = self.new.replace("%s", self.old)
        if start < 0 or place < 0 or new == self.old:
            where = f".github/{self.path}{' in the job ' * bool(self.job)}{self.job}"
            raise ValueError(f"write this edit again: {where} lacks {self.old!r}, or it changes nothing")
        return text[:place] + new + text[place + len(self.old) :]


def _pinned(text: str) -> str:
    return re.sub(
        r"(actions/[a-z-]+)@PINNED", lambda found: f"{found[1]}@{EVERYWHERE['actions'][found[1]]}", text
    )


def _read() -> tuple[Mutation, ...]:
    edits = yaml.safe_load((ROOT / "tests" / "cases" / "workflows" / "edits.yml").read_text(encoding="utf-8"))
    return tuple(
        Mutation(**{"job": "", **edit, "old": _pinned(edit["old"]), "new": _pinned(edit["new"])})
        for group in edits.values()
        for edit in group
    )


MUTATIONS = _read()


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
    """A change of the list does not allow it: another rule refuses it too."""
    rules = refusing_rules(mutation)
    assert rules - {"allowed"}, f"{mutation.path} may have this edit: {mutation.why}"


def test_every_rule_refuses_an_edit() -> None:
    """Those of the graph have changes that are made from it: `test_mutants`."""
    found = {rule.__name__ for rule in graph.RULES} | {
        rule for mutation in MUTATIONS for rule in refusing_rules(mutation)
    }
    assert found == {rule.__name__ for rule in RULES}


@table("workflows")
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
    tracked = run(["git", "ls-files", "--", *EVERYWHERE["unpacked_to"], "rows"], cwd=ROOT, check=True)
    assert tracked.stdout == ""
