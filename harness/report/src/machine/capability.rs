//! Capabilities of the process, from `/proc/self/status`.

/// Bit of `CAP_SYS_PTRACE`.
const SYS_PTRACE: u32 = 19;

fn field<'s>(status: &'s str, name: &str) -> Option<&'s str> {
    status.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(':')).map(str::trim)
}

/// Returns the seccomp mode of the process.
pub(super) fn seccomp(status: &str) -> Option<String> {
    let mode = match field(status, "Seccomp")? {
        "0" => "none",
        "1" => "strict",
        "2" => "filter",
        _ => return None,
    };
    Some(mode.to_owned())
}

pub(super) fn no_new_privileges(status: &str) -> Option<bool> {
    field(status, "NoNewPrivs").map(|set| set != "0")
}

pub(super) fn may_inspect_all(status: &str) -> bool {
    let set = field(status, "CapEff").and_then(|set| u64::from_str_radix(set, 16).ok());
    set.is_some_and(|set| set >> SYS_PTRACE & 1 == 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    #[rstest]
    #[case("Seccomp:\t0\nNoNewPrivs:\t1\nCapEff:\t0000000000080000\n", Some("none"), Some(true), true)]
    #[case(
        "Seccomp:\t2\nSeccomp_filters:\t3\nNoNewPrivs:\t0\nCapEff:\t0\n",
        Some("filter"),
        Some(false),
        false
    )]
    #[case("Seccomp_filters:\t3\n", None, None, false)]
    fn the_status_tells(
        #[case] status: &str,
        #[case] mode: Option<&str>,
        #[case] none: Option<bool>,
        #[case] inspects: bool,
    ) {
        assert_eq!(seccomp(status).as_deref(), mode);
        assert_eq!(no_new_privileges(status), none);
        assert_eq!(may_inspect_all(status), inspects);
    }
}
