//! Discovery, the first stage of all fronts: reads skiplists, chooses backends, finds devices.

mod entries;
mod fallback;
mod probe;

pub use entries::{backend_entry, device_entry};
pub use fallback::Fallback;
pub use probe::{Unexamined, examine};

use crate::backend_options::BackendOptions;
use crate::device::{Availability, Device, Probed, ProbedBackend};
use crate::host_dependencies::HostDependencies;
use crate::suite::{Suite, UnknownBackend};
use probe::probe;
use std::fmt::Write as _;
use std::path::Path;
use std::time::Duration;
use thiserror::Error;
use ur_ipc_report::subject::program;
use ur_ipc_report::{notice, one_line, quoted};

/// Why there cannot be a run at all.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum NothingToTest {
    /// No backend was compiled in.
    #[error("this build has no backends")]
    NoBackends,
    /// These are the reasons.
    #[error("{}", .0.join("\n"))]
    Problems(Vec<String>),
}

/// The backends of a run, looked at.
pub struct Discovery {
    /// The backends, in the order in which they were asked for.
    pub backends: Vec<ProbedBackend>,
    /// Whether the backends were asked for by name.
    pub explicit: bool,
    /// The labels of backends that are software by nature: their devices are not of the machine, so that none is missing there.
    models: Vec<String>,
    /// Profiles that replaced unavailable backends, or could replace them.
    pub fallbacks: Vec<Fallback>,
    /// Why hardware that has to be there is not, if so.
    no_hardware: Option<String>,
    /// The labels of backends of which a diagnosis of the machine can say more: of one that somebody plugs in, it knows nothing.
    diagnosable: Vec<String>,
}

impl Discovery {
    /// Looks at the backends of these labels, or at all there are. Where hardware has to be there, nothing stands in for it.
    ///
    /// # Errors
    /// A label that names nothing.
    pub fn open(
        suite: &Suite,
        labels: &[String],
        options: &BackendOptions,
        trace: Option<&Path>,
        patience: Duration,
        hardware: bool,
    ) -> Result<Self, UnknownBackend> {
        for label in labels {
            suite.resolve(label)?;
        }
        let explicit = !labels.is_empty();
        let mut chosen: Vec<String> = if explicit {
            labels.to_vec()
        } else {
            suite.backends.iter().map(|backend| backend.name.to_owned()).collect()
        };
        let mut seen = std::collections::HashSet::new();
        chosen.retain(|label| seen.insert(label.clone()));
        let mut backends: Vec<ProbedBackend> =
            chosen.iter().map(|label| probe(label, options, trace, patience)).collect();
        let mut fallbacks = Vec::new();
        for probed in &mut backends {
            if let Some(label) = fallback_label(suite, probed) {
                let software = probe(&label, options, trace, patience);
                let mut fallback = Fallback {
                    missing: probed.label.clone(),
                    label,
                    problem: software.problem(),
                    replaces: None,
                };
                if !explicit && !hardware {
                    fallback.replaces = probed.problem();
                    *probed = software;
                }
                fallbacks.push(fallback);
            }
        }
        let real = |probed: &ProbedBackend| {
            !suite.is_software(&probed.label)
                && probed.devices().iter().any(|device| !device.description.stand_in)
        };
        let no_hardware = if !hardware {
            None
        } else if !backends.iter().any(real) {
            let stand_ins = backends.iter().filter(|probed| !probed.devices().is_empty());
            let stand_ins: Vec<&str> = stand_ins.map(|probed| probed.label.as_str()).collect();
            Some("no hardware would be tested".to_owned() + &software_alone(suite, &chosen, &stand_ins))
        } else {
            fallbacks.first().map(|_| "not all hardware is there".to_owned())
        };
        let is_model = |label: &String| suite.resolve(label).is_ok_and(|(backend, _)| backend.software);
        let none = HostDependencies::default();
        let is_known =
            |label: &&String| suite.resolve(label).is_ok_and(|(backend, _)| backend.requires != none);
        let diagnosable = chosen.iter().filter(is_known).cloned().collect();
        let models = chosen.into_iter().filter(is_model).collect();
        Ok(Self { backends, explicit, models, fallbacks, no_hardware, diagnosable })
    }

