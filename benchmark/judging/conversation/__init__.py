"""Stand-ins on the host for the functions, classes and objects of an answer, which stay in the guest."""
