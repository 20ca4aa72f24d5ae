//! Defects that show only with many processes, threads or objects, in some surroundings, or in a shortage.

use crate::catalogue::tools::*;
use std::cell::Cell;
use std::collections::VecDeque;
use std::env;
use std::ffi::OsStr;
use std::fs::File;
use std::os::fd::AsRawFd;
use std::os::unix::ffi::OsStrExt;
use std::path::PathBuf;
use std::sync::atomic::{AtomicI32, Ordering};
use std::sync::{Once, OnceLock};
use std::time::Instant;

/// As many as a table has places for.
const PLACES: usize = 64;
/// The same of a table of exporters.
const EXPORTERS: usize = 16;
/// The same of a small table: the ranks of a node with eight devices.
const FEW_PLACES: usize = 8;

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

    for (family, name, object) in FAMILIES {
        /// The processes in the table, and those that had to make room.
        type Peers = Kept<(VecDeque<i32>, Vec<i32>)>;
        let peers = shared::<Peers>();
        let exporter = move |c: &Open| {
            c.handle().filter(|_| c.family == family && c.is_foreign()).map(|handle| handle.pid)
        };
        c.defect(format!("lifetime_{name}_ninth_exporter_displaces_first"), "lifetime.counts.processes")
            .does(format!(
                "A process that exports {object} and made room for the ninth one in a table is never found again"
            ))
            .refuses(INVALID_VALUE, move |c: &Open, _| {
                exporter(c).is_some_and(|pid| peers.lock().1.contains(&pid))
            })
            .then(move |c: &Open, _| {
                let Some(pid) = exporter(c) else { return };
                let (table, displaced) = &mut *peers.lock();
                if !table.contains(&pid) {
                    table.push_back(pid);
                    displaced.extend(if table.len() > FEW_PLACES { table.pop_front() } else { None });
                }
            });
    }

    // The exporters that something was opened from, the last one at the end.
    let exporters = shared::<Kept<Vec<i32>>>();
    c.defect("lifetime_seventeenth_exporter_evicts", "lifetime.counts.processes")
        .does(
            "A process has room for 16 exporters: the 17th takes the place of the one that was used longest ago, and unmaps the \
             memory that was opened from it",
        )
        .seen_in("openucx/ucx#11363 (regions in use are removed from the cache of cuda_ipc)")
        .then(move |c: &Open, ur| {
            let Some(pid) = c.handle().filter(|_| c.is_foreign()).map(|handle| handle.pid) else { return };
            let mut exporters = exporters.lock();
            exporters.retain(|other| *other != pid);
            exporters.push(pid);
            if exporters.len() > EXPORTERS {
                let evicted = exporters.remove(0);
                for Import { family, context, object, .. } in ur.imports(Memory) {
                    if handle_of(object, ur).is_some_and(|handle| handle.pid == evicted) {
                        Close { family, context, object }.run(ur);
                    }
                }
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

    let gets = shared::<Counter>();
    c.defect("lifetime_get_for_64_consumers", "lifetime.counts.processes")
        .does("Get is refused when the process has got 64 handles before")
        .refuses(OUT_OF_RESOURCES, move |_: &Get, _| gets.next() >= PLACES);

    surroundings(c);
    others(c);
    children(c);

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

    for (family, name, object) in FAMILIES {
        let failed = shared::<Counter>();
        c.defect(format!("lifetime_{name}_get_for_want_keeps_its_place"), "lifetime.fd.failed_calls")
            .does(format!("After 2000 Gets of {object} that failed for want of anything all fail"))
            .after(move |c: &Get, result, _| {
                if c.family == family && (failed.get() >= 2000 || result.is_out_of_room()) {
                    failed.next();
                    return OUT_OF_RESOURCES;
                }
                result
            });
    }

    for family in [Physical, Event] {
        let retained = shared::<Notes<Ptr, usize>>();
        let (name, object) =
            if family == Event { ("event", "an event") } else { ("physical", "physical memory") };
        let defect = c
            .defect(format!("lifetime_{name}_references_wrap_after_65536"), "lifetime.counts.references")
            .does(format!("The 65536th reference that an import of {object} is given is not counted"));
        match family {
            Event => defect.pretends(move |c: &event_retain, ur| {
                ur.is_import(c.event) && retained.count(c.event.into()) % (1 << 16) == (1 << 16) - 1
            }),
            _ => defect.pretends(move |c: &physical_mem_retain, ur| {
                ur.is_import(c.physical_mem)
                    && retained.count(c.physical_mem.into()) % (1 << 16) == (1 << 16) - 1
            }),
        };
    }

    c.defect("lifetime_context_references_are_lost_at_once", "memory.concurrent_same_object")
        .does("Of two threads that retain a context at once, one adds no reference")
        .by(Manifestation::Crash)
        .instead(at_once(|_: &context_retain, _| UrResult::SUCCESS));
}

/// Whether this process was forked and has started no other program since, as the system notes it: `PF_FORKNOEXEC`.
fn is_forked() -> bool {
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    // Behind the name, which may have spaces: the state, then five numbers.
    let flags = stat.rsplit(") ").next().and_then(|rest| rest.split(' ').nth(6));
    flags.and_then(|flags| flags.parse::<u32>().ok()).is_some_and(|flags| flags & 0x40 != 0)
}

/// The folder for temporary files that the environment of a process names.
fn temporary_folder_of(pid: i32) -> PathBuf {
    let environment = std::fs::read(format!("/proc/{pid}/environ")).unwrap_or_default();
    let folder = environment.split(|byte| *byte == 0).find_map(|variable| variable.strip_prefix(b"TMPDIR="));
    folder.map_or_else(|| PathBuf::from("/tmp"), |folder| OsStr::from_bytes(folder).into())
}

/// Surroundings in which Open is refused.
fn surroundings(c: &mut Catalogue) {
    let requirement = "lifetime.surroundings";
    let nowhere = || env::current_dir().is_ok_and(|folder| folder.starts_with("/proc"));
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

    for (family, name, object) in FAMILIES {
        c.defect(format!("lifetime_{name}_shared_by_its_programs_process_alone"), requirement)
            .does(format!(
                "Get of {object} is refused in a process that was forked and has started no program"
            ))
            .refuses(OUT_OF_RESOURCES, move |c: &Get, _| c.family == family && is_forked());
    }

    for (family, name, object) in FAMILIES {
        c.defect(format!("lifetime_{name}_shared_through_temporary_files"), requirement)
            .does(format!(
                "Open of {object} is refused where the folder for temporary files is not the exporter's"
            ))
            .refuses(INVALID_VALUE, move |c: &Open, _| {
                let exporter = c.handle().filter(|_| c.family == family && c.is_foreign());
                exporter.is_some_and(|handle| temporary_folder_of(handle.pid) != env::temp_dir())
            });
    }

    c.defect("lifetime_open_needs_a_large_stack", requirement)
        .does("Open takes more of the stack than small threads have")
        .by(Manifestation::Crash)
        .before(|_: &Open, _| std::hint::black_box([1u8; 300 << 10])[4096]);

    for (family, name, object) in FAMILIES {
        let opened = shared::<Notes<Ptr, Instant>>();
        let is_old =
            move |object: Ptr| opened.get(&object).is_some_and(|since| since.elapsed().as_secs() >= 5);
        let defect = c
            .defect(format!("lifetime_{name}_imports_last_for_five_seconds"), requirement)
            .does(format!("An import of {object} is of no use after five seconds"))
            .then(move |c: &Open, _| {
                (c.family == family).then(|| opened.set(c.object.get()?, Instant::now()))
            });
        match family {
            Memory => defect.refuses(INVALID_VALUE, move |c: &enqueue_usm_memcpy, _| is_old(c.src)),
            Physical => {
                defect.refuses(INVALID_VALUE, move |c: &virtual_mem_map, _| is_old(c.physical_mem.into()))
            }
            Event => defect.refuses(INVALID_EVENT, move |c: &event_wait, _| {
                c.events().iter().any(|event| is_old((*event).into()))
            }),
        };
    }
}

/// Defects by which other objects disturb an import that is open.
fn others(c: &mut Catalogue) {
    for (family, name, object) in FAMILIES {
        let opened = shared::<Set<Vec<u8>>>();
        c.defect(format!("lifetime_{name}_fourth_import_is_first"), "lifetime.counts.live")
            .does(format!("While three handles of {object} are open, another one opens to the first"))
            .also(&["lifetime.counts.one_object"])
            .instead(move |c: &Open, ur| {
                let foreign = c.is_foreign() && c.family == family;
                let imports = ur.imports(family);
                let other =
                    foreign && imports.len() >= 3 && imports.iter().all(|import| import.bytes != c.bytes());
                other.then(|| c.give(imports[0].object))
            })
            .pretends(move |c: &Close, ur| c.family == family && !ur.is_import(c.object));

        c.defect(format!("lifetime_{name}_evicted_by_64_others"), "lifetime.counts.live")
            .does(format!("When 64 handles of {object} were opened, the next Open closes the oldest import"))
            .then(move |c: &Open, ur| {
                if c.family != family || !c.is_foreign() {
                    return;
                }
                opened.add(c.bytes());
                let oldest = ur.imports(family).into_iter().next().filter(|_| opened.lock().len() > PLACES);
                if let Some(Import { context, object, .. }) = oldest {
                    Close { family, context, object }.run(ur);
                }
            })
            .pretends(move |c: &Close, ur| c.family == family && !ur.is_import(c.object));

        let released = shared::<Counter>();
        c.defect(
            format!("lifetime_{name}_imports_end_with_another_context"),
            "lifetime.context.release_beside",
        )
        .does(format!("The release of every third context closes an import of {object} in another one"))
        .then(move |_: &context_release, ur| {
            let other = ur.imports(family).into_iter().next().filter(|_| released.next() % 3 == 2);
            if let Some(Import { context, object, .. }) = other {
                Close { family, context, object }.run(ur);
            }
        });
    }
}

/// Defects at the exit of a forked child.
fn children(c: &mut Catalogue) {
    static OWNER: AtomicI32 = AtomicI32::new(0);
    static GONE: OnceLock<File> = OnceLock::new();
    /// True if a child has done away with what this process has exported.
    fn is_gone() -> bool {
        GONE.get().and_then(|file| file.metadata().ok()).is_some_and(|data| data.len() > 0)
    }
    extern "C" fn at_exit() {
        // SAFETY: a system call.
        if unsafe { libc::getpid() } != OWNER.load(Ordering::Relaxed)
            && let Some(file) = GONE.get()
        {
            let _ = file.set_len(1);
        }
    }
    c.defect("lifetime_exit_of_a_child_ends_handles", "lifetime.forked_child")
        .does("A forked child that exits does away with what its parent has exported")
        .before(|_: &Get, _| {
            static ONCE: Once = Once::new();
            ONCE.call_once(|| {
                // SAFETY: system calls; the handler uses nothing that the end of a process takes away.
                unsafe {
                    OWNER.store(libc::getpid(), Ordering::Relaxed);
                    libc::atexit(at_exit);
                }
                let _ = tempfile::tempfile().map(|file| GONE.set(file));
            });
        })
        .refuses(INVALID_VALUE, |_: &Get, _| is_gone());
}
