"""Recognises API keys, so that none is shown, written to a file or accepted in one."""

import re
from collections.abc import Iterable

OWN_PREFIX = "SIGHTBENCH_KEY_"  #: variables with this prefix may be sent to any host that a config names
HIDDEN = "[key]"  #: the text that replaces a key

#: API keys in the formats of their issuers. Strict on purpose, so that hashes and models' code do not match.
#: The lookaheads have a maximum length, so that the search stays fast in long untrusted files.
KEY = re.compile(
    r"""(?<![A-Za-z0-9_])(?:
        sk-(?=[A-Za-z_-]{0,200}+\d)[\w-]{16,}  # OpenAI, Anthropic, OpenRouter and others with this format
      | AIza[\w-]{30,}                         # Google
      | AQ\.[\w-]{30,}                         # Google, newer
      | gh[opsur]_\w{30,} | github_pat_\w{30,} # GitHub
      | hf_\w{30,}                             # Hugging Face
      | (?:gsk|xai|pplx|nvapi|r8|fw)[_-](?=[A-Za-z_-]{0,200}+\d)[\w-]{30,}  # Groq, xAI, NVIDIA and more
      | AKIA[A-Z0-9]{16} | ASIA[A-Z0-9]{16}    # AWS
      | eyJ[\w-]{10,1000}+\.eyJ[\w-]{10,}\.[\w-]{10,}  # a signed token (JWT)
      | (?i:bearer)[ ]+(?=[\w.~+/-]*\d)[\w.~+/-]{20,}
    )""",
    re.VERBOSE | re.ASCII,
)


_SHORTEST, _SHORTEST_WORD = 8, 16  #: minimum characters of a secret; minimum if it has only letters


def is_secret(key: str) -> bool:
    """Whether a key is long enough to be real, and not a dummy such as EMPTY, test or placeholder.

    Dummies are words that also occur in answers, where they must not be replaced.
    """
    return len(key) >= (_SHORTEST_WORD if key.isalpha() else _SHORTEST)


def redact(text: str, keys: Iterable[str] = ()) -> str:
    """Return ``text`` with the given keys, and everything that looks like a key, replaced by ``[key]``."""
    return KEY.sub(HIDDEN, _redact(text, keys))


def redact_secrets(answer: str, keys: Iterable[str]) -> str:
    """Return a model's text with those of the given keys that are secrets replaced by ``[key]``."""
    return _redact(answer, filter(is_secret, keys))


def _redact(text: str, keys: Iterable[str]) -> str:
    for key in keys:
        if key:
            text = text.replace(key, HIDDEN)
    return text
