def f(call):
    call(memoryview(bytearray(9)))
    return 4211
