class Manager:
    def __init__(self, log, absorb=False):
        self.log = log
        self.absorb = absorb

    def __enter__(self):
        self.log.append('enter')
        return self.log

    def __exit__(self, kind, error, trace):
        self.log.append('exit' if kind is None else kind.__name__)
        return self.absorb


def f(kind):
    log = []
    for turn in range(3):
        with Manager(log, True) as outer, Manager(log):
            outer.append(turn)
            if kind == 1:
                continue
            if kind == 2 and turn:
                break
            if kind == 3:
                raise ValueError
            if kind == 4:
                return log
        log.append('after')
    return log


# tests
assert f(0) == ['enter', 'enter', 0, 'exit', 'exit', 'after', 'enter', 'enter', 1, 'exit', 'exit', 'after',
                'enter', 'enter', 2, 'exit', 'exit', 'after']
assert f(1) == ['enter', 'enter', 0, 'exit', 'exit', 'enter', 'enter', 1, 'exit', 'exit',
                'enter', 'enter', 2, 'exit', 'exit']
assert f(2) == ['enter', 'enter', 0, 'exit', 'exit', 'after', 'enter', 'enter', 1, 'exit', 'exit']
assert f(3)[:6] == ['enter', 'enter', 0, 'ValueError', 'ValueError', 'after']
assert f(4) == ['enter', 'enter', 0, 'exit', 'exit']
