"""The only code that starts untrusted processes: ``host`` runs outside the sandbox, ``guest`` inside."""
