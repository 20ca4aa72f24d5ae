//! The entry points that a requirement is about, as the catalogue writes them: `urA, urB`, `urIPCOpen*HandleExp`,
//! `ipc::memory::{get,put}`.

use crate::glob::Glob;

/// Whether this list of the catalogue has the entry point.
pub(super) fn contains(list: &str, entry_point: &str) -> bool {
    patterns(list).iter().any(|pattern| pattern.matches(entry_point))
}

/// The patterns of a list. Commas in braces are between alternatives.
fn patterns(list: &str) -> Vec<Glob> {
    let mut depth = 0_u32;
    let items = list.split(|character| {
        match character {
            '{' => depth += 1,
            '}' => depth = depth.saturating_sub(1),
            _ => {}
        }
        character == ',' && depth == 0
    });
    items.flat_map(|item| alternatives(item.trim())).collect()
}

fn alternatives(item: &str) -> Vec<Glob> {
    let braces = item.split_once('{').and_then(|(before, rest)| Some((before, rest.split_once('}')?)));
    match braces {
        Some((before, (inside, behind))) => {
            inside.split(',').map(|part| Glob::new(&format!("{before}{part}{behind}"))).collect()
        }
        None => vec![Glob::new(item)],
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    #[rstest]
    #[case("urA", "urA", true)]
    #[case("urA", "urAB", false)]
    #[case("urA, urB", "urB", true)]
    #[case("urIPCOpen*HandleExp", "urIPCOpenMemHandleExp", true)]
    #[case("urIPCOpen*HandleExp", "urIPCCloseMemHandleExp", false)]
    #[case("urA, urIPC{Get,Put}MemHandleExp, urC", "urIPCPutMemHandleExp", true)]
    #[case("urA, urIPC{Get,Put}MemHandleExp, urC", "urC", true)]
    #[case("urIPC{Get,Put}MemHandleExp", "urIPCOpenMemHandleExp", false)]
    #[case("urIPC{Get", "urIPCGet", false)]
    fn a_list_has_its_entry_points(#[case] list: &str, #[case] entry_point: &str, #[case] expected: bool) {
        assert_eq!(contains(list, entry_point), expected);
    }
}
