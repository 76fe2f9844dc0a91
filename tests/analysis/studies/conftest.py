"""Rows on public and on fresh sets of the same families."""

import pytest

from benchmark.results.row import Row, row_id


@pytest.fixture
def make_on_families(make_row):
    """Make rows with three tasks per family, one letter per task; tasks of both sets have the same ids."""

    def make(slug: str, letters: str, dataset: str = "open", **more) -> Row:
        families = [f"family-{number}" for number in range(len(letters) // 3)]
        tasks = [f"{name}-{number}" for name in families for number in (1, 2, 3)]
        more = {"suite": "humaneval-v", "setting": "V2C", "protocol": "greedy"} | more
        row = make_row(slug, letters, dataset=dataset, tasks=tasks, **more)
        stems = {task: task.rpartition("-")[0] for task in tasks}
        digest = dataset.encode().hex().ljust(64, "0")[:64]
        task_set = row.result.tasks.model_copy(update={"stems": stems, "digest": digest})
        result = row.result.model_copy(update={"tasks": task_set})
        return row.model_copy(update={"result": result, "id": row_id(result)})

    return make
