//! Processes that end without closing what they have open, or while others have, or want, their memory.

use crate::memory::support::{WHOLE, check, filled, open_at, opens_to, write};
use crate::open_calls::refused;
use ur_ipc_fixtures::hierarchy::{Fixture, MEM_SIZE, Memory, UrIpcMemTest, UrQueueTest};
use ur_ipc_fixtures::objects::{Context, Exported};
use ur_ipc_fixtures::{At, Peer, Scenario, TestResult, Tests, case};

/// The requirement of the tests in which a consumer ends, each in another way.
const CONSUMER: &str = "cross_process.memory.consumer_killed";
/// The requirement of the tests in which the producer ends while its memory is open.
const WHILE_OPEN: &str = "cross_process.memory.producer_exit_while_open";
/// The requirement of the tests of an Open after the producer's end.
const AFTERWARDS: &str = "cross_process.memory.open_after_producer_exit";

pub(super) fn tests(tests: &mut Tests) {
    let mut group = tests.group("memory", "cross_process::memory");
    let consumers = [
        case::<ConsumerEnd>("consumer_killed", CONSUMER, killed),
        case::<ConsumerEnd>("consumer_killed_while_opening", CONSUMER, killed_while_opening),
        case::<ConsumerEnd>("consumer_exits", CONSUMER, exits),
    ];
    group.table(consumers).across(survives);
    let while_open = [
        case::<ProducerEnd>("producer_killed_while_open", WHILE_OPEN, Scenario::kill),
        case::<ProducerEnd>("producer_exit_while_open", WHILE_OPEN, producer_exits),
    ];
    group.table(while_open).across(close_after);
    group.test("consumer_exits_after_producer").checks(WHILE_OPEN).across(consumer_exits_after_producer);
    let afterwards = [
        case::<ProducerEnd>("open_after_producer_killed", AFTERWARDS, Scenario::kill),
        case::<ProducerEnd>("open_after_producer_exit", AFTERWARDS, producer_exits),
    ];
    group.table(afterwards).across(open_after);
    group.test("reopen_after_producer_exit").checks(AFTERWARDS).across(reopen_after);
}

/// Lets a consumer get a handle and end.
type ConsumerEnd = fn(&Scenario, &At<Exported>) -> TestResult;
/// Lets a producer end.
type ProducerEnd = fn(&Scenario, Peer) -> TestResult;

/// A consumer is killed while it has the memory open.
fn killed(s: &Scenario, handle: &At<Exported>) -> TestResult {
    let (consumer, there) = s.peer_with::<UrQueueTest>("consumer")?;
    let import = open_at(s, &consumer, &there, handle)?;
    s.at(&consumer, |t| check(&there, import.raw(), t.pattern(0), WHOLE))?;
    s.kill(consumer)
}

/// A consumer is killed somewhere between opening and closing.
fn killed_while_opening(s: &Scenario, handle: &At<Exported>) -> TestResult {
    let (consumer, there) = s.peer_with::<UrQueueTest>("consumer")?;
    let bytes = s.give(&consumer, |_| Ok(handle.bytes()))?;
    let cycle = || there.in_context().open_memory(&bytes)?.release();
    s.at(&consumer, |_| (0..4).try_for_each(|_| cycle()))?;
    let _endless = s.start(&consumer, |_| -> TestResult {
        loop {
            cycle()?;
        }
    })?;
    s.kill(consumer)
}

/// A consumer exits while it has the memory open.
fn exits(s: &Scenario, handle: &At<Exported>) -> TestResult {
    let (consumer, there) = s.peer_with::<UrQueueTest>("consumer")?;
    let import = open_at(s, &consumer, &there, handle)?;
    s.at(&consumer, |t| check(&there, import.raw(), t.pattern(0), WHOLE))?;
    s.exits(consumer, "the consumer", || Ok(()))
}

/// A producer exits without releasing anything.
fn producer_exits(s: &Scenario, producer: Peer) -> TestResult {
    s.exits(producer, "the producer", || Ok(()))
}

/// A consumer ends beside another one; this process, the memory, later handles and the release of everything are as if
/// it had closed.
fn survives(s: &Scenario, f: &At<UrIpcMemTest>, end: &ConsumerEnd) -> TestResult<At<()>> {
    let memory = s.here(|t| filled(f, MEM_SIZE, t.pattern(0)))?;
    let handle = s.here(|_| memory.export())?;
    let (other, there) = s.peer_with::<UrQueueTest>("other consumer")?;
    let import = open_at(s, &other, &there, &handle)?;

    end(s, &handle)?;

    s.here(|t| check(f, memory.raw(), t.pattern(0), WHOLE))?;
    s.at(&other, |t| {
        check(&there, import.raw(), t.pattern(0), WHOLE)?;
        write(&there, import.raw(), t.pattern(1), WHOLE)
    })?;
    s.here(|t| check(f, memory.raw(), t.pattern(1), WHOLE))?;
    let bytes = s.give(&other, |_| Ok(handle.bytes()))?;
    s.at(&other, |t| opens_to(&there, &bytes, t.pattern(1), WHOLE))?;
    let later = s.here(|_| memory.export())?;
    let bytes = s.give(&other, |_| Ok(later.bytes()))?;
    s.at(&other, |t| opens_to(&there, &bytes, t.pattern(1), WHOLE))?;
    let (third, at_third) = s.peer_with::<UrQueueTest>("third consumer")?;
    let bytes = s.give(&third, |_| Ok(later.bytes()))?;
    s.at(&third, |t| opens_to(&at_third, &bytes, t.pattern(1), WHOLE))?;
    s.leave(third)?;
    s.here(|_| later.take().release())?;
    s.at(&other, |_| import.take().release())?;
    s.leave(other)?;
    s.here(|_| {
        handle.take().release()?;
        memory.take().release()?;
        f.verify_intact()
    })
}

