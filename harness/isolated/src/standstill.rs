//! Detects a process that is inside a call and does nothing.

use super::ring::AtWork;
use super::state::children_of;
use std::fs;
use std::time::{Duration, Instant};

/// More than that between two looks is the pause of the one who looks, not of the one that is looked at.
const GAP: Duration = Duration::from_millis(200);

/// A process that stands still: it is in the same calls all the time, and neither it nor a descendant runs, waits for a
/// processor, or has run.
#[derive(Debug)]
pub struct Standstill {
    at_work: AtWork,
    ran: Ran,
    /// The time for which the process has been seen to stand still, and the moment of the last look.
    lasted: Duration,
    last: Instant,
}

/// Processor time of a process and its descendants, by their numbers, in the system's ticks.
type Ran = Vec<(u32, u64)>;

impl Standstill {
    /// From now on, if the process does nothing.
    pub fn begins(pid: u32, at_work: AtWork) -> Option<Self> {
        let ran = quiet(pid)?;
        Some(Self { at_work, ran, lasted: Duration::ZERO, last: Instant::now() })
    }

    /// True if that is still so. To be asked every now and then.
    pub fn goes_on(&mut self, pid: u32, at_work: &AtWork) -> bool {
        let now = Instant::now();
        self.lasted += now.duration_since(self.last).min(GAP);
        self.last = now;
        self.at_work == *at_work && quiet(pid).as_ref() == Some(&self.ran)
    }

    pub const fn lasted(&self) -> Duration {
        self.lasted
    }
}

/// Returns the processor time of a process and its descendants, if all of their threads sleep.
fn quiet(pid: u32) -> Option<Ran> {
    let (mut ran, mut left) = (Vec::new(), vec![pid]);
    while let Some(pid) = left.pop() {
        let mut ticks = 0;
        for thread in fs::read_dir(format!("/proc/{pid}/task")).ok()?.flatten() {
            // One that has ended meanwhile has done something.
            ticks += ticks_asleep(&fs::read_to_string(thread.path().join("stat")).ok()?)?;
        }
        ran.push((pid, ticks));
        left.extend(children_of(pid));
    }
    ran.sort_unstable();
    Some(ran)
}

/// The processor time of a thread, by its file `stat`, if it sleeps, is stopped or has ended. In a driver that waits for
/// hardware it may sleep uninterruptibly, which is work.
fn ticks_asleep(stat: &str) -> Option<u64> {
    // The name, in parentheses, may hold anything; the state follows the last one.
    let fields: Vec<&str> = stat.rsplit_once(") ")?.1.split(' ').collect();
    let asleep = matches!(fields.first(), Some(&("S" | "T" | "t" | "Z" | "X" | "I")));
    let ticks = |index: usize| fields.get(index)?.parse::<u64>().ok();
    if asleep { Some(ticks(11)? + ticks(12)?) } else { None }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::process::{Command, Stdio};

    #[test]
    fn who_waits_stands_still_and_who_works_does_not() {
        let start = |program: &str, arguments: &[&str]| {
            Command::new(program).args(arguments).stdin(Stdio::piped()).stdout(Stdio::null()).spawn().unwrap()
        };
        let (mut waits, mut works) = (start("cat", &[]), start("sh", &["-c", "while :; do :; done"]));
        let until = Instant::now() + Duration::from_secs(20);
        let mut still: Option<Standstill> = None;
        while still.as_ref().is_none_or(|still| still.lasted() < 2 * GAP) {
            assert!(Instant::now() < until, "it never stood still: {still:?}");
            if !still.as_mut().is_some_and(|still| still.goes_on(waits.id(), &AtWork::default())) {
                still = Standstill::begins(waits.id(), AtWork::default());
            }
            std::thread::sleep(Duration::from_millis(10));
        }
        let mut still = still.unwrap();
        let other = AtWork { numbers: vec![1], ..AtWork::default() };
        assert!(!still.goes_on(waits.id(), &other), "a call began");
        assert!(quiet(works.id()).is_none());
        for process in [&mut waits, &mut works] {
            process.kill().unwrap();
            process.wait().unwrap();
        }
        assert!(quiet(works.id()).is_none(), "it is gone");
    }

    #[test]
    fn states_and_times_are_read_behind_any_name() {
        let stat = |state: &str| format!("7 (a ) R b) {state} 1 7 7 0 -1 0 1 2 3 4 50 6 0 0");
        assert_eq!(ticks_asleep(&stat("S")), Some(56));
        for state in ["R", "D"] {
            assert_eq!(ticks_asleep(&stat(state)), None);
        }
        assert_eq!(ticks_asleep("garbage"), None);
    }
}
