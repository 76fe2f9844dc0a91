"""``policy.yml``: budgets, keys, GPU runners and limits for submissions. Read from the base branch only."""

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal, Self

from pydantic import AfterValidator, BeforeValidator, Field, field_validator, model_validator

from benchmark.core.errors import BadInput, quote_value
from benchmark.core.names import is_slug
from benchmark.core.secret import OWN_PREFIX
from benchmark.files.edge import Name, Record, Slug, matching
from benchmark.files.strict_yaml import read_yaml
from benchmark.files.wording import refusal
from benchmark.generation.providers import LISTING, PROVIDERS
from benchmark.generation.providers import keys as key_rules
from benchmark.generation.wire.price import find_pricer
from benchmark.results.attestation import REPOSITORY, Signer
from benchmark.submissions.fields import Login, Variable
from benchmark.submissions.files import PullLimits
from benchmark.submissions.rules import BrokenRule, within
from benchmark.submissions.schema import ModelConfig, SubmissionRun

POLICY_FILE = Path("policy.yml")

#: The secret of the environment `rubric`. No submission may name it.
JUDGE_KEY = "RUBRIC_API_KEY"
#: Maximum repetitions of a rubric job; each has two files in its artifact, which has at most 16.
REPEATS_LIMIT = 5

_LOOK_ALIKE = str.maketrans("._10", "--lo")  #: characters of slugs → characters that look like them
_PREFIX_MINIMUM = 3  #: minimum characters before the * of a pattern
if TYPE_CHECKING:
    # mypy reads no Literal of a computed tuple; pydantic does.
    _ListingProvider = str
else:
    _ListingProvider = Literal[LISTING]
_LOCAL = "local"  #: the provider whose server runs on the runner itself


def _check_pattern(value: str) -> str:
    start = value.removesuffix("*")
    # `*` alone would give every model a GPU, or reserve every slug.
    if "*" in start or (start != value and len(start) < _PREFIX_MINIMUM):
        raise refusal("must be a name, or the beginning of a name and *", "write it like Qwen/Qwen2.5-VL-*")
    return value


def _check_slugs(value: str) -> str:
    start = _check_pattern(value).removesuffix("*")
    # `acme-` is the beginning of slugs, and none itself.
    if not is_slug(start) and not is_slug(start + "x"):
        raise refusal("must be a slug, or the beginning of a slug and *", "write it like acme-*")
    return value


def _check_key(variable: str) -> str:
    if not key_rules.may_be_submitted(variable):
        problem = f"is not a vendor's variable, and does not begin with {OWN_PREFIX}"
        raise refusal(problem, f"name the secret {key_rules.own_variable(variable)}")
    return variable


Commit = Annotated[
    str,
    matching(
        re.compile(r"(?:[0-9a-f]{40}|[0-9a-f]{64})?"),
        "must be the whole id of a commit",
        "copy it from git rev-parse origin/results",
    ),
]
Host = Annotated[
    str,
    matching(
        # The last part begins with a letter, so no IP address fits; localhost has no dot.
        re.compile(r"(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]"),
        "must be a host in lower case",
        "write it like api.example.org, without https://",
    ),
]
Key = Annotated[Variable, AfterValidator(_check_key)]
Label = Annotated[
    str,
    matching(
        re.compile(r"[a-z0-9](?:[a-z0-9._-]{0,98}[a-z0-9])?"),
        "must be a label of a runner",
        "use a-z, 0-9, and . _ - between them",
    ),
]
GitHubName = Annotated[
    str,
    matching(REPOSITORY, "must be a repository on GitHub", "write it like OWNER/NAME, without https://"),
]
Pattern = Annotated[Name, AfterValidator(_check_pattern)]
Slugs = Annotated[Name, AfterValidator(_check_slugs)]
DatasetPattern = Annotated[
    str, Field(max_length=140, pattern=r"^[a-z0-9]+(?:[.-][a-z0-9]+)*/(?:\*|[a-z0-9]+(?:[.-][a-z0-9]+)*)$")
]
Dollars = Annotated[float, Field(ge=0, le=1_000_000)]
Spendable = Annotated[float, Field(gt=0, le=1_000_000)]


def _check_month(run_usd: float, month_usd: float) -> None:
    # A plan sets run_usd aside for each run: none would ever fit into such a month.
    if 0 < month_usd < run_usd:  # a month of 0 turns runs off
        problem = f"run_usd, {run_usd:g}, is more than month_usd, {month_usd:g}, so no run could begin"
        raise refusal(problem, "raise month_usd, or lower run_usd", show=False)


