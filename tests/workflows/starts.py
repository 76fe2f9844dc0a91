"""Evaluates conditions as GitHub does: the jobs that run, for a start and the ends of its jobs."""

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from .files import Tree

Contexts = Mapping[str, Any]
_TOKEN = re.compile(r"\s*('(?:[^']|'')*'|&&|\|\||==|!=|[!(),]|[\w.-]+)")
_STATUS = re.compile(r"\b(?:success|failure|always|cancelled)\(")


@dataclass(frozen=True)
class Start:
    """One start of a workflow, and how its jobs end."""

    workflow: str
    event: str
    runs: tuple[str, ...]  #: the jobs that run
    why: str
    ref: str = "refs/heads/main"
    payload: Tree = field(default_factory=dict)  #: `github.event`
    inputs: Tree = field(default_factory=dict)
    failed: tuple[str, ...] = ()  #: jobs that fail, if they run
    cancelled: bool = False  #: after the first jobs
    outputs: Tree = field(default_factory=dict)  #: of each job by name, if it succeeds
    command: str = ""  #: the only planning command that runs


class _Expression:
    """A parser of conditions that evaluates while it reads.

    Both sides of `&&` and `||` are always read; none of our functions has an effect.
    """

    def __init__(self, text: str, contexts: Contexts) -> None:
        self._tokens = [*_TOKEN.findall(text), ""]
        self._contexts = contexts
        if _TOKEN.sub("", text).strip():
            raise ValueError(f"cannot read the condition {text}")

    def value(self) -> Any:
        left = self._all()
        while self._take("||"):
            right = self._all()
            left = left if _true(left) else right
        return left

    def _all(self) -> Any:
        left = self._compared()
        while self._take("&&"):
            right = self._compared()
            left = right if _true(left) else left
        return left

    def _compared(self) -> Any:
        left = self._term()
        for sign in ("==", "!="):
            if self._take(sign):
                return _equal(left, self._term()) == (sign == "==")
        return left

    def _term(self) -> Any:
        if self._take("!"):
            return not _true(self._term())
        if self._take("("):
            inside = self.value()
            self._expect(")")
            return inside
        word = self._tokens.pop(0)
        if word.startswith("'"):
            return word[1:-1].replace("''", "'")
        if self._take("("):
            return self._call(word)
        found: Any = {"true": True, "false": False, **self._contexts}
        for part in word.split("."):
            found = found.get(part) if isinstance(found, Mapping) else None
        return found

    def _call(self, name: str) -> Any:
        given = []
        while not self._take(")"):
            given.append(self.value())
            self._take(",")
        if name == "contains":
            return given[1] in given[0]
        if name == "fromJSON":
            return json.loads(given[0])
        if name == "format":
            return given[0].format(*("" if each is None else each for each in given[1:]))
        if f"{name}()" not in self._contexts:
            raise ValueError(f"no condition of ours calls {name}")
        return self._contexts[f"{name}()"]

    def _take(self, token: str) -> bool:
        if self._tokens[0] != token:
            return False
        del self._tokens[0]
        return True

    def _expect(self, token: str) -> None:
        if not self._take(token):
            raise ValueError(f"expected {token} before {self._tokens}")


def _true(value: object) -> bool:
    return value not in (None, False, 0, "")


def _equal(left: object, right: object) -> bool:
    """Compare as GitHub does: values of different kinds are compared as numbers."""
    if type(left) is type(right):
        return left == right
    return _number(left) == _number(right)


def _number(value: object) -> float:
    try:
        return float(value or 0)  # type: ignore[arg-type]
    except ValueError:
        return float("nan")


def holds(condition: str, contexts: Contexts) -> bool:
    """Return whether a condition holds.

    Raises:
        ValueError: the condition has another form than those of our workflows.
    """
    return _true(_Expression(condition.removeprefix("${{ ").removesuffix(" }}"), contexts).value())


def needs_of(job: Tree) -> list[str]:
    """Return the jobs that a job needs."""
    needs: Any = job.get("needs", [])
    return [needs] if isinstance(needs, str) else needs


def ancestors(jobs: Tree, name: str) -> set[str]:
    """Return the jobs that have ended when a job starts."""
    direct = [each for each in needs_of(jobs[name]) if each in jobs]
    return {*direct, *(above for each in direct for above in ancestors(jobs, each))}


def contexts_of(start: Start) -> dict[str, Any]:
    """Return what conditions read of a start."""
    github = {"event_name": start.event, "ref": start.ref, "event": start.payload, "run_attempt": "1"}
    return {"github": github, "inputs": start.inputs}


def results(workflow: Tree, start: Start) -> dict[str, str]:
    """Return how each job ends: success, failure or skipped."""
    jobs, ended = workflow["jobs"], dict[str, str]()
    while waiting := [name for name in jobs if name not in ended]:
        name = next(each for each in waiting if not ancestors(jobs, each) - ended.keys())
        before = [ended[each] for each in ancestors(jobs, name)]
        well = not (start.cancelled and before) and all(result == "success" for result in before)
        status = {
            "success()": well,
            "failure()": "failure" in before,
            "cancelled()": start.cancelled and bool(before),
            "always()": True,
        }
        direct = needs_of(jobs[name])
        needs = {
            each: {"result": ended.get(each), "outputs": _outputs(start, ended, each)} for each in direct
        }
        condition = str(jobs[name].get("if", "success()"))
        runs = holds(condition, {**contexts_of(start), **status, "needs": needs})
        if start.cancelled and before and not re.search(r"\balways\(|\bcancelled\(", condition):
            runs = False
        runs = runs and (well or _STATUS.search(condition) is not None)
        ended[name] = "skipped" if not runs else "failure" if name in start.failed else "success"
    return ended


def _outputs(start: Start, ended: Mapping[str, str], job: str) -> Tree:
    found: Tree = start.outputs.get(job, {}) if ended.get(job) == "success" else {}
    return found


def running_steps(job: Tree, start: Start) -> Iterator[Tree]:
    """Yield the steps of a job that run, if none fails."""
    contexts = {
        **contexts_of(start),
        "success()": True,
        "cancelled()": False,
        "always()": True,
        "failure()": False,
    }
    for step in job["steps"]:
        if holds(str(step.get("if", "true")), contexts):
            yield step
