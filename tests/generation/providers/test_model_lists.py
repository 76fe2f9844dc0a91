"""Lists of models through the three SDKs: pages, faults, and what is never concluded from them."""

import asyncio
from collections.abc import Callable, Mapping
from typing import Any, cast

import pytest
from loopback import ListedModels, LoopbackServer, Script, faults

from benchmark.generation.asking.drive import open_provider
from benchmark.generation.providers import load
from benchmark.generation.wire import model_list
from benchmark.generation.wire.model_list import ListedModel, ListingProvider, ModelList, read_models
from benchmark.generation.wire.patience import Patience
from benchmark.generation.wire.provider import Endpoint

from .conftest import KEY

ReadList = Callable[..., ModelList]
HASTY = Patience(attempts=2, wait_initial=0.001, wait_max=0.002, retry_after_max=1)
PAGED = ("anthropic", "google")
LISTING = ("openai", *PAGED)
METHODS = {"supportedGenerationMethods": ["generateContent", "countTokens"]}


def entry(provider: str, name: str, **fields: object) -> Mapping[str, object]:
    if provider == "google":
        return {"name": f"models/{name}", **METHODS, **fields}
    return {"id": name, **fields}


def listed(provider: str, count: int = 5, **options: Any) -> ListedModels:
    models = tuple(entry(provider, f"m-{number}") for number in range(count))
    return ListedModels(models=models, per_page=2, **options)


@pytest.fixture
def read(server: LoopbackServer) -> ReadList:
    """A function that reads the list of models of a provider from the server."""

    def call(name: str, script: ListedModels) -> ModelList:
        server.script = Script(listed=script)
        url = server.openai_url if name == "openai" else server.origin
        endpoint = Endpoint(model="", base_url=url, api_key=KEY, timeout=10)

        async def once() -> ModelList:
            provider = load(name)(endpoint)
            async with open_provider(provider):
                return await read_models(cast(ListingProvider, provider), HASTY)

        return asyncio.run(once())

    return call


def ids(found: ModelList) -> list[str]:
    return [model.id for model in found.models]


@pytest.mark.gate
@pytest.mark.parametrize("name", LISTING)
def test_all_pages_are_read(name: str, read: ReadList, server: LoopbackServer) -> None:
    before = len(server.list_requests)
    found = read(name, listed(name))
    assert (ids(found), found.why_incomplete) == ([f"m-{number}" for number in range(5)], None)
    assert len(server.list_requests) - before == (1 if name == "openai" else 3)


def test_fine_tuned_models_of_the_account_are_left_out(read: ReadList) -> None:
    """Lists are published, and these ids have the name of the account."""
    models = tuple(entry("openai", name) for name in ("m-1", "ft:m-1:octocat-inc::Ab12"))
    found = read("openai", ListedModels(models=models))
    assert (ids(found), found.why_incomplete) == (["m-1"], None)


@pytest.mark.parametrize(
    "fault",
    [
        faults.RateLimited(),
        faults.RateLimited(exhausted=True),
        faults.Status(code=500),
        faults.Status(code=503, html=True),
        faults.Status(code=307, location="/v1/models"),
        faults.BadKey(),
        faults.Html(),
        faults.EmptyBody(),
        faults.BrokenJson(),
        faults.Cut(),
        faults.Drop(),
        faults.ErrorInBody(),
    ],
    ids=repr,
)
@pytest.mark.parametrize("name", LISTING)
def test_a_page_that_fails_makes_the_list_incomplete(name: str, fault: faults.Fault, read: ReadList) -> None:
    """The models of earlier pages are kept; a later page that looks empty is never the list's end."""
    page = 0 if name == "openai" else 2
    found = read(name, listed(name, faults={page: fault}))
    assert ids(found) == [f"m-{number}" for number in range(2 * page)]
    assert found.why_incomplete is not None
    assert found.why_incomplete.startswith(f"page {page + 1} of the list was not read: ")
    assert KEY not in found.why_incomplete


