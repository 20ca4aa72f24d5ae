//! Injects faults on demand.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use crate::errno::Errno;
use crate::settings::{Effect, Fault, When};
use crate::sys;

/// The faults that were asked for, and how far each kind of request has got.
#[derive(Debug, Default)]
pub struct Faults {
    faults: Vec<Fault>,
    counts: Mutex<HashMap<&'static str, u64>>,
}

/// The fate of a request that is not refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// It does what it should.
    Normal,
    /// The submission never gets its turn.
    Hang,
}

impl Faults {
    /// These faults, with nothing counted yet.
    pub fn new(faults: &[Fault]) -> Self {
        Self { faults: faults.to_vec(), counts: Mutex::default() }
    }

    /// Counts a request, and does to it what was asked for.
    pub fn meet(&self, request: &'static str, size: Option<u64>) -> Result<Verdict, Errno> {
        if self.faults.is_empty() {
            return Ok(Verdict::Normal);
        }
        let number = {
            let mut counts = self.counts.lock().unwrap_or_else(PoisonError::into_inner);
            let count = counts.entry(request).or_default();
            *count += 1;
            *count
        };
        let mut verdict = Verdict::Normal;
        for fault in self.faults.iter().filter(|fault| fault.request == request) {
            let meant = match fault.when {
                When::Always => true,
                When::Nth(nth) => number == nth,
                When::Size(least) => size.is_some_and(|size| size >= least),
            };
            match fault.effect {
                _ if !meant => {}
                Effect::Refused(errno) => return Err(errno),
                Effect::Slow(time) => std::thread::sleep(time),
                // SAFETY: no memory is passed.
                Effect::Dies => unsafe {
                    libc::kill(sys::process_id(), libc::SIGKILL);
                },
                Effect::Hangs => verdict = Verdict::Hang,
            }
        }
        Ok(verdict)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fault(when: When, effect: Effect) -> Fault {
        Fault { request: "EXEC", when, effect }
    }

    #[test]
    fn the_nth_of_its_name_is_refused() {
        let faults = Faults::new(&[fault(When::Nth(2), Effect::Refused(Errno::EIO))]);
        assert_eq!(faults.meet("EXEC", None), Ok(Verdict::Normal));
        assert_eq!(faults.meet("VM_BIND", None), Ok(Verdict::Normal));
        assert_eq!(faults.meet("EXEC", None), Err(Errno::EIO));
        assert_eq!(faults.meet("EXEC", None), Ok(Verdict::Normal));
    }

    #[test]
    fn sizes_and_hangs() {
        let faults = Faults::new(&[
            fault(When::Size(10), Effect::Refused(Errno::ENOMEM)),
            fault(When::Always, Effect::Hangs),
        ]);
        assert_eq!(faults.meet("EXEC", Some(9)), Ok(Verdict::Hang));
        assert_eq!(faults.meet("EXEC", Some(10)), Err(Errno::ENOMEM));
        assert_eq!(faults.meet("EXEC", None), Ok(Verdict::Hang));
    }
}
