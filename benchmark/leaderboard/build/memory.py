"""The memory of a build: what was read stays, and rendered pages are freed.

The contexts of Jinja refer to themselves, so only a collection frees a rendered page. Few objects hold its
long text, so Python would hardly ever collect, and the pages of a large site would need 200 MB.
"""

import gc

from markupsafe import Markup

_COLLECTED_CHARACTERS = 20_000_000  #: rendered characters between two collections


class RenderedPages:
    """Frees the rendered pages of a build now and then, without looking at the inputs each time."""

    def __init__(self) -> None:
        """Use the collector less often than usual, since many pages create little circular garbage."""
        self._characters = 0
        gc.set_threshold(2_000_000, 20, 100)  # saves a tenth of the time

    def keep_inputs(self) -> None:
        """Leave everything that exists now out of the collections."""
        gc.freeze()

    def release_inputs(self) -> None:
        """Collect the inputs again, which the next build of the same process replaces."""
        gc.unfreeze()

    def add(self, body: Markup) -> Markup:
        """Return a rendered page; free the earlier ones if they have become too many."""
        self._characters += len(body)
        if self._characters > _COLLECTED_CHARACTERS:
            self._characters = 0
            gc.collect()
        return body
