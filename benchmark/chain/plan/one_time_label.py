"""The label of a job on a self-hosted GPU runner: made for this job only, and impossible to guess.

A runner takes any queued job whose labels it has. So the plan gives each GPU job one label of its own, and
``engines/gpu_runner.py`` registers a runner with this label only, for this job only. Nothing that is
published before the job is queued, such as policy.yml, names a label that a stranger's workflow could ask
for.
"""

import re
import secrets

_RANDOM_BYTES = 16
_LABEL = re.compile(r"sightbench-(?P<gpu>[a-z0-9](?:[a-z0-9._-]*[a-z0-9])?)-[0-9a-f]{32}")


def new_label(gpu: str) -> str:
    """Return a new label for a job on a kind of GPU runner, such as ``sightbench-h200-<32 hex digits>``."""
    return f"sightbench-{gpu}-{secrets.token_hex(_RANDOM_BYTES)}"


def gpu_of_label(label: str) -> str | None:
    """Return the kind of GPU runner that a one-time label asks for; None for any other label."""
    found = _LABEL.fullmatch(label)
    return None if found is None else found["gpu"]
