"""Completions from a file instead of a model: for tests, for the demo, and to repeat a run."""

from collections.abc import Mapping
from pathlib import Path

from benchmark.core.sample import Completion, SampleKey
from benchmark.generation.wire.failure import TaskRejected
from benchmark.generation.wire.provider import Endpoint
from benchmark.generation.wire.reply import Choice, Finish, Reply
from benchmark.generation.wire.request import Request, Sampling
from benchmark.generation.wire.usage import Usage


class ReplayProvider:
    """The provider ``replay``, which returns stored completions. The endpoint's model is the file's path.

    Raises:
        BadInput: if the file is not a prediction file.
    """

    name = "replay"
    draws_per_call = 1
    parameters = frozenset(Sampling.__dataclass_fields__)  # accepted and ignored
    versions: Mapping[str, str] = {}

    def __init__(self, endpoint: Endpoint) -> None:
        from benchmark.files.predictions import read_predictions

        completions = read_predictions(Path(endpoint.model))
        self._completions: dict[SampleKey, Completion] = {stored.key: stored for stored in completions}

    async def open(self) -> None:
        """Do nothing: the file has been read already."""

    async def call(self, request: Request) -> Reply:
        """Return the stored completion of the requested sample as a reply."""
        stored = self._completions.get((request.task_id, request.draw))
        if stored is None:
            fix = "replay a file that has all samples"
            raise TaskRejected("the replayed file does not have this sample", fix=fix)
        return Reply(
            choices=(Choice(text=stored.text, finish=Finish.of(stored.finish_reason)),),
            usage=Usage(
                tokens_in=stored.tokens_in,
                tokens_out=stored.tokens_out,
                tokens_thinking=stored.tokens_thinking,
                tokens_cached=stored.tokens_cached,
            ),
            seconds=stored.seconds or 0.0,
            billed=False,
            resolved_model=stored.resolved_model or stored.model,
            fingerprint=stored.fingerprint,
            request_id=stored.request_id,
        )

    async def close(self) -> None:
        """Do nothing: there is nothing to close."""


PROVIDER = ReplayProvider
