//! Result files that are put together, or continued.

use std::collections::HashSet;
use ur_ipc_fixtures::DeviceDescription;
use ur_ipc_harness::backend_options::BackendOptions;
use ur_ipc_harness::device::{Address, Device};
use ur_ipc_harness::filter::Filter;
use ur_ipc_harness::pipeline::RunRequest;
use ur_ipc_harness::plan::Plan;
use ur_ipc_harness::skiplist::Skiplists;
use ur_ipc_harness::suite::Suite;
use ur_ipc_harness::{Build, Requirements, Subject};
use ur_ipc_report::options::{ExecutionOptions, Front};
use ur_ipc_report::samples::empty_test;
use ur_ipc_report::{Document, Format, Part, RequestRecord, RunEnvironment, RunTerms, Summary};

/// Reads result files, with a zero between two, and puts them together, as they are and with right digests. What comes of it
/// has all of their tests, each once, survives being written, and all reports can be made of it.
pub fn merge(bytes: &[u8]) {
    let texts = bytes.split(|&byte| byte == 0).map(read);
    let Some(mut documents) = texts.collect::<Option<Vec<Document>>>() else { return };
    let suite = suite();
    merged(&documents, &suite);
    reseal(&mut documents, &suite);
    merged(&documents, &suite);
}

/// Reads a result file and has a run continue it, as it is and with right digests. What is taken over are tests of that run,
/// each once.
pub fn resume(bytes: &[u8]) {
    let Some(document) = read(bytes) else { return };
    let (suite, mut documents) = (suite(), vec![document]);
    let plan = plan(&suite);
    resumed(&documents[0], &suite, &plan);
    reseal(&mut documents, &suite);
    if let Some(asked) = &mut documents[0].environment.asked {
        // A part of its tests is what there is of such a run.
        asked.clone_from(&asked_for(&suite, &plan));
    }
    resumed(&documents[0], &suite, &plan);
}

fn read(bytes: &[u8]) -> Option<Document> {
    Document::parse(str::from_utf8(bytes).ok()?).ok()
}

fn merged(documents: &[Document], suite: &Suite) -> bool {
    let part = |(index, document): (usize, &Document)| Part {
        file: format!("{index}.json"),
        document: document.clone(),
    };
    let parts: Vec<Part> = documents.iter().enumerate().map(part).collect();
    let whole = match ur_ipc_report::merge(&parts, suite) {
        Ok(whole) => whole,
        Err(why) => {
            assert!(!why.0.is_empty());
            return false;
        }
    };
    let names: HashSet<&str> = whole.tests.iter().map(|record| record.name.as_str()).collect();
    let all: Vec<&str> = documents.iter().flat_map(|part| &part.tests).map(|record| &*record.name).collect();
    assert!(names.len() == all.len() && all.iter().all(|name| names.contains(name)));
    assert_eq!(names.len(), whole.tests.len());
    let again = whole.pretty().expect("plain data can be written");
    assert_eq!(Document::parse(&again).expect("what was written is read"), whole);
    for format in Format::ALL {
        assert!(format.render(&whole, &suite.requirements).is_ok_and(|report| !report.is_empty()));
    }
    true
}

fn resumed(earlier: &Document, suite: &Suite, plan: &Plan) -> bool {
    let earlier = Part { file: "earlier.json".to_owned(), document: earlier.clone() };
    let taken = match ur_ipc_harness::resume::resume(&earlier, begun(suite, plan), suite, plan) {
        Ok(taken) => taken,
        Err(why) => {
            assert!(!why.to_string().is_empty());
            return false;
        }
    };
    let mut seen = HashSet::new();
    for record in &taken.records {
        let planned = plan.tests.iter().find(|planned| planned.name == record.name);
        assert!(
            planned
                .is_some_and(|planned| planned.test.id == record.test && planned.device_id == record.device)
        );
        assert!(seen.insert(&record.name), "{} is taken over twice", record.name);
    }
    true
}

/// A suite of a few tests.
fn suite() -> Suite {
    let ids = ["memory::open::a", "memory::open::b", "event::open::a", "event::put::a"];
    Suite {
        tests: ids.map(|id| empty_test(id, &[], &[])).into(),
        requirements: Requirements::default(),
        backends: Vec::new(),
        skiplists: Vec::new(),
        build: Build::default(),
        subject: Subject::default(),
    }
}

/// All of its tests on a device.
fn plan(suite: &Suite) -> Plan {
    let address = Address { label: "host".into(), ..Address::default() };
    let device = Device { address, description: DeviceDescription::default() };
    Plan::new(suite, &Skiplists::none(), vec![device], &Filter::default(), None)
}

/// A run of the plan that has not begun.
fn begun(suite: &Suite, plan: &Plan) -> Document {
    let environment = RunEnvironment {
        terms: Some(RunTerms::new(Front::Command, &ExecutionOptions::default(), false)),
        asked: Some(asked_for(suite, plan)),
        ..RunEnvironment::current(&suite.build)
    };
    let devices =
        plan.devices.iter().map(|device| ur_ipc_harness::discover::device_entry(suite, device)).collect();
    Document { devices, ..Document::new(environment, Summary::default()) }
}

