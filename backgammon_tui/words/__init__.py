"""Events, reasons, rules and positions as English sentences and plain text."""
