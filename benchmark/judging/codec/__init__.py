"""Encodes and decodes values between host and guest; the guest's half is in ``benchmark/sandbox/guest``."""
