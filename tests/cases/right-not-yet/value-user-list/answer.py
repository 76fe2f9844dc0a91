from collections import UserList
def f(): return UserList([1, 2])
