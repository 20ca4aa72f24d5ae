//! The suite of misbehaving tests.

use crate::backend::{Character, Faulty};
use crate::bodies;
use crate::place::strike_at_start;
use std::sync::Arc;
use ur_ipc_fixtures::api::UrIpc;
use ur_ipc_fixtures::{Role, Test};
use ur_ipc_harness::{Backend, Requirements, Suite};

const CATALOGUE: &str = "
- {id: fault.call, family: fault, entry_point: urIPCOpenMemHandleExp, level: must, expect: it works, source: s, ur_cts: false}
- {id: fault.observed, family: fault, entry_point: urIPCOpenMemHandleExp, level: may, expect: anything, source: s, ur_cts: false}
";
const MUST: &[&str] = &["fault.call"];
const MAY: &[&str] = &["fault.observed"];

macro_rules! tests {
    ($($list:ident $body:ident;)*) => {
        vec![$(Test::new(concat!("fault::call::", stringify!($body)), $list, bodies::$body),)*]
    };
}

macro_rules! peer_tests {
    ($($body:ident $role:ident;)*) => {
        vec![$(
            Test::new(concat!("fault::peer::", stringify!($body)), MUST, bodies::$body)
                .roles(&[Role { name: stringify!($role), body: bodies::$role }]),
        )*]
    };
}

fn all_tests() -> Vec<Test> {
    let mut tests = vec![Test::new("fault::first::good", MUST, bodies::good)];
    tests.extend(tests! {
        MUST struck; MUST segfault; MUST abort; MUST exit_zero; MUST exit_at_once; MUST hang; MUST stop; MUST garble;
        MUST close_all; MUST exhaust; MUST flood; MUST device_lost; MUST daemon; MUST kill;
        MUST stack_overflow; MUST fork_and_die; MUST wrong; MUST panics; MUST skips; MUST calls_nothing;
        MUST checks_nothing; MUST waits; MUST inherits_nothing; MUST many_threads;
    });
    tests.extend(peer_tests! {
        good_peer good_role;
        crashing_peer crashing_role;
        hanging_peer hanging_role;
        hangs_with_a_peer hanging_role;
        struck_peer struck_role;
        forgets_its_peer hanging_role;
        loses_its_peer hanging_role;
        cannot_see_its_peer_die crashing_role;
        has_peers_with_clean_signals signals_role;
    });
    tests.push(Test::new("fault::may::wrong", MAY, bodies::wrong));
    tests.push(Test::new("fault::may::segfault", MAY, bodies::segfault));
    tests.push(Test::new("fault::last::good", MUST, bodies::good).twin_of(&["urFaultTest.Good"]));
    tests
}

fn backend(name: &'static str, character: Option<Character>) -> Backend {
    let make = move |_: Option<&str>| match character.inspect(|_| strike_at_start()) {
        Some(character) => Ok(Arc::new(Faulty(character)) as Arc<dyn UrIpc>),
        None => Err("libfaulty.so.1 is not installed".to_owned()),
    };
    Backend {
        name,
        description: "misbehaves",
        profiles: Vec::new(),
        stand_in: None,
        options: Vec::new(),
        make: Arc::new(make),
    }
}

/// The suite. Other backends than `faulty` exist only where `FAULTS_BACKENDS` is set.
pub fn suite() -> Suite {
    let mut backends = vec![backend("faulty", Some(Character::Good))];
    if std::env::var_os("FAULTS_BACKENDS").is_some() {
        backends.extend([
            backend("absent", None),
            backend("crashing", Some(Character::CrashesInProbe)),
            backend("hanging", Some(Character::HangsInProbe)),
            backend("gone", Some(Character::GoneInWorkers)),
        ]);
    }
    let requirements = Requirements::parse(CATALOGUE).expect("the catalogue is right");
    Suite { tests: all_tests(), requirements, backends, skiplists: Vec::new() }
}
