//! Handles of one family in the Open functions of another.

use super::open_verify_close;
use crate::open_calls::Opening;
use ur_ipc_fixtures::hierarchy::{Events, Fixture, Memory, Physical, Shareable, Source, UrQueueTest};
use ur_ipc_fixtures::{At, TestResult, Tests};

pub(super) fn tests(tests: &mut Tests) {
    rejects::<Memory, Physical>(tests);
    rejects::<Memory, Events>(tests);
    rejects::<Physical, Memory>(tests);
    rejects::<Physical, Events>(tests);
    rejects::<Events, Memory>(tests);
    rejects::<Events, Physical>(tests);
}

/// Handles of both families go to another process, which opens each in its own family and cannot open a handle of the
/// second in the first; both objects stay what they are.
fn rejects<Into: Shareable, From: Shareable>(tests: &mut Tests) {
    let mut group = tests.group(Into::NAME, format!("{}::open", Into::NAME));
    let name = format!("rejects_{}_handle", From::NAME);
    let draft = group.test(&name).checks("memory.open.other_family_handle").needs(Into::NEEDS);
    draft.across(|s, from: &At<Source<From>>| {
        let into = s.here(Source::<Into>::set_up)?;
        let handles = s.here(|_| Ok((from.export()?, into.export()?)))?;
        let (foreign, right) = s.tell(|_| Ok((handles.0.bytes(), handles.1.bytes())))?;
        let consumer = s.peer("consumer")?;
        s.at(&consumer, |t| {
            let f = UrQueueTest::set_up(t)?;
            refused::<Into, From>(&f, "as it is", &foreign)?;
            if foreign.len() != right.len() {
                let mut resized = foreign.clone();
                resized.resize(right.len(), 0);
                refused::<Into, From>(&f, "cut or padded to the right size", &resized)?;
            }
            open_verify_close::<From>(&f, &foreign)?;
            open_verify_close::<Into>(&f, &right)
        })?;
        s.leave(consumer)?;
        s.here(|_| {
            from.verify()?;
            into.verify()
        })
    });
}

fn refused<Into: Shareable, From: Shareable>(f: &UrQueueTest, how: &str, bytes: &[u8]) -> TestResult {
    let (called, out) = Opening::of(f, bytes).make::<Into>(f.t());
    let how = format!("a handle of {} as one of {}, {how}", From::NAME, Into::NAME);
    if called.result.is_success() {
        return Err(called.fail(format!("{how}, opens as {out:#x}")));
    }
    f.t().observe(&how, called.result);
    called.expect_error().map(drop)
}
