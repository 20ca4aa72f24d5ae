//! Any process of a run dies at any time: no such run is a success, and nobody is left behind.

use crate::driver::{Checked, Harness, ensure};
use crate::orphans::{is_alive, wait_until};
use crate::traces::state;
use libtest_mimic::Trial;
use std::path::Path;
use std::time::Duration;
use ur_ipc_fixtures::Rng;

/// Number of deaths that are tried with each front.
const DEATHS: u64 = 300;
/// Number of deaths in one trial.
const AT_ONCE: u64 = 25;
/// So many of them are tried by `cargo test`; CI tries the others as well, by `--ignored`.
const SAMPLED: u64 = 25;
/// Longer than the runs take.
const SPAN: Duration = Duration::from_millis(100);

/// All of level must, so that no crash is tolerated.
const TESTS: [&str; 6] = [
    "fault::first::good",
    "fault::call::struck",
    "fault::call::many_threads",
    "fault::peer::good_peer",
    "fault::peer::struck_peer",
    "fault::last::good",
];

pub fn trials() -> Vec<Trial> {
    let trial = |front: &'static str, first: u64| {
        Trial::test(format!("random_deaths::{front}::from_{first}"), move || {
            (first..first + AT_ONCE).try_for_each(|seed| dies(front, seed))
        })
        .with_ignored_flag(first >= SAMPLED)
    };
    let firsts = || (0..DEATHS).step_by(usize::try_from(AT_ONCE).expect("few"));
    let of = |front| firsts().map(move |first| trial(front, first));
    of("command").chain(of("conformance")).collect()
}

fn harness(front: &str) -> Harness {
    match front {
        "command" => Harness::command(&["--exact"]).with(&TESTS),
        // Its filters are parts of names.
        _ => Harness::conformance(&["good"]),
    }
}

/// Kills a process at random, again until one was alive to be killed. (Rust takes no notice of a SIGSEGV without a fault.)
fn dies(front: &str, seed: u64) -> Checked {
    let mut random = Rng::new(seed);
    loop {
        let mut harness = harness(front);
        let running = harness.command.spawn()?;
        let span = usize::try_from(SPAN.as_micros())?;
        std::thread::sleep(Duration::from_micros(random.below(span) as u64));
        let processes = harness.processes();
        let victim = (!processes.is_empty()).then(|| processes[random.below(processes.len())]);
        let signal = [libc::SIGKILL, libc::SIGABRT, libc::SIGFPE][random.below(3)];
        let role = victim.map(role_of).unwrap_or_default();
        let killed = victim.is_some_and(|pid| kill(pid, signal));
        let output = running.wait_with_output()?;
        wait_until("nobody is left", || !harness.processes().into_iter().any(is_alive))?;
        if killed {
            return ensure(!output.status.success(), || {
                let told = String::from_utf8_lossy(&output.stdout).into_owned();
                format!("seed {seed}: success, although {role} was ended by signal {signal}\n{told}")
            });
        }
    }
}

/// Kills a process, if it is at work: one that is ending already takes no notice.
fn kill(pid: u32, signal: libc::c_int) -> bool {
    let tell = |signal| {
        // SAFETY: no pointers.
        unsafe { libc::kill(pid.cast_signed(), signal) == 0 }
    };
    let file = format!("/proc/{pid}/stat");
    if !tell(libc::SIGSTOP) {
        return false;
    }
    for _ in 0..100 {
        match state(Path::new(&file)) {
            Some('T') => {
                let told = tell(signal);
                tell(libc::SIGCONT);
                return told;
            }
            None | Some('Z' | 'X') => return false,
            _ => std::thread::sleep(Duration::from_millis(1)),
        }
    }
    // It sleeps where it cannot be stopped: as all do at the end of their lives.
    tell(libc::SIGCONT);
    false
}

fn role_of(pid: u32) -> String {
    let line = std::fs::read(format!("/proc/{pid}/cmdline")).unwrap_or_default();
    let mut arguments = line.split(|&byte| byte == 0).skip(1);
    match arguments.next() {
        Some(b"__isolated-child") => {
            format!("a {}", String::from_utf8_lossy(arguments.next().unwrap_or_default()))
        }
        _ => "the harness".to_owned(),
    }
}
