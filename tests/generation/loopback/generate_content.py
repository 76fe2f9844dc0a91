"""Google's generateContent, which google-genai and the older google-generativeai both use."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from loopback.wire import (
    ApiRequest,
    Choice,
    HttpRequest,
    InvalidRequest,
    Json,
    PromptPiece,
    WrittenAnswer,
    picture_of,
    text_of,
)

_PATH = re.compile(r"/(v1|v1beta|v1alpha)/models/(?P<model>[^/:]+):(?P<method>\w+)")
_FINISH = {
    "stop": "STOP",
    "stop_sequence": "STOP",
    "length": "MAX_TOKENS",
    "refusal": "PROHIBITED_CONTENT",
    "filtered": "SAFETY",
}


def takes(path: str) -> bool:
    """Whether a request to this path is for this API."""
    return _PATH.fullmatch(path) is not None


def read(incoming: HttpRequest, body: Json) -> ApiRequest:
    """Read a request."""
    match = _PATH.fullmatch(incoming.path)
    if match is None or match["method"] != "generateContent":
        raise InvalidRequest("this server has generateContent only")
    if not isinstance(body.get("contents"), list) or not body["contents"]:
        raise InvalidRequest("* GenerateContentRequest.contents: contents is not specified")
    config = {_camel(name): value for name, value in _get(body, "generationConfig", {}).items()}
    return ApiRequest(
        api="google",
        key=incoming.headers.get("x-goog-api-key", "") or incoming.query.get("key", ""),
        model=match["model"],
        prompt=(*_parts("system", _get(body, "systemInstruction", {})), *_prompt(body["contents"])),
        n=config.get("candidateCount") or 1,
        seed=config.get("seed"),
        stop=tuple(config.get("stopSequences", ())),
        max_tokens=config.get("maxOutputTokens"),
        temperature=config.get("temperature"),
        parameters=config,
    )


def _prompt(contents: list[Json]) -> Iterator[PromptPiece]:
    for content in contents:
        yield from _parts(content.get("role") or "user", content)


def _parts(role: str, content: Json) -> Iterator[PromptPiece]:
    for part in content.get("parts", ()):
        picture = _get(part, "inlineData", None)
        if picture is not None:
            yield picture_of(role, _get(picture, "mimeType", ""), picture["data"])
        elif "text" in part:
            yield text_of(role, part["text"])
        else:
            raise InvalidRequest("a part that is neither text nor inline data")


def answer(written: WrittenAnswer) -> Json:
    """Return the body of an answer."""
    body: Json = {"modelVersion": written.model, "responseId": written.request_id}
    if written.filtered is not None and written.filtered.prompt:
        body["promptFeedback"] = {"blockReason": "PROHIBITED_CONTENT"}
    elif written.choices is not None:
        body["candidates"] = [
            _candidate(index, choice, written) for index, choice in enumerate(written.choices)
        ]
    if written.usage is not None:
        usage = written.usage
        answered = usage.tokens_out - usage.tokens_thinking
        counts = {
            "promptTokenCount": usage.tokens_in,
            "candidatesTokenCount": answered,
            "totalTokenCount": usage.tokens_in + usage.tokens_out,
            "thoughtsTokenCount": usage.tokens_thinking,
            "cachedContentTokenCount": usage.tokens_cached,
            "promptTokensDetails": [{"modality": "TEXT", "tokenCount": usage.tokens_in}],
        }
        # The real API leaves out counts of zero.
        body["usageMetadata"] = {name: count for name, count in counts.items() if count}
    return body


def _candidate(index: int, choice: Choice, written: WrittenAnswer) -> Json:
    parts: list[Json] = []
    if written.thinking:
        parts.append({"text": written.thinking, "thought": True})
    if choice.text and choice.finish != "refusal":
        parts.append({"text": choice.text})
    candidate: Json = {"finishReason": choice.word or _FINISH[choice.finish], "index": index}
    if parts:
        candidate["content"] = {"parts": parts, "role": "model"}
    elif choice.finish in ("stop", "length"):
        candidate["content"] = {"role": "model"}
    if choice.finish == "filtered":
        candidate["safetyRatings"] = [
            {"category": "HARM_CATEGORY_DANGEROUS_CONTENT", "probability": "HIGH", "blocked": True}
        ]
    return candidate


def headers(request_id: str) -> Mapping[str, str]:  # noqa: ARG001
    """Return the headers of every reply; the id is only in the body."""
    return {"server": "scaffolding on HTTPServer2", "vary": "Origin"}


def _camel(name: str) -> str:
    first, *rest = name.split("_")
    return first + "".join(word.capitalize() for word in rest)


def _get(record: Json, name: str, default: Any) -> Any:
    """Return a field by either of its two spellings, ``camelCase`` or ``snake_case``."""
    snake = re.sub(r"([A-Z])", lambda found: f"_{found[1].lower()}", name)
    return record.get(name, record.get(snake, default))