class Budgets(Record):
    """Limits in US dollars for generating completions."""

    run_usd: Dollars = Field(default=10.0, description="maximum for one run of a submission")
    month_usd: Dollars = Field(default=100.0, description="maximum for all runs of a calendar month, in UTC")
    nightly_usd: Dollars = Field(
        default=0.0, description="maximum for all panels and new models of one night; 0 draws none"
    )

    @model_validator(mode="after")
    def _check_limits(self) -> Self:
        _check_month(self.run_usd, self.month_usd)
        return self


class Gpu(Record):
    """A kind of self-hosted GPU runner, and the models that may run on it."""

    name: Annotated[Label, Field(description="name of the kind; part of the labels of its jobs")]
    models: list[Pattern] = Field(max_length=1000, description="ids of models, or the beginning of ids and *")


class AssumedPrice(Record):
    """US dollars per million tokens of a model that the price table does not have, such as a new version.

    With ``trusts_cost``, a call costs what its reply says (``usage.cost``), also if that is less.
    """

    input: Annotated[float, Field(ge=0, le=10_000)]
    output: Annotated[float, Field(ge=0, le=10_000)]
    trusts_cost: bool = False


class LentKey(Record):
    """A secret of the environment `generate`: its host, and what submissions may send there."""

    host: Annotated[Host, Field(description="host that the secret may be sent to, with its subdomains")]
    prices: dict[Pattern, AssumedPrice] = Field(
        default_factory=dict,
        max_length=1000,
        description="prices by id of a model, or by the beginning of ids and *; other models have the"
        " price of the price table",
    )
    extra: list[Name] = Field(
        default_factory=list, max_length=100, description="fields of `extra` that this host may be sent, too"
    )

    def price_of(self, model: str) -> AssumedPrice | None:
        """Return the price of a model, that of the longest pattern which covers it; None without one."""
        covering = [pattern for pattern in self.prices if matches_pattern(pattern, model)]
        return self.prices[max(covering, key=len)] if covering else None


def _as_lent(value: object) -> object:
    return {"host": value} if isinstance(value, str) else value


class WatchedModels(Record):
    """Models of a provider whose new versions are run in the night in which they appear."""

    provider: _ListingProvider
    models: Annotated[Pattern, Field(description="id of a model, or the beginning of ids and *")]
    suites: list[Slug] = Field(min_length=1, max_length=20, description="suites that a new version runs on")
    budget_usd: Dollars = Field(description="maximum for each new version; part of budgets.nightly_usd")
    price: AssumedPrice | None = Field(
        default=None,
        description="price of models without a known price; if null, nights leave such models out",
    )

    def covers(self, provider: str, model: str) -> bool:
        """Whether the entry covers a model."""
        return self.provider == provider and matches_pattern(self.models, model)


class RubricPolicy(Record):
    """The model that scores answers which draw a figure, the data sets that it scores, and its own budget."""

    model: ModelConfig = Field(
        description="the model and its server, as in a submission; its key is RUBRIC_API_KEY"
    )
    repeats: int = Field(
        default=2,
        ge=0,
        le=REPEATS_LIMIT,
        description="maximum repetitions of a request whose reply has no score",
    )
    datasets: list[DatasetPattern] = Field(
        default_factory=list,
        max_length=100,
        description="data sets such as mathopeval/open-free or mathopeval/*; if empty, each whose tasks a"
        " rubric can judge",
    )
    run_usd: Spendable = Field(description="maximum US dollars for the answers of one run")
    month_usd: Spendable = Field(description="maximum US dollars for all runs of a calendar month, in UTC")

    @model_validator(mode="after")
    def _check_limits(self) -> Self:
        _check_month(self.run_usd, self.month_usd)
        return self

    @field_validator("model")
    @classmethod
    def _check_model(cls, value: ModelConfig) -> ModelConfig:
        if not key_rules.server_host(value.provider, value.base_url):
            problem = f"the provider {value.provider} has no server that takes a key"
            raise refusal(problem, "name a model behind an API", show=False)
        if value.api_key_env is not None:
            raise refusal(f"api_key_env cannot be set: the key is {JUDGE_KEY}", "remove it", show=False)
        if value.max_cost is not None:
            raise refusal("max_cost cannot be set", "write the limit into run_usd", show=False)
        return value

    def chooses(self, suite: str, dataset: str) -> bool:
        """Whether the policy names a data set, alone or with its whole suite."""
        return not self.datasets or not {f"{suite}/{dataset}", f"{suite}/*"}.isdisjoint(self.datasets)


class SigningRepository(Record):
    """The repository on GitHub whose workflow `run` signs rows."""

    name: Annotated[GitHubName, Field(description="OWNER/NAME")]
    id: int = Field(ge=1, description="its number on GitHub, from gh api repos/OWNER/NAME --jq .id")


