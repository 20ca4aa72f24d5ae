//! What goes wrong when one of the processes ends.

use super::tools::{handle_of, is_orphan};
use crate::Manner;
use crate::catalogue::Catalogue;
use crate::defect::Defect;
use crate::layer::call::{event_release, event_wait};
use crate::layer::codes::*;
use crate::layer::sharing::*;
use crate::layer::{Below, Counter, Family, Notes, Ptr, Waits};
use std::io::{self, Read, Write};
use std::os::linux::net::SocketAddrExt;
use std::os::unix::net::{SocketAddr, UnixListener, UnixStream};
use std::process;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use ur_ipc_host::handle_data::HandleData;

/// What exporters and consumers know of each other: an import is a connection, over which a byte tells of its end.
#[derive(Default)]
struct Post {
    listener: OnceLock<io::Result<UnixListener>>,
    consumers: Mutex<Vec<UnixStream>>,
    imports: Notes<Ptr, Arc<UnixStream>>,
}

impl Post {
    fn address(exporter: u32) -> io::Result<SocketAddr> {
        SocketAddr::from_abstract_name(format!("ur-ipc-mutant-{exporter}"))
    }

    /// Hears of consumers, where nobody does yet.
    fn listen(&self) -> &io::Result<UnixListener> {
        self.listener.get_or_init(|| {
            let listener = UnixListener::bind_addr(&Self::address(process::id())?)?;
            listener.set_nonblocking(true).map(|()| listener)
        })
    }

    /// Tells the exporter of an import.
    fn open(&self, c: &Open) -> Option<()> {
        let exporter = Self::address(c.handle()?.pid.cast_unsigned()).ok()?;
        self.imports.set(c.object.get()?, Arc::new(UnixStream::connect_addr(&exporter).ok()?));
        Some(())
    }

    /// Tells the exporter of its end.
    fn close(&self, import: Ptr) -> Option<usize> {
        (&*self.imports.take(&import)?).write(&[0]).ok()
    }

    /// Whether a consumer has died with an import.
    fn has_lost_one(&self) -> bool {
        let mut consumers = self.consumers.lock().unwrap_or_else(PoisonError::into_inner);
        while let Ok(Ok((consumer, _))) = self.listen().as_ref().map(UnixListener::accept) {
            consumers.extend(consumer.set_nonblocking(true).map(|()| consumer));
        }
        let mut lost = false;
        consumers.retain(|mut consumer| {
            let told = consumer.read(&mut [0]);
            lost |= matches!(told, Ok(0));
            !matches!(told, Ok(1))
        });
        lost
    }
}

/// A defect of this family, whose exporters and consumers know of each other.
fn with_post<'c>(c: &'c mut Catalogue, family: Family, id: &str, sentence: &str) -> (Defect<'c>, Arc<Post>) {
    let post = Arc::new(Post::default());
    let [exporter, consumer, closed, released] = [(); 4].map(|()| Arc::clone(&post));
    let defect = c
        .defect(id, sentence)
        .before(move |_: &Get, _| _ = exporter.listen())
        .then(move |c: &Open, _| _ = (c.family == family).then(|| consumer.open(c)))
        .before(move |c: &Close, _| _ = closed.close(c.object))
        .before(move |c: &Release, _| _ = released.close(c.object));
    (defect, post)
}

/// Whether the exporter of an import is gone.
fn has_lost_exporter(import: impl Into<Ptr>, ur: &Below) -> bool {
    handle_of(import, ur).is_some_and(|handle| is_orphan(&handle))
}

/// What a handle of USM memory says whose exporter is gone.
fn orphan(c: &Open) -> Option<HandleData> {
    c.handle().filter(|handle| c.family == Memory && is_orphan(handle))
}

pub(super) fn defects(c: &mut Catalogue) {
    let id = "cross_memory_dead_consumer_blocks_free";
    let sentence = "USM memory cannot be freed once a consumer has died with it open";
    let (defect, post) = with_post(c, Memory, id, sentence);
    defect
        .violates(&["cross_process.memory.consumer_killed"])
        .refuses(HANDLE_OBJECT_IN_USE, move |c: &Release, _| c.family == Memory && post.has_lost_one());

    let id = "cross_event_dead_consumer_ends_exports";
    let sentence = "An event cannot be exported any more once a consumer has died with an import";
    let (defect, post) = with_post(c, Event, id, sentence);
    defect
        .violates(&["cross_process.event.consumer_death"])
        .refuses(DEVICE_LOST, move |c: &Get, _| c.family == Event && post.has_lost_one());

    for (family, name, object, requirement) in [
        (Memory, "memory", "USM memory", "cross_process.memory.producer_exit_while_open"),
        (Physical, "physical", "physical memory", "cross_process.physical_memory.peer_death"),
    ] {
        c.defect(
            format!("cross_{name}_close_needs_exporter"),
            format!("Close of {object} fails when the process that exported it is gone"),
        )
        .violates(&[requirement])
        .refuses(INVALID_VALUE, move |c: &Close, ur| c.family == family && has_lost_exporter(c.object, ur));
    }

    c.defect(
        "cross_event_release_needs_exporter",
        "The release of an import fails when the process that exported it is gone",
    )
    .violates(&["cross_process.event.producer_death"])
    .refuses(INVALID_VALUE, |c: &event_release, ur| has_lost_exporter(c.event, ur));

    c.defect(
        "cross_event_wait_crashes_without_exporter",
        "A wait on an import aborts when the process that exported it is gone",
    )
    .violates(&["cross_process.event.producer_death"])
    .by(Manner::Crash)
    .seen_in("Level Zero driver, which aborts a consumer that imports counter memory anew")
    .before(|c: &event_wait, ur| {
        if c.events().iter().any(|event| has_lost_exporter(*event, ur)) {
            process::abort();
        }
    });

    c.defect(
        "cross_memory_dead_exporter_opens_to_other",
        "A handle of a process that is gone opens to new memory",
    )
    .violates(&["cross_process.memory.open_after_producer_exit"])
    .instead(|c: &Open, ur| Some(c.give(ur.allocate(c.context, orphan(c)?.size as usize))));

    c.defect("cross_memory_dead_exporter_crashes", "Open aborts when the process that exported is gone")
        .violates(&["cross_process.memory.open_after_producer_exit"])
        .by(Manner::Crash)
        .before(|c: &Open, _| {
            if orphan(c).is_some() {
                process::abort();
            }
        });

    let orphans = Counter::default();
    c.defect(
        "cross_memory_dead_exporter_breaks_open",
        "After a handle of a process that is gone nothing is opened any more",
    )
    .violates(&["cross_process.memory.open_after_producer_exit"])
    .refuses(INVALID_VALUE, move |c: &Open, _| {
        orphan(c).map(|_| orphans.next());
        c.family == Memory && orphans.get() > 0
    });
}
