"""Examples in the docstrings of scoring's functions run, and each names the version that a change raises."""

import doctest
import importlib
import inspect
import re
from collections.abc import Callable

import pytest

from benchmark import judging
from benchmark.analysis.studies import difficulties
from benchmark.core.counts import count
from benchmark.scoring import paired, ranks
from benchmark.scoring.difficulty import fit_difficulties
from benchmark.scoring.leader import leader_range
from benchmark.scoring.metrics import clustered_wilson, metric, pass_at_k, score
from benchmark.scoring.paired import compare_models
from benchmark.scoring.ranks import holm
from benchmark.scoring.signflip import p_values

FUNCTIONS = (
    pass_at_k,
    metric,
    clustered_wilson,
    count,
    score,
    p_values,
    compare_models,
    holm,
    leader_range,
    fit_difficulties,
)
VERSIONS = {
    "JUDGE_VERSION": judging,
    "PAIRED_VERSION": paired,
    "RANKS_VERSION": ranks,
    "_VERSION": difficulties,
}


@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda function: function.__name__)
def test_a_function_has_an_example_that_runs_and_names_its_version(function: Callable[..., object]) -> None:
    # The module's own names, since `pass_at_k` is cached and has no __globals__.
    names = vars(importlib.import_module(function.__module__))
    (example,) = doctest.DocTestFinder(recurse=False).find(function, function.__name__, globs=names)
    assert example.examples
    assert doctest.DocTestRunner().run(example).failed == 0
    (version,) = re.findall(r"^Raise: ``(\w+)``", str(inspect.getdoc(function)), re.MULTILINE)
    assert hasattr(VERSIONS[version], version)
