"""The advice fits what refuses namespaces. Messages are those of bubblewrap 0.4 to 0.11."""

import subprocess
import sys
from pathlib import Path

import pytest

from benchmark.sandbox.host.bubblewrap import namespace_advice

_NO_PERMISSIONS = (
    "bwrap: No permissions to create new namespace, likely because the kernel does not allow non-privileged"
    " user namespaces. See <https://deb.li/bubblewrap> or <file:///usr/share/doc/bubblewrap/README.Debian.gz>."
)
_OLD_NO_PERMISSIONS = (
    "bwrap: No permissions to creating new namespace, likely because the kernel does not allow non-privileged"
    " user namespaces. On e.g. debian this can be enabled with 'sysctl kernel.unprivileged_userns_clone=1'."
)
_EXCEEDED = (
    "bwrap: Creating new namespace failed: nesting depth or /proc/sys/user/max_*_namespaces exceeded (ENOSPC)"
)
_NO_SUPPORT = (
    "bwrap: Creating new namespace failed, likely because the kernel does not support user namespaces."
    "  bwrap must be installed setuid on such systems."
)
_UID_MAP = "bwrap: setting up uid map: Permission denied"
_LOOPBACK = "bwrap: loopback: Failed RTM_NEWADDR: Operation not permitted"
_PROC = "bwrap: Can't mount proc on /newroot/proc: Operation not permitted"


@pytest.mark.parametrize(
    ("files", "message", "advice"),
    [
        ({"proc/sys/user/max_user_namespaces": "0\n"}, _EXCEEDED, "sysctl -w user.max_user_namespaces=10000"),
        ({"proc/sys/user/max_user_namespaces": "0\n"}, _NO_PERMISSIONS, "user.max_user_namespaces=10000"),
        (
            {"proc/sys/user/max_user_namespaces": "5\n"},
            _EXCEEDED,
            "user.max_user_namespaces=10000",
        ),
        (
            {"proc/sys/kernel/unprivileged_userns_clone": "0\n"},
            _OLD_NO_PERMISSIONS,
            "sysctl -w kernel.unprivileged_userns_clone=1",
        ),
        (
            {"proc/sys/kernel/apparmor_restrict_unprivileged_userns": "1\n"},
            _UID_MAP,
            "sysctl -w kernel.apparmor_restrict_unprivileged_userns=0",
        ),
        (
            {"proc/sys/kernel/apparmor_restrict_unprivileged_userns": "1\n"},
            _LOOPBACK,
            "sysctl -w kernel.apparmor_restrict_unprivileged_userns=0",
        ),
        ({".dockerenv": ""}, _NO_PERMISSIONS, "--security-opt seccomp=unconfined"),
        ({"run/.containerenv": ""}, _PROC, "systempaths=unconfined"),
        ({}, _NO_PERMISSIONS, "SELinux, AppArmor, a container or RestrictNamespaces="),
    ],
)
def test_the_advice_names_the_setting_that_refuses_namespaces(
    files: dict[str, str], message: str, advice: str, tmp_path: Path
) -> None:
    for name, text in {"proc/self/ns/user": "", **files}.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    assert advice in namespace_advice(message, tmp_path)


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
