"""The only code that starts untrusted processes: `host` outside, `guest` inside."""
