import a_module_that_is_not_there
def f(x): return 0
