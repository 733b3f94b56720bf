"""The modes as lines of text: for pipes, for the ear, for narrow and for old terminals."""
