//! Events order device data between two processes. The data is in memory that both share.

use super::fixtures::SharedDataFixture;
use super::peers::{Importer, Partner, await_work, copy_behind_work, signal_after_work};
use super::work::{Reader, Work};
use ur_ipc_fixtures::api::{EventHandle, QueueFlags};
use ur_ipc_fixtures::ladder::{CONSUMER, UrContextTest, UrIpcEventHandleTest, UrIpcEventTest};
use ur_ipc_fixtures::objects::{allocate_shareable, export_memory, open_memory};
use ur_ipc_fixtures::{Link, Peer, Role, Test, TestContext, TestResult, with};

pub(super) const TESTS: &[Test] = &[
    Test::new(
        "cross_process::event::orders_data",
        &["cross_process.event.orders_data"],
        with!(SharedDataFixture, orders_data),
    )
    .roles(&[Role { name: CONSUMER, body: shares_data }]),
    Test::new(
        "cross_process::event::orders_data_held",
        &["cross_process.event.orders_data"],
        with!(SharedDataFixture, orders_data_held),
    )
    .roles(&[Role { name: CONSUMER, body: shares_held_data }]),
];

/// Rounds; the producer writes in the even ones, the consumer in the odd ones.
const ROUNDS: u8 = 4;

/// The value of a round.
fn value(round: u8) -> u8 {
    0x81 + round
}

/// One side of a round: the work, the signal, and nothing of the host in between; or the wait, and a look.
struct Side<'a, 't> {
    t: &'t TestContext<'t>,
    event: EventHandle,
    work: &'a Work<'t>,
    reader: &'a Reader<'t>,
}

impl Side<'_, '_> {
    /// Waits on the host, and reads.
    #[track_caller]
    fn wait_and_read(&self, partner: &mut impl Partner, round: u8) -> TestResult {
        await_work(self.t, partner, self.event)?;
        self.work.check(value(round))?;
        partner.tell("read")
    }

    /// Enqueues a copy behind the signal, which is on its way before the other side's work is done.
    #[track_caller]
    fn enqueue_and_read(&self, partner: &mut impl Partner, round: u8) -> TestResult {
        let from = self.work.last_page();
        copy_behind_work(self.t, partner, self.reader, from, self.event, value(round))?;
        partner.tell("read")
    }

    /// All rounds of one side, which writes in those whose number has this parity.
    #[track_caller]
    fn take_turns(&self, partner: &mut impl Partner, parity: u8, on_device: bool) -> TestResult {
        (0..ROUNDS).try_for_each(|round| match (round % 2 == parity, on_device) {
            (true, _) => {
                signal_after_work(self.t, partner, self.work, self.event, value(round))?;
                partner.hear("read")
            }
            (false, false) => self.wait_and_read(partner, round),
            (false, true) => self.enqueue_and_read(partner, round),
        })
    }
}

/// What one side wrote before it signalled, the other side reads after it waited on the host; both directions.
fn orders_data(t: &TestContext<'_>, f: &SharedDataFixture<'_>) -> TestResult {
    produce(t, f, false)
}

/// The same with a copy in place of the wait: what has the signal in its wait list gets the data, however late it comes.
fn orders_data_held(t: &TestContext<'_>, f: &SharedDataFixture<'_>) -> TestResult {
    produce(t, f, true)
}

fn produce(t: &TestContext<'_>, f: &SharedDataFixture<'_>, on_device: bool) -> TestResult {
    let memory = allocate_shareable(t, f.context(), Work::SIZE)?;
    let work = Work::over(t, f.context(), memory.raw())?;
    let reader = Reader::new(t, f.context(), QueueFlags::NONE_SET)?;
    let shared = export_memory(t, f.context(), memory.raw())?;
    let mut peer = Peer::start(t, CONSUMER)?;
    peer.send("handle", &f.handle())?;
    peer.send("memory", &shared.bytes())?;
    peer.recv("opened")?;
    Side { t, event: f.event(), work: &work, reader: &reader }.take_turns(&mut peer, 0, on_device)?;
    peer.join()
}

fn shares_data(t: &TestContext<'_>, link: &Link) -> TestResult {
    consume(t, link, false)
}

fn shares_held_data(t: &TestContext<'_>, link: &Link) -> TestResult {
    consume(t, link, true)
}

fn consume(t: &TestContext<'_>, mut link: &Link, on_device: bool) -> TestResult {
    let c = Importer::set_up(t, link)?;
    let memory = open_memory(t, c.context(), &link.recv("memory")?)?;
    let work = Work::over(t, c.context(), memory.raw())?;
    let reader = Reader::new(t, c.context(), QueueFlags::NONE_SET)?;
    link.send("opened", &[])?;
    Side { t, event: c.event(), work: &work, reader: &reader }.take_turns(&mut link, 1, on_device)
}
