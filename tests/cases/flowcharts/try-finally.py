def main(kind):
    log = []
    try:
        try:
            log.append('body')
            if kind == 1:
                raise ValueError('one')
            if kind == 2:
                raise KeyError('two')
            if kind == 3:
                return log
            if kind == 6:
                raise ArithmeticError('six')
        except ValueError as e:
            log.append(str(e))
        except (KeyError, IndexError) as e:
            log.append(e.args[0])
            try:
                log.append(1 // 0)
            except ZeroDivisionError:
                log.append('zero')
            raise
        else:
            log.append('else')
        finally:
            log.append('finally')
            if kind == 5:
                return log
    except KeyError as e:
        log.append('again ' + e.args[0])
    except:
        log.append('other')
    return log


def loop(items):
    log = []
    for item in items:
        try:
            if item == 1:
                continue
            if item == 2:
                break
            log.append(10 // item)
        except ZeroDivisionError:
            continue
        finally:
            log.append('f')
    else:
        log.append('else')
    return log


def value():
    log = []

    def note(x):
        log.append(x)
        return x

    def inner():
        try:
            return note('value')
        finally:
            note('finally')

    return inner(), log


def swallowed():
    while True:
        try:
            raise ValueError
        finally:
            break
    return 'done'


def cause():
    try:
        try:
            raise ValueError('a')
        except ValueError as error:
            raise KeyError('b') from error
    except KeyError as error:
        return repr(error.__cause__)


def kept(e):
    try:
        assert e > 1, 'small'
    except AssertionError as e:
        pass
    try:
        return e
    except UnboundLocalError:
        return 'gone'


def f(name, *arguments):
    return globals()[name](*arguments)


# tests
assert f('main', 0) == ['body', 'else', 'finally']
assert f('main', 1) == ['body', 'one', 'finally']
assert f('main', 2) == ['body', 'two', 'zero', 'finally', 'again two']
assert f('main', 3) == ['body', 'finally']
assert f('main', 5) == ['body', 'else', 'finally']
assert f('main', 6) == ['body', 'finally', 'other']
assert (f('loop', [5, 0, 1, 3]), f('loop', [1, 2])) == ([2, 'f', 'f', 'f', 3, 'f', 'else'], ['f', 'f'])
assert f('value') == ('value', ['value', 'finally'])
assert (f('swallowed'), f('cause'), f('kept', 1), f('kept', 2)) == ('done', "ValueError('a')", 'gone', 2)
