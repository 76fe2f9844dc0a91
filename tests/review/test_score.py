"""`sightbench review score`: shares, agreement, kinds of errors, and the average of people."""

import csv
import json
from collections.abc import Sequence
from pathlib import Path

import pytest
from scipy import stats

from benchmark.core.verdict import Status
from benchmark.review.agree import ReviewReport, review
from benchmark.review.draw import Stratum
from benchmark.review.sheet import KeySample, ReviewKey, read_key, read_labels
from benchmark.scoring.agreement import Kappa
from tests.case_files import table


@pytest.fixture
def drawn(tmp_path: Path):
    """A function that writes a key: a letter is a status; strata have 90 and 10 samples, stems two tasks."""

    def make(
        letters: str, asked: str = "verdicts", points: Sequence[float] = (), kinds: Sequence[str] = ()
    ) -> Path:
        names = {"P": "right", "W": "wrong"}
        samples = [
            KeySample(
                sample=f"s{number}",
                model="m",
                task_id=f"t{number}",
                draw=0,
                stem=f"f{number // 2}",
                stratum=names[letter],
                status=Status.PASSED if letter == "P" else Status.WRONG_ANSWER,
                points=points[number] if points else None,
            )
            for number, letter in enumerate(letters)
        ]
        strata = [
            Stratum(name=name, population=size, drawn=letters.count(letter))
            for letter, name, size in (("P", "right", 90), ("W", "wrong", 10))
            if letter in letters
        ]
        key = ReviewKey(
            asked=asked, kinds=list(kinds), by=["outcome"], seed=0, strata=strata, samples=samples
        )
        path = tmp_path / "s.key.json"
        path.write_text(key.model_dump_json(by_alias=True), encoding="utf-8")
        return path

    return make


def person(path: Path, labels: Sequence[str], **extra: str) -> Path:
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(["sample", "label", "comment", *extra])
        for number, label in enumerate(labels):
            writer.writerow([f"s{number}", label, "so, so", *extra.values()])
    return path


def report(key: Path, *sheets: Path) -> ReviewReport:
    found_key = read_key(key)
    return review(found_key, read_labels(sheets, found_key))


def labelled(key: Path, *sheets: Path) -> dict[str, int]:
    return {name: len(labels) for name, labels in read_labels(sheets, read_key(key)).items()}


def rating(found: ReviewReport, who: str, stratum: str = "all") -> float:
    return next(entry.share.value for entry in found.shares if (entry.name, entry.stratum) == (who, stratum))


def cohen(a: Sequence[str], b: Sequence[str], weight=lambda x, y: float(x != y)) -> float:
    """Cohen's kappa by definition: 1 minus the ratio of observed disagreement to that by chance."""
    size = len(a)
    seen = sum(weight(x, y) for x, y in zip(a, b, strict=True)) / size
    chance = sum(weight(x, y) for x in a for y in b) / size**2
    return 1 - seen / chance


ANNA = ["right", "right", "right", "wrong", "wrong", "wrong", "right", "wrong"]
BERT = ["Yes", "right", " WRONG", "no", "0", "wrong", "1", "right"]
BERT_MEANS = ["right", "right", "wrong", "wrong", "wrong", "wrong", "right", "right"]


def test_a_report_has_shares_and_agreement_of_two_people_and_the_judge(in_process, drawn, tmp_path) -> None:
    key = drawn("PPPPWWWW")
    sheets = (person(tmp_path / "anna.csv", ANNA), person(tmp_path / "bert.csv", BERT))
    found = report(key, *sheets)
    assert (rating(found, "anna"), rating(found, "bert"), rating(found, "the judge")) == (0.5, 0.5, 0.5)
    means = {name: rating(found, "average of people", name) for name in ("all", "right", "wrong")}
    assert means == {"all": 0.5, "right": 0.625, "wrong": 0.375}
    both = found.agreement[0]
    assert (both.a, both.b, both.alike.samples, both.alike.value) == ("anna", "bert", 8, 0.75)
    assert both.kappa.value == pytest.approx(cohen(ANNA, BERT_MEANS), abs=1e-6)
    assert both.weighted_kappa is None
    judge = ["right"] * 4 + ["wrong"] * 4
    assert found.agreement[2].kappa.value == pytest.approx(cohen(BERT_MEANS, judge), abs=1e-6)
    assert found.disputed == ["s2", "s7"]
    assert found.alpha is None  # two people and the same samples: kappa is enough
    output = in_process("review", "score", key, *sheets).stdout
    assert "anna: 8 of 8 samples labelled" in output
    assert "all, weighted by size of strata" in output
    assert "people disagree on 2 samples: s2, s7" in output


def test_the_population_s_share_weights_strata_by_their_size(drawn, tmp_path: Path) -> None:
    """90 % of the verdicts are right; the person labels half of the right and all of the wrong ones wrong."""
    found = report(drawn("PPPPWWWW"), person(tmp_path / "anna.csv", ["right", "wrong"] * 2 + ["wrong"] * 4))
    population = found.population
    assert population.value == pytest.approx(0.9 * 0.5)
    assert population.low < 0.45 < population.high


