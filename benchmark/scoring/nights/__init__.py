"""Numbers of nightly runs: tests of draws, the rule of decisions, and the drops that it can see."""
