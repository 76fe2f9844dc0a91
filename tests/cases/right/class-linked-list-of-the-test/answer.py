class ListNode:
    def __init__(self, val=0, next=None): self.val, self.next = val, next
class Solution:
    def reverse(self, head):
        before = None
        while head: head.next, before, head = before, head, head.next
        return before
