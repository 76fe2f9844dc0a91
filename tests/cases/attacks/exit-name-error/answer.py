def f(x): raise NameError("name 'expected' is not defined", name='expected')
