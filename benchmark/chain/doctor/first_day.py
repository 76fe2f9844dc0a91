"""The first day of a repository: fifteen steps in order, and the requirements that each of them meets.

The page "The first day" has the same steps.
"""

from benchmark.chain.doctor.clone import Requirement

#: Steps in order: what to do, and the requirements that it meets.
STEPS: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("Fork or copy only the branch main", ("repository", "default branch", "issues")),
    (
        "Clone the repository",
        ("git", "sandbox", "extra statistics", "extra github", "settings on GitHub"),
    ),
    ("Begin the branch results", ("branch results", "branch results on GitHub")),
    ("Protect the branch results", ("protection of results",)),
    ("Enable the workflows", ("workflow files", "workflows")),
    ("Name the maintainers", ("policy.yml", "CODEOWNERS", "submissions")),
    ("Name the repository, so that it signs rows", ("signed rows",)),
    ("Protect the branch main", ("protection of main",)),
    ("Limit what workflows may do", ("workflow permissions", "allowed actions")),
    ("Keep strangers' workflows waiting", ("approval for outside contributors", "standing runners")),
    ("Make the environments", ("environment generate", "environment gpu", "environment rubric")),
    ("Turn on Pages", ("site", "environment github-pages")),
    ("Start a dry run", ("dry run",)),
    (
        "Add the keys",
        ("keys in the environment generate", "key in the environment rubric", "repository secrets"),
    ),
    ("Merge the first submission", ("first row", "nights", "schedule of the nights")),
)
_MARKS = {"ok": "ok", "missing": "to do", "unknown": "unseen"}


def checklist(findings: list[Requirement]) -> list[str]:
    """Return the lines of the checklist: each step with its requirements.

    ``unseen`` marks what cannot be seen from here, with this clone and this token.
    """
    by_name = {finding.name: finding for finding in findings}
    lines = []
    for number, (title, names) in enumerate(STEPS, 1):
        lines.append(f"{number}. {title}")
        found = [by_name[name] for name in names if name in by_name]
        if not found:
            lines.append(f"   {_MARKS['unknown']:<7} {', '.join(names)}")
        for finding in found:
            lines.append(f"   {_MARKS[finding.state]:<7} {finding.name}: {finding.said}")
            lines += [f"           → {finding.fix}"] if finding.fix else []
    return lines
