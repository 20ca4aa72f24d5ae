//! The misbehaving tests.

use crate::at_work;
use crate::backend::{AS_ORDERED, LOOKS_UP, PANICS_ACROSS_C};
use crate::fault::Fault;
use crate::idle;
use crate::perform::{
    abort_for_no_reason, await_doom, die_in_a_bare_thread, die_in_many_threads, fork_and_abort,
    jump_to_nowhere, lose_record_and_abort, open_nothing_and_die,
};
use std::fs::File;
use std::io::{self, Write};
use std::path::PathBuf;
use std::ptr::null_mut;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use ur_ipc_fixtures::api::ContextHandle;
use ur_ipc_fixtures::{
    At, Called, Failure, Group, IPC_MEMORY, Stop, Test, TestContext, TestResult, Tests, started, system,
};

const MUST: &str = "fault.call";
const MAY: &str = "fault.observed";

/// All of them, in the order in which they run.
pub fn tests() -> Vec<Arc<Test>> {
    let mut tests = Tests::default();
    let good = |t: &TestContext| call(t, Fault::None).ok();
    tests.group("fault", "fault::first").test("good").checks(MUST).run(good);
    calls(&mut tests.group("fault", "fault::call"));
    peers(&mut tests.group("fault", "fault::peer"));
    let mut may = tests.group("fault", "fault::may");
    may.test("wrong").checks(MAY).run(wrong);
    may.test("segfault").checks(MAY).run(|t| call(t, Fault::Segfault).ok());
    // The backend claims nothing about arguments.
    may.test("null_aborts").checks("fault.arguments").run(|t| call(t, Fault::Abort).ok());
    may.test("misuse_hangs").checks("fault.misuse").run(|t| call(t, Fault::Hang).ok());
    may.test("struck").checks("fault.misuse").run(struck);
    for (name, requirement) in
        [("doomed_misuse", "fault.misuse"), ("doomed_null", "fault.arguments"), ("doomed_look", MAY)]
    {
        may.test(name).checks(requirement).run(doomed);
    }
    may.test("doomed_peer").checks("fault.misuse").across(|s, _: &At<()>| {
        let peer = s.peer("doomed")?;
        s.at(&peer, doomed)?;
        s.leave(peer)
    });
    may.test("crashes_beside_others").checks("fault.misuse").run(|t| {
        std::thread::scope(|scope| {
            if next_mood() == Some('b') {
                scope.spawn(|| t.ur().ipc_close_mem_handle_exp(ContextHandle::NULL, null_mut()).ok());
                t.let_threads_run();
            }
            call(t, Fault::Segfault).ok()
        })
    });
    may.test("tries_in_a_peer").checks("fault.misuse").across(|s, _: &At<()>| {
        s.here(|t| call(t, Fault::None).ok())?;
        let peer = s.fresh_peer("fresh")?;
        let end = s.try_at(peer, doomed)?;
        s.here(|t| t.check_eq("the outcome", end.says, "ended normally".to_owned()))
    });
    may.test("waits_for_a_lock").checks("fault.misuse").run(|t| {
        let fault = if LOCKED.load(Ordering::Relaxed) { Fault::Hang } else { Fault::None };
        call(t, fault).ok()
    });
    tests.group("fault", "fault::last").test("good").checks(MUST).twin_of(&["urFaultTest.Good"]).run(good);
    tests.into_vec()
}

/// So many that hang in the same call, every second one in a peer, and one that is slow there.
pub fn hanging(count: u32) -> Vec<Arc<Test>> {
    let mut tests = Tests::default();
    let mut group = tests.group("fault", "fault::hanging");
    for number in 0..count {
        let draft = group.test(&format!("number_{number}")).checks(MUST);
        if number % 2 == 0 {
            draft.run(|t| call(t, Fault::Hang).ok());
        } else {
            draft.across(|s, _: &At<()>| {
                let peer = s.peer("faulty")?;
                s.at(&peer, |t| call(t, Fault::Hang).ok())?;
                s.leave(peer)
            });
        }
    }
    group.test("slow").checks(MUST).run(|t| call(t, Fault::Slow).ok());
    tests.into_vec()
}

fn call(t: &TestContext, fault: Fault) -> Called<'_> {
    call_with(t, fault as usize)
}

fn call_with(t: &TestContext, size: usize) -> Called<'_> {
    t.ur().ipc_open_mem_handle_exp(ContextHandle::NULL, t.device(), null_mut(), size, null_mut())
}

