//! The libraries that a backend opens.

use super::{Check, CheckState};
use ur_ipc_harness::children::Attempt;
use ur_ipc_harness::host_dependencies::LibraryDependency;

/// Makes the checks of the libraries, in the order in which they are opened.
pub(super) fn checks<'r>(
    dependencies: &'r [LibraryDependency],
    attempts: &'r [Attempt],
) -> impl Iterator<Item = Check> + 'r {
    let missing = |(dependency, attempt): &(&LibraryDependency, &Attempt)| {
        !dependency.optional && attempt.opened.is_err()
    };
    // Without what is asked for first, what it would open is of no interest.
    let mut ended = false;
    let of_interest = move |pair: &(&LibraryDependency, &Attempt)| {
        let shown = !ended;
        ended |= missing(pair);
        shown
    };
    dependencies
        .iter()
        .zip(attempts)
        .take_while(of_interest)
        .map(|(dependency, attempt)| check(dependency, attempt))
}

fn check(dependency: &LibraryDependency, attempt: &Attempt) -> Check {
    let what = format!("{} ({})", attempt.name, dependency.what);
    let absent = if dependency.optional { CheckState::Note } else { CheckState::Missing };
    match &attempt.opened {
        Ok((library, lacking)) if lacking.is_empty() => Check::new(what, CheckState::Ok, library.to_string()),
        Ok((library, lacking)) => {
            let found = format!("{library} lacks {}", lacking.join(", "));
            Check::new(what, CheckState::Missing, found).advise(dependency.advice)
        }
        Err(said) => {
            let absent_itself =
                said.starts_with(&format!("{}: ", attempt.name)) && said.contains("No such file");
            // One that is there and needs another library or a symbol says which.
            let found =
                if absent_itself { "not found".to_owned() } else { format!("cannot be opened: {said}") };
            Check::new(what, absent, found).advise(dependency.advice)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;
    use ur_ipc_report::machine::Library;

    fn opened(lacking: &[&str]) -> Result<(Library, Vec<String>), String> {
        let library = Library { path: "/l/liba.so.1".into(), ..Library::default() };
        Ok((library, lacking.iter().map(|&symbol| symbol.to_owned()).collect()))
    }

    #[rstest]
    #[case::found(opened(&[]), false, CheckState::Ok, "/l/liba.so.1")]
    #[case::useless(opened(&["a", "b"]), true, CheckState::Missing, "/l/liba.so.1 lacks a, b")]
    #[case::absent(Err("libb.so: cannot open".into()), false, CheckState::Missing, "cannot be opened: libb.so: cannot open")]
    #[case::not_there(Err("liba.so.1: cannot open: No such file".into()), true, CheckState::Note, "not found")]
    #[case::another(Err("no".into()), true, CheckState::Note, "cannot be opened: no")]
    fn a_library_is_told(
        #[case] opened: Result<(Library, Vec<String>), String>,
        #[case] optional: bool,
        #[case] state: CheckState,
        #[case] found: &str,
    ) {
        let dependency = LibraryDependency { what: "it", optional, advice: "get it", ..Default::default() };
        let told = check(&dependency, &Attempt { name: "liba.so.1".into(), opened });
        assert_eq!((told.what.as_str(), told.state, told.found.as_str()), ("liba.so.1 (it)", state, found));
        assert_eq!(told.advice.is_some(), state != CheckState::Ok);
    }

    #[test]
    fn behind_what_is_missing_there_is_nothing_to_look_for() {
        let of = |optional| LibraryDependency { what: "it", optional, ..Default::default() };
        let absent = || Attempt { name: "liba.so.1".into(), opened: Err("no".into()) };
        let told = |dependencies: &[LibraryDependency]| checks(dependencies, &[absent(), absent()]).count();
        assert_eq!(told(&[of(false), of(true)]), 1);
        assert_eq!(told(&[of(true), of(false)]), 2);
    }
}
