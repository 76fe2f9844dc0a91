"""What to do on a machine where bubblewrap may not make namespaces."""

from pathlib import Path

#: Parts of bubblewrap's messages if the kernel, a security module or a container refuses namespaces.
_REFUSALS = (
    "uid map",
    "No permissions to creat",
    "Creating new namespace failed",
    "Operation not permitted",
    "Permission denied",
    "Can't mount",
    "No space left on device",
)
#: Files of containers: Docker's, and Podman's.
_CONTAINER_FILES = (".dockerenv", "run/.containerenv")
_NO_SUPPORT = "use a kernel with user namespaces (CONFIG_USER_NS)"
_MAXIMUM = "allow user namespaces: sudo sysctl -w user.max_user_namespaces=10000"
_DEBIAN = "allow unprivileged user namespaces: sudo sysctl -w kernel.unprivileged_userns_clone=1"
_UBUNTU = (
    "allow unprivileged user namespaces; on Ubuntu 24.04 and later:"
    " sudo sysctl -w kernel.apparmor_restrict_unprivileged_userns=0"
)
_CONTAINER = (
    "allow user namespaces on the machine, and start the container with --security-opt seccomp=unconfined"
    " --security-opt apparmor=unconfined --security-opt systempaths=unconfined, or with --privileged"
)
_OTHER = (
    "allow unprivileged user namespaces; SELinux, AppArmor, a container or RestrictNamespaces= of systemd may"
    " refuse them"
)


def namespace_advice(output: str, root: Path = Path("/")) -> str:
    """Return the fix for a refusal of namespaces, or nothing if bubblewrap's error is another one.

    Args:
        output: bubblewrap's error output.
        root: the folder that contains ``proc``, ``run`` and so on.
    """
    if not any(refusal in output for refusal in _REFUSALS):
        return ""
    apparmor = _setting(root, "kernel/apparmor_restrict_unprivileged_userns") == "1"
    full = _setting(root, "user/max_user_namespaces") == "0" or "ENOSPC" in output or "No space" in output
    causes = {
        _NO_SUPPORT: not (root / "proc/self/ns/user").exists(),
        _MAXIMUM: full,
        _DEBIAN: _setting(root, "kernel/unprivileged_userns_clone") == "0",
        _UBUNTU: apparmor and "uid map" in output,  # even in a container
        _CONTAINER: any((root / name).exists() for name in _CONTAINER_FILES),
    }
    fits = [fix for fix, found in causes.items() if found]
    return fits[0] if fits else _UBUNTU if apparmor else _OTHER


def _setting(root: Path, name: str) -> str:
    try:
        return (root / "proc/sys" / name).read_text(encoding="ascii").strip()
    except OSError:  # this kernel does not have the setting
        return ""
