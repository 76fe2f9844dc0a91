"""A socket that a test forgets is named by that test."""

import socket
import warnings
from typing import Any

from tests.open_sockets import open_sockets, unclosed_sockets


def test_a_socket_that_is_garbage_is_found_and_one_in_use_is_not() -> None:
    before = open_sockets()
    forgotten: list[Any] = []
    forgotten += [socket.create_server(("127.0.0.1", 0)), forgotten]
    address = forgotten[0].getsockname()
    with socket.create_server(("127.0.0.1", 0)) as used:
        assert len(open_sockets() - before) == 2
        del forgotten
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            (found,) = unclosed_sockets()
        assert str(address) in found
        assert used.fileno() > 0
    assert open_sockets() == before
