"""Events, reasons, rules and positions as sentences and plain text."""
