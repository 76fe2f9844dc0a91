"""Reads the completions of a panel, after checking that they are those from which it was made."""

from collections import Counter
from collections.abc import Iterable
from pathlib import Path

from benchmark.core.digest import sha256_hex
from benchmark.core.errors import BadInput, quote_value
from benchmark.core.sample import Completion
from benchmark.files.predictions import completions_digest, read_predictions
from benchmark.results.nightly.panel import Panel

_FIX = "use the original file of the panel"
_NAME_LIMIT = 200  #: maximum characters of a name that a server reports


def read_completions(panel: Panel, path: Path) -> tuple[Completion, ...]:
    """Return the completions of a panel, for example to judge them again.

    Args:
        panel: the panel.
        path: the file of its completions, next to the panel or downloaded.

    Raises:
        BadInput: if the file is not the one that the panel names, or has other samples or texts, or if
            the panel counts other names of servers.
    """
    described = panel.run.completions_file
    if described is None:
        raise BadInput(path, "run.completions_file", "null, so the completions are unknown", "")
    if not path.is_file():
        raise BadInput(path, "", "does not exist", "download it from the release")
    data = path.read_bytes()
    if len(data) != described.bytes:
        problem = f"has {len(data):,} bytes, but run.completions_file says {described.bytes:,}"
        raise BadInput(path, "", problem, _FIX)
    if (found := sha256_hex(data)) != described.sha256:
        problem = f"has SHA-256 {found}, but run.completions_file says {described.sha256}"
        raise BadInput(path, "", problem, _FIX)
    drawn = panel.result.statuses.items()
    samples = {(task, draw): status for task, found in drawn for draw, status in enumerate(found)}
    missing = {key for key, status in samples.items() if status == "missing"}
    completions = read_predictions(path, missing)
    keys = {completion.key for completion in completions}
    if odd := (keys - samples.keys()) | (samples.keys() - missing - keys):
        task, draw = min(odd)
        problem = f"task {quote_value(task)}, draw {draw} is only in one of this file and result.statuses"
        raise BadInput(path, "", problem, _FIX)
    wanted = panel.result.completions
    if len(completions) != wanted.count:
        problem = f"has {len(completions)} completions, but result.completions.count is {wanted.count}"
        raise BadInput(path, "", problem, _FIX)
    if (digest := completions_digest(completions)) != wanted.digest:
        problem = f"has completions with digest {digest}, but result.completions.digest is {wanted.digest}"
        raise BadInput(path, "", problem, _FIX)
    names = {
        "resolved_models": count_names(completion.resolved_model for completion in completions),
        "fingerprints": count_names(completion.fingerprint for completion in completions),
    }
    for field, counted in names.items():
        if getattr(panel.result, field) != counted:
            raise BadInput(path, "", f"names other servers than result.{field}", _FIX)
    return completions


def count_names(names: Iterable[str | None]) -> dict[str, int]:
    """Return the number of completions by a name that a server reported; untrusted, so shortened."""
    return dict(sorted(Counter(name[:_NAME_LIMIT] for name in names if name).items()))
