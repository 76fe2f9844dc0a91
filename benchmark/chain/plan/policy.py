"""``policy.yml``: what a repository lends to submissions, and to whom. Read from the base branch only.

History of the format:
    sightbench/policy/1: first version.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Literal

from pydantic import AfterValidator, Field, ValidationError, model_validator

from benchmark.core.errors import ManyBadInputs, shown
from benchmark.core.slug import is_slug
from benchmark.files.edge import Name, Record
from benchmark.files.strict_yaml import read_yaml
from benchmark.files.wording import Loc, problems, refusal
from benchmark.generation.wire.access import VENDOR_KEYS
from benchmark.submissions.fields import Login, Variable
from benchmark.submissions.rules import BrokenRule, host_of
from benchmark.submissions.schema import ModelConfig, SubmissionRun

POLICY_FILE = Path("policy.yml")

_HOST = re.compile(r"(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]")
_LABEL = re.compile(r"[a-z0-9](?:[a-z0-9._-]{0,98}[a-z0-9])?")
_SHORTEST_START = 3  #: characters before the * of a pattern
_VENDORS = frozenset(name for names in VENDOR_KEYS.values() for name in names)
_LOCAL = "local"  #: the provider whose server runs on the runner itself


def _host(value: str) -> str:
    if not _HOST.fullmatch(value):
        raise refusal("must be a host in small letters", "such as api.example.org, without https://")
    return value


def _label(value: str) -> str:
    if not _LABEL.fullmatch(value):
        raise refusal("must be a label of a runner", "a-z, 0-9 and . _ - between them")
    return value


def _pattern(value: str) -> str:
    start = value.removesuffix("*")
    if "*" in start or (start != value and len(start) < _SHORTEST_START):
        raise refusal("must be a name, or its beginning and *", "such as Qwen/Qwen2.5-VL-*")
    return value


def _slugs(value: str) -> str:
    start = _pattern(value).removesuffix("*")
    if not is_slug(start) and not is_slug(start + "x"):
        raise refusal("must be a slug, or the beginning of slugs and *", "such as acme-*")
    return value


Host = Annotated[str, AfterValidator(_host)]
Label = Annotated[str, AfterValidator(_label)]
Pattern = Annotated[Name, AfterValidator(_pattern)]
Slugs = Annotated[Name, AfterValidator(_slugs)]
Dollars = Annotated[float, Field(ge=0, le=1_000_000)]


class PullLimits(Record):
    """How much one pull request may bring."""

    submissions: Annotated[int, Field(ge=1, le=100)] = 5
    files: Annotated[int, Field(ge=1, le=1000, description="of all its submissions")] = 50
    file_mb: Annotated[float, Field(gt=0, le=100, description="of one file; GitHub takes 100")] = 50.0
    total_mb: Annotated[float, Field(gt=0, le=1000, description="of all its files")] = 100.0
    samples: Annotated[
        int, Field(ge=0, description="of one run that are judged before the merge; 0 judges none")
    ] = 20_000


class Budgets(Record):
    """What generating may cost, in US dollars."""

    run_usd: Dollars = Field(default=10.0, description="one run of a submission")
    month_usd: Dollars = Field(default=100.0, description="all runs of a calendar month, in UTC")


class Gpu(Record):
    """A kind of self-hosted runner, and what may run there."""

    name: Annotated[Label, Field(description="for people, and in plans")]
    labels: Annotated[
        list[Label], Field(min_length=2, max_length=8, description="of the runner, all of them")
    ]
    models: Annotated[list[Pattern], Field(max_length=1000, description="ids, or beginnings with *")]

    @model_validator(mode="after")
    def _is_our_own(self) -> "Gpu":
        if "self-hosted" not in self.labels:
            raise refusal("labels: must hold self-hosted", "GitHub's own runners have no GPU", show=False)
        return self


class Policy(Record):
    """The whole file."""

    schema_: Literal["sightbench/policy/1"] = Field(default="sightbench/policy/1", alias="schema")
    maintainers: Annotated[
        list[Login], Field(max_length=100, description="logins that may change every submission")
    ] = Field(default_factory=list)
    owners: Annotated[
        dict[Slugs, list[Login]],
        Field(max_length=1000, description="who else may use these slugs; nobody but them may take one anew"),
    ] = Field(default_factory=dict)
    pull_requests: PullLimits = Field(default_factory=PullLimits)
    budgets: Budgets = Field(default_factory=Budgets)
    keys: Annotated[
        dict[Variable, Host],
        Field(max_length=100, description="secrets of the environment generate, and the host that gets each"),
    ] = Field(default_factory=dict)
    gpus: Annotated[list[Gpu], Field(max_length=20)] = Field(default_factory=list)

    def is_maintainer(self, login: str) -> bool:
        """Whether ``login`` may change every submission."""
        return login.lower() in {one.lower() for one in self.maintainers}

    def owners_of(self, slug: str) -> frozenset[str] | None:
        """Logins, in small letters, that the file names for a slug; None where it says nothing.

        People do not tell ``acme.1`` from ``acme-1``, so neither does the file.
        """
        found = [logins for pattern, logins in self.owners.items() if fits(_alike(pattern), _alike(slug))]
        return frozenset(login.lower() for logins in found for login in logins) if found else None

    def gpu_for(self, config: ModelConfig) -> Gpu | None:
        """The runner that may serve a model's weights; None where none may."""
        return next((gpu for gpu in self.gpus if any(fits(one, config.model) for one in gpu.models)), None)


