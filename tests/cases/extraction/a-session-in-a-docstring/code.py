def double(x):
    """Double x.

    >>> double(4)
    8
    """
    return 2 * x