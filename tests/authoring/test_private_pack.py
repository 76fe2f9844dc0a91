"""A private pack: the documented steps, what can be wrong with one, and that nothing else reads it.

The pack of these tests is the example of the guide, so it is public.
"""

import contextlib
import io
import json
import os
import re
import stat
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from benchmark.authoring import redraw
from benchmark.authoring.draws import Draws
from benchmark.authoring.family import Family, UnfitError
from benchmark.authoring.forms import form_of
from benchmark.authoring.fresh import dataset_name, write_fresh
from benchmark.authoring.gates.fault import GateFault
from benchmark.authoring.packed_family import collection_pack, packed_family
from benchmark.authoring.packed_form import PackedForm
from benchmark.authoring.private_pack import VARIABLE, PrivatePack, read_pack
from benchmark.core.errors import BadInput
from benchmark.core.fresh import is_fresh, is_private, is_set_name
from benchmark.datasets.store import VARIABLE as DATASETS
from benchmark.files.tasks import read_tasks
from benchmark.pipeline.judge.judge_process import JudgeProcess
from benchmark.suites.humaneval_v.open import OPEN
from tests.private_pack import EXAMPLE, GUIDE, MUTATIONS, write_pack

SEED = "5" * 32


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return write_pack(tmp_path / "pack")


@pytest.fixture
def pack(folder: Path) -> PrivatePack:
    return collection_pack(OPEN, folder)


@pytest.mark.gate
def test_a_set_has_private_mutations_only_and_says_which_pack_made_it(
    pack: PrivatePack, tmp_path: Path
) -> None:
    made = write_fresh(OPEN, pack.names, SEED, tmp_path / "set", pack)
    tasks = read_tasks(tmp_path / "set" / "tasks.jsonl")
    public = {task.reference for task in form_of(OPEN).fresh(OPEN.family("knotted_beads"), SEED)}
    assert (made.tasks, made.families, made.pack) == (3, {"knotted_beads": 2}, pack.digest)
    assert {task.dataset for task in tasks} == {made.dataset}
    assert not public & {task.reference for task in tasks}
    assert all("def pulled" in (task.reference or "") for task in tasks)
    assert stat.S_IMODE((tmp_path / "set").stat().st_mode) == 0o700


def test_the_guide_makes_a_pack_that_nobody_else_can_read(tmp_path: Path) -> None:
    """Its commands, with a file that an editor made readable for others."""
    commands = [line for line in re.findall(r"^\$ (.*)$", GUIDE, re.MULTILINE) if "~/pack" in line]
    make, export, protect = commands[:3]
    edit = "umask 022; printf x > ~/pack/humaneval-v/knotted_beads.py"
    steps = f"{make} && {export} && {edit} && {protect} && echo $SIGHTBENCH_PRIVATE_PACK"
    done = subprocess.run(
        ["/bin/sh", "-c", steps], env={"HOME": str(tmp_path)}, capture_output=True, text=True, check=True
    )
    assert collection_pack(OPEN, Path(done.stdout.strip())).names == ("knotted_beads",)


def test_the_name_of_a_set_covers_seed_and_pack(folder: Path, pack: PrivatePack) -> None:
    name = dataset_name(SEED, pack)
    assert is_private(name)
    assert is_fresh(name)
    assert is_set_name(name)
    assert not is_private(dataset_name(SEED))
    file = folder / "humaneval-v" / "knotted_beads.py"
    file.write_text(f"{EXAMPLE}\n# another word\n")
    changed = collection_pack(OPEN, folder)
    assert len({name, dataset_name("6" * 32, pack), dataset_name(SEED, changed)}) == 3
    for wrong in ("fresh-private-", "fresh-private-../x", f"{name}-free", "fresh-private-0123456789ag"):
        assert not is_set_name(wrong)


@pytest.mark.gate
def test_the_gates_pass_for_the_example(pack: PrivatePack) -> None:
    form = PackedForm(pack)
    family = form.family(OPEN, "knotted_beads")
    made = form.make(OPEN, family, None)
    with JudgeProcess() as judge:
        assert list(form.faults(OPEN, family, made, judge)) == []
    assert [task.mutation for task in made] == list(MUTATIONS)
    checked = {task.mutation: task.svg_digest for task in form.make(OPEN, family, SEED)}
    assert all(checked[task.mutation] == task.svg_digest for task in form.fresh(family, SEED))
    assert form.note(OPEN, "knotted_beads") == "3 private mutations, 18 programs"
    assert form.changing(OPEN, {"knotted_beads": made}) == {"knotted_beads": []}


