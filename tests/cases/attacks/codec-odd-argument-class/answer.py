class A:
    pass
def f(call):
    call(A())
    return 4210
