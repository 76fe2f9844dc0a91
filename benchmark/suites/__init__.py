"""The benchmarks, each a folder of one shape; data sets are read when they are asked for."""

from benchmark.core.suite import Suite
from benchmark.suites.code_vision.suite import CODE_VISION

#: Every suite by its id, in the order in which pages show them.
SUITES: dict[str, Suite] = {
    "code-vision": CODE_VISION,
}
