"""pass@k, the share of tasks that at least one of k samples solves."""

from functools import cache


@cache
def pass_at_k(n: int, c: int, k: int) -> float:
    """Estimate the chance that at least one of ``k`` samples passes.

    Unbiased estimator ``1 - C(n-c, k) / C(n, k)``: Chen et al. 2021, eq. 1 (arXiv:2107.03374). The ratio is a
    product of ``min(c, k)`` factors below 1, so it neither overflows nor cancels, and with ``k = 1`` it is
    ``c / n`` itself.

    Args:
        n: samples drawn for the task.
        c: samples that passed, ``0 <= c <= n``.
        k: samples allowed, ``1 <= k <= n``.

    Returns:
        A fraction in [0, 1]; only pages show percentages.

    Raises:
        ValueError: outside those ranges; with ``k > n`` no unbiased estimate exists.
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
