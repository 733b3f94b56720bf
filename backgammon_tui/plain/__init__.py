"""Plain mode: text lines for pipes, screen readers, and narrow or old terminals."""
