class A: pass
def f(x):
    a=A(); a.__dict__['__array_interface__']={'shape':(1,),'typestr':'<i8','data':(64,True),'version':3}
    return a
