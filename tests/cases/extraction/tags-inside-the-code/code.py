def double(x):
    """Of <think> and </think> no more."""
    return 2 * x