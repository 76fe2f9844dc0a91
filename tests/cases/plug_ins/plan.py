import json
from pathlib import Path

from benchmark.chain.jobs.scoring import check_no_secrets
from benchmark.chain.plan.policy import read_policy
from benchmark.chain.plan.runners import place_run
from benchmark.core.errors import BadInput
from benchmark.generation.providers.keys import may_receive
from benchmark.chain.plan.due_runs import submitted_runs
from tests.workflows.files import parse, sources
from tests.workflows.rights import lent_keys

policy = read_policy(Path("policy.yml"))
(submitted,) = submitted_runs(Path("submissions")).runs
try:
    check_no_secrets({"MADE_UP_API_KEY": "x"})
except BadInput as error:
    refused = str(error)
hosts = ("api.made-up.example", "api.openai.com")
print(
    json.dumps(
        {
            "keys": place_run(submitted, policy).keys,
            "watched": [entry.provider for entry in policy.watch],
            "receives": [may_receive(host, "MADE_UP_API_KEY", {}) for host in hosts],
            "refused": refused,
            "blocks": sorted(set(lent_keys(parse(sources())))),
        }
    )
)
