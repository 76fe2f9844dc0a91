"""Turns a reply into completions; tokens and cost are divided among its draws, so that they add up."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from benchmark.core.sample import Completion
from benchmark.core.secret import redact_secrets
from benchmark.generation.prompts.look import Look
from benchmark.generation.wire.body import printable_name
from benchmark.generation.wire.reply import Choice, Finish, Reply
from benchmark.generation.wire.request import Request


def completions_of(
    reply: Reply,
    request: Request,
    *,
    cost: float | None,
    looks: tuple[Look, ...] = (),
    parameters: Mapping[str, object],
    dropped: tuple[str, ...],
    ignored: tuple[str, ...] = (),
    stop: tuple[str, ...] = (),
    keys: tuple[str, ...],
) -> tuple[Completion, ...]:
    """Return one completion per choice.

    Args:
        reply: the reply to ``request``.
        request: has the task and the draws.
        cost: US dollars of the whole call; None if unknown.
        looks: parts of pictures that the model asked for before its reply.
        parameters: parameters that were sent.
        dropped: parameters that were left out because the model does not accept them.
        ignored: parameters that were sent, although they have no effect, as the vendor or the reply says.
        stop: strings that end an answer and were not sent: the text is cut before the first of them.
        keys: API keys; they are removed from all texts.
    """
    draws = len(reply.choices)
    usage = reply.usage
    completions = []
    for index, choice in enumerate(_cut_at(choice, stop) for choice in reply.choices):
        completion = Completion(
            task_id=request.task_id,
            draw=request.draw + index,
            text=choice.text,
            finish_reason=choice.finish.value,
            finish_detail=_detail(choice),
            tokens_in=draw_share(usage.tokens_in, index, draws),
            tokens_out=draw_share(usage.tokens_out, index, draws),
            tokens_thinking=draw_share(usage.tokens_thinking, index, draws),
            tokens_cached=draw_share(usage.tokens_cached, index, draws),
            cost_usd=None if cost is None else cost / draws,
            seconds=round(reply.seconds, 4),
            call_draws=draws if draws > 1 else None,
            looks=looks,
            model=request.model,
            resolved_model=reply.resolved_model,
            fingerprint=reply.fingerprint,
            request_id=reply.request_id,
            parameters=_draw_parameters(parameters, index),
            dropped=dropped,
            ignored=ignored,
            local=("stop",) if stop else (),
        )
        completions.append(_hide_keys(completion, keys))
    return tuple(completions)


def _cut_at(choice: Choice, stop: tuple[str, ...]) -> Choice:
    """Return the choice as a server sends it that ends answers before these strings; refusals stay whole.

    >>> _cut_at(Choice(text="a;b", finish=Finish.LENGTH), (";",)).text
    'a'
    """
    if choice.finish in (Finish.REFUSAL, Finish.CONTENT_FILTER):
        return choice
    ends = [end for each in stop if (end := choice.text.find(each)) >= 0]
    return replace(choice, text=choice.text[: min(ends)], finish=Finish.STOP) if ends else choice


def _detail(choice: Choice) -> str | None:
    """Return the API's own word for the reason, unless the answer ended normally or at the token limit."""
    if choice.finish in (Finish.STOP, Finish.LENGTH):
        return None
    return printable_name(choice.finish_detail)


def draw_share(tokens: int | None, index: int, draws: int) -> int | None:
    """Return one draw's share of the tokens of a call; the first draws get the remainder."""
    if tokens is None:
        return None
    return tokens // draws + (index < tokens % draws)


def _draw_parameters(parameters: Mapping[str, object], index: int) -> Mapping[str, object]:
    """Return the parameters of one draw; only the first draw of a call can be repeated from the seed."""
    if index == 0:
        return parameters
    return {name: value for name, value in parameters.items() if name != "seed"}


def _hide_keys(completion: Completion, keys: tuple[str, ...]) -> Completion:
    """Remove our keys from the texts of a completion, in case the server repeats them."""
    fields = ("text", "finish_detail", "resolved_model", "fingerprint", "request_id")
    values = {field: value for field in fields if (value := getattr(completion, field)) is not None}
    clean: dict[str, Any] = {field: redact_secrets(value, keys) for field, value in values.items()}
    return completion if clean == values else replace(completion, **clean)
