"""Building the site from its pages and files; no page imports from here."""
