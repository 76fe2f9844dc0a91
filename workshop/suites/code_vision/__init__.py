"""What makes the open data set of Code-Vision."""

from benchmark.suites.code_vision.open import OPEN as PUBLISHED
from workshop.family_collection import with_families

OPEN = with_families(PUBLISHED, __name__)
