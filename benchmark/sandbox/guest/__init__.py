"""What runs inside the sandbox, beside the model's code.

Standard library only, imported by nobody: it is mounted as the package ``sightbench_guest``. Nothing here
ever holds an expected value, and nothing that it says is believed beyond "this is what the answer returned".
"""
