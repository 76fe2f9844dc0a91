"""Our code inside the sandbox, which runs next to the answer.

It imports the standard library only. The sandbox mounts it as the package ``sightbench_guest``; the host
imports only :mod:`.shapes`. It never holds an expected value, and the host trusts none of its messages.
"""

import os
from collections.abc import Callable
from typing import Any

#: Modules whose fork hooks a child does not need: all children start with one seed and without threads.
#: These hooks would touch 200 memory pages and take a fifth of a child's time.
_UNNEEDED_HOOKS = {"random", "threading"}


def _register_needed(**hooks: Callable[..., Any] | None) -> None:
    """Replace ``os.register_at_fork`` while the zygote loads modules, and leave out unneeded hooks."""
    wanted = {when: hook for when, hook in hooks.items() if hook and hook.__module__ not in _UNNEEDED_HOOKS}
    if wanted:
        register_at_fork(**wanted)


register_at_fork = os.register_at_fork
if __name__ == "sightbench_guest":  # not on the host
    os.register_at_fork = _register_needed
