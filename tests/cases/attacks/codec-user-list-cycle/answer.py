from collections import UserDict, UserList
def f(x):
    u, d = UserList([1]), UserDict()
    u.append(u)
    d['d'] = d
    u.data.append(d)
    d['u'] = u.data
    return u