fn calls(g: &mut Group<'_>) {
    g.test("struck").checks(MUST).run(struck);
    for (name, fault) in [
        ("segfault", Fault::Segfault),
        ("abort", Fault::Abort),
        ("exit_zero", Fault::ExitZero),
        ("exit_at_once", Fault::ExitAtOnce),
        ("hang", Fault::Hang),
        ("stop", Fault::Stop),
        ("garble", Fault::Garble),
        ("close_all", Fault::CloseAll),
        ("exhaust", Fault::Exhaust),
        ("flood", Fault::Flood),
        ("device_lost", Fault::DeviceLost),
        ("daemon", Fault::Daemon),
        ("kill", Fault::Kill),
        ("stack_overflow", Fault::StackOverflow),
        ("fork_and_die", Fault::ForkAndDie),
    ] {
        g.test(name).checks(MUST).run(move |t| call(t, fault).ok());
    }
    g.test("wrong").checks(MUST).run(wrong);
    g.test("moody").checks(MUST).run(moody);
    g.test("waits_in_vain").checks(MUST).run(|t| {
        at_work::say();
        std::thread::sleep(t.time_left());
        Err(Failure::timed_out("something that never comes").into())
    });
    g.test("finds_no_room").checks(MUST).run(|t| {
        call(t, Fault::None).ok()?;
        let full = system("opening /dev/full", File::options().write(true).open("/dev/full"))?;
        system("writing to /dev/full", (&full).write_all(b"bytes"))
    });
    g.test("finds_no_thread").checks(MUST).run(|t| {
        call(t, Fault::None).ok()?;
        let none = io::Error::from_raw_os_error(libc::EAGAIN);
        started("a thread of the test cannot be started", Err(none))
    });
    for (name, fault) in
        [("is_left_no_descriptor", Fault::Exhaust), ("is_left_no_limit", Fault::NoDescriptors)]
    {
        g.test(name).checks(MUST).run(move |t| {
            call(t, fault).ok()?;
            system("opening /dev/null", File::open("/dev/null")).map(drop)
        });
    }
    g.test("doomed").checks(MUST).run(doomed);
    g.test("leaves_a_lock").checks(MUST).run(|t| {
        LOCKED.store(true, Ordering::Relaxed);
        call(t, Fault::None).ok()
    });
    g.test("panics").checks(MUST).run(|t| {
        call(t, Fault::None).ok()?;
        panic!("on purpose")
    });
    g.test("looks_up").checks(MUST).run(|t| call_with(t, LOOKS_UP).ok());
    g.test("panics_across_c").checks(MUST).run(|t| call_with(t, PANICS_ACROSS_C).ok());
    for (name, harm) in [
        ("dies_in_a_bare_thread", die_in_a_bare_thread as fn()),
        ("dies_in_many_threads", die_in_many_threads),
        ("jumps_to_nowhere", jump_to_nowhere),
        ("fork_aborts", fork_and_abort),
        ("loses_its_record", lose_record_and_abort),
        ("makes_up_a_code", abort_for_no_reason),
        ("opens_nothing_any_more", open_nothing_and_die),
    ] {
        g.test(name).checks(MUST).run(move |t| {
            call(t, Fault::None).ok()?;
            harm();
            Ok(())
        });
    }
    g.test("skips").checks(MUST).needs(&[IPC_MEMORY]).run(|t| call(t, Fault::Segfault).ok());
    g.test("calls_nothing").checks(MUST).run(|t| t.check(true, "always true"));
    g.test("checks_nothing").checks(MUST).run(|t| {
        let _ = call(t, Fault::None);
        Ok(())
    });
    // Longer than it may, but in the test's own code.
    g.test("waits").checks(MUST).run(|t| {
        call(t, Fault::None).ok()?;
        t.wait_until("something that never comes", || Ok(false))
    });
    // Nothing is inherited that was not meant: the one who starts the harness leaves descriptor 57 open.
    g.test("inherits_nothing").checks(MUST).run(|t| {
        call(t, Fault::None).ok()?;
        // SAFETY: only asks.
        let flags = unsafe { libc::fcntl(57, libc::F_GETFD) };
        t.check_eq("descriptor 57", flags, -1)
    });
    g.test("many_threads").checks(MUST).run(|t| {
        let results: Vec<TestResult> = std::thread::scope(|scope| {
            let threads: Vec<_> = (0..8)
                .map(|_| scope.spawn(|| (0..200).try_for_each(|_| call(t, Fault::None).ok())))
                .collect();
            threads.into_iter().map(|thread| thread.join().expect("the thread ends")).collect()
        });
        results.into_iter().collect()
    });
}

/// Its call misbehaves if that was ordered; and what it releases at its end.
fn struck(t: &TestContext) -> TestResult {
    struct Opened<'t>(&'t TestContext);
    impl Drop for Opened<'_> {
        fn drop(&mut self) {
            if let Err(Stop::Fail(failure)) =
                self.0.ur().ipc_close_mem_handle_exp(ContextHandle::NULL, null_mut()).ok()
            {
                self.0.tear_down_failed(*failure);
            }
        }
    }
    let _opened = Opened(t);
    call_with(t, AS_ORDERED).ok()
}

/// Whether a test has left something locked in this process.
static LOCKED: AtomicBool = AtomicBool::new(false);

/// Lives to see the end of a process that is to die, and passes in any other.
fn doomed(t: &TestContext) -> TestResult {
    call(t, Fault::None).ok()?;
    await_doom();
    Ok(())
}

fn wrong(t: &TestContext) -> TestResult {
    println!("printed by the test");
    t.ur().device_retain(t.device()).ok()
}

