"""Which models matter: those on the watch list, and those that submissions use."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from benchmark.chain.plan.policy import WatchedModels
from benchmark.chain.plan.watched import matches_watched
from benchmark.submissions.schema import SubmissionRun


@dataclass(frozen=True, slots=True)
class ModelsOfInterest:
    """The watch list, and the models of submissions."""

    watch: tuple[WatchedModels, ...]
    used: Mapping[tuple[str, str], frozenset[str]]  #: provider and model → slugs of the submissions

    def is_watched(self, provider: str, model: str) -> bool:
        """Whether an entry of the watch list covers a model."""
        return any(matches_watched(entry, provider, model) for entry in self.watch)

    def matters(self, provider: str, model: str) -> bool:
        """Whether a model is watched, or used by a submission."""
        return (provider, model) in self.used or self.is_watched(provider, model)

    def slug_of(self, provider: str, model: str) -> str | None:
        """Return the only submission that uses a model; None if there is none, or several."""
        slugs = self.used.get((provider, model), frozenset())
        return next(iter(slugs)) if len(slugs) == 1 else None


def models_of_interest(
    watch: Iterable[WatchedModels], runs: Iterable[tuple[str, SubmissionRun]]
) -> ModelsOfInterest:
    """Return the models that matter.

    Args:
        watch: the watch list.
        runs: runs of submissions, each with its slug. Models behind another address than the vendor's are
            left out, because the vendor's list says nothing about them.
    """
    used: dict[tuple[str, str], frozenset[str]] = {}
    for slug, run in runs:
        for config in run.configs.values():
            if config.base_url is None:
                key = (config.provider, config.model.removeprefix("models/"))
                used[key] = used.get(key, frozenset()) | {slug}
    return ModelsOfInterest(tuple(watch), used)