def needs_gpu(config: ModelConfig) -> bool:
    """Whether the model is served on the runner that asks it."""
    return config.provider == _LOCAL


def _alike(slug: str) -> str:
    return slug.replace(".", "-").replace("_", "-")


def fits(pattern: str, name: str) -> bool:
    """Whether ``name`` is the pattern, or begins as a pattern with * does."""
    return name == pattern or (pattern.endswith("*") and name.startswith(pattern[:-1]))


def read_policy(path: Path = POLICY_FILE) -> Policy:
    """The policy of a checkout of the base branch.

    Raises:
        BadInput: with every problem of the file; also when there is none: nothing is lent by default.
    """
    document = read_yaml(path)

    def line_of(loc: Loc) -> str:
        return f"line {document.line_of(loc)}"

    try:
        return Policy.model_validate(document.value)
    except ValidationError as error:
        raise ManyBadInputs([*problems(Policy, error, path, line_of)]) from None


def not_lent(policy: Policy, run: SubmissionRun) -> Iterator[BrokenRule]:
    """What a run asks for and the policy does not lend; fields are those of the run."""
    for name, config in (("model", run.model), ("coder", run.coder)):
        if config is not None:
            for broken in _not_lent(policy, config):
                yield broken._replace(loc=(name, *broken.loc))


def _not_lent(policy: Policy, config: ModelConfig) -> Iterator[BrokenRule]:
    if needs_gpu(config) and policy.gpu_for(config) is None:
        problem = f"{shown(config.model)} asks for a GPU and is on no list of policy.yml"
        yield BrokenRule(("model",), problem, "ask the maintainers to add it, or hand in a prediction file")
    budget = policy.budgets.run_usd
    if config.max_cost is not None and config.max_cost > budget:
        problem = f"{config.max_cost:g} US dollars is more than the {budget:g} that policy.yml allows a run"
        yield BrokenRule(("max_cost",), problem, f"use at most {budget:g}, or hand in a prediction file")
    if config.base_url is not None and config.base_url.startswith("http://"):
        problem = "is an address of your own machine, which CI cannot reach"
        yield BrokenRule(("base_url",), problem, "name a public server, or hand in a prediction file")
    yield from _no_key(policy, config)


def _no_key(policy: Policy, config: ModelConfig) -> Iterator[BrokenRule]:
    """Keys that CI does not have, and those that would go to a host that is not theirs."""
    vendor = () if config.base_url is not None else VENDOR_KEYS.get(config.provider, ())
    wanted = vendor if config.api_key_env is None else (config.api_key_env,)
    if not wanted:
        return
    known = next((name for name in wanted if name in policy.keys), None)
    host = host_of(config)
    if known is None:
        problem = f"CI has no key {' or '.join(wanted)} (policy.yml names {', '.join(policy.keys) or 'none'})"
        yield BrokenRule(
            ("api_key_env",), problem, "ask the maintainers for it, or hand in a prediction file"
        )
    elif not _is_at(host, policy.keys[known]):
        problem = f"{known} is the key for {policy.keys[known]}, and would be sent to {shown(host)}"
        yield BrokenRule(("api_key_env",), problem, f"name a server of {policy.keys[known]}, or another key")
    if config.price is not None and known in _VENDORS:
        problem = f"is not for a submission to say where {known} pays: the price table counts"
        yield BrokenRule(("price",), problem, "remove it, or hand in a prediction file")


def _is_at(host: str, home: str) -> bool:
    return host == home or host.endswith(f".{home}")
