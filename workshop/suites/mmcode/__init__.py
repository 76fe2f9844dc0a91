"""What makes the open data set of MMCode."""

from benchmark.suites.mmcode.open import OPEN as PUBLISHED
from workshop.family_collection import with_families

OPEN = with_families(PUBLISHED, __name__)