fn asked_for(suite: &Suite, plan: &Plan) -> RequestRecord {
    let request = RunRequest {
        front: Front::Command,
        backends: Vec::new(),
        backend_options: BackendOptions::default(),
        filter: Filter::default(),
        skiplists: Skiplists::none(),
        execution: ExecutionOptions::default(),
        trace: None,
        shuffle: false,
        require_hardware: false,
        sharding: None,
        fail_fast: None,
        max_hangs: None,
        resume: None,
    };
    ur_ipc_harness::pipeline::request_record(&request, suite, plan)
}

/// Makes right what only who can count digests gets right: that the tests are those that were asked for, of this suite.
fn reseal(documents: &mut [Document], suite: &Suite) {
    let own = asked_for(suite, &Plan::default());
    let ids = |document: &Document| -> Vec<String> {
        document.devices.iter().map(|device| device.id.clone()).collect()
    };
    let all: Vec<(Vec<String>, Vec<String>)> = documents
        .iter()
        .map(|document| {
            (ids(document), document.tests.iter().map(|record| record.name.clone()).collect::<Vec<_>>())
        })
        .collect();
    for document in documents {
        let devices = ids(document);
        let names: Vec<&str> = all
            .iter()
            .filter(|(ids, _)| *ids == devices)
            .flat_map(|(_, names)| names.iter().map(String::as_str))
            .collect();
        if let Some(asked) = &mut document.environment.asked {
            asked.suite_digest.clone_from(&own.suite_digest);
            (asked.tests, asked.tests_digest) = (names.len(), ur_ipc_report::names_digest(names));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::mutation::{anything, damaged};
    use super::*;
    use proptest::prelude::*;
    use ur_ipc_harness::shard::Sharding;
    use ur_ipc_report::Shard;
    use ur_ipc_report::outcome::{Execution, Outcome};

    /// The results of a run of the plan, or of a shard of it.
    fn ran(shard: Option<Shard>, complete: bool) -> Document {
        let suite = suite();
        let mut plan = plan(&suite);
        let mut document = begun(&suite, &plan);
        if let (Some(shard), Some(asked)) = (shard, &mut document.environment.asked) {
            Sharding { shard, durations: None }.cut(&mut plan).unwrap();
            asked.shard = Some(shard);
        }
        let passed = || Execution { reason: None, ..Execution::bare(Outcome::Pass, "") };
        document.tests = plan.tests.iter().map(|planned| planned.judge(passed())).collect();
        if !complete {
            document.tests.pop();
        }
        document.summary = Summary { complete, settled: true, ..Summary::new(plan.filtered_out) };
        document.summary.count_again(&document.tests);
        document
    }

    fn shards() -> [Document; 2] {
        [1, 2].map(|index| ran(Some(Shard { index, of: 2 }), true))
    }

    /// Files with a zero between two.
    fn written(documents: &[Document]) -> Vec<u8> {
        let texts: Vec<String> = documents.iter().map(|document| document.pretty().unwrap()).collect();
        texts.join("\0").into_bytes()
    }

    #[test]
    fn what_belongs_together_is_put_together_and_continued() {
        let suite = suite();
        assert!(merged(&shards(), &suite) && merged(&[ran(None, true)], &suite));
        assert!(!merged(&[ran(None, false)], &suite));
        assert!(resumed(&ran(None, false), &suite, &plan(&suite)));
        let mut resealed = shards();
        resealed.iter_mut().for_each(|part| {
            part.environment.asked.as_mut().unwrap().tests_digest.clear();
        });
        assert!(!merged(&resealed, &suite));
        reseal(&mut resealed, &suite);
        assert!(merged(&resealed, &suite), "the digests are right again");
    }

    #[test]
    fn the_seeds_of_the_fuzzer_are_parts_and_a_run_to_be_continued() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../proof/fuzz/seeds");
        let seed = |name: &str| -> Vec<Document> {
            let bytes = std::fs::read(format!("{folder}/{name}")).expect("there is a seed");
            let mut documents: Vec<Document> =
                bytes.split(|&byte| byte == 0).map(|text| read(text).expect("a result file")).collect();
            reseal(&mut documents, &suite());
            documents
        };
        assert!(merged(&seed("merge/shards"), &suite()) && merged(&seed("merge/whole"), &suite()));
        let mut cut = begun(&suite(), &plan(&suite()));
        cut.tests = seed("resume/cut").remove(0).tests;
        assert!(resumed(&cut, &suite(), &plan(&suite())));
    }

    proptest! {
        #[test]
        fn any_bytes_are_put_together_or_refused(bytes in anything()) {
            merge(&bytes);
            resume(&bytes);
        }

        #[test]
        fn damaged_files_are_put_together_or_refused(
            bytes in damaged(vec![written(&shards()), written(&[ran(None, true)])]),
        ) {
            merge(&bytes);
        }

        #[test]
        fn a_damaged_file_is_continued_or_refused(bytes in damaged(vec![written(&[ran(None, false)])])) {
            resume(&bytes);
        }
    }
}
