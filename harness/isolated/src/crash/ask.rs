//! The stacks of all threads of a process that lives and does not go on.

use super::answer::ASKS;
use super::memory::{Answer, CrashRecord, NAME};
use super::peek::peek;
use super::stacks::{RawStacks, RawThread};
use crate::state::{children_of, process_state};
use std::fs;
use std::mem::offset_of;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

/// Threads of a process that are asked at most: a driver may have one for each processor.
const THREADS: usize = 64;
/// A thread that does not begin to answer for so long is inside the system, or has blocked the signal.
const ANSWERS: Duration = Duration::from_millis(50);
/// An answer that takes so long will not end: its thread has been stopped in it.
const ENDS: Duration = Duration::from_millis(500);
/// The interval at which the answer is looked for.
const MOMENT: Duration = Duration::from_micros(50);

impl RawStacks {
    /// The stacks of a process and of all that descend from it, within this time.
    #[must_use]
    pub fn of_tree(pid: u32, within: Duration) -> Vec<Self> {
        let until = Instant::now() + within;
        let (mut stacks, mut left) = (Vec::new(), vec![pid]);
        while let Some(pid) = left.pop() {
            stacks.extend(Self::until(pid, until));
            left.extend(children_of(pid));
        }
        stacks
    }

    /// The stacks of a process, within this time. Of the process that asks, all but that of the thread that asks.
    #[must_use]
    pub fn of(pid: u32, within: Duration) -> Option<Self> {
        Self::until(pid, Instant::now() + within)
    }

    fn until(pid: u32, until: Instant) -> Option<Self> {
        let maps = fs::read_to_string(format!("/proc/{pid}/maps")).ok()?;
        let mut answer = answer_in(pid, &maps).filter(|_| handles(pid, ASKS));
        let mut numbers: Vec<i32> = fs::read_dir(format!("/proc/{pid}/task"))
            .ok()?
            .filter_map(|thread| thread.ok()?.file_name().to_str()?.parse().ok())
            // SAFETY: no pointers.
            .filter(|&thread| thread != unsafe { libc::gettid() })
            .collect();
        numbers.sort_unstable();
        let more = numbers.len().saturating_sub(THREADS);
        numbers.truncate(THREADS);
        let is_stopped = process_state(pid) == Some('T');
        let thread = |&thread: &i32| -> RawThread {
            let reply = answer.filter(|_| !is_stopped).map(|answer| ask(pid, thread, answer, until));
            let frames = match reply {
                Some(Reply::Frames(frames)) => frames,
                other => {
                    // No other thread could answer.
                    answer = answer.filter(|_| !matches!(other, Some(Reply::Unfinished)));
                    instruction(pid, thread).into_iter().collect()
                }
            };
            let name = fs::read_to_string(format!("/proc/{pid}/task/{thread}/comm")).unwrap_or_default();
            let is_main = thread.cast_unsigned() == pid;
            let name = if is_main { "main".to_owned() } else { name.trim_end().to_owned() };
            RawThread { name, frames }
        };
        let threads: Vec<RawThread> = numbers.iter().map(thread).collect();
        let frames: Vec<u64> = threads.iter().flat_map(|thread| &thread.frames).copied().collect();
        let maps = super::maps::around(&maps, &frames);
        if threads.is_empty() { None } else { Some(Self { pid, threads, more, maps }) }
    }
}

/// The address of the memory for answers, by the mappings of the process. Those of its children are mapped there as well.
fn answer_in(pid: u32, maps: &str) -> Option<u64> {
    let name = format!("/memfd:{} (deleted)", NAME.to_str().ok()?);
    let mut starts = maps.lines().filter(|line| line.ends_with(&name)).filter_map(|line| {
        let start = u64::from_str_radix(line.split_once('-')?.0, 16).ok()?;
        Some(start + offset_of!(CrashRecord, answer) as u64)
    });
    let is_own = |answer: &Answer| answer.process.load(Ordering::Relaxed) == pid.cast_signed();
    starts.find(|&start| read(pid, start).is_some_and(|answer| is_own(&answer)))
}

/// Whether a process has a handler for a signal.
fn handles(pid: u32, signal: i32) -> bool {
    let status = fs::read_to_string(format!("/proc/{pid}/status")).unwrap_or_default();
    let caught = status.lines().find_map(|line| line.strip_prefix("SigCgt:"));
    let caught = caught.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    caught.is_some_and(|mask| mask >> (signal - 1) & 1 == 1)
}

/// What comes of asking a thread.
#[derive(Debug, PartialEq, Eq)]
enum Reply {
    /// Its frames, innermost first.
    Frames(Vec<u64>),
    /// None in time.
    Nothing,
    /// One that has begun, of this thread or of another, and does not end.
    Unfinished,
}

