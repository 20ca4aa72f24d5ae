//! All requirements, on all devices.

use super::super::super::coverage::states;
use super::super::super::escape::{markup, one_line};
use super::Page;
use super::pieces::{anchor, explained, facet, has_place, level, levels, link, pill};
use crate::outcome::{Outcome, Record};
use crate::requirements::Requirement;
use std::collections::BTreeMap;
use std::fmt::Write as _;

// Writing to a string cannot fail.
impl Page<'_> {
    pub(super) fn matrix(&self, text: &mut String) {
        let mut citing: BTreeMap<&str, Vec<&Record>> = BTreeMap::new();
        for record in &self.document.tests {
            for id in &record.requirements {
                citing.entry(id).or_default().push(record);
            }
        }
        if citing.is_empty() {
            return;
        }
        let devices = &self.document.devices;
        let states: Vec<BTreeMap<&str, Outcome>> =
            devices.iter().map(|device| states(&self.document.tests, &device.id)).collect();
        let _ = write!(
            text,
            "<section>\n<h2>Requirements <small class=\"count\">{}</small></h2>\n<div class=\"scroll\"><table class=\"matrix\">\n\
             <thead><tr><th>requirement</th>",
            citing.len()
        );
        for device in devices {
            let [id, name] = [&device.id, &device.description.name].map(|text| markup(&one_line(text)));
            let _ = write!(text, "<th data-column=\"{id}\" title=\"{name}\">{id}</th>");
        }
        text.push_str("</tr></thead>\n");
        let mut family = "";
        for (id, known) in self.in_order(&citing) {
            let its = known.map_or("not in the catalogue", |known| known.family.as_str());
            if family != its {
                let end = if family.is_empty() { "" } else { "</tbody>\n" };
                let (columns, shown) = (devices.len() + 1, markup(&one_line(its)));
                let _ = writeln!(
                    text,
                    "{end}<tbody>\n<tr class=\"family\"><th colspan=\"{columns}\">{shown}</th></tr>"
                );
                family = its;
            }
            self.row(text, id, known, &citing[id], &states);
        }
        text.push_str("</tbody>\n</table></div>\n</section>\n");
    }

    /// The requirements that tests cite, in the order of the catalogue.
    fn in_order<'a>(
        &'a self,
        citing: &BTreeMap<&'a str, Vec<&Record>>,
    ) -> Vec<(&'a str, Option<&'a Requirement>)> {
        let known = self.requirements.all().iter().filter(|known| citing.contains_key(known.id.as_str()));
        let strange = citing.keys().filter(|id| self.requirements.get(id).is_none());
        known.map(|known| (known.id.as_str(), Some(known))).chain(strange.map(|&id| (id, None))).collect()
    }

    fn row(
        &self,
        text: &mut String,
        id: &str,
        known: Option<&Requirement>,
        records: &[&Record],
        states: &[BTreeMap<&str, Outcome>],
    ) {
        let _ = write!(
            text,
            "<tr class=\"item\" {}><td><details><summary><code>{}</code> {}</summary>\n{}<ul>\n",
            levels(records),
            markup(&one_line(id)),
            known.map(level).unwrap_or_default(),
            known.map(explained).unwrap_or_default(),
        );
        for record in records {
            let name = if self.document.devices.len() > 1 { &record.name } else { &record.test };
            let why = record.execution.reason.as_deref().unwrap_or_default();
            let why = markup(&one_line(why));
            // A test may cite several requirements, and is named by the first of them.
            let is_first = record.requirements.first().is_some_and(|first| first == id);
            let anchor =
                if has_place(record) || !is_first { String::new() } else { format!(" {}", anchor(record)) };
            let _ =
                writeln!(text, "<li{anchor}>{} {} {why}</li>", pill(record.outcome()), link(record, name));
        }
        text.push_str("</ul></details></td>");
        for (device, states) in self.document.devices.iter().zip(states) {
            let column = markup(&one_line(&device.id));
            let _ = match states.get(id) {
                Some(&state) => {
                    let facet = facet(state, &device.id);
                    write!(text, "<td data-column=\"{column}\" {facet}>{}</td>", pill(state))
                }
                None => write!(text, "<td data-column=\"{column}\"></td>"),
            };
        }
        text.push_str("</tr>\n");
    }
}
