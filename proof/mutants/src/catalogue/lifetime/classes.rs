//! What goes wrong for many processes, threads or objects only, in some surroundings, or for want of something.

use crate::catalogue::tools::*;
use std::cell::Cell;
use std::fs::File;
use std::os::fd::AsRawFd;
use std::time::Instant;

/// As many as a table has places for.
const PLACES: usize = 64;

pub(super) fn defects(c: &mut Catalogue) {
    let met = shared::<Set<i32>>();
    c.defect("lifetime_open_knows_64_processes", "lifetime.counts.processes")
        .does("Open is refused when the handle is of the 65th process")
        .refuses(OUT_OF_RESOURCES, move |c: &Open, _| {
            let Some(handle) = c.handle().filter(|_| c.is_foreign()) else { return false };
            let mut known = met.lock();
            known.len() >= PLACES && !known.contains(&handle.pid) || {
                known.insert(handle.pid);
                false
            }
        });

    c.defect("lifetime_open_leaves_a_descriptor_for_each_thread", "lifetime.host.cycles")
        .does("The first Open of a thread leaves a descriptor, which nobody closes when the thread ends")
        .then(|_: &Open, _| {
            thread_local!(static FIRST: Cell<bool> = const { Cell::new(true) });
            FIRST.replace(false).then(leak_descriptor)
        });

    let seen = shared::<Set<Vec<u8>>>();
    c.defect("lifetime_open_leaves_a_descriptor_for_each_handle", "lifetime.host.cycles")
        .does("The first Open of a handle leaves a descriptor")
        .then(move |c: &Open, _| (c.is_foreign() && seen.add(c.bytes())).then(leak_descriptor));

    surroundings(c);

    for (family, name, object) in FAMILIES {
        c.defect(format!("lifetime_{name}_open_for_want_leaves_memory"), "lifetime.fd.failed_calls")
            .does(format!("Open of {object} that fails for want of anything leaves memory"))
            .after(move |c: &Open, result, _| {
                if c.family == family && result.is_out_of_room() {
                    std::hint::black_box(Box::leak(vec![0xa5u8; 4096].into_boxed_slice()));
                }
                result
            });
    }

    c.defect("lifetime_context_references_are_lost_at_once", "memory.concurrent_same_object")
        .does("Of two threads that retain a context at once, one adds no reference")
        .by(Manner::Crash)
        .instead(at_once(|_: &context_retain, _| UrResult::SUCCESS));
}

/// Surroundings in which Open is refused.
fn surroundings(c: &mut Catalogue) {
    let requirement = "lifetime.surroundings";
    let nowhere = || std::env::current_dir().is_ok_and(|folder| folder.starts_with("/proc"));
    // SAFETY: system calls with integers.
    let masked = || unsafe {
        let mask = libc::umask(0o777);
        libc::umask(mask);
        mask == 0o777
    };
    let zero = || File::open("/dev/null").is_ok_and(|file| file.as_raw_fd() == 0);
    let high = || File::open("/dev/null").is_ok_and(|file| file.as_raw_fd() >= 1024);
    for (name, sentence, is_so) in [
        ("folder", "in a folder where it may write nothing", nowhere as fn() -> bool),
        ("mask", "where its new files would be of no use", masked),
        ("descriptor_0", "if it is given the descriptor 0", zero),
        ("high_descriptors", "if it is given a descriptor above 1023", high),
    ] {
        c.defect(format!("lifetime_open_refused_for_{name}"), requirement)
            .does(format!("Open is refused {sentence}"))
            .refuses(OUT_OF_RESOURCES, move |c: &Open, _| c.is_foreign() && is_so());
    }

    c.defect("lifetime_open_needs_a_large_stack", requirement)
        .does("Open takes more of the stack than small threads have")
        .by(Manner::Crash)
        .before(|_: &Open, _| std::hint::black_box([1u8; 300 << 10])[4096]);

    let opened = shared::<Notes<Ptr, Instant>>();
    c.defect("lifetime_imports_last_for_five_seconds", requirement)
        .does("An import of memory is unknown to commands after five seconds")
        .then(move |c: &Open, _| (c.family == Memory).then(|| opened.set(c.object.get()?, Instant::now())))
        .refuses(INVALID_VALUE, move |c: &enqueue_usm_memcpy, _| {
            opened.get(&c.src).is_some_and(|since| since.elapsed().as_secs() >= 5)
        });
}
