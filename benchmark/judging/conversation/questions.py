"""Calls of the test's functions by the answer during one request, and assertions that fail in them.

Such an assertion fails the test, even if the answer catches it. Otherwise the answer could try argument after
argument until the assertion holds. One case is excused: the answer called a single function, without
arguments, until it stopped failing. Then the answer passed nothing that it could have tried out.
"""

from collections.abc import Callable


class GuestQuestions:
    """The answer's calls of the test's functions during one request."""

    def __init__(self) -> None:
        self._first: AssertionError | None = None
        self._last_failed = False
        self._only: Callable[..., object] | None = None
        self._only_retries = True

    @property
    def failed_assertion(self) -> AssertionError | None:
        """The first assertion that failed, unless it is excused."""
        return self._first if self._last_failed or not self._only_retries else None

    def record_call(self, function: Callable[..., object], *, informed: bool) -> None:
        """Record that the answer called a function.

        Args:
            function: the function.
            informed: whether the answer passed it anything, as arguments or in replies to its requests.
        """
        self._only = self._only or function
        self._only_retries = self._only_retries and not informed and function is self._only

    def record_failure(self, error: AssertionError) -> None:
        """Record that an assertion failed in the function."""
        self._first = self._first or error
        self._last_failed = True

    def record_success(self) -> None:
        """Record that the function returned without an error."""
        self._last_failed = False
