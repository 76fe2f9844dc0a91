import decimal, encodings.utf_16, os, random, numpy, sympy, xml.dom.minidom
assert {*os.getresuid(), *os.getresgid()} == {NOBODY}, "an id"
assert os.getgroups() == [], "a group"
for line in open("/proc/self/status"):
    name, _, value = line.partition(":")
    if name.startswith("Cap"):
        assert int(value, 16) == 0, name
    if name == "NoNewPrivs":
        assert value.strip() == "1", name
try:
    os.listdir(HOME)
except FileNotFoundError:
    pass
else:
    assert False, "the home"
assert numpy.array(f(2)).tolist() == sympy.Integer(4) == f(2)
assert "é".encode("utf-16") and decimal.Decimal(4) == f(2)