def _source(change: Callable[[str], str]) -> PrivatePack:
    source = change(EXAMPLE)
    assert source != EXAMPLE
    return PrivatePack(folder=Path("pack"), suite="humaneval-v", sources={"knotted_beads": source.encode()})


def test_a_public_rule_under_another_name_is_no_private_one() -> None:
    """Its program is that of ``alphabet``; such tasks are no twins of the public ones, either."""
    pack = _source(lambda text: text.replace("sorted(part, reverse=True)", "sorted(part)"))
    family = packed_family(OPEN, pack, "knotted_beads")
    faults = list(PackedForm(pack)._program_faults(family))
    problem = "z-to-a makes the program of a public mutation; its rule is public"
    assert faults == [GateFault("knotted_beads", "programs", problem)]
    with pytest.raises(
        BadInput, match=r"z-to-a and alphabet return the same|worked examples of z-to-a and alphabet"
    ):
        form_of(OPEN, pack).make(OPEN, family, None)


@pytest.mark.parametrize(
    ("change", "place", "problem"),
    [
        (lambda text: text.replace('"z-to-a": "the', '"alphabet": "the'), "MUTATIONS", "a public mutation"),
        (lambda text: text.partition("PROGRAM")[0], "reference", "missing"),
        (lambda text: re.sub(r"(?s)MUTATIONS = \{.*?\}", "MUTATIONS = {'a': 'one rule alone'}", text),
         "MUTATIONS", "not a dict of 3 or more"),
        (lambda text: text.replace("def reference(thread)", "def reference()"), "reference", "takes ()"),
        (lambda text: text + "\ndef calls(thread):\n    return []\n", "calls", "cannot be changed by a pack"),
        (lambda text: text + "\nTEXT = 'other'\n", "TEXT", "cannot be changed by a pack"),
        (lambda text: text + "\nimport no_such_module\n", "", "cannot be run: ModuleNotFoundError"),
        (lambda text: text + "\n)\n", "", "cannot be run: SyntaxError"),
        (lambda text: text + "\nraise SystemExit(0)\n", "", "cannot be run: SystemExit"),
    ],
)  # fmt: skip
def test_a_wrong_file_is_an_error_that_names_the_part(
    change: Callable[[str], str], place: str, problem: str
) -> None:
    pack = _source(change)
    with pytest.raises(BadInput) as error:
        packed_family(OPEN, pack, "knotted_beads")
    assert (error.value.file, error.value.place) == ("pack/humaneval-v/knotted_beads.py", place)
    assert problem in error.value.problem
    assert error.value.fix


def _link(folder: Path) -> None:
    (folder.parent / "outside.py").write_text(EXAMPLE)
    file = folder / "humaneval-v" / "knotted_beads.py"
    file.unlink()
    file.symlink_to(folder.parent / "outside.py")


def _linked_suite(folder: Path) -> None:
    (folder / "humaneval-v").rename(folder.parent / "outside")
    (folder / "humaneval-v").symlink_to(folder.parent / "outside")


@pytest.mark.parametrize(
    ("spoil", "problem"),
    [
        (lambda folder: folder.rename(folder.with_name("gone")), "is not a folder"),
        (lambda folder: folder.chmod(0o750), "is 0750, so other users of this machine have access"),
        (lambda folder: (folder / "humaneval-v").chmod(0o701), "is 0701, so other users"),
        (lambda folder: (folder / "humaneval-v/knotted_beads.py").chmod(0o644), "is 0644, so other users"),
        (_link, "is a link to"),
        (_linked_suite, "is a link to"),
        (lambda folder: (folder / "humaneval-v").rename(folder / "human"), "is not the folder of a suite"),
        (lambda folder: (folder / "humaneval-v/knotted_beads.py").rename(folder / "humaneval-v/beads.py"),
         "humaneval-v has no public family 'beads'"),
        (lambda folder: (folder / "humaneval-v/knotted_beads.py").rename(folder / "humaneval-v/x.txt"),
         "is not a file FAMILY.py"),
        (lambda folder: (folder / "humaneval-v/knotted_beads.py").unlink(), "has no files"),
    ],
)  # fmt: skip
def test_a_wrong_folder_is_an_error_with_a_fix(
    spoil: Callable[[Path], object], problem: str, folder: Path
) -> None:
    (folder / ".git").mkdir()
    (folder / "README.md").write_text("Rules of ours.\n")
    assert collection_pack(OPEN, folder).names == ("knotted_beads",)
    spoil(folder)
    with pytest.raises(BadInput) as error:
        collection_pack(OPEN, folder)
    assert problem in error.value.problem
    assert error.value.fix


