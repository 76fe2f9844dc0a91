"""No answer is judged where a secret is set."""

import signal
import time

import pytest

from benchmark.chain.jobs.scoring import check_no_secrets
from benchmark.chain.pull_request.validating import TimeIsUpError, at_most
from benchmark.core.errors import BadInput

#: Variables that a hosted runner sets for every step.
RUNNER = {
    "PATH": "/usr/bin",
    "CI": "true",
    "GITHUB_SHA": "a" * 40,
    "GITHUB_REPOSITORY": "octo/bench",
    "GITHUB_ACTOR": "octocat",
    "RUNNER_OS": "Linux",
    "GPG_KEY": "A035C8C19219BA821ECEA86B64E628F8D684696D",
    "HOME": "/home/runner",
    "TOKENIZERS_PARALLELISM": "false",
    "OPENAI_API_KEY": "  ",
}


def test_variables_of_a_hosted_runner_are_not_secrets() -> None:
    check_no_secrets(RUNNER)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("GITHUB_TOKEN", "x"),
        ("ACTIONS_ID_TOKEN_REQUEST_TOKEN", "x"),
        ("ACTIONS_RUNTIME_TOKEN", "x"),
        ("OPENAI_API_KEY", "x"),
        ("HF_TOKEN", "x"),
        ("AWS_SECRET_ACCESS_KEY", "x"),
        ("MY_PASSWORD", "x"),
        ("HARMLESS", "Bearer abcdefghij0123456789"),
        ("HARMLESS", "ghs_" + "a1" * 18),
        ("ACME_ENTRY", "x"),
    ],
)
def test_a_secret_is_named_and_not_shown(name: str, value: str) -> None:
    with pytest.raises(BadInput, match=f": {name}; answers are never judged") as error:
        check_no_secrets({**RUNNER, name: value}, ["ACME_ENTRY"])
    assert value == "x" or value not in error.value.render()


def test_work_over_the_time_limit_is_interrupted() -> None:
    before = signal.getsignal(signal.SIGALRM)
    begun = time.monotonic()
    with pytest.raises(TimeIsUpError), at_most(0.02):
        time.sleep(30)
    assert time.monotonic() - begun < 20
    assert signal.getsignal(signal.SIGALRM) is before


def test_work_within_the_time_limit_leaves_no_alarm() -> None:
    with at_most(60.0):
        assert signal.getitimer(signal.ITIMER_REAL)[0] > 0
    assert signal.getitimer(signal.ITIMER_REAL) == (0.0, 0.0)
