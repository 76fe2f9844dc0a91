"""What settings of several suites have in common."""

#: Suite → the setting that shows all but the picture: what a model scores without looking.
BLIND: dict[str, str] = {"humaneval-v": "signature-only"}

#: Suite → settings whose name says which model writes the program from another one's description.
NAMING_A_CODER: dict[str, tuple[str, ...]] = {"humaneval-v": ("V2T2C-*",)}
