from unittest import mock
def f():
    m = mock.Mock(spec=list)
    m.append.return_value = 'called'
    return m
