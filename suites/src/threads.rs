//! Several threads of a process at once.

use std::fmt::{self, Write};
use std::panic::resume_unwind;
use std::thread;
use ur_ipc_fixtures::objects::Exported;
use ur_ipc_fixtures::{StartLine, TestContext, TestResult, measure_growth, spawn_in};

/// Runs each body on a thread of its own, which has done nothing before, all at once, and gives what each returned, or
/// the first failure. A panic goes on here.
pub(crate) fn on_threads<T: Send, B: FnOnce() -> TestResult<T> + Send>(
    bodies: impl ExactSizeIterator<Item = B>,
) -> TestResult<Vec<T>> {
    on_threads_of(bodies.map(|body| Box::new(body) as ThreadBody<'_, T>).collect())
}

/// What a thread does.
type ThreadBody<'b, T> = Box<dyn FnOnce() -> TestResult<T> + Send + 'b>;

/// The same for bodies of any kind: there are hundreds, and a thread is much to compile.
fn on_threads_of<T: Send>(bodies: Vec<ThreadBody<'_, T>>) -> TestResult<Vec<T>> {
    let start = &StartLine::new(bodies.len());
    thread::scope(|scope| {
        let mut threads = Vec::with_capacity(bodies.len());
        for body in bodies {
            // Nobody begins without the others.
            let thread = spawn_in(scope, move || start.wait().then(body));
            threads.push(thread.inspect_err(|_| start.call_off())?);
        }
        // All of them end before the first failure is looked at.
        let results: Vec<Option<TestResult<T>>> = threads
            .into_iter()
            .map(|thread| thread.join().unwrap_or_else(|panic| resume_unwind(panic)))
            .collect();
        results.into_iter().flatten().collect()
    })
}

/// Makes a call on a thread that has done nothing before.
pub(crate) fn on_fresh_thread<T: Send>(call: impl FnOnce() -> TestResult<T> + Send) -> TestResult<T> {
    Ok(on_threads([call].into_iter())?.remove(0))
}

/// Gets handles here and puts each on another thread, which leaves the number of open descriptors as it is.
#[track_caller]
pub(crate) fn put_elsewhere(t: &TestContext, export: impl Fn() -> TestResult<Exported>) -> TestResult {
    const CYCLES: usize = 30;
    let cycle = |_| {
        let handle = export()?;
        on_fresh_thread(|| handle.release())
    };
    measure_growth(t, CYCLES, cycle)?.no_descriptors(t)
}

/// Makes a call on such a thread, or on this one.
pub(crate) fn on<T: Send>(fresh_thread: bool, call: impl FnOnce() -> TestResult<T> + Send) -> TestResult<T> {
    if fresh_thread { on_fresh_thread(call) } else { call() }
}

/// Writes which of these calls another thread makes.
pub(crate) fn write_others(f: &mut impl Write, calls: &[&str], on_other_thread: &[bool]) -> fmt::Result {
    let mut others = calls.iter().zip(on_other_thread).filter(|(_, is_other)| **is_other);
    others.try_for_each(|(call, _)| write!(f, ", {call} on another thread"))
}
