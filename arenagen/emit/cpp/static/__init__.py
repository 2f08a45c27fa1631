"""Headers that are copied into the files of every layout, with the namespace filled in."""
