//! The probe, which finds devices.

use crate::backend_options::BackendOptions;
use crate::children::{ChildRole, Examined, ProbeAnswer};
use crate::device::{Address, Availability, ProbedBackend};
use crate::execute::{Missed, WorkerProcess};
use std::path::Path;
use std::time::{Duration, Instant};
use thiserror::Error;
use ur_ipc_isolated::{ChannelError, not_started};

/// Looks for the devices of a backend in a child process.
pub fn probe(
    label: &str,
    options: &BackendOptions,
    trace: Option<&Path>,
    patience: Duration,
) -> ProbedBackend {
    let (label, options, trace) = (label.to_owned(), options.clone(), trace.map(Path::to_owned));
    let address = Address { label, index: 0, options, seen: None, trace };
    let (availability, left_badly) = match WorkerProcess::spawn(ChildRole::Probe, &address) {
        Ok(mut child) => match ask(&mut child, patience) {
            Ok(answer) => with_its_end(answer, child.misses_its_end(patience).map(Missed::describe)),
            Err(why) => (why, None),
        },
        Err(error) => {
            let why = format!("no process can be started for that: {}", not_started(&error));
            (Availability::NotSeen(why), None)
        }
    };
    let Address { label, options, trace, .. } = address;
    ProbedBackend { label, options, trace, availability, left_badly }
}

/// Why it is not known what a backend takes of the machine.
#[derive(Debug, Error)]
pub enum Unexamined {
    /// No process looks.
    #[error("no process can be started to look at them: {0}")]
    NotStarted(String),
    /// The process ended, like this.
    #[error("opening them ended the process: {0}")]
    Ended(String),
    /// It was waited for so long.
    #[error("opening them took longer than {0:?}")]
    Slow(Duration),
    /// Its answer cannot be read.
    #[error("the answer of the process that opens them is garbled: {0}")]
    Garbled(ChannelError),
}

/// Has a child process look for what a backend takes of the machine.
///
/// # Errors
/// Why there is no answer; the end of the process is part of that.
pub fn examine(label: &str, options: &BackendOptions, patience: Duration) -> Result<Examined, Unexamined> {
    let address =
        Address { label: label.to_owned(), index: 0, options: options.clone(), seen: None, trace: None };
    let mut child = WorkerProcess::spawn(ChildRole::Examiner, &address)
        .map_err(|error| Unexamined::NotStarted(not_started(&error)))?;
    match child.receive(Instant::now() + patience) {
        Ok(examined) => Ok(examined),
        Err(ChannelError::Closed) => {
            let end = child.await_end(patience);
            let tail = child.output.tail().map(|tail| format!("\n{tail}")).unwrap_or_default();
            Err(Unexamined::Ended(child.describe(end) + &tail))
        }
        Err(ChannelError::TimedOut) => Err(Unexamined::Slow(patience)),
        Err(error) => Err(Unexamined::Garbled(error)),
    }
}

/// Devices are worth a test even if the probe leaves badly; what is not there is no excuse for it.
fn with_its_end(answer: Availability, bad: Option<String>) -> (Availability, Option<String>) {
    match (answer, bad) {
        (Availability::NotAvailable(why), Some(bad)) => {
            (Availability::Broken(format!("it is not available, {why}, and then: {bad}")), None)
        }
        (Availability::Ready(probed), bad) => (Availability::Ready(probed), bad),
        (answer, _) => (answer, None),
    }
}

/// Receives the answer of a probe.
///
/// # Errors
/// The availability that follows from a missing or garbled answer. The end of the process is part of its text.
fn ask(child: &mut WorkerProcess, patience: Duration) -> Result<Availability, Availability> {
    match child.receive(Instant::now() + patience) {
        Ok(ProbeAnswer::Devices(probed)) => Ok(Availability::Ready(probed)),
        // Drivers explain on the standard error what their answers do not.
        Ok(ProbeAnswer::NotAvailable(why)) => Ok(Availability::NotAvailable(child.with_last_words(&why))),
        Ok(ProbeAnswer::Failed(why)) => Ok(Availability::Broken(why)),
        Err(ChannelError::Closed) => {
            let end = child.await_end(patience);
            let told = child.with_last_words(&format!("the probe ended: {}", child.describe(end)));
            Err(match end.and_then(|end| child.lacked(end)) {
                Some(lacked) => Availability::NotSeen(format!("{lacked}; with that: {told}")),
                None => Availability::Broken(told),
            })
        }
        Err(ChannelError::TimedOut) => {
            let hanging = child.hanging();
            let told = format!(
                "listing its devices took longer than {patience:?}{hanging}; raise --timeout if the driver is slow"
            );
            Err(Availability::Broken(child.with_stacks(&told)))
        }
        Err(error) => Err(Availability::Broken(format!("the probe's answer is garbled: {error}"))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::device::Probed;
    use rstest::rstest;

    #[rstest]
    #[case::well(Availability::NotAvailable("no loader".into()), None, Availability::NotAvailable("no loader".into()), None)]
    #[case::absent(
        Availability::NotAvailable("no loader".into()),
        Some("SIGSEGV"),
        Availability::Broken("it is not available, no loader, and then: SIGSEGV".into()),
        None
    )]
    #[case::broken(Availability::Broken("no".into()), Some("SIGSEGV"), Availability::Broken("no".into()), None)]
    #[case::ready(
        Availability::Ready(Probed::default()),
        Some("SIGSEGV"),
        Availability::Ready(Probed::default()),
        Some("SIGSEGV")
    )]
    fn a_bad_end_is_never_lost(
        #[case] answer: Availability,
        #[case] bad: Option<&str>,
        #[case] expected: Availability,
        #[case] left_badly: Option<&str>,
    ) {
        let told = with_its_end(answer, bad.map(str::to_owned));
        assert_eq!(told, (expected, left_badly.map(str::to_owned)));
    }
}
