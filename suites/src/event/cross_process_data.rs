//! Events order device data between two processes. The data is in memory that both share.

use super::calls::wait;
use super::fixtures::SharedDataFixture;
use super::peers::{Importer, Partner};
use super::work::{Reader, Work};
use ur_ipc_fixtures::api::{EventHandle, QueueFlags};
use ur_ipc_fixtures::ladder::{CONSUMER, UrContextTest, UrIpcEventHandleTest, UrIpcEventTest};
use ur_ipc_fixtures::objects::{allocate_shareable, export_memory, open_memory};
use ur_ipc_fixtures::{HeldQueue, Link, Peer, Role, Test, TestContext, TestResult, with};

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
const ROUNDS: u8 = 6;

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
    /// Writes, while the other side reads.
    #[track_caller]
    fn write(&self, partner: &mut impl Partner, round: u8) -> TestResult {
        self.work.start(value(round), self.event)?;
        partner.tell("signalled")?;
        partner.hear("read")
    }

    /// Waits on the host or on the device, and reads.
    #[track_caller]
    fn read(&self, partner: &mut impl Partner, round: u8) -> TestResult {
        partner.hear("signalled")?;
        if round % 4 < 2 {
            wait(self.t, self.event)?;
            self.work.check(value(round))?;
        } else {
            self.reader.reset()?;
            let copy = self.reader.submit(self.work.last_page(), self.event)?;
            self.reader.finish(&copy, value(round))?;
        }
        partner.tell("read")
    }

    /// Writes behind a closed gate, which opens when the other side has looked.
    #[track_caller]
    fn write_held(&self, partner: &mut impl Partner, round: u8) -> TestResult {
        let gate = HeldQueue::hold(self.t, self.work.queue())?;
        self.work.start(value(round), self.event)?;
        partner.tell("signalled")?;
        partner.hear("looked")?;
        gate.open();
        partner.hear("read")
    }

    /// Enqueues a copy behind the signal, looks that it is not made before, and that it gets the data.
    #[track_caller]
    fn read_held(&self, partner: &mut impl Partner, round: u8) -> TestResult {
        partner.hear("signalled")?;
        self.reader.reset()?;
        let copy = self.reader.submit(self.work.last_page(), self.event)?;
        let too_early = self.reader.check_not_made(&copy);
        // The other side opens its gate in any case; what was seen before is judged after.
        partner.tell("looked")?;
        let right = self.reader.finish(&copy, value(round));
        partner.tell("read")?;
        too_early?;
        right
    }

    /// All rounds of one side, which writes in those whose number has this parity.
    #[track_caller]
    fn take_turns(&self, partner: &mut impl Partner, parity: u8, held: bool) -> TestResult {
        (0..ROUNDS).try_for_each(|round| match (round % 2 == parity, held) {
            (true, false) => self.write(partner, round),
            (false, false) => self.read(partner, round),
            (true, true) => self.write_held(partner, round),
            (false, true) => self.read_held(partner, round),
        })
    }
}

/// What one side wrote before it signalled, the other side reads after it waited; both directions.
fn orders_data(t: &TestContext<'_>, f: &SharedDataFixture<'_>) -> TestResult {
    produce(t, f, false)
}

/// The same with writes that are held back: what waits for the signal gets the data, however late it comes.
fn orders_data_held(t: &TestContext<'_>, f: &SharedDataFixture<'_>) -> TestResult {
    produce(t, f, true)
}

fn produce(t: &TestContext<'_>, f: &SharedDataFixture<'_>, held: bool) -> TestResult {
    let memory = allocate_shareable(t, f.context(), Work::SIZE)?;
    let work = Work::over(t, f.context(), memory.raw())?;
    let reader = Reader::new(t, f.context(), QueueFlags::NONE_SET)?;
    let shared = export_memory(t, f.context(), memory.raw())?;
    let mut peer = Peer::start(t, CONSUMER)?;
    peer.send("handle", &f.handle())?;
    peer.send("memory", &shared.bytes())?;
    peer.recv("opened")?;
    Side { t, event: f.event(), work: &work, reader: &reader }.take_turns(&mut peer, 0, held)?;
    peer.join()
}

fn shares_data(t: &TestContext<'_>, link: &Link) -> TestResult {
    consume(t, link, false)
}

fn shares_held_data(t: &TestContext<'_>, link: &Link) -> TestResult {
    consume(t, link, true)
}

fn consume(t: &TestContext<'_>, mut link: &Link, held: bool) -> TestResult {
    let c = Importer::set_up(t, link)?;
    let memory = open_memory(t, c.context(), &link.recv("memory")?)?;
    let work = Work::over(t, c.context(), memory.raw())?;
    let reader = Reader::new(t, c.context(), QueueFlags::NONE_SET)?;
    link.send("opened", &[])?;
    Side { t, event: c.event(), work: &work, reader: &reader }.take_turns(&mut link, 1, held)
}
