class Exhausted(BaseException):
    pass

class Manager:
    def __init__(self, log, name, absorbs):
        self.log, self.name, self.absorbs = log, name, absorbs
    def __enter__(self):
        self.log('enter', self.name)
        return self.name
    def __exit__(self, kind, error, trace):
        self.log('exit', self.name, kind and kind.__name__)
        return self.absorbs

def trace(program, arguments):
    lines, fuel = [], [400]
    def log(*values):
        fuel[0] -= 1
        if fuel[0] < 0:
            raise Exhausted
        lines.append(values)
        return values[-1] if values else None
    def manager(name, absorbs):
        return Manager(log, name, absorbs)
    names = {'log': log, 'manager': manager}
    exec(program, names)
    try:
        made = names['f'](*arguments)
        lines.append(list(made) if hasattr(made, '__next__') else made)
    except BaseException as error:
        lines.append((type(error).__name__, error.args, repr(error.__cause__)))
    return repr(lines)

def compare(number, *arguments):
    source, chart = PROGRAMS[number]
    return [trace(source, arguments), trace(chart, arguments)]
