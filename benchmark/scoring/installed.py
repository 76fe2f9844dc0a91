"""Whether the packages of the extra `statistics` are installed. Importing this module needs none of them."""

from benchmark.core.install import absent_modules

PACKAGES = ("numpy", "scipy")


def missing_packages() -> tuple[str, ...]:
    """Return the packages of the extra that are not installed."""
    return tuple(absent_modules(PACKAGES))


def has_statistics() -> bool:
    """Whether all of them are installed."""
    return not missing_packages()
