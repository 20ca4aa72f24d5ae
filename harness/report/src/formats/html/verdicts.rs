//! The verdict of each device, above everything else.

use super::super::super::environment::DeviceEntry;
use super::super::super::escape::{markup, one_line};
use super::super::verdict::{self, Mark};
use super::Page;
use super::pieces::{SHOWS, list, show};
use crate::outcome::Outcome;
use crate::requirements::Chapter;
use std::fmt::Write as _;

// Writing to a string cannot fail.
impl Page<'_> {
    pub(super) fn verdicts(&self, text: &mut String) {
        if let Some(only) = self.document.only_software() {
            let _ = writeln!(text, "<p class=\"software\">{}</p>", markup(&only));
        }
        text.push_str("<section class=\"verdicts\">\n");
        for device in &self.document.devices {
            self.verdict(text, device);
        }
        if self.document.devices.is_empty() {
            text.push_str("<p>No device was tested.</p>\n");
        }
        text.push_str("</section>\n");
    }

    fn verdict(&self, text: &mut String, device: &DeviceEntry) {
        let class = match verdict::mark(self.document, &device.id) {
            Mark::Good => "good",
            Mark::Bad => "bad",
            Mark::Neither => "open",
        };
        let known = &device.description;
        let driver = ["driver", &known.driver_version, &known.adapter].join(" ").trim_end().to_owned();
        let [id, name, driver] = [&device.id, &known.name, &driver].map(|text| markup(&one_line(text)));
        let _ = write!(
            text,
            "<article class=\"verdict {class}\">\n<p class=\"words\">{}</p>\n<h2>{name}</h2>\n\
             <p class=\"device\"><code>{id}</code> {driver}</p>\n",
            markup(&verdict::words(self.document, &device.id))
        );
        if let Some(summary) = self.document.summary.devices.get(&device.id) {
            text.push_str("<dl>\n");
            for (chapter, counts) in summary {
                let claimed = match chapter {
                    Chapter::Arguments if !known.validates_arguments => ", as none is claimed",
                    _ => "",
                };
                let _ = write!(text, "<dt>{}</dt>\n<dd><span class=\"bar\">", chapter.about());
                for part in SHOWS {
                    let its = Outcome::ALL.into_iter().filter(|&outcome| show(outcome) == part);
                    // A file may say any numbers.
                    let count = its.fold(0_u64, |sum, outcome| sum.saturating_add(counts.of(outcome)));
                    if count > 0 {
                        let _ = write!(text, "<i class=\"{part}\" style=\"flex-grow:{count}\"></i>");
                    }
                }
                let _ = writeln!(text, "</span>{}{claimed}</dd>", counts.in_words());
            }
            text.push_str("</dl>\n");
        }
        let basis = verdict::basis(self.document, &device.id);
        if !basis.is_empty() {
            text.push_str("<details>\n<summary>What is violated or not verified</summary>\n");
            list(text, "", &basis);
            text.push_str("</details>\n");
        }
        text.push_str("</article>\n");
    }
}