def test_a_pack_of_another_user_or_inside_the_repository_is_refused(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(BadInput, match="so it could be published with it"):
        read_pack(OPEN.folder, "humaneval-v", OPEN.names())
    pack = collection_pack(OPEN, folder)
    with pytest.raises(BadInput, match=r"--into: .* so it could be published with it"):
        write_fresh(OPEN, pack.names, SEED, OPEN.folder / "private", pack)
    monkeypatch.setattr(os, "getuid", lambda: 12345)
    with pytest.raises(BadInput, match=r"belongs to user .*, not to you \(user 12345\)"):
        collection_pack(OPEN, folder)


def test_a_preview_is_drawn_only_into_a_folder_of_this_user(
    in_process, folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(VARIABLE, str(folder))
    monkeypatch.setattr(PackedForm, "make", lambda *_: ())
    monkeypatch.setattr(PackedForm, "write_sheet", lambda *_: [tmp_path])
    monkeypatch.setattr(PackedForm, "preview_page", lambda *_: b"")
    (tmp_path / "open").mkdir()
    (tmp_path / "open").chmod(0o755)
    done = in_process("author", "preview", "--private", "--out", "open")
    assert done.returncode == 2
    assert "is 0755, so other users of this machine have access" in done.stderr
    assert f"chmod -R go-rwx {tmp_path}/open" in done.stderr.replace("\n", " ")
    assert in_process("author", "preview", "--private", "--out", "new").returncode == 0
    assert stat.S_IMODE((tmp_path / "new").stat().st_mode) == 0o700


def test_what_a_pack_prints_does_not_disturb_the_second_drawing(
    pack: PrivatePack, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(redraw, "make_tasks", lambda *_, **__: print("debugging") or ())
    fields = {"suite": OPEN.suite, "dataset": OPEN.dataset, "package": OPEN.package}
    request = {**fields, "instances": {"knotted_beads": ["a", 0]}, "pack": str(pack.folder)}
    monkeypatch.setattr("sys.stdin", io.StringIO(json.dumps(request)))
    redraw.main()
    assert json.loads(capsys.readouterr().out) == {"knotted_beads": {}}


@pytest.mark.parametrize("name", ["terrace_views", "radio_evening"])
def test_a_function_that_does_not_know_the_mutation_is_named(name: str) -> None:
    """Samples or pictures of these families look the mutation up in a table of the public ones."""
    source = re.sub(r"def reference.*", "def reference(values):\n    return ''\n", EXAMPLE, flags=re.DOTALL)
    pack = PrivatePack(folder=Path("pack"), suite="humaneval-v", sources={name: source.encode()})
    family = packed_family(OPEN, pack, name).family
    with pytest.raises(BadInput, match=r"the family's own .* fails for a private mutation") as error:
        _draw_until_one_fits(family)
    assert error.value.file == f"pack/humaneval-v/{name}.py"
    assert error.value.fix == f"define {error.value.place} in this file"


def _draw_until_one_fits(family: Family) -> None:
    for number in range(40):  # most draws of radio evening do not fit
        with contextlib.suppress(UnfitError):
            family.picture(family.sample("z-to-a", Draws(str(number))), lambda *_: 0)


def test_a_sample_of_the_pack_has_to_be_the_parameter_object_of_the_family() -> None:
    pack = _source(lambda text: f"{text}\n\ndef sample(mutation, draws):\n    return None\n")
    family = packed_family(OPEN, pack, "knotted_beads").family
    with pytest.raises(BadInput, match="sample: returns NoneType, not the family's parameter object"):
        family.sample("z-to-a", Draws("any"))


@pytest.mark.gate
def test_without_the_option_the_variable_changes_nothing(
    in_process, folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The folder is not even looked at: one that is wrong gives no error."""
    command = ("author", "build", "knotted_beads", "--seed", SEED, "--into")
    plain = in_process(*command, tmp_path / "plain")
    monkeypatch.setenv(VARIABLE, str(folder))
    with_pack = in_process(*command, tmp_path / "with")
    monkeypatch.setenv(VARIABLE, "/no/such/folder")
    with_wrong = in_process(*command, tmp_path / "wrong")
    assert (plain.returncode, with_pack.returncode, with_wrong.returncode) == (0, 0, 0)
    files = [
        {path.name: path.read_bytes() for path in (tmp_path / name).rglob("*") if path.is_file()}
        for name in ("plain", "with", "wrong")
    ]
    assert files[0] == files[1] == files[2]
    assert "pack" not in json.loads(files[0]["set.json"])


def test_only_code_of_the_option_reads_the_pack() -> None:
    """So no test of digests, kept study or count of programs depends on the variable."""
    root = Path(OPEN.folder).parents[2]
    readers = {
        path.relative_to(root).as_posix()
        for path in root.rglob("*.py")
        if re.search(r"\bpack_folder\(|\bSIGHTBENCH_PRIVATE_PACK\"", path.read_text(encoding="utf-8"))
    }
    assert readers == {"authoring/private_pack.py", "cli/author/option_values.py"}


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (("build", "--private"), "needs --seed"),
        (("build", "--private", "--seed", SEED, "--suite", "mmcode"), "takes no private pack"),
        (("check", "--private", "--suite", "mathopeval"), "takes no private pack"),
        (("check", "--private", "market_slips"), "the private pack has no file for 'market_slips'"),
        (("rivals", "--private", "none"), "the private pack has no file for 'none'"),
    ],
)
def test_wrong_options_are_errors(
    in_process, arguments: tuple[str, ...], problem: str, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(VARIABLE, str(folder))
    done = in_process("author", *arguments)
    assert done.returncode == 2
    assert problem in done.stderr
    monkeypatch.delenv(VARIABLE)
    assert "needs SIGHTBENCH_PRIVATE_PACK" in in_process("author", "preview", "--private").stderr


@pytest.mark.gate
def test_the_documented_steps_work(
    in_process, folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Preview, check, rivals, build, evaluate and verify, as the guide has them."""
    monkeypatch.setenv(VARIABLE, str(folder))
    monkeypatch.setenv(DATASETS, str(tmp_path / "datasets"))
    (folder / ".seed").write_text(SEED)
    checked = in_process("author", "check", "--private")
    assert re.match(r"knotted_beads: 3 tasks, 3 private mutations, 18 programs, ok, ", checked.stdout)
    assert not (tmp_path / "build").exists()
    assert in_process("author", "preview", "--private").returncode == 0
    assert (folder / ".preview" / "index.html").is_file()
    assert in_process("author", "rivals", "--private", "--instances", 20).returncode == 0
    built = in_process("author", "build", "--private", "--seed", f"@{folder}/.seed")
    name = dataset_name(SEED, collection_pack(OPEN, folder))
    assert built.stdout.startswith(f"wrote {name}: 3 tasks in ")
    tasks = read_tasks(tmp_path / "datasets" / "humaneval-v" / name / "tasks.jsonl")
    answers = [{"task_id": task.id, "draw": 0, "completion": task.reference} for task in tasks]
    (tmp_path / "answers.jsonl").write_text("".join(json.dumps(answer) + "\n" for answer in answers))
    given = ("--suite", "humaneval-v", "--dataset", name, "--predictions", "answers.jsonl")
    named = ("--slug", "acme", "--name", "Acme", "--setting", "V2C", "--protocol", "greedy")
    judged = in_process("evaluate", *given, "--rows", "results", *named)
    assert "outcomes: 3 passed" in judged.stdout
    assert "the row has no answers: keep your file" in judged.stdout
    (row,) = (tmp_path / "results").rglob("*.*")
    verified = in_process("verify", row, "--predictions", "answers.jsonl")
    assert "3 of 3 statuses agree" in verified.stdout
