"""What a key looks like, so that none is shown, written or accepted."""

import re
from collections.abc import Iterable

HIDDEN = "[key]"  #: what stands where a key stood

#: Keys by the shapes that their issuers give them. Precise on purpose: a model's answer or a hash is no key.
#: Where a key may begin again inside of one, what is looked at ahead is bounded: strangers write long files.
KEY = re.compile(
    r"""(?<![A-Za-z0-9_])(?:
        sk-(?=[A-Za-z_-]{0,200}+\d)[\w-]{16,}  # OpenAI, Anthropic, OpenRouter and those who copy them
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


_SHORTEST, _SHORTEST_WORD = 8, 16  #: characters of a secret; of one that is letters only


def is_secret(key: str) -> bool:
    """Whether a key is one, and not what stands in the place of one, such as EMPTY, test or placeholder.

    Those are words that answers hold, and must keep.
    """
    return len(key) >= (_SHORTEST_WORD if key.isalpha() else _SHORTEST)


def hidden(text: str, keys: Iterable[str] = ()) -> str:
    """``text`` with the given keys, and all that is shaped like a key, replaced by ``[key]``."""
    return KEY.sub(HIDDEN, _without(text, keys))


def without_secrets(answer: str, keys: Iterable[str]) -> str:
    """A model's text with the given keys replaced by ``[key]``, where they are secrets."""
    return _without(answer, filter(is_secret, keys))


def _without(text: str, keys: Iterable[str]) -> str:
    for key in keys:
        if key:
            text = text.replace(key, HIDDEN)
    return text
