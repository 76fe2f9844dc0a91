import gc
gc.disable()
def f(x):
    gc.collect()
    gc.enable()
    return x + 1