class Policy(Record):
    """The file ``policy.yml``."""

    schema_: Literal["sightbench/policy/1"] = Field(default="sightbench/policy/1", alias="schema")
    repository: SigningRepository | None = Field(
        default=None, description="repository whose signed rows are believed; null if rows are not signed"
    )
    accepted_results: Commit = Field(
        default="",
        description="newest commit of the results branch after its history was replaced on purpose; empty"
        " otherwise",
    )
    maintainers: Annotated[
        list[Login], Field(max_length=100, description="logins that may change every submission")
    ] = Field(default_factory=list)
    owners: dict[Slugs, list[Login]] = Field(
        default_factory=dict,
        max_length=1000,
        description="logins that may change submissions with these slugs; nobody else may claim one",
    )
    pull_requests: PullLimits = Field(default_factory=PullLimits)
    budgets: Budgets = Field(default_factory=Budgets)
    keys: Annotated[
        dict[Key, Annotated[LentKey, BeforeValidator(_as_lent, json_schema_input_type=Host | LentKey)]],
        Field(
            max_length=100,
            description="secrets of the environment `generate`, each with the host that it may be sent to",
        ),
    ] = Field(default_factory=dict)
    batch: bool = Field(default=False, description="whether nights and runs of 1,000 samples ask in batches")
    gpus: Annotated[list[Gpu], Field(max_length=20)] = Field(default_factory=list)
    watch: Annotated[
        list[WatchedModels],
        Field(max_length=100, description="models whose new versions are run in the same night"),
    ] = Field(default_factory=list)
    sentinels: list[Slug] = Field(
        default_factory=list,
        max_length=20,
        description="submissions by which nights watch our own pipeline: a model on a runner of gpus, or"
        " stored answers (provider replay) that are judged again each night",
    )
    rubric: RubricPolicy | None = Field(
        default=None, description="model that scores answers which draw; null if none does"
    )

    @property
    def signer(self) -> Signer | None:
        """Who must have signed rows; None if the policy does not name a repository."""
        if self.repository is None:
            return None
        return Signer(repository=self.repository.name, id=self.repository.id)

    def is_maintainer(self, login: str) -> bool:
        """Whether ``login`` may change every submission."""
        return login.lower() in {maintainer.lower() for maintainer in self.maintainers}

    def owners_of(self, slug: str) -> frozenset[str] | None:
        """Return the logins, in lower case, for whom a slug is reserved; None if it is not reserved.

        ``acme.1`` and ``acme_l`` count as ``acme-1``, because people easily confuse them.
        """
        found = [
            logins
            for pattern, logins in self.owners.items()
            if matches_pattern(pattern.translate(_LOOK_ALIKE), slug.translate(_LOOK_ALIKE))
        ]
        return frozenset(login.lower() for logins in found for login in logins) if found else None

    def gpu_for(self, config: ModelConfig) -> Gpu | None:
        """Return the GPU runner that may serve a model; None if the policy allows none."""
        fits = (gpu for gpu in self.gpus if any(matches_pattern(each, config.model) for each in gpu.models))
        return next(fits, None)

    def key_for(self, config: ModelConfig) -> str | None:
        """Return the secret that a model needs; None if it needs none, or the policy lists none."""
        return next((name for name in wanted_keys(config) if name in self.keys), None)

    def price_for(self, config: ModelConfig) -> AssumedPrice | None:
        """Return the price that the policy sets for a model; None if the price table has it, or nobody.

        A price of the key counts before the price table, one of the watch list after it.
        """
        known = self.key_for(config)
        if known is not None and (price := self.keys[known].price_of(config.model)) is not None:
            return price
        entry = self.watching(config.provider, config.model)
        return None if entry is None or is_in_price_table(config) else entry.price

    def prices_for(self, run: SubmissionRun) -> dict[str, AssumedPrice]:
        """Return the prices that the policy sets for the models of a run, by the field of the model."""
        found = {name: self.price_for(config) for name, config in run.configs.items()}
        return {name: price for name, price in found.items() if price is not None}

    def watching(self, provider: str, model: str, suite: str | None = None) -> WatchedModels | None:
        """Return the first entry of the watch list that covers a model, and the suite if there is one."""
        entries = (entry for entry in self.watch if suite is None or suite in entry.suites)
        return next((entry for entry in entries if entry.covers(provider, model)), None)


def needs_gpu(config: ModelConfig) -> bool:
    """Whether the model runs on the runner itself, which then needs a GPU."""
    return config.provider == _LOCAL


def is_in_price_table(config: ModelConfig) -> bool:
    """Whether the price table has a price above 0 for a model.

    The table calls models free that a vendor gives away for a while, which no budget would ever limit.

    Raises:
        BadInput: if the price table is not installed.
    """
    vendor, url = PROVIDERS[config.provider].vendor, config.base_url
    pricer = find_pricer(config.model, vendor=vendor, base_url=url, given=None)
    return pricer is not None and min(pricer.price.input_usd, pricer.price.output_usd) > 0


