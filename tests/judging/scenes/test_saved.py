"""Right programs that read the file of their figure back, or draw with the module pylab, pass."""

import pytest

from benchmark.core.verdict import Status
from tests.case_files import read_cases
from tests.judging.scenes.conftest import JudgeFigure

DRAWING = "import matplotlib.pyplot as plt\nplt.bar(['ash', 'cedar'], [3, 5])\nplt.ylim(0, 8)\n"
SAVED = read_cases("figures/saved.yaml")
PYLAB = "bar(['ash', 'cedar'], [3, 5])\nylim(0, 8)\n"


@pytest.mark.parametrize("use", SAVED.values(), ids=SAVED)
def test_a_program_can_use_the_file_that_it_saved(judge_figure: JudgeFigure, use: str) -> None:
    verdict = judge_figure(DRAWING, DRAWING + use)
    assert verdict.status is Status.PASSED, verdict


@pytest.mark.parametrize(
    "program",
    [
        f"from pylab import *\n{PYLAB}show()\n",
        f"from matplotlib.pylab import *\n{PYLAB}savefig('a.png')\n",
        "import pylab\npylab.bar(['ash', 'cedar'], [3, 5])\npylab.ylim(0, 8)\npylab.show()\n",
    ],
)
def test_pylab_belongs_to_matplotlib(judge_figure: JudgeFigure, program: str) -> None:
    verdict = judge_figure(DRAWING, program)
    assert verdict.status is Status.PASSED, verdict


def test_a_wrong_figure_stays_wrong_when_it_is_saved(judge_figure: JudgeFigure) -> None:
    wrong = DRAWING.replace("5]", "6]") + "plt.savefig('a.png')\nplt.imread('a.png')\n"
    assert judge_figure(DRAWING, wrong).status is Status.WRONG_ANSWER
