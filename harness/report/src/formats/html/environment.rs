//! The environment and the terms of the run.

use super::super::super::environment::{BackendEntry, facts, shares};
use super::super::super::escape::{markup, one_line};
use super::Page;
use super::pieces::{fact, seconds};
use std::fmt::Write as _;

// Writing to a string cannot fail.
impl Page<'_> {
    pub(super) fn environment(&self, text: &mut String) {
        let environment = &self.document.environment;
        text.push_str("<section class=\"environment\">\n<h2>Environment</h2>\n<dl>\n");
        fact(text, "suite", &format!("{}, commit {}", environment.suite_version, environment.suite_commit));
        fact(text, "began", &environment.started);
        environment.machine.describe().iter().for_each(|(name, value)| fact(text, name, value));
        fact(text, "command", &environment.command_line.join(" "));
        if let Some(terms) = &environment.terms {
            let shuffled = if terms.shuffled { ", shuffled" } else { "" };
            let timeout = seconds(terms.timeout_ms.saturating_mul(1000));
            fact(
                text,
                "terms",
                &format!("seed {}{shuffled}, {timeout} a test, isolation {}", terms.seed, terms.isolation),
            );
        }
        let selection = environment.terms.as_ref().map(|terms| terms.selection.join("\n"));
        fact(text, "selection", &selection.unwrap_or_default());
        fact(text, "skiplists", &environment.skiplists.join("\n"));
        let times = [("whole run", environment.wall_us), ("inside tests", environment.body_us)];
        times.into_iter().for_each(|(name, time)| fact(text, name, &time.map(seconds).unwrap_or_default()));
        for backend in &environment.backends {
            self.backend(text, backend);
        }
        text.push_str("</dl>\n");
        for device in &self.document.devices {
            let _ = write!(text, "<h3><code>{}</code></h3>\n<dl>\n", markup(&one_line(&device.id)));
            let known = &device.description;
            facts(known).for_each(|(name, value)| fact(text, name, value));
            fact(text, "shares", &shares(known));
            let able: Vec<String> = known
                .capabilities
                .iter()
                .map(|(name, yes)| format!("{name}: {}", if *yes { "yes" } else { "no" }))
                .collect();
            fact(text, "answers", &able.join(", "));
            text.push_str("</dl>\n");
        }
        text.push_str("</section>\n");
    }

    fn backend(&self, text: &mut String, backend: &BackendEntry) {
        let mut told = vec![format!("{} {}", backend.name, backend.version)];
        told.extend(backend.reason.clone());
        told.extend(backend.details.iter().map(|(name, value)| format!("{name}: {value}")));
        told.extend(backend.libraries.iter().map(ToString::to_string));
        fact(text, &format!("backend {}", backend.label), told.join("\n").trim());
    }
}
