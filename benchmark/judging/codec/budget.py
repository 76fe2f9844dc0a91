"""How much memory the values of one reply may take on the host.

The channel bounds the text of a reply and its JSON values (``REPLY_MEMORY_LIMIT``). What the host builds from
them can take more: an empty deque takes 700 bytes. The decoder spends that from the reply's budget *before*
it builds the object. The sizes are upper estimates for CPython 3.11 on 64 bits.
"""

from benchmark.sandbox.host.channel import ReplyTooLong

#: Maximum bytes of what the host builds from one reply, in addition to its JSON values.
OBJECTS_LIMIT = 96 << 20
OBJECT_BYTES = 400  #: an object with a dict of its own, such as a UserList or a view of a dict
STAND_IN_BYTES = 600  #: a stand-in for an object that stays in the guest
DICT_BYTES, PAIR_BYTES = 300, 160  #: a dict of any kind, and each of its pairs
SET_BYTES, MEMBER_BYTES = 300, 80  #: a set, and each of its members
DEQUE_BYTES, ITEM_BYTES = 800, 16  #: a deque, and each of its items


class ReplyBudget:
    """The memory that is left for the objects of one reply.

    Args:
        size: bytes at the beginning.
    """

    __slots__ = ("_left", "_size")

    def __init__(self, size: int = OBJECTS_LIMIT) -> None:
        self._size = self._left = size

    def spend(self, size: int) -> None:
        """Reserve memory for an object that is about to be built.

        Args:
            size: bytes that the object will take, at least 0.

        Raises:
            ReplyTooLong: if less than that is left. The answer is to blame.
        """
        self._left -= size
        if self._left < 0:
            raise ReplyTooLong(f"a reply whose objects take more than {self._size >> 20} MiB")
