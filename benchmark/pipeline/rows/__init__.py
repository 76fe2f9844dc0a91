"""From verdicts to rows, and rows checked against what they were made from."""
