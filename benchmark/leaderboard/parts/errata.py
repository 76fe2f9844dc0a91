"""Links to the issue form in which readers report a wrong task."""

from urllib.parse import urlencode

from benchmark.leaderboard.rows.row_links import safe_link

FORM = "task.yml"  #: file in .github/ISSUE_TEMPLATE; ``report_address`` fills its fields by name


def report_address(repository: str, suite: str, dataset: str, task: str = "") -> str:
    """Return the address of the issue form for a task, with the known fields filled in.

    Args:
        repository: https address of the repository; may be empty.
        suite: id of the suite.
        dataset: name of the data set.
        task: id of the task; empty on a page about several tasks.

    Returns:
        An https address; empty without a repository.
    """
    if not safe_link(repository):
        return ""
    fields = {"template": FORM, "suite": f"{suite} {dataset}"} | ({"task": task} if task else {})
    return f"{repository.rstrip('/')}/issues/new?{urlencode(fields)}"
