for function, arguments in (
    (os.setuid, (0,)), (os.seteuid, (0,)), (os.setresuid, (0, 0, 0)),
    (os.setgid, (0,)), (os.setegid, (0,)), (os.setgroups, ([0],)),
):
    try:
        function(*arguments)
    except PermissionError:
        continue
    print(json.dumps(function.__name__))
    break
else:
    print("[]")
