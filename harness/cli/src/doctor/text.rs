//! The diagnosis for people.

use super::{BackendReport, Check, CheckState, Diagnosis};
use std::fmt::{self, Write};
use ur_ipc_report::subject::program;
use ur_ipc_report::{escaped, folded, indented, one_line};

/// By how much the rest of a check is set back.
const BACK: usize = 13;

impl Diagnosis {
    /// The text for people, in lines of so many columns.
    pub fn in_words(&self, columns: usize) -> String {
        let mut text = String::new();
        self.write(&mut text, columns).expect("a string can be written to");
        text
    }

    fn write(&self, f: &mut String, columns: usize) -> fmt::Result {
        writeln!(f, "{} {}, commit {}\n\nmachine", program(), self.suite_version, self.suite_commit)?;
        for (name, value) in self.machine.describe() {
            writeln!(f, "    {name:<12} {value}")?;
        }
        self.checks.iter().try_for_each(|check| write(f, check, columns))?;
        for backend in &self.backends {
            writeln!(f, "\n{}: {}", one_line(&backend.label), backend.description)?;
            self.backend(f, backend, columns)?;
        }
        let tested = |backend: &BackendReport| match backend.usable {
            true => Some(backend.label.clone()),
            false => backend.replaced_by.clone(),
        };
        let usable: Vec<String> = self.backends.iter().filter_map(tested).collect();
        let hardware = self.backends.iter().any(|backend| backend.usable && !backend.software);
        let software = if !usable.is_empty() && !hardware { "; no hardware" } else { "" };
        let usable = if usable.is_empty() { "nothing".to_owned() } else { usable.join(", ") };
        writeln!(f, "\ncan be tested: {usable}{software}")?;
        if self.usable { Ok(()) } else { writeln!(f, "not ready: see the lines with MISSING or WRONG") }
    }

    fn backend(&self, f: &mut String, backend: &BackendReport, columns: usize) -> fmt::Result {
        if let Some(feature) = &backend.rebuild_with {
            return writeln!(f, "  -        not in this build: rebuild with --features {feature}");
        }
        backend.checks.iter().try_for_each(|check| write(f, check, columns))?;
        for (name, value) in &backend.details {
            writeln!(f, "           {}: {}", one_line(name), one_line(value))?;
        }
        let told = |path: &str| backend.checks.iter().any(|check| check.found.starts_with(path));
        for library in backend.libraries.iter().filter(|library| !told(&library.path)) {
            writeln!(f, "           loaded {}", one_line(&library.to_string()))?;
        }
        Ok(())
    }
}

fn write(f: &mut String, check: &Check, columns: usize) -> fmt::Result {
    let state = match check.state {
        CheckState::Ok => "ok",
        CheckState::Note => "note",
        CheckState::Missing if check.wrong => "WRONG",
        CheckState::Missing => "MISSING",
    };
    // A driver's texts may have anything in them.
    let found = indented(&escaped(&check.found), &" ".repeat(BACK));
    let line = format!("  {state:<8} {}: {found}", one_line(&check.what));
    writeln!(f, "{}", folded(&line, BACK, columns))?;
    let told = |advice: &String| folded(&format!("{:BACK$}to do: {advice}", ""), BACK, columns);
    check.advice.iter().try_for_each(|advice| writeln!(f, "{}", told(advice)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use ur_ipc_report::{COLUMNS, samples};

    #[test]
    fn a_diagnosis_reads_well() {
        let document = samples::document();
        let backend = |label: &str, checks: Vec<Check>| BackendReport {
            label: label.to_owned(),
            description: "a backend".to_owned(),
            rebuild_with: None,
            usable: false,
            software: false,
            replaced_by: None,
            devices: Vec::new(),
            checks,
            details: vec![("kernel".to_owned(), "6.1".to_owned())],
            libraries: Vec::new(),
        };
        let libraries = document.environment.backends[0].libraries.clone();
        let loader =
            Check::new("liba.so (it)", CheckState::Missing, "cannot be opened:\n\x1b[1m").advise("get it");
        let diagnosis = Diagnosis {
            schema: super::super::SCHEMA,
            suite_version: "0.1.0",
            suite_commit: "unknown".to_owned(),
            usable: false,
            machine: samples::machine(),
            checks: vec![Check::new("memlock", CheckState::Note, "little")],
            backends: vec![
                BackendReport {
                    usable: true,
                    software: true,
                    libraries,
                    ..backend("host", vec![Check::new("devices", CheckState::Ok, "1 by host 0.1")])
                },
                BackendReport {
                    replaced_by: Some("level-zero@soft".to_owned()),
                    ..backend("level-zero", vec![loader])
                },
                BackendReport { rebuild_with: Some("cuda".to_owned()), ..backend("cuda", Vec::new()) },
            ],
        };
        insta::assert_snapshot!(diagnosis.in_words(COLUMNS));
    }
}
