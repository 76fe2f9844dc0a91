"""Fresh data sets: new tasks from the problem families of an open data set.

Those with private rules are fresh sets, too: whatever holds for a fresh set holds for them.
"""

import re

PREFIX = "fresh-"
PRIVATE_PREFIX = f"{PREFIX}private-"
DIGITS = 12  #: number of digits of the digest in a data set's name
_NAME = re.compile(
    rf"(?:{PRIVATE_PREFIX}[0-9a-f]{{{DIGITS}}}|{PREFIX}[0-9a-f]{{{DIGITS}}}(?:-(?:choice|free))?)"
)
#: Shown next to every row on a fresh data set.
MEANING = "new tasks of the public set's families, made from a secret seed; never ranked with the public ones"
#: Who can check a row on a fresh data set with private rules.
HOLDERS = "only those who hold the pack of these rules can verify its rows"
#: Why a job of CI does not judge a run on such a data set, and what to do.
NOT_IN_CI = (
    "the rules of its tasks are private, and answers in a submission or an artifact of CI would show them; "
    "judge it with `sightbench evaluate` on the machine of a maintainer who holds the pack"
)
#: Stands for a reason in a row on tasks with private rules, because reasons may quote an answer.
KEPT_BACK = "kept back: the rules of the tasks are private"
#: Shown next to every row on a fresh data set with private rules.
PRIVATE_MEANING = (
    "new tasks of the public set's families with private rules, made from a secret seed; never ranked with "
    f"the public ones; {HOLDERS}"
)


def is_fresh(dataset: str) -> bool:
    """Whether the name is that of a fresh data set: it starts with ``fresh-``."""
    return dataset.startswith(PREFIX)


def is_private(dataset: str) -> bool:
    """Whether the name is that of a fresh data set with private rules: it starts with ``fresh-private-``."""
    return dataset.startswith(PRIVATE_PREFIX)


def is_set_name(dataset: str) -> bool:
    """Whether the name is ``fresh-`` and 12 hexadecimal digits, so that it is safe as a folder name.

    ``private-`` may stand before the digits. Where a seed makes two data sets, ``-choice`` or ``-free``
    follows.
    """
    return _NAME.fullmatch(dataset) is not None


def fresh_meaning(dataset: str) -> str:
    """Return what readers have to know about a fresh data set; empty for any other data set."""
    if is_private(dataset):
        return PRIVATE_MEANING
    return MEANING if is_fresh(dataset) else ""


def fresh_note(dataset: str) -> str:
    """Return ``fresh: new tasks of …``, or an empty text for any other data set."""
    return f"fresh: {fresh_meaning(dataset)}" if is_fresh(dataset) else ""
