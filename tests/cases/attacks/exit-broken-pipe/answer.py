def f(x): raise BrokenPipeError(32, 'Broken pipe')
