def double(x):
    return (2 *
