//! The suite of misbehaving tests.

use crate::backend::{Character, Faulty};
use crate::bodies;
use crate::place::strike_at_start;
use std::sync::Arc;
use ur_ipc_fixtures::api::UrIpc;
use ur_ipc_harness::{Backend, BackendRequest, Build, Requirements, Skiplist, Subject, Suite};

const CATALOGUE: &str = "
- {id: fault.call, family: fault, entry_point: 'ur*', level: must, expect: it works, source: s, ur_cts: false}
- {id: fault.observed, family: fault, entry_point: 'ur*', level: may, expect: anything, source: s, ur_cts: false}
- {id: fault.arguments, family: fault, entry_point: 'ur*', level: must, binds: arguments, expect: an error, source: s, ur_cts: false}
- {id: fault.misuse, family: fault, entry_point: 'ur*', level: should, binds: robustness, expect: an error, source: s, ur_cts: false}
";

fn backend(name: &'static str, character: Option<Character>) -> Backend {
    let make = move |_: &BackendRequest<'_>| match character.inspect(|_| strike_at_start()) {
        Some(character) => Ok(Arc::new(Faulty(character)) as Arc<dyn UrIpc>),
        None => Err("libfaulty.so.1 is not installed".to_owned()),
    };
    Backend {
        name,
        description: "misbehaves",
        profiles: Vec::new(),
        fallback_profile: None,
        software: false,
        options: Vec::new(),
        requires: ur_ipc_harness::HostDependencies::default(),
        make: Arc::new(make),
    }
}

/// Names the only test of the suite, of which a built-in skiplist says that it fails.
pub const KNOWN: &str = "FAULTS_KNOWN";

/// The variable with the number of further tests that hang in one call.
pub const HANGING: &str = "FAULTS_HANGING";

/// The suite. Other backends than `faulty` exist only where `FAULTS_BACKENDS` says which: `broken`, `different`.
pub fn suite() -> Suite {
    let mut backends = vec![backend("faulty", Some(Character::Good))];
    let more = std::env::var("FAULTS_BACKENDS").unwrap_or_default();
    if more == "broken" {
        backends.extend([
            backend("absent", None),
            backend("crashing", Some(Character::CrashesInProbe)),
            backend("hanging", Some(Character::HangsInProbe)),
            backend("gone", Some(Character::GoneInWorkers)),
        ]);
    }
    if more == "different" {
        backends.extend([
            backend("forgetful", Some(Character::ForgetfulIn("worker"))),
            backend("forgetful-peer", Some(Character::ForgetfulIn("peer"))),
            backend("fading", Some(Character::Fading)),
        ]);
    }
    let requirements = Requirements::parse(CATALOGUE).expect("the catalogue is right");
    let (mut tests, mut skiplists) = (bodies::tests(), Vec::new());
    if let Ok(count) = std::env::var(HANGING) {
        tests.extend(bodies::hanging(count.parse().expect("a number")));
    }
    if let Ok(known) = std::env::var(KNOWN) {
        tests.retain(|test| test.id == known);
        let entry = format!("- {{test: '{known}', action: expect-fail, reason: known}}");
        let text = format!("driver: {{backend: faulty}}\nentries:\n{entry}");
        skiplists.push(Skiplist::parse("built-in.yaml", &text).expect("the skiplist is right"));
    }
    let (build, subject) = (Build::default(), Subject::default());
    Suite { tests, requirements, backends, skiplists, build, subject }
}
