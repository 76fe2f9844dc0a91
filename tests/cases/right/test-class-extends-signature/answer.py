def f(head):
    s=0
    while head:
        assert isinstance(head, ListNode)
        s+=head.val; head=head.follow()
    return s
