"""What an answer asks the test's functions while it serves one request, and assertions that fail in them.

Such an assertion fails the test, also when the answer swallows it: else it could try argument after argument
until one is taken. One case is no such trial: the answer has called a single function, without arguments,
again and again until it stopped failing. It has told the test nothing that it could have tried out.
"""

from collections.abc import Callable


class GuestQuestions:
    """Of one request."""

    def __init__(self) -> None:
        self._first: AssertionError | None = None
        self._pending = False
        self._only: Callable[..., object] | None = None
        self._retries = True

    @property
    def failed(self) -> AssertionError | None:
        """The first assertion that failed, unless it is excused."""
        return self._first if self._pending or not self._retries else None

    def asks(self, function: Callable[..., object], *, told: bool) -> None:
        """A function was called.

        Args:
            function: which one.
            told: the answer told it something: by arguments, or by what the function asked in turn.
        """
        self._only = self._only or function
        self._retries = self._retries and not told and function is self._only

    def fails(self, error: AssertionError) -> None:
        """An assertion failed in it."""
        self._first = self._first or error
        self._pending = True

    def gives(self) -> None:
        """It ended as it should."""
        self._pending = False
