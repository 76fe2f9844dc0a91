"""Whether the packages of the extra `statistics` are installed. Importing this module needs none of them."""

import importlib.util

PACKAGES = ("numpy", "scipy", "statsmodels")


def missing_packages() -> tuple[str, ...]:
    """Return the packages of the extra that are not installed."""
    return tuple(name for name in PACKAGES if importlib.util.find_spec(name) is None)


def has_statistics() -> bool:
    """Whether all of them are installed."""
    return not missing_packages()
