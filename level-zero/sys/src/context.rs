//! Contexts.

flags! {
    /// Options of a context; none is defined yet.
    ze_context_flags_t {
        /// Reserved.
        ZE_CONTEXT_FLAG_TBD = 1 << 0,
    }
}

tagged! {
    /// Argument of `zeContextCreate`.
    ze_context_desc_t: in ZE_STRUCTURE_TYPE_CONTEXT_DESC {
        /// Options.
        flags: ze_context_flags_t,
    }
}
