//! How tests are gated on the queries, and that each family is judged by its own.

use super::fixtures::{Mixed, QUESTIONS, ask};
use std::fmt::Debug;
use ur_ipc_fixtures::api::{DeviceInfo, UrResult};
use ur_ipc_fixtures::ladder::{
    ContextFixture, EventFixture, Events, Family, Fixture, MemFixture, Memory, PhysMemFixture, Physical,
    UrContextTest, UrQueueTest,
};
use ur_ipc_fixtures::{Stop, Test, TestContext, TestResult, with};

pub(super) const TESTS: &[Test] = &[
    Test::new(
        "device_info::unknown_query::is_unsupported",
        &["device_info.unknown_query_is_unsupported"],
        with!(ContextFixture, unknown_is_unsupported),
    ),
    Test::new(
        "device_info::queries_are_independent::fixtures",
        &["device_info.queries_are_independent"],
        with!(ContextFixture, fixtures_are_gated_on_their_own),
    ),
    Test::new(
        "device_info::queries_are_independent::families",
        &["device_info.queries_are_independent"],
        with!(Mixed, families_are_independent),
    ),
];

/// The answers by which a backend says that it does not know a query count as "no", and as nothing else:
/// what needs the capability is skipped; and the suite's reading agrees with the query's own answer.
fn unknown_is_unsupported(t: &TestContext<'_>, _: &impl UrContextTest) -> TestResult {
    for (name, info) in QUESTIONS {
        let (result, value) = ask(t, info);
        t.check(
            result.is_success() || result.is_unsupported(),
            format!("{info} must be answered or be said to be unknown, and gives {result}"),
        )?;
        let supported = result.is_success() && value != 0;
        t.observe(name, if result.is_success() { supported.to_string() } else { result.to_string() });
        t.check_eq(
            &format!("how the suite reads {info} ({result}, {value})"),
            t.device_supports(info)?,
            supported,
        )?;
        check_gate(t, &format!("a test that requires {info}"), supported, t.require(info))?;
    }
    // An enumerator that no version of UR has: only the two answers above may be read as "no".
    let unheard_of = DeviceInfo(0x7fff_fff0);
    let (result, _) = ask(t, unheard_of);
    match (result, t.device_supports(unheard_of)) {
        (UrResult::SUCCESS, _) => t.observe("a made-up query", "is answered"),
        (result, Ok(false)) if result.is_unsupported() => {}
        (result, Err(Stop::Fail(_))) if !result.is_unsupported() => {}
        (result, read) => t.check(false, format!("a query that gives {result} is read as {read:?}"))?,
    }
    Ok(())
}

/// The fixture of each family gets ready exactly if the family's own query says so.
fn fixtures_are_gated_on_their_own(t: &TestContext<'_>, _: &impl UrContextTest) -> TestResult {
    let yes = |info| ask(t, info) == (UrResult::SUCCESS, 1);
    check_gate(t, "the fixture of USM memory", yes(Memory::SUPPORT), MemFixture::set_up(t).map(drop))?;
    check_gate(
        t,
        "the fixture of physical memory",
        yes(Physical::SUPPORT),
        PhysMemFixture::set_up(t).map(drop),
    )?;
    check_gate(t, "the fixture of events", yes(Events::SUPPORT), EventFixture::set_up(t).map(drop))
}

/// Passes failures on; a skip is right exactly without the support.
fn check_gate<R: Debug>(
    t: &TestContext<'_>,
    what: &str,
    supported: bool,
    ended: TestResult<R>,
) -> TestResult {
    match ended {
        Ok(_) => {
            t.check(supported, format!("{what} runs, and the query does not say that the device supports it"))
        }
        Err(Stop::Skip(reason)) => {
            t.check(!supported, format!("{what} is skipped ({reason}), and the device supports it"))
        }
        Err(failure) => Err(failure),
    }
}

/// Where some families are supported and others not, each family works exactly if its own query says so.
fn families_are_independent(t: &TestContext<'_>, f: &Mixed<'_>) -> TestResult {
    family_follows_its_query::<Memory>(t, f)?;
    family_follows_its_query::<Physical>(t, f)?;
    family_follows_its_query::<Events>(t, f)
}

fn family_follows_its_query<F: Family>(t: &TestContext<'_>, f: &Mixed<'_>) -> TestResult {
    let (context, queue) = (f.0.context(), f.0.queue());
    if t.device_supports(F::SUPPORT)? {
        let object = F::create(t, context, 0)?;
        let pattern = ur_ipc_fixtures::Pattern(t.seed());
        F::write(t, context, queue, object.raw(), pattern)?;
        F::export(t, context, object.raw())?.release()?;
        return F::verify(t, context, queue, object.raw(), pattern);
    }
    // Where an object for sharing can be made nevertheless, it cannot be exported.
    if let Ok(object) = F::create(t, context, 0) {
        let (mut data, mut size) = (std::ptr::null_mut(), 0);
        F::get(t.ur(), context, object.raw(), &raw mut data, &raw mut size).expect_error()?;
    }
    let bytes = [0u8; 64];
    let mut out = 0;
    let called = F::open(t.ur(), context, t.env().device(), bytes[..].into(), bytes.len(), &mut out);
    t.check(out == 0, format!("{}: Open gave {out:#x} and returned {}", F::NAME, called.result))?;
    called.expect_error().map(drop)
}
