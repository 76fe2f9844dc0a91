"""Nightly runs: what is drawn, what is decided and why, which models are new, and which issues report it.

Files are in :mod:`benchmark.results.nights`, numbers in :mod:`benchmark.scoring.nights`. Two parts belong to
packages below this one: :mod:`benchmark.chain.plan.panels` has the rules for panels, which accepting a plan
checks again; :mod:`benchmark.leaderboard.nights` has the charts, which pages of models show, too.
"""
