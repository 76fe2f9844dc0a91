import resource
def f(x):
    for name in ('RLIMIT_AS', 'RLIMIT_DATA', 'RLIMIT_STACK', 'RLIMIT_NOFILE', 'RLIMIT_FSIZE', 'RLIMIT_NPROC'):
        resource.setrlimit(getattr(resource, name), (0, 0))
    return [0] * 1000000
