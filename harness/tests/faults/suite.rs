//! The suite of misbehaving tests.

use crate::backend::{Character, Faulty};
use crate::bodies;
use crate::place::strike_at_start;
use std::sync::Arc;
use ur_ipc_fixtures::api::UrIpc;
use ur_ipc_harness::{Backend, BackendRequest, Build, Requirements, Suite};

const CATALOGUE: &str = "
- {id: fault.call, family: fault, entry_point: urIPCOpenMemHandleExp, level: must, expect: it works, source: s, ur_cts: false}
- {id: fault.observed, family: fault, entry_point: urIPCOpenMemHandleExp, level: may, expect: anything, source: s, ur_cts: false}
- {id: fault.arguments, family: fault, entry_point: urIPCOpenMemHandleExp, level: must, binds: arguments, expect: an error, source: s, ur_cts: false}
- {id: fault.misuse, family: fault, entry_point: urIPCOpenMemHandleExp, level: should, binds: robustness, expect: an error, source: s, ur_cts: false}
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
        stand_in: None,
        software: false,
        options: Vec::new(),
        requires: ur_ipc_harness::Requisites::default(),
        make: Arc::new(make),
    }
}

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
    Suite { tests: bodies::tests(), requirements, backends, skiplists: Vec::new(), build: Build::default() }
}
