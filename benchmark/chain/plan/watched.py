"""A new version of a watched model, before anybody has submitted it: a submission in memory only."""

from collections.abc import Collection
from pathlib import Path

from benchmark.chain.plan.policy import Policy
from benchmark.core.errors import BadInput, quote_value
from benchmark.core.slug import is_slug, slugify
from benchmark.files.edge import validate_record
from benchmark.submissions.schema import SCHEMA_ID, Submission
from benchmark.suites import SUITES

#: Parameters of protocols that some models refuse; without them a new version can be asked all the same.
_MAY_DROP = ["temperature", "top_p", "stop"]


def submission_of_model(provider: str, model: str, suites: Collection[str]) -> Submission:
    """Return the submission of a model on the first data set, setting and protocol of each suite.

    The submission lists no owners; whoever makes it permanent adds them.

    Raises:
        BadInput: if the id gives no slug, or a suite is unknown.
    """
    slug = slugify(model)
    if not is_slug(slug):
        problem = f"{quote_value(model)} gives no valid slug"
        raise BadInput("--found", "model", problem, "submit the model by hand, with a slug of your choice")
    if unknown := sorted(set(suites) - set(SUITES)):
        problem = f"there is no suite {quote_value(unknown[0])}"
        raise BadInput("policy.yml", "watch", problem, f"use one of {', '.join(SUITES)}")
    runs = [
        {
            "suite": suite,
            "dataset": next(iter(SUITES[suite].datasets)),
            "setting": SUITES[suite].settings[0],
            "protocol": next(iter(SUITES[suite].protocols)),
            "model": {"provider": provider, "model": model, "may_drop": _MAY_DROP},
        }
        for suite in dict.fromkeys(suites)
    ]
    fields = {"schema": SCHEMA_ID, "slug": slug, "name": model, "runs": runs}
    return validate_record(Submission, fields, "--found")


def check_free(submission: Submission, submissions: Path, policy: Policy) -> None:
    """Check that the slug of a new version belongs to nobody.

    Raises:
        BadInput: if there is such a submission, or the policy reserves the slug.
    """
    slug = submission.slug
    if (submissions / slug).exists() or (submissions / slug).is_symlink():
        raise BadInput(submissions / slug, "", "is a submission already", "edit it to add the new version")
    if policy.owners_of(slug) is not None:
        fix = "let one of its owners submit the model"
        raise BadInput("policy.yml", "owners", f"reserves the slug {slug} for others", fix)