@pytest.mark.parametrize("name", PAGED)
def test_a_page_that_fails_once_is_asked_for_again(name: str, read: ReadList) -> None:
    found = read(name, listed(name, count=8, faults={3: faults.Status(code=500)}, passing=True))
    assert (len(found.models), found.why_incomplete) == (8, None)


@pytest.mark.parametrize("name", PAGED)
def test_pages_that_repeat_end(name: str, read: ReadList) -> None:
    found = read(name, listed(name, repeats=True))
    assert found.why_incomplete == "the pages of the list repeat"
    assert ids(found) == ["m-0", "m-1", "m-2", "m-3"]


def test_a_list_has_bounds(read: ReadList, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(model_list, "PAGES_LIMIT", 2)
    assert read("anthropic", listed("anthropic")).why_incomplete == "the list has more than 2 pages"
    monkeypatch.setattr(model_list, "MODELS_LIMIT", 3)
    found = read("anthropic", listed("anthropic"))
    assert (len(found.models), found.why_incomplete) == (3, "the list has more than 3 models")


@pytest.mark.parametrize("name", LISTING)
def test_a_list_without_models_is_incomplete(name: str, read: ReadList) -> None:
    assert read(name, listed(name, count=0)).why_incomplete == "the server sent a list without models"


@pytest.mark.parametrize("odd", ["models/", " m", "m\n", "m" * 201, 5, None])
@pytest.mark.parametrize("name", ["anthropic", "google"])
def test_a_model_without_a_usable_id_makes_the_list_incomplete(name, odd, read) -> None:
    field = "name" if name.startswith("google") else "id"
    odd = "" if (name, odd) == ("anthropic", "models/") else odd
    good, bad = entry(name, "m-0"), {**entry(name, "m-1"), field: odd}
    found = read(name, ListedModels(models=(good, bad)))
    assert found.why_incomplete is not None
    assert ids(found) == []


def test_fields_that_the_apis_have(read: ReadList) -> None:
    """OpenAI and Anthropic tell when a model was made and ends; Google tells neither."""
    made = {"created": 1761955200, "shutdown_date": "2027-02-01", "object": "model", "owned_by": "openai"}
    assert read("openai", ListedModels(models=(entry("openai", "m", **made),))).models == (
        ListedModel(id="m", created="2025-11-01T00:00:00Z", shutdown="2027-02-01"),
    )
    made = {
        "created_at": "2025-11-01T02:00:00+02:00",
        "display_name": "Model M",
        "retires_at": "2027-02-01T00:00:00Z",
        "lifecycle": "deprecated",
    }
    retired = entry("anthropic", "old", lifecycle="retired")
    assert read("anthropic", ListedModels(models=(entry("anthropic", "m", **made), retired))).models == (
        ListedModel(id="m", name="Model M", created="2025-11-01T00:00:00Z", shutdown="2027-02-01"),
    )
    models = (
        entry("google", "m", displayName="Model M"),
        entry("google", "embeds", supportedGenerationMethods=["embedContent"]),
    )
    assert read("google", ListedModels(models=models)).models == (ListedModel(id="m", name="Model M"),)


@pytest.mark.parametrize("odd", [0, -1, True, "soon", "", {}, 1e300, "1970-01-01T00:00:00Z", None])
def test_times_that_cannot_be_read_are_unknown(odd: object, read: ReadList) -> None:
    models = (entry("anthropic", "m", created_at=odd, retires_at=odd, display_name=odd),)
    found = read("anthropic", ListedModels(models=models))
    assert (found.models[0].created, found.models[0].shutdown, found.why_incomplete) == (None, None, None)


def test_a_list_of_several_pages_is_not_taken_for_openais(read: ReadList) -> None:
    """Chat Completions servers that page have no way of paging that this SDK knows."""
    body = b'{"object": "list", "data": [{"id": "m-0"}], "has_more": true}'
    found = read("openai", ListedModels(faults={0: faults.Body(body=body)}))
    assert found.why_incomplete is not None
    assert "several pages" in found.why_incomplete
