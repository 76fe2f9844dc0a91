"""Statistics that the authors published about their data, to show next to ours.

Source: Wang et al. 2025, *Code-Vision*, running text of the section on statistics; numbers of problems by
level from the files ``results.txt`` of the authors' repository at commit 3a09ad0.
"""

from benchmark.core.suite_facts import ChartNumbers

#: (subset, level) → the numbers; an empty level stands for the whole subset.
PUBLISHED_STATISTICS = {
    ("humaneval", ""): ChartNumbers(problems=164, tests=8.08, nodes=10.9, edges=11.07),
    ("algorithm", ""): ChartNumbers(problems=149, tests=100.0),
    ("algorithm", "easy"): ChartNumbers(problems=45, tests=100.0, nodes=12.62, edges=13.29),
    ("algorithm", "medium"): ChartNumbers(problems=75, tests=100.0),
    ("algorithm", "hard"): ChartNumbers(problems=29, tests=100.0, nodes=18.86, edges=19.14),
    ("math", ""): ChartNumbers(problems=125, tests=8.92),
    ("math", "easy"): ChartNumbers(problems=45, nodes=10.67, edges=10.49),
    ("math", "medium"): ChartNumbers(problems=40),
    ("math", "hard"): ChartNumbers(problems=40, nodes=19.2, edges=19.08),
}
