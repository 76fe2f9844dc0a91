"""What makes the open data set of HumanEval-V."""

from benchmark.suites.humaneval_v.open import OPEN as PUBLISHED
from workshop.family_collection import with_families

OPEN = with_families(PUBLISHED, __name__)
