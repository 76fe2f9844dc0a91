"""Statistics that the authors published about their data, to show next to ours.

Source: Wang et al. 2025, *Code-Vision*, running text of the section on statistics; numbers of problems by
level from the files ``results.txt`` of the authors' repository at commit 3a09ad0.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class PublishedStatistics:
    """The authors' numbers about a subset, or about a level of it; None for a number that is not given."""

    problems: int
    tests: float | None = None  #: mean number of test cases
    nodes: float | None = None  #: mean number of nodes in a chart
    edges: float | None = None  #: mean number of edges in a chart


#: (subset, level) → the numbers; an empty level stands for the whole subset.
PUBLISHED_STATISTICS = {
    ("humaneval", ""): PublishedStatistics(problems=164, tests=8.08, nodes=10.9, edges=11.07),
    ("algorithm", ""): PublishedStatistics(problems=149, tests=100.0),
    ("algorithm", "easy"): PublishedStatistics(problems=45, tests=100.0, nodes=12.62, edges=13.29),
    ("algorithm", "medium"): PublishedStatistics(problems=75, tests=100.0),
    ("algorithm", "hard"): PublishedStatistics(problems=29, tests=100.0, nodes=18.86, edges=19.14),
    ("math", ""): PublishedStatistics(problems=125, tests=8.92),
    ("math", "easy"): PublishedStatistics(problems=45, nodes=10.67, edges=10.49),
    ("math", "medium"): PublishedStatistics(problems=40),
    ("math", "hard"): PublishedStatistics(problems=40, nodes=19.2, edges=19.08),
}