/// The file of which each run of a test with moods takes a letter away: `f` has it fail, `c` crash, `h` hang, `b` be in another
/// call as well.
pub const MOODS: &str = "FAULTS_MOODS";

fn next_mood() -> Option<char> {
    let file = std::env::var_os(MOODS).map(PathBuf::from)?;
    let moods = std::fs::read_to_string(&file).expect("the moods are there");
    // In one step: who waits for the last mood must not see a file that is empty for a moment.
    let next = file.with_extension("next");
    let written = std::fs::write(&next, moods.get(1..).unwrap_or_default());
    written.and_then(|()| std::fs::rename(&next, &file)).expect("the moods can be written");
    moods.chars().next()
}

fn moody(t: &TestContext) -> TestResult {
    match next_mood() {
        Some('f') => wrong(t),
        Some('c') => call(t, Fault::Segfault).ok(),
        Some('h') => call(t, Fault::Hang).ok(),
        _ => call(t, Fault::None).ok(),
    }
}

fn peers(g: &mut Group<'_>) {
    for (name, fault) in
        [("good_peer", Fault::None), ("crashing_peer", Fault::Segfault), ("hanging_peer", Fault::Hang)]
    {
        g.test(name).checks(MUST).across(move |s, _: &At<()>| {
            s.here(|t| call(t, Fault::None).ok())?;
            let peer = s.peer("faulty")?;
            let pid = s.pid(&peer)?;
            s.here(|t| {
                t.note(format!("pid {pid}"));
                Ok(())
            })?;
            s.at(&peer, |t| call(t, fault).ok())?;
            s.leave(peer)
        });
    }
    g.test("is_left_no_descriptor").checks(MUST).across(|s, _: &At<()>| {
        s.here(|t| call(t, Fault::Exhaust).ok())?;
        s.peer("unborn").map(drop)
    });
    // It is at work while its peer hangs.
    g.test("hangs_with_a_peer").checks(MUST).across(|s, _: &At<()>| {
        let peer = s.peer("faulty")?;
        s.pid(&peer)?;
        let hanging = s.start(&peer, |t| call(t, Fault::Hang).ok())?;
        s.here(|t| call(t, Fault::Hang).ok())?;
        s.finish(hanging).map(drop)
    });
    // Its peer misbehaves, at its start or in its call, if that was ordered.
    g.test("struck_peer").checks(MUST).across(|s, _: &At<()>| {
        s.here(|t| call(t, Fault::None).ok())?;
        let peer = s.peer("struck")?;
        let pid = s.pid(&peer)?;
        s.at(&peer, |t| call_with(t, AS_ORDERED).ok())?;
        s.leave(peer)?;
        s.here(|_| {
            idle::played(pid);
            Ok(())
        })
    });
    // Its peer outlives it, as far as the test is concerned.
    g.test("forgets_its_peer").checks(MUST).across(|s, _: &At<()>| {
        s.here(|t| call(t, Fault::None).ok())?;
        let peer = s.peer("faulty")?;
        s.pid(&peer)?;
        let _unfinished = s.start(&peer, |t| call(t, Fault::Hang).ok())?;
        std::mem::forget(peer);
        Ok(())
    });
    // The descriptors of its peer are closed under it.
    g.test("loses_its_peer").checks(MUST).across(|s, _: &At<()>| {
        let peer = s.peer("faulty")?;
        s.pid(&peer)?;
        let hanging = s.start(&peer, |t| call(t, Fault::Hang).ok())?;
        s.here(|t| call(t, Fault::ClosePeers).ok())?;
        s.finish(hanging).map(drop)
    });
    // Its peer dies while nobody can see how.
    g.test("cannot_see_its_peer_die").checks(MUST).across(|s, _: &At<()>| {
        let peer = s.peer("faulty")?;
        s.pid(&peer)?;
        s.here(|t| call(t, Fault::IgnoreSignals).ok())?;
        s.at(&peer, |t| call(t, Fault::Segfault).ok()).map(drop)
    });
    // Peers begin with clean signals, whatever was done to those of the test.
    g.test("has_peers_with_clean_signals").checks(MUST).across(|s, _: &At<()>| {
        s.here(|t| call(t, Fault::BlockSignals).ok())?;
        s.here(|t| call(t, Fault::IgnoreSignals).ok())?;
        let peer = s.peer("clean")?;
        s.at(&peer, has_clean_signals)?;
        s.leave(peer)
    });
}

fn has_clean_signals(t: &TestContext) -> TestResult {
    call(t, Fault::None).ok()?;
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let set = |name| {
        let line = status.lines().find_map(|line| line.strip_prefix(name)).unwrap_or_default();
        u64::from_str_radix(line.trim(), 16).unwrap_or(u64::MAX)
    };
    // Rust's own start ignores SIGPIPE; 32 and 33 are the C library's own.
    let others = set("SigIgn:") & !(1 << (libc::SIGPIPE - 1) | 0b11 << 31);
    t.check_eq("blocked and ignored", (set("SigBlk:"), others), (0, 0))
}
