"""What runs inside the sandbox, beside the model's code.

Standard library only, imported by nobody: it is mounted as the package ``sightbench_guest``. Nothing here
ever holds an expected value, and nothing that it says is believed beyond "this is what the answer returned".
"""

import os
from collections.abc import Callable
from typing import Any

#: Modules whose hooks a child does without: it starts with the seed of all others and has no other thread.
#: They would touch 200 pages, and cost it a fifth of its time.
_NEEDLESS = {"random", "threading"}


def _register_few(**hooks: Callable[..., Any] | None) -> None:
    """Take the place of ``os.register_at_fork`` while the zygote loads modules."""
    wanted = {when: hook for when, hook in hooks.items() if hook and hook.__module__ not in _NEEDLESS}
    if wanted:
        register_at_fork(**wanted)


register_at_fork = os.register_at_fork
os.register_at_fork = _register_few
