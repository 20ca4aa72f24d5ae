//! Two processes for one run: the supervisor, which was started, and the one that does the work.
//!
//! A backend may kill the second process, linked into the program or tested in process. The supervisor still tells a
//! completed run from one that was ended. The second adopts its own descendants only, so that nothing else passes for a
//! process that a worker has left behind. It is in a session of its own. If the first or its group is killed, it lives
//! until it has ended its own children.

use super::UNUSABLE;
use nix::sys::signal::{SigSet, Signal, kill, raise};
use nix::unistd::{Pid, setsid};
use std::io;
use std::os::unix::process::{CommandExt, parent_id};
use std::process::{Command, ExitCode};
use std::time::Duration;
use ur_ipc_fixtures::ProcessEnd;
use ur_ipc_harness::children::HIDDEN;
use ur_ipc_harness::children::process_end::with_call;
use ur_ipc_isolated::trace::remove_left;
use ur_ipc_isolated::{
    LastWord, RunState, Said, SeenEnd, SharedCalls, adopt_orphans, await_signal, end_descendants_of,
    end_on_signals, interruptions, is_traced, raise_default, restore_sigchld, run_state, say_ended,
    set_parent_death_signal, shortage, take_name_of_program,
};
use ur_ipc_report::last_calls::Shown;
use ur_ipc_report::notice;

/// Tells the second process of the first: its id, and the descriptor of the way there.
pub(super) const VARIABLE: &str = "UR_IPC_CTS_SUPERVISOR";

/// Interval of looks at the run. If it is found stopped more than `LOOKS` times in a row, it is killed.
const LOOK: Duration = Duration::from_millis(500);
const LOOKS: u32 = 20;

/// Has this program started once more, as the process that does the work, and ends as that has ended: it is there alone
/// that this returns. A program that is being debugged does the work itself. The fronts call this first; who has more to do
/// before them may do so earlier, after [`child_main`](crate::child_main).
///
/// An exit code means that there is no such process.
#[must_use]
pub fn supervise() -> Option<ExitCode> {
    if LastWord::is_set() {
        return None;
    }
    let word = to_supervisor();
    if word.is_none() && !is_traced() {
        let error = match start() {
            Ok((pid, word)) => {
                let code = watch(pid, &word);
                // What a library has put at the exit of each process is not asked.
                // SAFETY: ends the process at once; nothing that was printed is kept back in it.
                unsafe { libc::_exit(code.into()) }
            }
            Err(error) => error,
        };
        let why = shortage().map(|shortage| format!(": {shortage}")).unwrap_or_default();
        notice(&format!("error: no process can be started for the run: {error}{why}"));
        return Some(ExitCode::from(UNUSABLE));
    }
    if word.is_some() {
        take_name_of_program();
        end_on_signals();
    }
    adopt_orphans();
    LastWord::set(word);
    None
}

/// The end of the work, with this exit code.
pub(super) fn ended(code: u8) -> ExitCode {
    say_ended(code);
    ExitCode::from(code)
}

/// The way to the supervisor, if this process has one.
fn to_supervisor() -> Option<LastWord> {
    let told = std::env::var(VARIABLE).ok()?;
    let (parent, word) = told.split_once(':')?;
    // A copy of the variable may have come down from further up.
    if parent.parse() != Ok(parent_id()) {
        return None;
    }
    LastWord::inherited(word.parse().ok()?)
}

fn start() -> io::Result<(Pid, LastWord)> {
    restore_sigchld();
    let (mine, theirs) = LastWord::pair()?;
    let number = theirs.raw_fd();
    let supervisor = std::process::id();
    let mut arguments = std::env::args_os();
    let mut command = Command::new("/proc/self/exe");
    command.arg0(arguments.next().unwrap_or_default()).args(arguments);
    command.env(VARIABLE, format!("{supervisor}:{number}"));
    // What comes for this process is for the other.
    interruptions().thread_block()?;
    // SAFETY: makes system calls only.
    unsafe {
        command.pre_exec(move || {
            setsid()?;
            set_parent_death_signal(libc::SIGTERM)?;
            // It would not be told any more.
            if parent_id() != supervisor {
                libc::_exit(UNUSABLE.into());
            }
            // The mask is inherited, too, and is for the supervisor.
            SigSet::all().thread_unblock()?;
            match libc::fcntl(number, libc::F_SETFD, 0) {
                0 => Ok(()),
                _ => Err(io::Error::last_os_error()),
            }
        });
    }
    let child = command.spawn()?;
    Ok((Pid::from_raw(child.id().cast_signed()), mine))
}

