"""Finding stale and out-of-bounds bytes: guards between buffers, poison, and fingerprints. An arena
that is not debugged loads `methods` and `options` only.

`pieces` says what lies where in an arena, and `gaps` what lies between. `poison` and `guards` write
through the routines that every backend has; checking and fingerprints read, and a backend that can
read has the methods of `probing`. `host` does so for memory of the host.
"""
