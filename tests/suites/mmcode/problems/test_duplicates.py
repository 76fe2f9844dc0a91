"""Duplicates: the exact similarity decides, and MinHash proposes every pair that it must."""

import gzip
import itertools
import json
import random
from pathlib import Path

import pytest

from benchmark.suites.mmcode.problems.duplicates import (
    THRESHOLD,
    find_duplicates,
    proposed_pairs,
    similarity,
)

WORDS = ("the", "a", "tree", "graph", "node", "edge", "path", "sum", "number", "line", "each", "of", "find")


def prose(seed: int, words: int = 300) -> str:
    chosen = random.Random(seed)  # noqa: S311 - words, not secrets
    return " ".join(chosen.choice(WORDS) + str(chosen.randrange(50)) for _ in range(words))


def changed(text: str, seed: int, words: int) -> str:
    """Return a text with some words replaced."""
    chosen, pieces = random.Random(seed), text.split(" ")  # noqa: S311 - words, not secrets
    for place in chosen.sample(range(len(pieces)), words):
        pieces[place] = "other"
    return " ".join(pieces)


def test_the_similarity_is_that_of_padded_grams_as_multisets() -> None:
    # $$$$a $$$ab $$abc $abc$ abc$$ bc$$$ c$$$$, and with d instead of c: the first two are shared.
    assert similarity("abc", "abd") == pytest.approx(2 / 12)
    assert similarity("abc", "abc") == 1
    # aaaaa is twice in one and three times in the other.
    assert similarity("a" * 6, "a" * 7) == pytest.approx(10 / 11)
    assert similarity("", "abc") == 0


def test_only_pairs_above_the_threshold_are_dropped() -> None:
    base = prose(1)
    near, far = changed(base, 2, 12), changed(base, 2, 60)
    assert similarity(base, near) > THRESHOLD > similarity(base, far)
    assert list(find_duplicates({"a": base, "b": near, "c": far}, ["a", "b", "c"])) == ["b"]


def test_the_preferred_problem_is_kept_whatever_the_order_of_the_file() -> None:
    base = prose(3)
    texts = {"b": changed(base, 4, 8), "a": base, "c": changed(base, 5, 8)}
    for order in itertools.permutations(texts):
        found = find_duplicates({name: texts[name] for name in order}, ["c", "a", "b"])
        assert {name: duplicate.kept for name, duplicate in found.items()} == {"a": "c", "b": "c"}


def test_a_duplicate_of_a_dropped_problem_is_kept_if_it_differs_from_all_that_are_kept() -> None:
    base = prose(6)
    middle = changed(base, 7, 20)
    end = changed(middle, 8, 20)
    assert min(similarity(base, middle), similarity(middle, end)) > THRESHOLD > similarity(base, end)
    texts = {"base": base, "middle": middle, "end": end}
    assert list(find_duplicates(texts, ["base", "middle", "end"])) == ["middle"]


def test_minhash_proposes_every_pair_above_the_threshold() -> None:
    texts = {}
    for number in range(12):
        base = prose(100 + number)
        texts[f"{number}"] = base
        texts[f"{number}-near"] = changed(base, number, 5 + number)
    exact = {
        frozenset(pair)
        for pair in itertools.combinations(texts, 2)
        if similarity(texts[pair[0]], texts[pair[1]]) > THRESHOLD
    }
    assert len(exact) >= 10
    proposed = [frozenset(pair) for pair in proposed_pairs(texts)]
    assert exact <= set(proposed)
    assert len(proposed) == len(set(proposed)) < 40


@pytest.mark.gate
def test_minhash_finds_in_the_shared_problems_what_brute_force_finds(shared_data: Path) -> None:
    texts = {}
    for name in ("gcj_problems", "rmrc_problems"):
        with gzip.open(shared_data / "mmcode_like" / f"{name}.jsonl.gz", "rt") as lines:
            texts |= {record["problem_id"]: record["question"] for record in map(json.loads, lines)}
    assert len(texts) == 81
    exact = {
        frozenset(pair): found
        for pair in itertools.combinations(texts, 2)
        if (found := similarity(texts[pair[0]], texts[pair[1]])) > 0.7
    }
    above = {pair for pair, found in exact.items() if found > THRESHOLD}
    assert len(above) == 1
    assert above <= set(map(frozenset, proposed_pairs(texts)))


@pytest.mark.gate
def test_minhash_finds_changed_copies_of_the_shared_problems(shared_data: Path) -> None:
    texts, barely = {}, 0
    with gzip.open(shared_data / "mmcode_like" / "gcj_problems.jsonl.gz", "rt") as lines:
        for record in map(json.loads, lines):
            name, text = record["problem_id"], record["question"]
            copy = text
            for place in range(0, len(text), 47):  # each changed letter changes five grams
                copy = copy[:place] + "~" + copy[place + 1 :]
            if (found := similarity(text, copy)) > THRESHOLD:
                texts |= {name: text, f"{name}-copy": copy}
                barely += found < 0.85
    assert barely > 60
    proposed = set(map(frozenset, proposed_pairs(texts)))
    assert {frozenset((name, f"{name}-copy")) for name in texts if f"{name}-copy" in texts} <= proposed
