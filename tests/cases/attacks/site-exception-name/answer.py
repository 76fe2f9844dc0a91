def f(x): raise type('<b>\x1b[31m passed\n', (Exception,), {})('no')
