//! Threads: calls on fresh ones, and on several at once.

use crate::catalogue::Catalogue;
use crate::defect::Defect;
use crate::layer::call::*;
use crate::layer::codes::*;
use crate::layer::sharing::{Get, Memory};
use crate::layer::{Call, Notes};
use std::cell::Cell;
use std::sync::Mutex;
use std::thread::sleep;
use std::time::Duration;

/// How long a call takes at the place where another one must not come between: long enough that the other threads come
/// there on a busy machine too.
const WINDOW: Duration = Duration::from_millis(5);

thread_local! {
    static MADE_CONTEXT: Cell<bool> = const { Cell::new(false) };
}

/// Fails on threads that have made no context.
fn needs_context<'c, C: Call>(c: &'c mut Catalogue, id: &str, name: &str) -> Defect<'c> {
    c.defect(id, format!("{name} fails on a thread that has made no context"))
        .violates(&["memory.any_thread", "memory.concurrent"])
        .then(|_: &context_create, _| MADE_CONTEXT.set(true))
        .refuses(INVALID_CONTEXT, |_: &C, _| !MADE_CONTEXT.get())
}

pub(super) fn defects(c: &mut Catalogue) {
    needs_context::<ipc_get_mem_handle_exp>(c, "memory_get_needs_thread_of_context", "Get")
        .seen_in("unified-memory-framework a12247bc, found by reading");
    needs_context::<ipc_put_mem_handle_exp>(c, "memory_put_needs_thread_of_context", "Put");
    needs_context::<ipc_close_mem_handle_exp>(c, "memory_close_needs_thread_of_context", "Close")
        .seen_in("unified-memory-framework a12247bc, found by reading");

    let inside = Mutex::new(());
    c.defect("memory_open_fails_beside_another", "Open fails while another thread is in Open")
        .violates(&["memory.concurrent"])
        .instead(move |c: &ipc_open_mem_handle_exp, ur| {
            let Ok(_alone) = inside.try_lock() else { return Some(OUT_OF_RESOURCES) };
            sleep(WINDOW);
            Some(c.run(ur))
        });

    let scratch = Notes::default();
    c.defect(
        "memory_get_shares_scratch_among_threads",
        "Get writes the handle by way of a place that all threads share",
    )
    .violates(&["memory.concurrent"])
    .then(move |c: &Get, _| {
        if c.family == Memory {
            scratch.set((), c.bytes());
            sleep(WINDOW);
            c.data.get().zip(scratch.get(&())).inspect(|(data, bytes)| data.write_bytes(bytes));
        }
    });

    let inside = Notes::default();
    c.defect(
        "memory_get_of_two_threads_gives_one_buffer",
        "two threads in Get of one allocation are given the same buffer",
    )
    .violates(&["memory.concurrent"])
    .instead(move |c: &ipc_get_mem_handle_exp, ur| {
        if let Some((data, size)) = inside.get(&c.mem) {
            c.handle_data.set(data);
            c.handle_data_size_ret.set(size);
            return Some(SUCCESS);
        }
        let result = c.run(ur);
        if result.is_success() {
            inside.set(c.mem, (c.handle_data.get()?, c.handle_data_size_ret.get()?));
            sleep(WINDOW);
            inside.take(&c.mem);
        }
        Some(result)
    });

    c.defect(
        "memory_get_on_fresh_thread_gives_dead_handle",
        "Get on a thread that has made no context gives a handle that does not open",
    )
    .violates(&["memory.any_thread", "memory.concurrent"])
    .then(|_: &context_create, _| MADE_CONTEXT.set(true))
    .then(|c: &ipc_get_mem_handle_exp, _| {
        if let Some(data) = c.handle_data.get().filter(|_| !MADE_CONTEXT.get()) {
            data.write(0u64);
        }
    });
}
