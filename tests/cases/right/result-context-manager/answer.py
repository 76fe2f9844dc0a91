import contextlib
@contextlib.contextmanager
def f(log):
    log.append('in')
    yield 5
    log.append('out')
