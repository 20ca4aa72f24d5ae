//! The misbehaviour itself.

mod descriptors;
mod ends;
mod memory;
mod processes;
mod signals;

pub use ends::{
    abort_for_no_reason, await_doom, die_in_a_bare_thread, die_in_many_threads, jump_to_nowhere,
    open_nothing_and_die,
};
pub use memory::lose_record_and_abort;
pub use processes::{IDLE, fork_and_abort, idle};

use crate::at_work;
use crate::fault::Fault;
use std::time::{Duration, Instant};

pub fn perform(fault: Fault) {
    ends::count();
    match fault {
        Fault::None | Fault::DeviceLost => {}
        Fault::Segfault => ends::segfault(),
        Fault::Abort => std::process::abort(),
        Fault::Kill => signals::raise(libc::SIGKILL),
        Fault::KillGroup => signals::kill_group(),
        Fault::Alarm => {
            signals::timer(false);
            hang()
        }
        Fault::StackOverflow => ends::overflow_the_stack(),
        Fault::Panic => panic!("on purpose"),
        // SAFETY: ends the process.
        Fault::ExitZero => unsafe { libc::exit(0) },
        Fault::ExitAtOnce => {
            eprintln!("exits on purpose");
            // SAFETY: ends the process at once.
            unsafe { libc::_exit(3) }
        }
        Fault::MemoryAbort => memory::abort(),
        Fault::MemoryTaken => memory::take_all(),
        Fault::Scribble => {
            memory::scribble();
            ends::segfault();
        }
        Fault::ForkAndDie => {
            processes::daemon(true);
            ends::segfault();
        }
        Fault::ForkAndGoOn => processes::go_on_in_child(),
        Fault::ForkInTwo => processes::go_on_in_both(),
        Fault::Hang => hang(),
        Fault::HangDeaf => {
            signals::block();
            signals::set_all(libc::SIG_IGN);
            hang()
        }
        Fault::HangElsewhere => {
            processes::leave_group();
            hang()
        }
        Fault::HangInVfork => processes::hang_in_vfork(),
        Fault::Stop => signals::raise(libc::SIGSTOP),
        Fault::Exec => processes::become_idle(),
        Fault::Garble => descriptors::garble(),
        Fault::CloseAll => descriptors::close_all_but(None),
        Fault::ReplaceAll => descriptors::replace_all(),
        Fault::CloseStreams => descriptors::close_streams(),
        Fault::WriteStreams => descriptors::write_streams(),
        Fault::Flood => descriptors::flood(),
        Fault::Exhaust => descriptors::exhaust(),
        Fault::NoDescriptors => memory::limit(libc::RLIMIT_NOFILE, 0),
        Fault::NoLimits => {
            memory::limit(libc::RLIMIT_FSIZE, 0);
            memory::limit(libc::RLIMIT_NPROC, 0);
        }
        Fault::Daemon => processes::daemon(false),
        Fault::DaemonInDisguise => processes::daemon_in_disguise(),
        Fault::Threads => {
            for _ in 0..4 {
                std::thread::spawn(|| hang());
            }
        }
        Fault::Chdir => std::env::set_current_dir("/").expect("there is a root"),
        // SAFETY: no pointers.
        Fault::Umask => unsafe {
            libc::umask(0o777);
        },
        Fault::BlockSignals => signals::block(),
        Fault::IgnoreSignals => signals::set_all(libc::SIG_IGN),
        Fault::HandleSignals => signals::handle_all(),
        Fault::AlarmStorm => {
            signals::handle_all();
            signals::timer(true);
        }
        // SAFETY: no pointers.
        Fault::Undead => unsafe {
            libc::prctl(libc::PR_SET_PDEATHSIG, 0);
        },
        Fault::ClosePeers => descriptors::close_all_but(Some(descriptors::channel_number())),
        Fault::Deafen => descriptors::deafen(),
        Fault::Answer => descriptors::answer(),
        Fault::LeaveFile => descriptors::leave_file(),
        Fault::DieLater => ends::die_later(),
        Fault::StopParent => signals::stop_parent(),
        Fault::LeavePipe => descriptors::leave_pipe(),
        Fault::Slow => work(Duration::from_secs(4)),
    }
}

/// Keeps a processor busy.
fn work(time: Duration) {
    let until = Instant::now() + time;
    while Instant::now() < until {
        std::hint::spin_loop();
    }
}

fn hang() -> ! {
    at_work::say();
    loop {
        std::thread::sleep(Duration::from_secs(3600));
    }
}
