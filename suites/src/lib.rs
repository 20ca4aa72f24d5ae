//! The tests of the UR IPC conformance suite.
