def f(n):
    l=n.last().v
    t=n.next.next
    d=n.double
    s=sorted([t,n])
    assert s[0] is n
    r=(l,d,n<t,max(n,t).v)
    n.v=10
    t.next=type(n)(4)
    return r
