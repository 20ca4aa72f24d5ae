//! SYCL on one side, and another implementation of the extension over the same Unified Runtime on the other.

use crate::support::{Bed, Kind};
use ur_ipc_api::sycl::Overload;
use ur_ipc_fixtures::{At, Scenario, Sycl, TestContext, TestResult, Tests};

/// The implementation that exports, of the two.
#[derive(Clone, Copy)]
enum Exporter {
    UnderTest,
    RustLayer,
}

pub(super) fn tests<K: Kind>(tests: &mut Tests) {
    let mut group = tests.group(K::NAME, format!("{}::mixed", K::NAME));
    for (name, exporter) in
        [("opened_by_rust_layer", Exporter::UnderTest), ("exported_by_rust_layer", Exporter::RustLayer)]
    {
        let draft = group.test(name).checks(K::IDS.mixed).needs(K::NEEDS);
        draft.across(move |s, _: &At<()>| mixed::<K>(s, exporter));
    }
}

/// An export of one implementation is opened by the other one, in another process; both use it.
fn mixed<K: Kind>(s: &Scenario, exporter: Exporter) -> TestResult {
    let other = match exporter {
        Exporter::UnderTest => Exporter::RustLayer,
        Exporter::RustLayer => Exporter::UnderTest,
    };
    let possible = s.tell(|t| {
        let possible = t.rust_layer().is_some();
        if !possible {
            t.observe("another implementation over the same Unified Runtime", "none can be had");
        }
        Ok(possible)
    })?;
    if !possible {
        // A body that calls nothing proves nothing.
        return s.here(|t| t.sycl().device_name(t.sycl_device()).ok()).map(drop);
    }
    let f = s.here(|t| exporter.bed(t))?;
    let object = s.here(|t| {
        let object = K::create(&f, 0, false)?;
        K::write(&f, object.raw(), t.source_pattern())?;
        Ok(object)
    })?;
    let handle = s.here(|_| f.export::<K>(object.raw()))?;
    let peer = s.peer("consumer")?;
    let bytes = s.give(&peer, |_| Ok(handle.bytes().to_vec()))?;
    let opens = s.ask(&peer, |t| {
        let there = other.bed(t)?;
        let opened = K::open(there.sycl(), &bytes, Overload::Data, there.place()).offered()?;
        match opened.result {
            Err(error) => {
                t.observe("bytes of the other implementation", format!("open threw {error}"));
                Ok(false)
            }
            Ok(opened) => {
                let opened = there.opened::<K>(opened);
                K::verify(&there, opened.raw(), t.source_pattern())?;
                K::write(&there, opened.raw(), t.pattern(0))?;
                t.observe("bytes of the other implementation", "opened, with the contents of the source");
                opened.end()?;
                Ok(true)
            }
        }
    })?;
    s.here(|t| K::verify(&f, object.raw(), if opens { t.pattern(0) } else { t.source_pattern() }))?;
    s.leave(peer)
}

impl Exporter {
    #[track_caller]
    fn bed(self, t: &TestContext) -> TestResult<Bed> {
        Bed::with(t, &self.sycl(t))
    }

    fn sycl(self, t: &TestContext) -> Sycl {
        match self {
            Self::UnderTest => t.sycl(),
            Self::RustLayer => t.rust_layer().expect("it was there when the test began"),
        }
    }
}
