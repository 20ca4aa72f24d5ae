//! The one entry point of the system management API that core users need: its initialisation.

/// Options of `zesInit`; none is defined yet, so zero.
pub type zes_init_flags_t = u32;
