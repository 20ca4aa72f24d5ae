//! The embedded default backend: a strict software model of UR IPC on Linux primitives.
