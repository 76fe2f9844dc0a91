"""The families: one module and one design page for each."""
