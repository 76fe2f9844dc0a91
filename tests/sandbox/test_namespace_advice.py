"""The advice fits what refuses namespaces. Messages are those of bubblewrap 0.4 to 0.11."""

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from benchmark.sandbox.host.bubblewrap import namespace_advice
from tests.case_files import read_cases

_NO_SUPPORT = (
    "bwrap: Creating new namespace failed, likely because the kernel does not support user namespaces."
    "  bwrap must be installed setuid on such systems."
)


@pytest.mark.parametrize("case", read_cases("replies/namespaces.yaml"), ids=lambda case: case["advice"])
def test_the_advice_names_the_setting_that_refuses_namespaces(case: dict[str, Any], tmp_path: Path) -> None:
    for name, text in {"proc/self/ns/user": "", **case["files"]}.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    assert case["advice"] in namespace_advice(case["message"], tmp_path)


def test_a_kernel_without_user_namespaces_gets_its_own_advice(tmp_path: Path) -> None:
    assert "CONFIG_USER_NS" in namespace_advice(_NO_SUPPORT, tmp_path)


@pytest.mark.parametrize("message", ["", "bwrap: execvp /usr/bin/python: No such file or directory"])
def test_another_error_gets_no_advice_about_namespaces(message: str) -> None:
    assert namespace_advice(message) == ""


_START = """
import subprocess
from benchmark.sandbox.host.bubblewrap import namespace_advice
command = ["bwrap", "--unshare-all", "--unshare-user", "--ro-bind", "/", "/", "true"]
done = subprocess.run(command, capture_output=True, text=True)
print(namespace_advice(done.stderr))
"""


def test_the_advice_fits_a_real_refusal() -> None:
    """The limit is set in a user namespace, where it concerns nobody else."""
    refuse = 'echo 0 > /proc/sys/user/max_user_namespaces && exec "$@"'
    command = ["unshare", "--user", "--map-root-user", "sh", "-c", refuse, "sh", sys.executable, "-c", _START]
    root = Path(__file__).parents[2]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=root)
    assert "sysctl -w user.max_user_namespaces" in done.stdout, done.stderr
