"""What a row says about sampling is counted from its completions."""

import pytest

from benchmark.core.errors import BadInput
from benchmark.core.sample import Completion
from benchmark.pipeline.record import applied_sampling


def completion(draw: int, **fields: object) -> Completion:
    return Completion(task_id="t", draw=draw, text="", **fields)  # type: ignore[arg-type]


def test_a_parameter_is_in_several_parts_if_completions_differ() -> None:
    """A server that refuses `top_p` from some hour on; of seeds, the first one is kept."""
    found = applied_sampling(
        [
            completion(0, parameters={"temperature": 0.8, "top_p": 0.95, "seed": 7}, ignored=("top_p",)),
            completion(
                1, parameters={"temperature": 0.8, "seed": 8}, dropped=("stop", "top_p"), local=("stop",)
            ),
            completion(2, parameters={"temperature": 0.8}, dropped=("stop", "top_p"), local=("stop",)),
        ]
    )
    assert found.sent == {"temperature": 0.8, "top_p": 0.95, "seed": 7}
    assert found.dropped == {"stop": 2, "top_p": 2}
    assert found.ignored == {"top_p": 1}
    assert found.local == {"stop": 2}


def test_a_file_that_somebody_brings_cannot_add_other_parameters() -> None:
    found = applied_sampling([completion(0, parameters={"my-own": {}, "top_k": 3}, ignored=("temperature",))])
    assert (found.sent, found.ignored) == ({"top_k": 3}, {})
    with pytest.raises(BadInput, match=r"predictions: parameters: sent\.top_k"):
        applied_sampling([completion(0, parameters={"top_k": {"of": "mine"}})])