def test_a_stratum_is_certain_only_if_the_answers_of_every_model_are_labelled(drawn, tmp_path: Path) -> None:
    """Two models have the same four tasks; first only the answers of one model have labels, then all."""
    key = drawn("PPPPPPPP")
    record = json.loads(key.read_text())
    record["strata"] = [{"name": "right", "population": 4, "drawn": 4}]
    for number, sample in enumerate(record["samples"]):
        sample.update(model="m" if number < 4 else "n", task_id=f"t{number % 4}", stem=f"f{number % 4}")
    key.write_text(json.dumps(record), encoding="utf-8")
    half = report(key, person(tmp_path / "anna.csv", ["right", "wrong"] * 2)).population
    assert half.low < half.value == 0.5 < half.high
    found = report(key, person(tmp_path / "bert.csv", ["right", "wrong"] * 4))
    assert found.population.low == found.population.high == 0.5
    averages = [entry.share.samples for entry in found.shares if entry.name == "average of people"]
    assert averages == [8, 8]


def test_labels_with_points_have_a_weighted_kappa_and_a_rank_correlation(drawn, tmp_path: Path) -> None:
    points, whole = [1, 3, 4.5, 7, 8.5, 10, 2, 4], [1, 3, 5, 7, 9, 10, 2, 4]
    anna, bert = [2, 3, 5, 8, 9, 9, 1, 4], [1, 4, 4, 7, 10, 10, 3, 3]
    found = report(
        drawn("PPPPWWWW", "points", points),
        person(tmp_path / "anna.csv", [str(points) for points in anna]),
        person(tmp_path / "bert.csv", [str(points) for points in bert]),
    )
    both, with_judge, _ = found.agreement
    expected = cohen(anna, bert, lambda x, y: (x - y) ** 2)  # type: ignore[arg-type]
    assert both.weighted_kappa.value == pytest.approx(expected, abs=1e-6)
    assert with_judge.b == "the judge"
    expected = cohen(anna, whole, lambda x, y: (x - y) ** 2)  # type: ignore[arg-type]
    assert with_judge.weighted_kappa.value == pytest.approx(expected, abs=1e-6)
    assert with_judge.rank_correlation.value == pytest.approx(
        stats.spearmanr(anna, whole).statistic, abs=1e-6
    )
    assert rating(found, "anna") == pytest.approx(sum(anna) / 8)
    assert rating(found, "average of people") == pytest.approx(sum(anna + bert) / 16)


@pytest.mark.gate
def test_people_who_labelled_different_samples_have_krippendorff_s_alpha(in_process, drawn, tmp_path) -> None:
    """Example C of Krippendorff 2011: each of four people labelled other samples of twelve."""
    people = {"a": "123321412***", "b": "1233224125*3", "c": "*3332342251*", "d": "12332441251*"}
    key = drawn("W" * 12, "points", [1] * 12)
    sheets = [
        person(tmp_path / f"{name}.csv", ["" if label == "*" else label for label in labels])
        for name, labels in people.items()
    ]
    found = report(key, *sheets)
    assert found.alpha.value == pytest.approx(0.849, abs=0.0005)
    assert found.alpha.low < 0.849 < found.alpha.high
    output = in_process("review", "score", key, *sheets).stdout
    low, high = found.alpha.low, found.alpha.high
    assert f"Krippendorff's alpha of all people: 0.85 ({low:.2f} to {high:.2f})" in output
    two = report(key, *sheets[:2])
    assert two.alpha is not None  # they labelled different samples
    assert report(key, sheets[0]).alpha is None


def test_three_people_who_always_agree_have_an_alpha_without_an_interval(in_process, drawn, tmp_path) -> None:
    sheets = [
        person(tmp_path / f"{name}.csv", labels)
        for name, labels in (("a", ["right", "wrong", "", ""]), ("b", ["right", "wrong"]), ("c", ["right"]))
    ]
    key = drawn("PPWW")
    found = report(key, *sheets)
    assert found.alpha == Kappa(value=1.0, low=None, high=None)
    assert "Krippendorff's alpha of all people: 1.00\n" in in_process("review", "score", key, *sheets).stdout


def test_a_report_has_shares_of_kinds_of_errors(drawn, tmp_path: Path) -> None:
    key = drawn("WWWW", "errors", kinds=("Logic", "Reading", "Other"))
    sheets = [
        person(tmp_path / "anna.csv", ["logic", "Reading", "LOGIC", ""]),
        person(tmp_path / "bert.csv", ["Logic", "Logic", "Logic", ""]),
    ]
    found = report(key, *sheets)
    shares = {kind.name: kind.share.value for kind in found.shares if kind.stratum == "all"}
    assert shares == {"Logic": round(5 / 6, 6), "Reading": round(1 / 6, 6), "Other": 0.0}
    assert labelled(key, *sheets) == {"anna": 3, "bert": 3}


def test_one_sheet_may_have_labels_of_several_people(drawn, tmp_path: Path) -> None:
    path = tmp_path / "all.csv"
    path.write_text(
        "person;sample;label\nanna;s0;right\nbert;s0;wrong\nanna;s1;right\n", encoding="utf-8-sig"
    )
    assert labelled(drawn("PPWW"), path) == {"anna": 2, "bert": 1}


@table("review")
def test_a_wrong_sheet_gives_one_error(in_process, drawn, tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "anna.csv"
    path.write_text(text, encoding="utf-8")
    done = in_process("review", "score", drawn("PPWW"), path, code=2)
    assert message in done.stderr
