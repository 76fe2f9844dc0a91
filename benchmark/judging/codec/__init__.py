"""Encodes and decodes values between host and guest; the guest's half is in ``benchmark/sandbox/guest``.

Whatever the guest sends may be a lie. A function that reads it raises ValueError, TypeError or LookupError if
it is not valid, which :mod:`.decoding` turns into ``OffProtocol``, or ReplyTooLong if it would cost too much.
"""
