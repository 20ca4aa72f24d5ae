//! Creations that are refused for want of descriptors keep none of the device's memory.

use super::device_memory::{Large, free_bytes, median_loss};
use ur_ipc_fixtures::api::DeviceInfo;
use ur_ipc_fixtures::hierarchy::UrQueueTest;
use ur_ipc_fixtures::{Need, TestContext, TestResult, Tests, system};
use ur_ipc_sys::descriptors::Limit;

/// Bytes of an object: more than what others on the device may take or give back meanwhile.
const SIZE: usize = 32 << 20;
/// Creations for each number of descriptors, of which the first is a warm-up.
const CREATIONS: usize = 7;
/// The numbers of descriptors to be had: none, and too few where a creation takes several.
const DESCRIPTORS: [u64; 3] = [0, 1, 2];

pub(super) fn tests<F: Large>(tests: &mut Tests) {
    let mut group = tests.group(F::NAME, format!("{}::for_want", F::NAME));
    let draft = group.test("refused_creations_keep_no_device_memory").checks("lifetime.fd.failed_calls");
    draft.needs(F::NEEDS).needs(&[Need::Query(DeviceInfo::GLOBAL_MEM_FREE)]).on(|t, f: &UrQueueTest| {
        create_and_release::<F>(f)?;
        let mut all_refused = 0;
        for few in DESCRIPTORS {
            let (mut free, mut refused) = (Vec::new(), 0);
            for _ in 0..CREATIONS {
                let limit = system("limiting descriptors", Limit::of(few))?;
                // A creation that takes no descriptor succeeds, and gives back what it took.
                let ended = F::create_large(f.in_context(), SIZE);
                drop(limit);
                match ended {
                    Ok(object) => object.release()?,
                    Err(_) => refused += 1,
                }
                free.push(free_bytes(t)?);
            }
            check(t, few, refused, &free)?;
            all_refused += refused;
        }
        if all_refused == 0 {
            t.note_less("no creation was refused: none needs a descriptor");
        }
        create_and_release::<F>(f)
    });
}

/// A creation that has all that it needs succeeds.
fn create_and_release<F: Large>(f: &UrQueueTest) -> TestResult {
    F::create_large(f.in_context(), SIZE)?.release()
}

fn check(t: &TestContext, few: u64, refused: usize, free: &[u64]) -> TestResult {
    let lost = median_loss(free);
    t.check(
        lost < SIZE as i64 / 2,
        format!(
            "a creation of an object of {SIZE} bytes with {few} descriptors left costs {lost} bytes of device memory \
             ({refused} of {CREATIONS} were refused): the free bytes after each are {free:?}"
        ),
    )
}
