"""The help of `--tasks` says which fields a line of a task file needs."""

import re
from typing import get_args

import click

from benchmark.cli import rank
from benchmark.cli.author.flowchart import drafts
from benchmark.cli.evaluate import evaluate
from benchmark.cli.generate import generate
from benchmark.cli.shared.options import TASK_FIELDS
from benchmark.files.task_line import AnyCheckLine, TaskLine


def test_the_required_fields_are_those_of_the_schema() -> None:
    (line,) = re.findall(r"Each line needs (\w+) and (\w+),", TASK_FIELDS)
    assert set(line) == {name for name, field in TaskLine.model_fields.items() if field.is_required()}
    for check in get_args(AnyCheckLine):
        (kind,) = get_args(check.model_fields["kind"].annotation)
        (needs,) = re.findall(rf"\b{kind} needs ([\w, ]+?)(?:,? \w+ needs| \(|\.)", TASK_FIELDS)
        required = {name for name, field in check.model_fields.items() if field.is_required()} - {"kind"}
        assert set(re.split(", | and ", needs)) == required


def test_options_that_take_own_tasks_say_so() -> None:
    for command in (evaluate.command, generate.command, drafts.command, rank.command):
        (option,) = (param for param in command.params if "--tasks" in param.opts)
        assert isinstance(option, click.Option)
        assert TASK_FIELDS in str(option.help)