def matches_pattern(pattern: str, name: str) -> bool:
    """Whether ``name`` equals the pattern, or begins with the part before its ``*``."""
    return name == pattern or (pattern.endswith("*") and name.startswith(pattern[:-1]))


def read_policy(path: Path = POLICY_FILE) -> Policy:
    """Read the policy from a checkout of the base branch.

    Raises:
        BadInput: with every problem of the file, or if the file is missing: nothing is allowed by default.
    """
    return read_yaml(path).record(Policy, path)


def policy_violations(policy: Policy, run: SubmissionRun) -> Iterator[BrokenRule]:
    """Yield what a run requests and the policy does not allow, with the field of the run."""
    for name, config in run.configs.items():
        yield from within((name,), _config_violations(policy, config))


def _config_violations(policy: Policy, config: ModelConfig) -> Iterator[BrokenRule]:
    if needs_gpu(config) and policy.gpu_for(config) is None:
        problem = f"{quote_value(config.model)} needs a GPU, but policy.yml does not list it"
        yield BrokenRule(("model",), problem, "ask the maintainers to add it, or submit a prediction file")
    budget = policy.budgets.run_usd
    if config.max_cost is not None and config.max_cost > budget:
        problem = f"{config.max_cost:g} US dollars is more than the {budget:g} that policy.yml allows per run"
        yield BrokenRule(("max_cost",), problem, f"use at most {budget:g}, or submit a prediction file")
    if config.base_url is not None and config.base_url.startswith("http://"):
        problem = "is an address of your own machine, which CI cannot reach"
        yield BrokenRule(("base_url",), problem, "name a public server, or submit a prediction file")
    yield from _extra_violations(policy, config)
    yield from _key_violations(policy, config)


def _extra_violations(policy: Policy, config: ModelConfig) -> Iterator[BrokenRule]:
    """Yield fields of ``extra`` that may change what a call costs, or what answers."""
    known = policy.key_for(config)
    allowed = PROVIDERS[config.provider].extra_fields | set(policy.keys[known].extra if known else ())
    for name in config.extra:
        if name not in allowed:
            listed = ", ".join(sorted(allowed)) or "no field"
            problem = f"CI sends only {listed} to {config.provider}, because others may change price or model"
            fix = "remove it, ask the maintainers to allow it in policy.yml, or submit a prediction file"
            yield BrokenRule(("extra", name), problem, fix)


def _key_violations(policy: Policy, config: ModelConfig) -> Iterator[BrokenRule]:
    """Yield keys that CI lacks, keys that would be sent to a wrong host, and prices that are not allowed."""
    wanted = wanted_keys(config)
    if not wanted:
        return
    known, host = policy.key_for(config), key_rules.server_host(config.provider, config.base_url)
    if known is None:
        problem = f"CI has no key {' or '.join(wanted)} (policy.yml lists {', '.join(policy.keys) or 'none'})"
        yield BrokenRule(("api_key_env",), problem, "ask the maintainers for it, or submit a prediction file")
        return
    lent = policy.keys[known]
    if not key_rules.is_within(host, lent.host):
        problem = f"{known} is the key for {lent.host}, but would be sent to {quote_value(host)}"
        yield BrokenRule(("api_key_env",), problem, f"name a server of {lent.host}, or another key")
    # With a low price of their own, somebody could spend more of a lent key than the budget says.
    if config.price is not None:
        problem = (
            f"cannot be set for {known}, whose prices come from policy.yml and the benchmark's own table"
        )
        yield BrokenRule(("price",), problem, "remove it, or submit a prediction file")
    fix = f"ask the maintainers for a price, keys.{known}.prices in policy.yml, or submit a prediction file"
    # Gateways read what follows a colon as an option: `:online` searches the web, at a price.
    if ":" in config.model and known not in key_rules.all_vendor_keys() and config.model not in lent.prices:
        problem = (
            f"{quote_value(config.model)} has an option after the colon, which may change price or model"
        )
        yield BrokenRule(("model",), problem, fix)
    elif _has_no_price(policy, config):
        problem = f"the price of {quote_value(config.model)} at {host} is unknown, so no budget can limit it"
        yield BrokenRule(("model",), problem, fix)


def _has_no_price(policy: Policy, config: ModelConfig) -> bool:
    """Whether nobody knows what a model costs; False on a machine without the price table: CI has it."""
    try:
        return policy.price_for(config) is None and not is_in_price_table(config)
    except BadInput:
        return False


def wanted_keys(config: ModelConfig) -> Sequence[str]:
    """Return the keys of which a model needs one; none for a server that needs no key of ours."""
    named = config.api_key_env
    return key_rules.vendor_keys(config.provider, config.base_url) if named is None else (named,)
