//! Exporters with a table of their consumers that has eight places.

use crate::catalogue::tools::*;
use std::fs::{File, OpenOptions, read_dir, read_link};
use std::io;
use std::os::fd::FromRawFd;
use std::os::unix::fs::FileExt;
use std::path::PathBuf;
use std::process;

/// The number of consumers that an exporter has room for.
const PLACES: u64 = 8;
const NAME: &std::ffi::CStr = c"ur-ipc-mutant-consumers";

/// The table of an exporter, a byte for each consumer, in memory that both can reach.
#[derive(Default)]
struct Table {
    own: Kept<Option<File>>,
    places: Notes<Ptr, (PathBuf, u64)>,
}

impl Table {
    /// Makes the exporter's own, once.
    fn make(&self) {
        self.own.lock().get_or_insert_with(|| {
            // SAFETY: a new descriptor, which nobody else has.
            unsafe { File::from_raw_fd(libc::memfd_create(NAME.as_ptr(), 0)) }
        });
    }

    /// The path of an exporter's table.
    fn of(exporter: u32) -> io::Result<PathBuf> {
        let name = format!("/memfd:{} (deleted)", NAME.to_string_lossy());
        let mut files = read_dir(format!("/proc/{exporter}/fd"))?.flatten().map(|entry| entry.path());
        let table = files.find(|path| read_link(path).is_ok_and(|file| file.as_os_str() == name.as_str()));
        table.ok_or_else(|| io::ErrorKind::NotFound.into())
    }

    /// Takes a place for an import. None if all are taken; an exporter without a table has room for all.
    fn take(path: PathBuf) -> Option<(PathBuf, u64)> {
        let Ok(file) = OpenOptions::new().read(true).write(true).open(&path) else {
            return Some((path, PLACES));
        };
        let mut taken = [0; PLACES as usize];
        let _ = file.read_at(&mut taken, 0);
        let place = (0..PLACES).find(|place| taken[*place as usize] == 0)?;
        let _ = file.write_at(&[1], place);
        Some((path, place))
    }

    /// Gives the place of an import back.
    fn give_back(&self, import: Ptr) {
        if let Some((path, place)) = self.places.take(&import)
            && let Ok(file) = OpenOptions::new().write(true).open(path)
        {
            let _ = file.write_at(&[0], place);
        }
    }
}

pub(super) fn defects(c: &mut Catalogue) {
    for (family, name, object, requirement) in [
        (Memory, "memory", "USM memory", "cross_process.memory.consumer_killed"),
        (Physical, "physical", "physical memory", "cross_process.physical_memory.peer_death"),
        (Event, "event", "events", "cross_process.event.consumer_death"),
    ] {
        let table = shared::<Table>();
        c.defect(format!("cross_{name}_ninth_consumer_refused"), requirement)
            .does(format!(
                "There are {PLACES} places for consumers of {object}, and those of the dead stay taken"
            ))
            .before(move |c: &Get, _| (c.family == family).then(|| table.make()))
            .instead(move |c: &Open, ur| {
                let exporter = c.handle().filter(|_| c.family == family)?.pid.cast_unsigned();
                // What is open in the exporter itself takes no place.
                let path = Table::of(exporter).ok().filter(|_| exporter != process::id())?;
                let Some(place) = Table::take(path) else { return Some(OUT_OF_RESOURCES) };
                let result = c.run(ur);
                c.object.get().filter(|_| result.is_success()).inspect(|import| {
                    table.places.set(*import, place.clone());
                });
                Some(result)
            })
            .then(move |c: &Close, _| table.give_back(c.object))
            .then(move |c: &Release, _| table.give_back(c.object));
    }
}

/// The same for those that wait.
pub(super) fn waiters(c: &mut Catalogue) {
    let (table, exporters) = (shared::<Table>(), shared::<Notes<Ptr, u32>>());
    c.defect("cross_event_ninth_waiter_refused", "cross_process.event.consumer_death")
        .does(format!(
            "There are {PLACES} places for consumers that wait for an event, and those of the dead stay taken"
        ))
        .before(move |c: &Get, _| (c.family == Event).then(|| table.make()))
        .then(move |c: &Open, _| {
            let exporter = c.handle().filter(|_| c.family == Event).map(|handle| handle.pid.cast_unsigned());
            exporter.zip(c.object.get()).map(|(exporter, import)| exporters.set(import, exporter))
        })
        .instead(move |c: &event_wait, ur| {
            let import =
                c.events().into_iter().map(Ptr::from).find(|event| exporters.get(event).is_some())?;
            let exporter = exporters.get(&import).filter(|exporter| *exporter != process::id())?;
            let Some(place) = Table::take(Table::of(exporter).ok()?) else { return Some(OUT_OF_RESOURCES) };
            table.places.set(import, place);
            let result = c.run(ur);
            table.give_back(import);
            Some(result)
        });
}
