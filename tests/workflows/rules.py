"""All rules for the workflow files.

Each rule is a function of the parsed files that yields one sentence per finding. The rule `allowed` compares
the files with the lists in the folder `allowed`. The other rules hold whatever the lists say, so that they
also find a dangerous change of a file and its list. No rule looks at a step by its number; only the order of
steps counts. The rehearsal runs the jobs and covers the rest.
"""

from collections.abc import Callable, Iterator

from .files import Files
from .lists import allowed
from .rights import (
    environments,
    foreign_code,
    nights,
    places,
    rights,
    seals,
    secrets,
    starters,
    tokens,
    triggers,
    writers,
)
from .steps import (
    artifacts,
    caches,
    checkouts,
    commands,
    contexts,
    limits,
    outputs,
    pins,
    sandbox,
    variables,
)

Rule = Callable[[Files], Iterator[str]]
#: The rules that need no list of the file.
WITHOUT_LISTS: tuple[Rule, ...] = (
    places,
    triggers,
    rights,
    environments,
    foreign_code,
    writers,
    nights,
    seals,
    starters,
    secrets,
    tokens,
    sandbox,
    variables,
    outputs,
    contexts,
    pins,
    checkouts,
    commands,
    artifacts,
    caches,
    limits,
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
