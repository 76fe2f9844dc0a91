import datetime, ipaddress, pathlib, uuid
def f(name):
    return {
        "uuid": uuid.UUID("12345678-1234-5678-9234-567812345678"),
        "path": pathlib.Path("a") / "b.txt", "pure": pathlib.PurePath("a/b.txt"),
        "windows": pathlib.PureWindowsPath("C:\\a"),
        "list": [ipaddress.ip_address("10.0.0.1"), ipaddress.ip_network("10.0.0.0/8"), ipaddress.ip_address("::1")],
        "paths": {pathlib.Path("b"), pathlib.Path("a")}, "zone": datetime.timezone.utc, "named": datetime.timezone(datetime.timedelta(hours=2), "here"),
        "time": datetime.datetime(2024, 1, 1, tzinfo=datetime.timezone(-datetime.timedelta(hours=5, minutes=30))),
    }[name]
f.parent = lambda path: path.parent
f.version = lambda identifier: identifier.version
f.inside = lambda network, address: address in network
f.shift = lambda zone: zone.utcoffset(None)
