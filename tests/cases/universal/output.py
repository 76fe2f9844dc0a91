# value stdio: the same output for every input
# each: ""; "0"; "1"; "-1"; "YES"; "NO"; "Yes"; "No"; "nan"; "0 " * 100; "YES\nNO\n0\n1\n-1\n"
print(@EACH@)
