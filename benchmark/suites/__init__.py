"""The suites, each a folder with the same structure; a data set is read when it is first used."""

from benchmark.core.suite import Suite
from benchmark.suites.code_vision.suite import CODE_VISION
from benchmark.suites.evalplus.suite import EVALPLUS
from benchmark.suites.humaneval_v.suite import HUMANEVAL_V
from benchmark.suites.mathopeval.suite import MATHOPEVAL
from benchmark.suites.mmcode.suite import MMCODE

#: Id → suite, in the order in which commands list them.
SUITES: dict[str, Suite] = {
    suite.id: suite for suite in (CODE_VISION, EVALPLUS, HUMANEVAL_V, MATHOPEVAL, MMCODE)
}
