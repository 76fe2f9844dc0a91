"""A row belongs to the protocol that was applied, not to the one that was asked for."""

from collections.abc import Callable

import pytest

from benchmark.analysis.conditions import conditions, protocol_condition
from benchmark.analysis.groups import (
    VENDOR_SAMPLING,
    applied_protocol,
    by_protocol,
    group_rows,
    key_of,
    question_of,
    unapplied,
)
from benchmark.leaderboard.board.joined_tables import join_tables, table_link
from benchmark.leaderboard.board.page import board_pages, boards
from benchmark.leaderboard.inputs.provenance import _generation_text, handling
from benchmark.results.row import Row, RowEndings, RowGeneration, RowSampling
from tests.changed_rows import with_run

MakeSampled = Callable[..., Row]


@pytest.fixture
def sampled(make_row) -> MakeSampled:
    """A function that makes a row whose parameters were dropped, ignored or applied here."""

    def make(slug: str, letters: str = "PPW", *, suite: str = "humaneval-v", **more) -> Row:
        parts = {name: dict.fromkeys(more.pop(name, ()), 3) for name in ("dropped", "ignored", "local")}
        said_by = more.pop("said_by", "")
        sampling = RowSampling(said_by=said_by, sent=dict.fromkeys(parts["ignored"], 0.0), **parts)
        row = make_row(slug, letters, suite=suite, setting=more.pop("setting", "image"), **more)
        return row.model_copy(update={"run": row.run.model_copy(update={"sampling": sampling})})

    return make


@pytest.mark.parametrize(
    ("protocol", "parts", "moved"),
    [
        ("greedy", {"dropped": ["temperature"]}, VENDOR_SAMPLING),
        ("greedy", {"ignored": ["temperature"]}, VENDOR_SAMPLING),
        ("greedy", {}, ""),
        ("greedy", {"dropped": ["top_p"]}, ""),  # greedy asks for none, so nothing is lost
        ("greedy", {"dropped": ["stop", "seed", "n"], "local": ["stop"]}, ""),
        ("sampled-20", {"dropped": ["top_p"]}, "vendor-top-p-"),
        ("sampled-20", {"dropped": ["top_p"], "ignored": ["temperature"]}, VENDOR_SAMPLING),
        ("sampled-20", {"ignored": ["top_k"]}, ""),
        ("sampled-20", {"dropped": ["seed"]}, ""),
        ("sampled-6", {"ignored": ["top_k"], "setting": "V2C"}, "vendor-top-k-"),
        ("sampled-6", {"dropped": ["top_k", "top_p"], "setting": "V2C"}, "vendor-top-p-top-k-"),
        ("thinking", {"dropped": ["temperature", "top_p", "seed"]}, ""),
        ("of-a-later-version", {"dropped": ["top_p"]}, "vendor-top-p-"),
    ],
)
def test_a_row_moves_exactly_if_the_protocol_asks_for_what_was_not_applied(
    sampled, protocol, parts, moved
) -> None:
    row = sampled("a", protocol=protocol, **parts)
    assert applied_protocol(row) == (f"{moved}{protocol}" if moved else protocol)
    assert row.result.protocol == protocol  # as asked, so that the plan finds the row


def test_a_protocol_that_means_another_one_in_a_setting_is_read_there(sampled) -> None:
    """In the second version's settings, `sampled-6` asks for top-k 20, which Claude's newer models refuse."""
    assert unapplied(sampled("a", protocol="sampled-6", setting="V2C", dropped=["top_k"])) == {
        "top_k": "dropped"
    }


def test_rows_without_a_record_of_sampling_stay_where_they_are(make_row) -> None:
    row = make_row("a", suite="humaneval-v", protocol="greedy")
    assert key_of(row).protocol == "greedy"


def test_a_row_with_the_vendors_sampling_answers_the_question_that_was_asked(sampled) -> None:
    """So a newer version of the suite supersedes the older row, wherever the two stand."""
    moved = sampled("a", protocol="greedy", dropped=["temperature"])
    assert question_of(moved) == question_of(sampled("a", protocol="greedy"))


