//! Threads: calls on fresh ones, and on several at once.

use super::tools::*;
use std::cell::Cell;
use std::sync::Mutex;
use std::thread::sleep;
use std::time::Duration;

/// The duration of a call at the place where another one must not come between. It is long enough that the other
/// threads come there on a busy machine too.
const WINDOW: Duration = Duration::from_millis(5);

thread_local! {
    static MADE_CONTEXT: Cell<bool> = const { Cell::new(false) };
}

/// Fails on threads that have made no context.
fn needs_context<C: Call>(defect: Defect<'_>) -> Defect<'_> {
    defect
        .also(&["memory.concurrent"])
        .then(|_: &context_create, _| MADE_CONTEXT.set(true))
        .refuses(INVALID_CONTEXT, |_: &C, _| !MADE_CONTEXT.get())
}

pub(super) fn defects(c: &mut Catalogue) {
    c.defect("memory_get_needs_thread_of_context", "memory.any_thread")
        .does("Get fails on a thread that has made no context")
        .with(needs_context::<get>)
        .seen_in("unified-memory-framework a12247bc, found by reading");

    c.defect("memory_put_needs_thread_of_context", "memory.any_thread")
        .does("Put fails on a thread that has made no context")
        .with(needs_context::<put>);

    c.defect("memory_close_needs_thread_of_context", "memory.any_thread")
        .does("Close fails on a thread that has made no context")
        .with(needs_context::<close>)
        .seen_in("unified-memory-framework a12247bc, found by reading");

    let inside = Mutex::new(());
    c.defect("memory_open_fails_beside_another", "memory.concurrent")
        .also(&["memory.concurrent_same_object"])
        .does("Open fails while another thread is in Open")
        .instead(move |c: &open, ur| {
            let Ok(_alone) = inside.try_lock() else { return Some(OUT_OF_RESOURCES) };
            sleep(WINDOW);
            Some(c.run(ur))
        });

    let scratch = Notes::default();
    c.defect("memory_get_shares_scratch_among_threads", "memory.concurrent")
        .does("Get writes the handle by way of a place that all threads share")
        .then(move |c: &Get, _| {
            if c.family == Memory {
                scratch.set((), c.bytes());
                sleep(WINDOW);
                c.data.get().zip(scratch.get(&())).inspect(|(data, bytes)| data.write_bytes(bytes));
            }
        });

    let inside = Notes::default();
    let shared_buffers = shared::<Notes<Ptr, usize>>();
    c.defect("memory_get_of_two_threads_gives_one_buffer", "memory.concurrent_same_object")
        .does("two threads in Get of one allocation are given the same buffer, which ends with the first Put")
        .instead(move |c: &get, ur| {
            if let Some((data, size)) = inside.get(&c.mem) {
                c.handle_data.set(data);
                c.handle_data_size_ret.set(size);
                shared_buffers.set(data, size);
                return Some(SUCCESS);
            }
            let result = c.run(ur);
            if result.is_success() {
                inside.set(c.mem, (c.handle_data.get()?, c.handle_data_size_ret.get()?));
                sleep(WINDOW);
                inside.take(&c.mem);
            }
            Some(result)
        })
        // Freed, it would be overwritten by anybody at any time: so it is here, at once and without a crash.
        .instead(move |c: &put, _| {
            let size = shared_buffers.get(&c.handle_data)?;
            c.handle_data.write_bytes(&vec![0xdd; size]);
            Some(SUCCESS)
        });

    c.defect("memory_get_on_fresh_thread_gives_dead_handle", "memory.any_thread")
        .does("Get on a thread that has made no context gives a handle that does not open")
        .also(&["memory.concurrent"])
        .then(|_: &context_create, _| MADE_CONTEXT.set(true))
        .then(|c: &get, _| {
            if let Some(data) = c.handle_data.get().filter(|_| !MADE_CONTEXT.get()) {
                data.write(0u64);
            }
        });
}
