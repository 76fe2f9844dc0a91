"""A reply becomes completions: its tokens and its cost divided among its draws, so that they add up."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from benchmark.core.sample import Completion
from benchmark.core.secret import redact_secrets
from benchmark.generation.wire.body import name
from benchmark.generation.wire.reply import Choice, Finish, Reply
from benchmark.generation.wire.request import Request


def completions_of(
    reply: Reply,
    request: Request,
    *,
    cost: float | None,
    parameters: Mapping[str, object],
    dropped: tuple[str, ...],
    keys: tuple[str, ...],
) -> tuple[Completion, ...]:
    """One completion a choice.

    Args:
        reply: to ``request``.
        request: says which task and which draws.
        cost: of the whole call, US dollars; None when not known.
        parameters: that were sent.
        dropped: that were not, because the model refuses them.
        keys: never written, whoever repeats them.
    """
    draws = len(reply.choices)
    usage = reply.usage
    found = []
    for index, choice in enumerate(reply.choices):
        one = Completion(
            task_id=request.task_id,
            draw=request.draw + index,
            text=choice.text,
            finish_reason=choice.finish.value,
            finish_detail=_detail(choice),
            tokens_in=share(usage.tokens_in, index, draws),
            tokens_out=share(usage.tokens_out, index, draws),
            tokens_thinking=share(usage.tokens_thinking, index, draws),
            tokens_cached=share(usage.tokens_cached, index, draws),
            cost_usd=None if cost is None else cost / draws,
            seconds=round(reply.seconds, 4),
            call_draws=draws if draws > 1 else None,
            model=request.model,
            resolved_model=reply.resolved_model,
            fingerprint=reply.fingerprint,
            request_id=reply.request_id,
            parameters=_own_seed(parameters, index),
            dropped=dropped,
        )
        found.append(_hidden(one, keys))
    return tuple(found)


def _detail(choice: Choice) -> str | None:
    """The API's word where it tells more than that the answer ended."""
    if choice.finish in (Finish.STOP, Finish.LENGTH):
        return None
    return name(choice.finish_detail)


def share(tokens: int | None, index: int, draws: int) -> int | None:
    """The part of one draw of what many share; the first ones get what does not divide."""
    if tokens is None:
        return None
    return tokens // draws + (index < tokens % draws)


def _own_seed(parameters: Mapping[str, object], index: int) -> Mapping[str, object]:
    """The first draw of a call was drawn with its seed; of the others the seed alone says nothing."""
    if index == 0:
        return parameters
    return {name: value for name, value in parameters.items() if name != "seed"}


def _hidden(one: Completion, keys: tuple[str, ...]) -> Completion:
    """A server that repeats our key does not get it into a file."""
    said = ("text", "finish_detail", "resolved_model", "fingerprint", "request_id")
    values = {field: value for field in said if (value := getattr(one, field)) is not None}
    shown: dict[str, Any] = {field: redact_secrets(value, keys) for field, value in values.items()}
    return one if shown == values else replace(one, **shown)
