def f(call):
    call(int)
    return 4210
