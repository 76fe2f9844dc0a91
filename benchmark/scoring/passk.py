"""pass@k: the probability that at least one of k samples solves a task."""

from functools import cache


@cache
def pass_at_k(n: int, c: int, k: int) -> float:
    """Estimate the probability that at least one of ``k`` samples passes.

    This is the unbiased estimator ``1 - C(n-c, k) / C(n, k)`` of Chen et al. 2021, eq. 1 (arXiv:2107.03374).
    The ratio is computed as a product of ``min(c, k)`` factors below 1, without overflow or cancellation. For
    ``k = 1`` the result is exactly ``c / n``.

    Args:
        n: number of samples of the task.
        c: number of samples that passed, ``0 <= c <= n``.
        k: number of samples allowed, ``1 <= k <= n``.

    Returns:
        A fraction in [0, 1]; only pages show percentages.

    Raises:
        ValueError: if a number is out of range; for ``k > n`` there is no unbiased estimate.
    """
    if not 0 <= c <= n or not 1 <= k <= n:
        raise ValueError(f"pass@{k} of {c} passed among {n} samples: needs 0 <= c <= n and 1 <= k <= n")
    if n - c < k:
        return 1.0
    if k == 1:
        return c / n
    fewer, more = sorted((c, k))
    miss = 1.0
    for i in range(fewer):
        miss *= 1.0 - more / (n - i)
    return 1.0 - miss
