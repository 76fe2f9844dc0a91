"""``rubric`` in ``policy.yml``: the model that scores drawings next to the judge, and what it may cost."""

from typing import Annotated

from pydantic import Field, field_validator

from benchmark.core.key_hosts import server_host
from benchmark.files.edge import Record
from benchmark.files.wording import refusal
from benchmark.submissions.schema import ModelConfig

#: The secret of the environment `rubric`. No submission may name it.
JUDGE_KEY = "RUBRIC_API_KEY"
#: Maximum repetitions; each has two files in the artifact of the job, which has at most 16.
REPEATS_LIMIT = 5

DatasetPattern = Annotated[
    str, Field(max_length=140, pattern=r"^[a-z0-9]+(?:[.-][a-z0-9]+)*/(?:\*|[a-z0-9]+(?:[.-][a-z0-9]+)*)$")
]
Dollars = Annotated[float, Field(gt=0, le=1_000_000)]


class RubricPolicy(Record):
    """The model that scores answers which draw, the data sets, and its own budget."""

    model: ModelConfig = Field(
        description="the model and its server, as in a submission; its key is RUBRIC_API_KEY"
    )
    repeats: Annotated[
        int,
        Field(
            ge=0,
            le=REPEATS_LIMIT,
            description="how often a reply without a score is asked for again, at most",
        ),
    ] = 2
    datasets: Annotated[
        list[DatasetPattern],
        Field(
            max_length=100,
            description="data sets such as mathopeval/open-free or mathopeval/*; if empty, each whose tasks a"
            " rubric can judge",
        ),
    ] = Field(default_factory=list)
    run_usd: Dollars = Field(description="maximum US dollars for the answers of one run")
    month_usd: Dollars = Field(description="maximum US dollars for all runs of a calendar month, in UTC")

    @field_validator("model")
    @classmethod
    def _check_model(cls, value: ModelConfig) -> ModelConfig:
        if not server_host(value.provider, value.base_url):
            problem = f"the provider {value.provider} has no server that takes a key"
            raise refusal(problem, "name a model behind an API", show=False)
        if value.api_key_env is not None:
            raise refusal(f"api_key_env cannot be set: the key is {JUDGE_KEY}", "remove it", show=False)
        if value.max_cost is not None:
            raise refusal("max_cost cannot be set", "write the limit into run_usd", show=False)
        return value

    @property
    def lent(self) -> dict[str, str]:
        """The key, and the exact host that may get it."""
        return {JUDGE_KEY: server_host(self.model.provider, self.model.base_url)}

    def chooses(self, suite: str, dataset: str) -> bool:
        """Whether the policy names a data set, by itself or with all of its suite."""
        return not self.datasets or not {f"{suite}/{dataset}", f"{suite}/*"}.isdisjoint(self.datasets)
