//! Plans, runs and reports conformance tests; survives what the backends do.