    /// All devices.
    pub fn devices(&self) -> Vec<Device> {
        self.backends.iter().flat_map(ProbedBackend::devices).collect()
    }

    /// Why there cannot be a run at all, if so: a backend that was asked for is missing, or all are.
    pub fn obstacle(&self) -> Option<NothingToTest> {
        let mut problems: Vec<String> = self.backends.iter().filter_map(ProbedBackend::problem).collect();
        let fatal = (self.explicit && !problems.is_empty())
            || self.devices().is_empty()
            || self.no_hardware.is_some();
        let lacks = |backend: &&ProbedBackend| {
            let is_model = self.models.contains(&backend.label);
            backend.problem().is_some()
                && self.diagnosable.contains(&backend.label)
                && !(is_model && matches!(backend.availability, Availability::Ready(_)))
        };
        let has_lacks = self.backends.iter().any(|backend| lacks(&backend));
        problems.extend(self.fallbacks.iter().filter(|_| fatal && self.explicit).map(ToString::to_string));
        problems.extend(self.no_hardware.clone());
        if has_lacks {
            let named = self.backends.iter().filter(lacks).filter(|_| self.explicit);
            let named: String =
                named.map(|backend| format!(" --backend {}", quoted(&backend.label))).collect();
            problems.push(format!("`{} doctor{named}` shows what is missing", program()));
        }
        fatal.then_some(match problems.is_empty() {
            true => NothingToTest::NoBackends,
            false => NothingToTest::Problems(problems),
        })
    }

    /// The backends that are there, in their own words.
    pub fn implementations(&self) -> String {
        let mut text = String::new();
        for backend in &self.backends {
            if let Availability::Ready(probed) = &backend.availability {
                let Probed { implementation, version, details, .. } = probed;
                // Writing to a string cannot fail.
                let [name, version] = [implementation, version].map(|text| one_line(text));
                let _ = writeln!(text, "\n{}: {name} {version}", backend.label);
                for (name, value) in details {
                    let _ = writeln!(text, "    {:<15} {}", one_line(name), one_line(value));
                }
            }
        }
        text
    }

    /// Tells the user which backends are left out, and why.
    pub fn announce(&self) {
        let fallbacks = self.fallbacks.iter().map(ToString::to_string);
        for text in fallbacks.chain(self.missing()).chain(self.broken()) {
            notice(&format!("note: {text}"));
        }
    }

    /// Backends that are there and do not work, or whose probes did not leave well: no run with such is a success.
    pub fn broken(&self) -> Vec<String> {
        let left = |backend: &ProbedBackend| {
            let how = backend.left_badly.as_ref()?;
            Some(format!("backend {}, after its devices were listed: {how}", backend.label))
        };
        let broken =
            self.backends.iter().filter(|backend| backend.is_broken()).filter_map(ProbedBackend::problem);
        broken.chain(self.backends.iter().filter_map(left)).collect()
    }

    /// Backends that are not there, with their reasons.
    pub fn missing(&self) -> Vec<String> {
        self.backends
            .iter()
            .filter(|backend| !backend.is_broken())
            .filter_map(ProbedBackend::problem)
            .collect()
    }
}

/// The label to use in place of a backend that is not there, if it has one.
fn fallback_label(suite: &Suite, probed: &ProbedBackend) -> Option<String> {
    let absent = probed.problem().is_some() && !probed.is_broken();
    let (backend, _) = suite.resolve(&probed.label).ok()?;
    let label =
        backend.fallback_profile.filter(|_| absent).map(|profile| format!("{}@{profile}", backend.name));
    label.filter(|label| *label != probed.label)
}

