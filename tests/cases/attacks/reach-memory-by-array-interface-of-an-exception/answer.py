def f(x):
    e=ValueError("x"); e.__dict__['__array_interface__']={'shape':(1,),'typestr':'<i8','data':b'\x01'+b'\0'*7,'version':3}
    return e
