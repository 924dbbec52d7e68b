"""What runs a server: its settings, logs and metrics."""
