"""CUDA devices: what is cleared in one launch, and by whom. Nothing here imports a CUDA library but
`cupy_device`.

`segments` says what a routine clears, `shares` cuts that up for the blocks of a launch, `table`
writes it down as `clear.cu` reads it, `launches` calls the kernels, and `routines` puts this
together for an arena. `probes` reads an arena with the kernels of `debug.cu`. `device` is all that
they ask of a CUDA library.
"""
