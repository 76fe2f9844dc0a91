"""Puts a suite of a test into the list of suites, in place of one with its id."""

import pytest

from benchmark import suites
from benchmark.core.suite import Suite


def put_suite(patch: pytest.MonkeyPatch, suite: Suite) -> None:
    """List a suite and count it as loaded, until the patch is undone."""
    patch.setitem(suites.SUITES, suite.id, "")
    patch.setitem(suites._loaded, suite.id, suite)
