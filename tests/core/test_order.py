from benchmark.core.order import natural_key


def test_numbers_in_ids_are_sorted_by_value() -> None:
    mixed = ["HumanEvalX", "10. Add", "HumanEval-10-b", "HumanEval-10", "", "HumanEval-9", "2. Add"]
    assert sorted(mixed, key=natural_key) == [
        "",
        "2. Add",
        "10. Add",
        "HumanEval-9",
        "HumanEval-10",
        "HumanEval-10-b",
        "HumanEvalX",
    ]


def test_numbers_of_any_length_and_script_can_be_sorted() -> None:
    assert natural_key("9" * 100_000) > natural_key("8" * 100_000)
    assert natural_key("٣") == [(1, 0, "٣")]
