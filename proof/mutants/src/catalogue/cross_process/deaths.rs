//! Defects that show when one of the processes ends.

use crate::catalogue::tools::*;
use std::io::{self, Read, Write};
use std::os::linux::net::SocketAddrExt;
use std::os::unix::net::{SocketAddr, UnixListener, UnixStream};
use std::process;
use std::sync::{Arc, MutexGuard, OnceLock};

/// The link between exporters and consumers: an import is a connection, over which a byte tells of its end.
#[derive(Default)]
struct Post {
    listener: OnceLock<io::Result<UnixListener>>,
    consumers: Kept<Vec<UnixStream>>,
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

    /// Those who have told of an import.
    fn consumers(&self) -> MutexGuard<'_, Vec<UnixStream>> {
        let mut consumers = self.consumers.lock();
        while let Ok(Ok((consumer, _))) = self.listen().as_ref().map(UnixListener::accept) {
            consumers.extend(consumer.set_nonblocking(true).map(|()| consumer));
        }
        consumers
    }

    /// True if a consumer has an import open.
    fn has_one_open(&self) -> bool {
        let waits = |error: &io::Error| error.kind() == io::ErrorKind::WouldBlock;
        self.consumers().iter().any(|mut consumer| consumer.read(&mut [0]).is_err_and(|error| waits(&error)))
    }

    /// True if a consumer has died with an import.
    fn has_lost_one(&self) -> bool {
        let mut consumers = self.consumers();
        let mut lost = false;
        consumers.retain(|mut consumer| {
            let told = consumer.read(&mut [0]);
            lost |= matches!(told, Ok(0));
            !matches!(told, Ok(1))
        });
        lost
    }
}

/// Has exporters and consumers of this family know of each other.
fn notified_by(post: &'static Post, family: Family) -> impl Fn(Defect<'_>) -> Defect<'_> {
    move |defect| {
        defect
            .before(|_: &Get, _| _ = post.listen())
            .then(move |c: &Open, _| (c.family == family).then(|| post.open(c)))
            .before(|c: &Close, _| post.close(c.object))
            .before(|c: &Release, _| post.close(c.object))
    }
}

/// True if the exporter of an import is gone.
fn has_lost_exporter(import: impl Into<Ptr>, ur: &Below) -> bool {
    handle_of(import, ur).is_some_and(|handle| is_orphan(&handle))
}

/// The content of a handle of USM memory whose exporter is gone.
fn orphan(c: &Open) -> Option<HandleData> {
    c.handle().filter(|handle| c.family == Memory && is_orphan(handle))
}

pub(super) fn defects(c: &mut Catalogue) {
    let post = shared::<Post>();
    c.defect("cross_memory_dead_consumer_blocks_free", "cross_process.memory.consumer_killed")
        .does("USM memory cannot be freed once a consumer has died with it open")
        .with(notified_by(post, Memory))
        .refuses(HANDLE_OBJECT_IN_USE, |c: &Release, _| c.family == Memory && post.has_lost_one());

    let post = shared::<Post>();
    c.defect("cross_memory_open_elsewhere_blocks_free", "cross_process.memory.freed_while_open")
        .does("USM memory cannot be freed while another process has some open")
        .with(notified_by(post, Memory))
        .refuses(HANDLE_OBJECT_IN_USE, |c: &Release, _| c.family == Memory && post.has_one_open());

    let post = shared::<Post>();
    c.defect("cross_event_dead_consumer_ends_exports", "cross_process.event.consumer_death")
        .does("An event cannot be exported any more once a consumer has died with an import")
        .with(notified_by(post, Event))
        .refuses(DEVICE_LOST, |c: &Get, _| c.family == Event && post.has_lost_one());

    // Events with a signal of this process that was not seen complete at an export, and those whose later signals are lost.
    let (own, lost) = (shared::<Set<EventHandle>>(), shared::<Set<EventHandle>>());
    c.defect("cross_event_signal_after_lost_one_never_comes", "cross_process.event.consumer_death")
        .does("A signal of a source that is pending by another process' signal leaves it pending")
        .before(move |c: &enqueue_events_wait_with_barrier_ext, ur| {
            let event = c.event.get().unwrap_or_default();
            if !event.is_null() && !own.has(&event) && !ur.is_complete(event) {
                lost.add(event);
            }
            own.add(event);
        })
        .then(move |c: &Get, ur| {
            let event = EventHandle(c.object.0);
            (c.family == Event && ur.is_complete(event)).then(|| own.remove(&event))
        })
        .answers(EventInfo::COMMAND_EXECUTION_STATUS, move |c: &event_get_info, status, _| {
            if lost.has(&c.event) { EventStatus::SUBMITTED } else { status }
        });

    for (family, name, object, requirement) in [
        (Memory, "memory", "USM memory", "cross_process.memory.producer_exit_while_open"),
        (Physical, "physical", "physical memory", "cross_process.physical_memory.peer_death"),
    ] {
        c.defect(format!("cross_{name}_close_needs_exporter"), requirement)
            .does(format!("Close of {object} fails when the process that exported it is gone"))
            .refuses(INVALID_VALUE, move |c: &Close, ur| {
                c.family == family && has_lost_exporter(c.object, ur)
            });
    }

    c.defect("cross_event_release_needs_exporter", "cross_process.event.producer_death")
        .does("The release of an import fails when the process that exported it is gone")
        .refuses(INVALID_VALUE, |c: &event_release, ur| has_lost_exporter(c.event, ur));

    c.defect("cross_event_wait_crashes_without_exporter", "cross_process.event.producer_death")
        .does("A wait on an import aborts when the process that exported it is gone")
        .seen_in("Level Zero driver, which aborts a consumer that imports counter memory anew")
        .aborts(|c: &event_wait, ur| c.events().iter().any(|event| has_lost_exporter(*event, ur)));

    c.defect("cross_memory_dead_exporter_opens_to_other", "cross_process.memory.open_after_producer_exit")
        .does("A handle of a process that is gone opens to new memory")
        .instead(|c: &Open, ur| Some(c.give(ur.allocate(c.context, orphan(c)?.size as usize))));

    c.defect("cross_memory_dead_exporter_crashes", "cross_process.memory.open_after_producer_exit")
        .does("Open aborts when the process that exported is gone")
        .aborts(|c: &Open, _| orphan(c).is_some());

    let kept = shared::<Notes<Vec<u8>, Ptr>>();
    c.defect("cross_memory_closed_import_opens_again", "cross_process.memory.open_after_producer_exit")
        .does("A handle of a process that is gone opens, if it was opened before: what was closed is kept for that")
        .seen_in("unified-memory-framework, src/ipc_cache.c")
        .instead(|c: &Open, _| orphan(c).and_then(|_| kept.take(&c.bytes())).map(|import| c.give(import)))
        .then(|c: &Open, ur| {
            let mut import = Ptr::NULL;
            let again = Open { object: Out::of(&mut import), ..*c };
            if c.family == Memory && c.is_foreign() && kept.get(&c.bytes()).is_none() && again.run(ur).is_success() {
                kept.set(c.bytes(), import);
            }
        });

    let orphans = Counter::default();
    c.defect("cross_memory_dead_exporter_breaks_open", "cross_process.memory.open_after_producer_exit")
        .does("After a handle of a process that is gone nothing is opened any more")
        .refuses(INVALID_VALUE, move |c: &Open, _| {
            orphan(c).map(|_| orphans.next());
            c.family == Memory && orphans.get() > 0
        });
}
