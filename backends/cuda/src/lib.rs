//! UR IPC on the CUDA driver API, opened at run time.
