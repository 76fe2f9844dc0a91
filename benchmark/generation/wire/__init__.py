"""How a call is sent, and what its reply or failure means."""