/// Exported memory; the handle is put before the memory is freed.
type ExportedMemory = (Exported, UrIpcMemTest);

/// A process with exported memory that holds pattern number 0, and the handle's bytes.
fn producer(s: &Scenario) -> TestResult<(Peer, At<ExportedMemory>, Vec<u8>)> {
    let peer = s.peer("producer")?;
    let source = s.at(&peer, |t| {
        let f = UrIpcMemTest::set_up(t)?;
        write(&f, f.mem(), t.pattern(0), WHOLE)?;
        Ok((f.export()?, f))
    })?;
    let handle = s.ask(&peer, |_| Ok(source.0.bytes()))?;
    Ok((peer, source, handle))
}

/// The handle of a living producer opens.
fn still_opens(s: &Scenario, f: &At<UrIpcMemTest>) -> TestResult {
    let (producer, _source, handle) = producer(s)?;
    s.here(|t| opens_to(f, &handle, t.pattern(0), WHOLE))?;
    s.leave(producer)
}

/// A producer ends while its memory is open in a context of its own here: closing and releasing work, and everything
/// else goes on.
fn close_after(s: &Scenario, f: &At<UrIpcMemTest>, end: &ProducerEnd) -> TestResult {
    let context = s.here(Context::on_device)?;
    let queue = s.here(|_| context.queue())?;
    let (producer, _source, handle) = producer(s)?;
    let first = s.here(|_| context.open_memory(&handle))?;
    let second = s.here(|_| context.open_memory(&handle))?;
    s.here(|t| t.pattern(0).verify(t, 0, &queue.read(first.raw(), MEM_SIZE)?))?;
    end(s, producer)?;
    s.here(|_| {
        second.take().release()?;
        first.take().release()?;
        queue.take().release()?;
        context.take().release()?;
        f.verify_intact()
    })?;
    still_opens(s, f)
}

/// A consumer whose producer was killed closes, releases its context and exits in good order.
fn consumer_exits_after_producer(s: &Scenario, f: &At<UrIpcMemTest>) -> TestResult<At<()>> {
    let consumer = s.peer("consumer")?;
    let context = s.at(&consumer, Context::on_device)?;
    let queue = s.at(&consumer, |_| context.queue())?;
    let (producer, _source, handle) = producer(s)?;
    let import = s.at(&consumer, |_| context.open_memory(&handle))?;
    s.at(&consumer, |t| t.pattern(0).verify(t, 0, &queue.read(import.raw(), MEM_SIZE)?))?;
    s.kill(producer)?;
    s.exits(consumer, "the consumer", || {
        import.take().release()?;
        queue.take().release()?;
        context.take().release()
    })?;
    s.here(|_| f.verify_intact())
}

/// The handle of a producer that has ended is refused; that of a living one opens.
fn open_after(s: &Scenario, f: &At<UrIpcMemTest>, end: &ProducerEnd) -> TestResult {
    let (producer, _source, handle) = producer(s)?;
    end(s, producer)?;
    s.here(|t| {
        for _ in 0..2 {
            t.observe("Open of a handle whose producer is gone", refused::<Memory>(f, &handle)?);
        }
        Ok(())
    })?;
    still_opens(s, f)
}

/// A handle that was open here is refused as well once its producer has ended, and nobody has it open any more, whichever
/// of the two came first.
fn reopen_after(s: &Scenario, f: &At<UrIpcMemTest>) -> TestResult {
    for closed_first in [false, true] {
        let (producer, _source, handle) = producer(s)?;
        let import = s.here(|t| {
            let import = f.in_context().open_memory(&handle)?;
            check(f, import.raw(), t.pattern(0), WHOLE)?;
            Ok(import)
        })?;
        if closed_first {
            s.here(|_| import.take().release())?;
            producer_exits(s, producer)?;
        } else {
            producer_exits(s, producer)?;
            s.here(|_| import.take().release())?;
        }
        s.here(|t| {
            t.observe(
                "Open of a handle that was open before its producer went",
                refused::<Memory>(f, &handle)?,
            );
            Ok(())
        })?;
    }
    still_opens(s, f)
}