@pytest.mark.gate
def test_boards_keep_the_vendors_own_sampling_apart_and_name_the_models(sampled, sources, html) -> None:
    rows = [
        sampled("greedy-1", "PWW", protocol="greedy"),
        sampled("astra", "PPP", protocol="greedy", dropped=["temperature", "stop"], local=["stop"]),
        sampled("argon", "PPW", protocol="greedy", ignored=["temperature"]),
        sampled("argon", "WWW", protocol="thinking"),
        sampled("greedy-1", "PWW", protocol="sampled-20"),
        sampled("argon", "WWW", protocol="sampled-20", ignored=["top_p"]),
    ]
    found = boards(sources(*rows))["index.md"]
    greedy, own, _ = found.tables
    names = lambda table: [line.name for line in table.models]  # noqa: E731
    assert names(greedy) == [
        "greedy-1",
        "argon",
    ]  # argon by its row with the protocol thinking, without a place
    assert [line.score is None for line in greedy.models] == [False, True]
    assert greedy.models[1].protocols == ("thinking",)
    assert names(own) == ["astra", "argon"]
    assert "one try, the vendor's own sampling (asked as greedy), at most 1,024 tokens" in str(own.conditions)
    assert [line.protocols for line in own.models] == [
        ("vendor-sampling-greedy",),
        ("vendor-sampling-greedy",),  # its sampled-20 kept the temperature, and stands elsewhere
    ]
    assert greedy.anchor != own.anchor
    assert [(model.name, model.why) for model in greedy.cannot] == [
        ("astra", "temperature dropped"),
        ("argon", "temperature ignored"),
        ("argon", "sampled-20: top_p ignored"),
    ]
    assert own.cannot == ()
    (board,) = [page for page in board_pages(sources(*rows)) if page.source == "suite/humaneval-v/index.md"]
    text = html(board)
    assert "These models were asked with this protocol, but their vendors do not apply it" in text
    assert "(temperature dropped)" in text


def test_a_model_that_lost_its_place_by_cuts_is_named_among_those_that_cannot(sampled, sources) -> None:
    """That is how most models that think end, asked with a protocol of 1,024 tokens."""
    moved = sampled("argon", "PPW", protocol="greedy", ignored=["temperature"])
    endings = RowEndings(refused=0, empty=0, tokens_thinking=3000, if_cut_passed=[])
    rows = [
        sampled("greedy-1", "PWW", protocol="greedy"),
        with_run(moved, cut=["task-2#0"], endings=endings),
    ]
    (greedy,) = [table for table in boards(sources(*rows))["index.md"].tables if table.models[0].place]
    assert [(model.name, model.why) for model in greedy.cannot] == [("argon", "temperature ignored")]


@pytest.mark.gate
def test_the_vendors_own_sampling_never_leads_a_board_and_has_its_own_address(sampled, sources) -> None:
    """Even if more models have it: a place among greedy rows says more."""
    moved = [sampled(f"m{n}", protocol="greedy", dropped=["temperature"]) for n in range(5)]
    all_rows = [sampled("greedy-1", protocol="greedy"), *moved]
    (groups,) = group_rows(all_rows).values()
    assert [group.key.protocol for group in groups] == ["greedy", "vendor-sampling-greedy"]
    assert [[group.key.protocol for group in same] for same in by_protocol(groups)] == [
        ["greedy"],
        ["vendor-sampling-greedy"],
    ]
    first, second = join_tables(groups)
    links = [table_link(sources(*all_rows), table.key)[1] for table in (first, second)]
    assert len(set(links)) == 2


def test_protocols_with_the_vendors_own_sampling_share_a_table_of_their_own(sampled) -> None:
    rows = [
        sampled("a", protocol="greedy", dropped=["temperature"]),
        sampled("b", protocol="sampled-20", dropped=["temperature", "top_p"]),
    ]
    (groups,) = group_rows(rows).values()
    ((first, second),) = by_protocol(groups)
    assert (first.key.protocol, second.key.protocol) == (
        "vendor-sampling-greedy",
        "vendor-sampling-sampled-20",
    )
    assert "the vendor's own sampling (asked as sampled-20)" in str(conditions(second.key))


