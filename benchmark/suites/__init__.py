"""The benchmarks, each a folder of one shape; data sets are read when they are asked for."""

from benchmark.core.suite import Suite
from benchmark.suites.code_vision.suite import CODE_VISION
from benchmark.suites.evalplus.suite import EVALPLUS
from benchmark.suites.humaneval_v.suite import HUMANEVAL_V

#: Every suite by its id, in the order in which commands name them.
SUITES: dict[str, Suite] = {suite.id: suite for suite in (CODE_VISION, EVALPLUS, HUMANEVAL_V)}
