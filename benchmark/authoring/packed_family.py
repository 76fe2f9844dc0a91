"""A public family with the mutations of a private pack."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from benchmark.authoring.collection import Collection
from benchmark.authoring.draws import Draws
from benchmark.authoring.family import TASKS_PER_FAMILY, Family, UnfitError
from benchmark.authoring.pack_module import PackModule, read_pack_module
from benchmark.authoring.private_pack import PrivatePack, read_pack
from benchmark.core.errors import BadInput, SightbenchError

#: Functions of a family that a pack may define for its mutations.
_PARTS = ("sample", "reference", "rivals", "picture", "describe")


@dataclass(frozen=True, slots=True, kw_only=True)
class PackedFamily:
    """A family whose instances have private and public mutations; only private ones become tasks.

    All of them have to be twins of one another, so a private rule is never a public one under another name.
    """

    family: Family  #: with private mutations first
    public: Family  #: as it is without the pack
    module: PackModule

    @property
    def name(self) -> str:
        """Name of the family."""
        return self.family.name

    @property
    def version(self) -> int:
        """Version of the public family."""
        return self.family.version

    @property
    def private(self) -> tuple[str, ...]:
        """The private mutations, in the order of their file."""
        return tuple(self.module.rules)

    @property
    def private_only(self) -> Family:
        """The family without its public mutations."""
        return replace(self.family, mutations=self.private)

    def drawn(self, seed: str) -> list[str]:
        """Return the mutations that a fresh set has of the family: any three private ones, shuffled."""
        draws = Draws(self.name, self.version, seed, "private mutations")
        return draws.sample(self.private, TASKS_PER_FAMILY)


def collection_pack(collection: Collection, folder: Path) -> PrivatePack:
    """Read the private pack in ``folder`` for a collection.

    Raises:
        BadInput: for the reasons of :func:`.private_pack.read_pack`.
    """
    return read_pack(folder, collection.suite, collection.names())


def packed_family(collection: Collection, pack: PrivatePack, name: str) -> PackedFamily:
    """Return a family with the mutations of a pack.

    Raises:
        BadInput: if the pack has no file for it, or a part of the family or of the file is missing or wrong.
    """
    pack.check_name(name)
    public = collection.family(name)
    module = read_pack_module(pack, public)
    own: dict[str, Any] = {part: _by_mutation(part, getattr(public, part), module) for part in _PARTS}
    merged = replace(
        public,
        mutations=(*module.rules, *public.mutations),
        equivalent={**public.equivalent, **module.equivalent},
        settled={**public.settled, **module.settled},
        **own,
    )
    return PackedFamily(family=merged, public=public, module=module)


def _by_mutation(part: str, public: Callable[..., Any], module: PackModule) -> Callable[..., Any]:
    """Return a function that calls the pack's for private mutations, if it defines it, else the family's."""
    own = module.functions.get(part)

    def call(first: Any, *others: Any) -> Any:
        mutation = first if part == "sample" else getattr(first, "mutation", None)
        if mutation is None:
            problem = "the parameter object of the family does not name its mutation"
            raise BadInput(module.path, part, problem, "add mutations to another family")
        if mutation not in module.rules:
            return public(first, *others)
        try:
            made = (own or public)(first, *others)
        except (SightbenchError, UnfitError):
            raise
        except Exception as error:
            problem, fix = f"{type(error).__name__}: {error}", f"correct {part} in this file"
            if own is None:
                problem = f"the family's own {part} fails for a private mutation: {problem}"
                fix = f"define {part} in this file"
            raise BadInput(module.path, part, problem, fix) from error
        if part == "sample" and own is not None and getattr(made, "mutation", None) != mutation:
            problem = f"returns {type(made).__name__}, not the family's parameter object for {mutation}"
            raise BadInput(module.path, part, problem, f"correct {part} in this file")
        return made

    return call
