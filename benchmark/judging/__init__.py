"""Answer and check → verdict. The guest computes, the host decides."""
