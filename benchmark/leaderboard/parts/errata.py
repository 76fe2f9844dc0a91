"""Where a reader says that a task is wrong."""

from urllib.parse import urlencode

from benchmark.leaderboard.rows.row_links import safe_link

FORM = "task.yml"  #: in .github/ISSUE_TEMPLATE; its fields have the names below


def report_address(repository: str, suite: str, dataset: str, task: str = "") -> str:
    """The issue form for a task, with what is known filled in.

    Args:
        repository: https address of the repository; without one there is no form.
        suite: id of the suite.
        dataset: its data set.
        task: id of the task; empty where the page is about many.

    Returns:
        An https address, or nothing.
    """
    if not safe_link(repository):
        return ""
    fields = {"template": FORM, "suite": f"{suite} {dataset}", "task": task}
    return f"{repository.rstrip('/')}/issues/new?{urlencode({name: value for name, value in fields.items() if value})}"
