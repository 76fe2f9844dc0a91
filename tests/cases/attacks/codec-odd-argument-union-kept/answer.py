def f(call):
    call(int | str)
    return 4211
