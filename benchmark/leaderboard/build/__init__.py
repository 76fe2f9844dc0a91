"""How the site is made; no page imports it."""