/// Asks a thread where it is.
fn ask(pid: u32, thread: i32, answer: u64, until: Instant) -> Reply {
    let Some(mut before) = read(pid, answer).map(|seen| seen.turn.load(Ordering::Relaxed)) else {
        return Reply::Nothing;
    };
    // SAFETY: no pointers.
    let signal = || unsafe { libc::syscall(libc::SYS_tgkill, pid, thread, ASKS) } == 0;
    let mut is_asked = signal();
    let (mut begins, ends) = (Instant::now() + ANSWERS, until.min(Instant::now() + ENDS));
    while is_asked {
        let now = Instant::now();
        let Some(seen) = read(pid, answer) else { break };
        let (turn, by) = (seen.turn.load(Ordering::Relaxed), seen.thread.load(Ordering::Relaxed));
        let is_written = turn & 1 == 0;
        if is_written && turn != before {
            if by == thread {
                return Reply::Frames(seen.frames.all().collect());
            }
            // One that was asked before was late, and may have kept this one from its answer.
            before = turn;
            is_asked = signal();
            begins = now + ANSWERS;
        } else if now > if is_written { begins.min(ends) } else { ends } {
            return if is_written { Reply::Nothing } else { Reply::Unfinished };
        }
        std::thread::sleep(MOMENT);
    }
    Reply::Nothing
}

/// A copy of the memory for answers.
fn read(pid: u32, answer: u64) -> Option<Answer> {
    // SAFETY: any bytes are a value of atomics.
    unsafe { peek(pid.cast_signed(), answer) }
}

/// The instruction at which a thread is inside the system, of one that gives no answer.
fn instruction(pid: u32, thread: i32) -> Option<u64> {
    let line = fs::read_to_string(format!("/proc/{pid}/task/{thread}/syscall")).ok()?;
    u64::from_str_radix(line.trim_end().rsplit_once(" 0x")?.1, 16).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::crash::{Hidden, answer, create};
    use std::sync::{Arc, mpsc};

    const NOTHING: Hidden = Hidden { machinery: &[], sources: &[], is_library: |_| false };

    #[inline(never)]
    extern "C" fn waits_for_ever(receiver: &mpsc::Receiver<()>) {
        let _ = std::hint::black_box(receiver.recv());
    }

    #[test]
    fn a_thread_that_waits_says_where() {
        answer(&Arc::new(create().unwrap()));
        let (sender, receiver) = mpsc::channel();
        let waiting = std::thread::Builder::new().name("waiting".to_owned());
        let waiting = waiting.spawn(move || waits_for_ever(&receiver)).unwrap();
        let begin = Instant::now();
        let told = loop {
            let stacks = RawStacks::of(std::process::id(), Duration::from_secs(2)).unwrap();
            let told = stacks.named("this".to_owned(), &NOTHING).to_string();
            if told.contains("waits_for_ever") || begin.elapsed() > Duration::from_secs(20) {
                break told;
            }
        };
        assert!(told.contains("thread 'waiting':"), "{told}");
        assert!(told.contains("waits_for_ever (") && told.contains("crash/ask.rs:"), "{told}");
        drop(sender);
        waiting.join().unwrap();
    }

    /// What comes of asking a thread that writes into memory of its own, by itself, as `answers` says.
    fn asked(answers: impl FnOnce(&Answer, i32) + Send) -> Reply {
        let memory = create().unwrap();
        let (sender, receiver) = mpsc::channel();
        std::thread::scope(|scope| {
            let answer = &memory.answer;
            scope.spawn(move || {
                // SAFETY: no pointers.
                let own = unsafe { libc::gettid() };
                // Another one, which was asked before, has begun.
                assert!(answer.begin(own + 1));
                sender.send(own).unwrap();
                answers(answer, own);
            });
            let thread = receiver.recv().unwrap();
            let at = &raw const memory.answer as u64;
            ask(std::process::id(), thread, at, Instant::now() + Duration::from_secs(20))
        })
    }

    #[test]
    fn who_is_late_keeps_nobody_from_an_answer() {
        let reply = asked(|answer, own| {
            std::thread::sleep(2 * ANSWERS);
            answer.end();
            assert!(answer.begin(own));
            std::thread::sleep(2 * ANSWERS);
            assert!(answer.frames.push(7));
            answer.end();
        });
        assert_eq!(reply, Reply::Frames(vec![7]));
    }

    #[test]
    fn who_never_ends_an_answer_is_not_waited_for() {
        let begin = Instant::now();
        assert_eq!(asked(|_, _| std::thread::sleep(2 * ENDS)), Reply::Unfinished);
        assert!(begin.elapsed() >= ENDS);
    }

    #[test]
    fn who_gives_no_answer_is_asked_for_nothing() {
        let mut child =
            std::process::Command::new("cat").stdin(std::process::Stdio::piped()).spawn().unwrap();
        let stacks = RawStacks::of_tree(child.id(), Duration::from_secs(1));
        assert_eq!(stacks[0].threads.len(), 1, "{stacks:?}");
        assert_eq!(stacks[0].threads[0].name, "main");
        child.kill().unwrap();
        child.wait().unwrap();
        assert_eq!(RawStacks::of_tree(child.id(), Duration::ZERO), []);
    }
}
