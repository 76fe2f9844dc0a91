def f(call):
    call(None)
    return 4210
