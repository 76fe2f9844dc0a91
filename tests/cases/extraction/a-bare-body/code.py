    y = x
    return x + y
