def f(x): raise AssertionError('the test is broken')
