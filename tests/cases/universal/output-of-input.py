# value stdio: a part of the input as output
# each: text; text.split()[0]; text.split()[-1]; text.splitlines()[0]; len(text.split()); "\n".join("0" for line in text.splitlines()[1:])
import sys
text = sys.stdin.read()
print(@EACH@)
