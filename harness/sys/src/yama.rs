//! Tells whether the kernel's Yama module lets processes copy descriptors from each other.

/// Bit of `CAP_SYS_PTRACE` in the sets of `/proc/self/status`.
const SYS_PTRACE: u32 = 19;

/// Yama's `ptrace_scope`, if it forbids this process to open what others export whatever those allow.
pub fn forbidding_scope() -> Option<u8> {
    let read = |path| std::fs::read_to_string(path).unwrap_or_default();
    let scope = read("/proc/sys/kernel/yama/ptrace_scope").trim().parse().ok()?;
    forbids(scope, &read("/proc/self/status")).then_some(scope)
}

/// Scope 1 leaves it to the exporter, which allows everybody; 2 asks for a capability; from 3 on nobody may.
fn forbids(scope: u8, status: &str) -> bool {
    let capable = status
        .lines()
        .find_map(|line| line.strip_prefix("CapEff:"))
        .and_then(|set| u64::from_str_radix(set.trim(), 16).ok())
        .is_some_and(|set| set >> SYS_PTRACE & 1 == 1);
    scope > 2 || (scope == 2 && !capable)
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    #[rstest]
    #[case(0, "0000000000000000", false)]
    #[case(1, "0000000000000000", false)]
    #[case(2, "0000000000000000", true)]
    #[case(2, "0000000000080000", false)]
    #[case(2, "000001ffffffffff", false)]
    #[case(3, "000001ffffffffff", true)]
    fn the_scope_and_the_capability_decide(#[case] scope: u8, #[case] set: &str, #[case] expected: bool) {
        assert_eq!(forbids(scope, &format!("Name:\tx\nCapEff:\t{set}\n")), expected);
    }
}
