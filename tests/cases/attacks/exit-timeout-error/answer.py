def f(x): raise TimeoutError('the sandbox did not start')