/// What to do if all backends that were chosen are software, or all devices: `stand_ins` are the backends that have some.
fn software_alone(suite: &Suite, chosen: &[String], stand_ins: &[&str]) -> String {
    if chosen.is_empty() || !chosen.iter().all(|label| suite.is_software(label)) {
        let drivers: Vec<&str> =
            stand_ins.iter().copied().filter(|label| !suite.is_software(label)).collect();
        return match drivers[..] {
            [] => String::new(),
            _ => format!(": a driver in the processes of {} is software", drivers.join(", ")),
        };
    }
    let are = if chosen.len() == 1 { "is" } else { "are" };
    let hardware = suite.backends.iter().filter(|backend| !backend.software).map(|backend| backend.name);
    let hardware: Vec<&str> = hardware.collect();
    let features: Vec<&str> = suite.build.not_built.iter().map(|known| known.feature).collect();
    // Not to leave the option out: who sets it wants this error.
    let advice = match (&hardware[..], features.split_last()) {
        ([], None) => "this build has no backend for hardware".to_owned(),
        ([], Some((last, others))) => {
            let others = if others.is_empty() { String::new() } else { others.join(", ") + " or " };
            format!("this build has no backend for hardware: rebuild with --features {others}{last}")
        }
        (names, _) => format!("choose a backend for hardware: {}", names.join(", ")),
    };
    format!(": {} {are} software; {advice}", chosen.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::NotBuilt;
    use crate::suite::Backend;
    use rstest::rstest;
    use std::sync::Arc;
    use ur_ipc_fixtures::DeviceDescription;

    fn suite(fallback_profile: Option<&'static str>) -> Suite {
        let backend = Backend {
            name: "hardware",
            description: "",
            profiles: vec![("soft", "software in its place")],
            fallback_profile,
            software: false,
            options: Vec::new(),
            requires: HostDependencies::default(),
            make: Arc::new(|_| Err("never made".to_owned())),
        };
        Suite { backends: vec![backend], ..Suite::default() }
    }

    fn with_devices(count: usize) -> Availability {
        Availability::Ready(Probed {
            devices: vec![DeviceDescription::default(); count],
            ..Probed::default()
        })
    }

    #[rstest]
    #[case(Some("soft"), Availability::NotAvailable("no loader".into()), Some("hardware@soft"))]
    #[case(Some("soft"), with_devices(0), Some("hardware@soft"))]
    #[case(Some("soft"), with_devices(1), None)]
    #[case(Some("soft"), Availability::Broken("it crashed".into()), None)]
    #[case(Some("soft"), Availability::NotSeen("no process".into()), None)]
    #[case(None, Availability::NotAvailable("no loader".into()), None)]
    fn only_what_is_absent_is_replaced(
        #[case] profile: Option<&'static str>,
        #[case] availability: Availability,
        #[case] expected: Option<&str>,
    ) {
        assert_eq!(fallback_label(&suite(profile), &probed(availability)).as_deref(), expected);
    }

    #[rstest]
    #[case::software(&["hardware@soft"], ": hardware@soft is software; choose a backend for hardware: hardware")]
    #[case::hardware_too(&["hardware@soft", "hardware"], "")]
    fn a_choice_of_software_alone_says_so(#[case] chosen: &[&str], #[case] told: &str) {
        let chosen: Vec<String> = chosen.iter().map(|&label| label.to_owned()).collect();
        assert_eq!(software_alone(&suite(Some("soft")), &chosen, &["hardware@soft"]), told);
    }

    #[test]
    fn a_driver_in_software_says_so() {
        let chosen = ["hardware".to_owned()];
        let told = software_alone(&suite(Some("soft")), &chosen, &["hardware"]);
        assert_eq!(told, ": a driver in the processes of hardware is software");
    }

    #[rstest]
    #[case::a_feature(&["cuda"], ": rebuild with --features cuda")]
    #[case::features(&["cuda", "level-zero", "ur"], ": rebuild with --features cuda, level-zero or ur")]
    #[case::of_somebody_else(&[], "")]
    fn a_build_without_hardware_says_so(#[case] features: &[&'static str], #[case] advice: &str) {
        let mut suite = suite(None);
        suite.backends[0].software = true;
        let known = |&feature| NotBuilt { backend: feature, description: "", feature };
        suite.build.not_built = features.iter().map(known).collect();
        let told = format!(": hardware is software; this build has no backend for hardware{advice}");
        assert_eq!(software_alone(&suite, &["hardware".to_owned()], &["hardware"]), told);
    }

    fn probed(availability: Availability) -> ProbedBackend {
        ProbedBackend {
            label: "hardware".into(),
            options: BackendOptions::default(),
            trace: None,
            availability,
            left_badly: None,
        }
    }

    fn seen(explicit: bool, availabilities: Vec<Availability>) -> Discovery {
        let backends = availabilities.into_iter().map(probed).collect();
        let fallbacks = vec![Fallback {
            missing: "hardware".into(),
            label: "hardware@soft".into(),
            problem: None,
            replaces: None,
        }];
        Discovery {
            backends,
            explicit,
            models: Vec::new(),
            fallbacks,
            no_hardware: None,
            diagnosable: vec!["hardware".into()],
        }
    }

    #[test]
    fn what_is_there_is_told_in_its_own_words() {
        let probed = Probed {
            implementation: "Model".into(),
            version: "1.2".into(),
            details: vec![("kernel".into(), "6.1".into())],
            devices: Vec::new(),
            libraries: Vec::new(),
        };
        let found = seen(false, vec![absent(), Availability::Ready(probed)]);
        assert_eq!(found.implementations(), "\nhardware: Model 1.2\n    kernel          6.1\n");
    }

    fn absent() -> Availability {
        Availability::NotAvailable("no loader".into())
    }

    #[rstest]
    #[case::a_device_is_there(true, vec![with_devices(1)], None)]
    #[case::what_was_not_asked_for_may_be_absent(false, vec![absent(), with_devices(1)], None)]
    #[case::what_was_asked_for_may_not(true, vec![absent(), with_devices(1)], Some(
        "backend hardware is not available: no loader\nhardware@soft could stand in for it\n\
         `ur-ipc-cts doctor --backend hardware` shows what is missing"
    ))]
    #[case::no_device_at_all(false, vec![with_devices(0)], Some(
        "backend hardware has no devices\n`ur-ipc-cts doctor` shows what is missing"
    ))]
    #[case::no_backend(false, vec![], Some("this build has no backends"))]
    fn what_keeps_a_run_from_starting(
        #[case] explicit: bool,
        #[case] backends: Vec<Availability>,
        #[case] expected: Option<&str>,
    ) {
        let obstacle = seen(explicit, backends).obstacle();
        assert_eq!(obstacle.map(|obstacle| obstacle.to_string()).as_deref(), expected);
    }

    #[test]
    fn nothing_is_missing_for_a_model_without_devices() {
        let mut found = seen(true, vec![with_devices(0)]);
        found.fallbacks.clear();
        found.models = vec!["hardware".into()];
        let obstacle = found.obstacle().map(|obstacle| obstacle.to_string());
        assert_eq!(obstacle.as_deref(), Some("backend hardware has no devices"));
    }

    #[test]
    fn what_does_not_work_is_told_from_what_is_not_there() {
        let found = seen(false, vec![absent(), Availability::Broken("it crashed".into()), with_devices(2)]);
        assert_eq!(found.missing(), ["backend hardware is not available: no loader"]);
        assert_eq!(found.broken(), ["backend hardware does not work: it crashed"]);
        assert_eq!(found.devices().len(), 2);
    }
}
