"""What is taught, and that it is true."""
