//! Tests are gated on the queries, and each family on its own query.

use super::{FAMILIES, ask};
use crate::call_checks::get;
use std::fmt::Debug;
use ur_ipc_fixtures::api::{DeviceInfo, UrResult};
use ur_ipc_fixtures::hierarchy::{
    Events, Fixture, Memory, Physical, Shareable, UrIpcEventTest, UrIpcMemTest, UrIpcPhysMemTest, UrQueueTest,
};
use ur_ipc_fixtures::{Need, Stop, TestContext, TestResult, Tests};

pub(super) fn tests(tests: &mut Tests) {
    // The answers by which a backend says that it does not know a query count as "no", and as nothing else: what needs
    // the capability is skipped; and the suite's reading agrees with the query's own answer.
    let mut group = tests.group("device_info", "device_info::unknown_query");
    group.test("is_unsupported").checks("device_info.unknown_query_is_unsupported").run(|t| {
        for (name, info, needs) in FAMILIES {
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
            check_gate(t, &format!("a test that needs {info}"), supported, require(t, needs))?;
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
    });

    let mut group = tests.group("device_info", "device_info::queries_are_independent");
    // The fixture of each family gets ready exactly if the family's own query says so.
    group.test("fixtures").checks("device_info.queries_are_independent").run(|t| {
        fixture_follows_its_query::<UrIpcMemTest>(t, Memory::SUPPORT, "the fixture of USM memory")?;
        fixture_follows_its_query::<UrIpcPhysMemTest>(
            t,
            Physical::SUPPORT,
            "the fixture of physical memory",
        )?;
        fixture_follows_its_query::<UrIpcEventTest>(t, Events::SUPPORT, "the fixture of events")
    });
    // Where some families are supported and others not, each family works exactly if its own query says so.
    group.test("families").checks("device_info.queries_are_independent").needs(&[Need::SomeFamilies]).on(
        |t, f: &UrQueueTest| {
            family_follows_its_query::<Memory>(t, f)?;
            family_follows_its_query::<Physical>(t, f)?;
            family_follows_its_query::<Events>(t, f)
        },
    );
}

fn require(t: &TestContext, needs: &[Need]) -> TestResult {
    needs.iter().try_for_each(|need| need.require(t))
}

fn fixture_follows_its_query<F: Fixture>(t: &TestContext, query: DeviceInfo, what: &str) -> TestResult {
    let supported = ask(t, query) == (UrResult::SUCCESS, 1);
    check_gate(t, what, supported, require(t, F::NEEDS).and_then(|()| F::set_up(t).map(drop)))
}

/// Passes failures on; a skip is right exactly without the support.
fn check_gate<R: Debug>(t: &TestContext, what: &str, supported: bool, ended: TestResult<R>) -> TestResult {
    match ended {
        Ok(_) => {
            t.check(supported, format!("{what} runs, and the query does not say that the device supports it"))
        }
        Err(Stop::Skip(lack)) => {
            t.check(!supported, format!("{what} is skipped ({lack}), and the device supports it"))
        }
        Err(failure) => Err(failure),
    }
}

fn family_follows_its_query<F: Shareable>(t: &TestContext, f: &UrQueueTest) -> TestResult {
    if t.device_supports(F::SUPPORT)? {
        let object = F::create(f.in_context(), 0)?;
        let pattern = t.source_pattern();
        F::write(f, object.raw(), pattern)?;
        F::export(f.in_context(), object.raw())?.release()?;
        return F::verify(f, object.raw(), pattern);
    }
    // Where an object for sharing can be made nevertheless, it cannot be exported.
    if let Ok(object) = F::create(f.in_context(), 0) {
        get::<F>(t, f.context(), object.raw()).0.expect_refusal()?;
    }
    let bytes = [0u8; 64];
    let mut out = 0;
    let called = F::open_call(t.ur(), f.context(), t.device(), bytes[..].into(), bytes.len(), &mut out);
    t.check(out == 0, format!("{}: Open gave {out:#x} and returned {}", F::NAME, called.result))?;
    called.expect_refusal()
}