/// Waits for the end of the run, and passes on what this process is told meanwhile.
fn watch(pid: Pid, word: &LastWord) -> u8 {
    let mut signals = interruptions();
    signals.add(Signal::SIGCHLD);
    signals.add(Signal::SIGTSTP);
    let blocked = signals.thread_block();
    // How often it was seen stopped since it was seen at work, and whether that was enough.
    let (mut stopped, mut given_up) = (0, false);
    let end = loop {
        match run_state(pid) {
            Ok(RunState::Ended(end)) => break end,
            Ok(RunState::Lives) => stopped = 0,
            Ok(RunState::Stopped) if stopped < LOOKS => {}
            Ok(RunState::Stopped) => {
                given_up = true;
                let _ = kill(pid, Signal::SIGKILL);
            }
            Err(error) => {
                let why = shortage().unwrap_or_else(|| format!("how the run ended cannot be seen: {error}"));
                notice(&format!("error: {why}"));
                return UNUSABLE;
            }
        }
        // Each look counts for its own time: where this process is paused as well, that is nobody's fault.
        match await_signal(&signals, LOOK) {
            _ if blocked.is_err() => std::thread::sleep(Duration::from_millis(10)),
            Some(Signal::SIGTSTP) => {
                let _ = kill(pid, Signal::SIGSTOP);
                let _ = raise(Signal::SIGSTOP);
                let _ = kill(pid, Signal::SIGCONT);
            }
            None => stopped += 1,
            Some(Signal::SIGCHLD) => {}
            Some(signal) => {
                let _ = kill(pid, signal);
            }
        }
    };
    let Said { code, shared, folders } = word.hear();
    if matches!(end, ProcessEnd::Signalled(_)) {
        end_descendants_of(pid.as_raw().cast_unsigned());
    }
    folders.iter().for_each(|folder| remove_left(folder));
    let how = if given_up { "stopped".to_owned() } else { end.to_string() };
    shared
        .iter()
        .filter_map(|shared| in_test(shared, end, &how))
        .for_each(|told| notice(&format!("error: {told}")));
    if given_up && code.is_none() {
        notice(&format!(
            "error: the run was stopped (SIGSTOP) and not continued within {:?}; it was killed. `--resume` continues it \
             from its result file, if it had one",
            LOOK * LOOKS
        ));
        return UNUSABLE;
    }
    answer(end, code)
}

/// Describes the test that the process was in at its end, the way of its end, and the call.
fn in_test(SharedCalls { ring, crash }: &SharedCalls, end: ProcessEnd, how: &str) -> Option<String> {
    let test = crash.job()?;
    let how = with_call(ring, how, SeenEnd::Known(end), Shown::Whole);
    let crash = crash.crash().filter(|_| matches!(end, ProcessEnd::Signalled(_)));
    let more = crash.map(|crash| format!("\n{}", crash.named("process of the run".to_owned(), &HIDDEN)));
    Some(format!("{test}: {how}{}", more.unwrap_or_default()))
}

/// The exit code for how the other process ended, and what it said before of its run, if that had come to its end.
fn answer(end: ProcessEnd, finished: Option<u8>) -> u8 {
    let (how, code) = match (end, finished) {
        (ProcessEnd::Exited(code), Some(finished)) if code == i32::from(finished) => return finished,
        (ProcessEnd::Exited(code), finished) => (format!("exit code {code}"), finished),
        (ProcessEnd::Signalled(signal), None) => {
            // So does this process.
            notice(&format!("error: the run was ended by {end}"));
            raise_default(signal)
        }
        (_, finished) => (end.to_string(), finished),
    };
    match code {
        None => notice(&format!(
            "error: the run was ended from inside, with {how}, before it had come to its end"
        )),
        Some(_) => notice(&format!("error: the process of the run ended with {how}, after its last word")),
    }
    // A failure that was told of stays one.
    code.filter(|&code| code != 0).unwrap_or(UNUSABLE)
}
