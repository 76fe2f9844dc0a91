def f(call):
    call(b'x')
    return 4210
