"""The script that the runner program calls before the first step of a job; it admits only the planned job.

GitHub gives a runner any queued job whose labels it has; no request can name the job. The runner program
calls the script in ``ACTIONS_RUNNER_HOOK_JOB_STARTED`` before anything of the job runs, with variables that a
workflow cannot change (GitHub's documentation, "Running scripts before or after a job"). A job whose script
fails may still run its steps with ``if: always()``, so the script kills the runner program.
"""

import shlex
from collections.abc import Mapping
from pathlib import Path

from benchmark.chain.runner.queue import WORKFLOW, QueuedRun

HOOK_VARIABLE = "ACTIONS_RUNNER_HOOK_JOB_STARTED"
_SCRIPT = """\
#!/bin/sh
# Admits the job that this runner was started for, and no other.
refuse() {{
  echo "This runner was started for another job."
  : > {refused} || :
  kill -KILL "$PPID" 0
  while :; do sleep 60; done
}}
{checks}
: > {admitted}
"""


def expected_variables(run: QueuedRun, repository: str, branch: str) -> Mapping[str, str]:
    """Return the variables that GitHub sets for the jobs of a workflow run, and for no other's."""
    return {
        "GITHUB_REPOSITORY": repository,
        "GITHUB_RUN_ID": str(run.id),
        "GITHUB_WORKFLOW_REF": f"{repository}/{WORKFLOW}@refs/heads/{branch}",
        "GITHUB_REF": f"refs/heads/{branch}",
        "GITHUB_SHA": run.head_sha,
        "GITHUB_EVENT_NAME": run.event,
    }


def hook_script(expected: Mapping[str, str], *, admitted: Path, refused: Path) -> str:
    """Return the script.

    Args:
        expected: the variables of the planned job.
        admitted: file that the script makes if it admits the job.
        refused: file that it makes otherwise.
    """
    checks = "\n".join(
        f'[ "${{{name}-}}" = {shlex.quote(value)} ] || refuse' for name, value in expected.items()
    )
    return _SCRIPT.format(
        checks=checks, admitted=shlex.quote(str(admitted)), refused=shlex.quote(str(refused))
    )