def test_the_page_of_a_row_says_what_was_sent_dropped_ignored_and_done_here(make_row) -> None:
    sampling = RowSampling(
        sent={"top_p": 0.95, "thinking": "low"}, dropped={"stop": 3}, ignored={"top_p": 3}, local={"stop": 3}
    )
    made = RowGeneration(
        provider="openai",
        model="m",
        detail="high",
        batch=True,
        started="2026-11-28T00:00:00Z",
        config="0" * 64,
    )
    row = make_row("a")
    row = row.model_copy(
        update={"run": row.run.model_copy(update={"sampling": sampling, "generation": made})}
    )
    assert _generation_text(row).endswith(
        "28 Nov 2026, pictures in detail high, batched, thinking low, stop dropped, since the model refuses"
        " it, top_p sent, and ignored by the model, stop applied here"
    )
    assert "stop applied here, batched; cut at" in handling(row)


def older(row: Row, *, dropped: dict[str, int] | None = None, **parameters: float) -> Row:
    """Return a row of a version that recorded parameters and dropped ones, but no sampling."""
    made = RowGeneration(
        provider="anthropic",
        model="m",
        started="2026-01-01T00:00:00Z",
        config="0" * 64,
        parameters=dict(parameters),
        dropped=dropped or {},
    )
    return row.model_copy(update={"run": row.run.model_copy(update={"generation": made})})


def test_rows_that_differ_in_what_was_lost_share_no_table(sampled) -> None:
    """Claude's older models took temperature 0.2 and refused top-p; newer ones refuse both."""
    rows = [
        sampled("a", protocol="sampled-20", dropped=["top_p"]),
        sampled("b", protocol="sampled-20", dropped=["temperature", "top_p"]),
    ]
    (groups,) = group_rows(rows).values()
    tables = join_tables(groups)
    assert {tuple(row.slug for row in table.group.models) for table in tables} == {("a",), ("b",)}
    assert all(table.unranked == () for table in tables)
    assert "temperature 0.8, the vendor's own top-p," in str(conditions(key_of(rows[0])))


@pytest.mark.parametrize(
    ("protocol", "dropped", "parameters", "applied"),
    [
        ("greedy", {"temperature": 164}, {"temperature": 0.0}, "vendor-sampling-greedy"),
        ("greedy", {"seed": 164}, {"temperature": 0.0}, "greedy"),
        ("thinking", {}, {"temperature": 1.0}, "thinking-at-temperature-1"),
        ("thinking", {"temperature": 164}, {"temperature": 1.0}, "thinking"),
        ("thinking", {}, {}, "thinking"),
    ],
)
def test_an_older_row_belongs_to_what_was_sent(make_row, protocol, dropped, parameters, applied) -> None:
    row = older(make_row("a", suite="humaneval-v", protocol=protocol), dropped=dropped, **parameters)
    before = row.to_bytes()
    assert key_of(row).protocol == applied
    assert row.to_bytes() == before


def test_an_older_row_of_a_model_that_thinks_adds_a_column_as_before(make_row) -> None:
    thought = older(make_row("a", suite="humaneval-v", protocol="thinking"), temperature=1.0)
    (groups,) = group_rows([make_row("a", suite="humaneval-v", protocol="greedy"), thought]).values()
    (table,) = join_tables(groups)
    assert table.protocols("a") == ("greedy", "thinking-at-temperature-1")
    words = protocol_condition("humaneval-v", "image", "thinking-at-temperature-1").words
    assert words == "one try, temperature 1, at most 32,768 tokens"


def test_a_row_by_reference_says_what_the_publisher_says(sampled) -> None:
    row = sampled("a", protocol="sampled-20", dropped=["temperature", "top_p"], said_by="publisher")
    assert applied_protocol(row) == "vendor-sampling-sampled-20"
    assert _generation_text(row) == (
        "others, who say: temperature dropped, since the model refuses it, top_p dropped, since the model"
        " refuses it"
    )


def test_what_an_api_does_not_have_was_not_refused(sampled) -> None:
    row = sampled("a", protocol="sampled-20", dropped=["seed", "top_p"])
    text = _generation_text(older(row))
    assert "seed left out: the API has no such parameter, top_p dropped, since the model refuses it" in text
