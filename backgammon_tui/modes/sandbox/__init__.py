"""The sandbox: any position set up by hand, and any numbers played from it."""
