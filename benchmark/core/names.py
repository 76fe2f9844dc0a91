"""Names of submissions, settings, fresh data sets and secrets. Slugs are safe as folder names.

A fresh data set has new tasks from the problem families of an open data set.
"""

import re

from benchmark.core.secret import OWN_PREFIX

#: Regular expression of a whole slug; JSON schemas use it too.
SLUG_PATTERN = r"[a-z0-9]+(?:[._-][a-z0-9]+)*"
SLUG_LENGTH = 80  #: maximum characters of a slug
#: The bundled stand-in of a dry run. No submission may have this slug, and its rows count nowhere.
DRY_RUN = "dry-run"

_SLUG = re.compile(SLUG_PATTERN)
#: Names that Windows keeps for devices, with any ending: it cannot check out such a file or folder.
_RESERVED = re.compile(r"(?:con|prn|aux|nul|com[0-9]|lpt[0-9])(?:\..*)?", re.IGNORECASE)


def is_slug(text: str) -> bool:
    """Whether ``text`` is a valid slug."""
    return len(text) <= SLUG_LENGTH and _SLUG.fullmatch(text) is not None and not is_reserved_name(text)


def is_reserved_name(name: str) -> bool:
    """Whether Windows cannot have a file or folder of this name, such as ``nul`` or ``aux.json``."""
    return _RESERVED.fullmatch(name) is not None


def slug_fix(text: str) -> str:
    """Return how to make a valid slug of a text that is not one."""
    if is_reserved_name(text):
        return "choose another name: Windows reserves con, prn, aux, nul, com0 to com9 and lpt0 to lpt9"
    return f"use a-z and 0-9 with single . _ or - between them, at most {SLUG_LENGTH} in all: acme-vl-7b"


def slugify(name: str) -> str:
    """Turn a model's name into a slug: other characters become hyphens.

    The result is empty if the name has no ASCII letter or digit, and is not shortened to ``SLUG_LENGTH``.
    """
    return "-".join(_SLUG.findall(name.lower()))


_VCOT = re.compile(r"^(choice|free)-vcot(?=$|-)")


def plain_setting(name: str) -> str:
    """Return the name that rows have for a setting.

    The paper of MathOPEval writes both VoT and VCoT: ``choice-vcot-2shot`` is ``choice-vot-2shot``.
    """
    return _VCOT.sub(r"\1-vot", name)


PREFIX = "fresh-"
DIGITS = 12  #: number of digits of the digest in a data set's name
_NAME = re.compile(rf"{PREFIX}[0-9a-f]{{{DIGITS}}}(?:-(?:choice|free|picture|words))?")
#: Shown next to every row on a fresh data set.
MEANING = "new tasks of the public set's families, made from a secret seed; never ranked with the public ones"


def is_fresh(dataset: str) -> bool:
    """Whether the name is that of a fresh data set: it starts with ``fresh-``."""
    return dataset.startswith(PREFIX)


def is_set_name(dataset: str) -> bool:
    """Whether the name is ``fresh-`` and 12 hexadecimal digits, so that it is safe as a folder name.

    Where a seed makes several data sets, ``-choice`` or ``-free``, ``-picture`` or ``-words`` follows.
    """
    return _NAME.fullmatch(dataset) is not None


def fresh_meaning(dataset: str) -> str:
    """Return what readers have to know about a fresh data set; empty for any other data set."""
    return MEANING if is_fresh(dataset) else ""


def fresh_note(dataset: str) -> str:
    """Return ``fresh: new tasks of …``, or an empty text for any other data set."""
    return f"fresh: {fresh_meaning(dataset)}" if is_fresh(dataset) else ""


#: Names of variables that usually hold secrets.
_SECRET = re.compile(rf"^{OWN_PREFIX}|(?:KEY|TOKEN|SECRET|PASSWORD)S?$", re.IGNORECASE)


def is_secret_name(variable: str) -> bool:
    """Whether an environment variable is named like a secret."""
    return _SECRET.search(variable) is not None


BUDGET = "-tokens"  #: end of an effort that is a budget of thinking


def effort_of(thinking: object, tokens: object) -> str:
    """Return the effort of parameters: ``thinking``, else the budget of thinking; empty if neither is set.

    >>> effort_of("low", 8192), effort_of(None, 8192), effort_of(None, None)
    ('low', '8192-tokens', '')
    """
    return str(thinking or (f"{tokens}{BUDGET}" if tokens else ""))


def with_effort(slug: str, effort: str) -> str:
    """Return the name by which tables tell apart the efforts of a submission: ``acme@high``."""
    return f"{slug}@{effort}" if effort else slug


def without_effort(name: str) -> str:
    """Return the slug of the submission: ``acme@high`` becomes ``acme``, which no slug can contain."""
    return name.partition("@")[0]


def effort_words(effort: str) -> str:
    """Return an effort as pages show it; empty without one.

    >>> effort_words("high"), effort_words("off"), effort_words("8192-tokens")
    ('high', 'no thinking', '8,192 tokens')
    """
    if effort.endswith(BUDGET):
        return f"{int(effort.removesuffix(BUDGET)):,} tokens"
    return {"off": "no thinking", "between_tools": "between tools"}.get(effort, effort)
