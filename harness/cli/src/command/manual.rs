//! `ur-ipc-cts man`: pages with what the help has, and the sections that readers of manuals look for behind that.

use super::shell::called_program;
use crate::error::Error;
use clap::Command;
use clap_mangen::Man;
use clap_mangen::roff::{Roff, bold, roman};
use std::fs::create_dir_all;
use std::io;
use std::path::Path;
use ur_ipc_harness::backend_options::BackendOption;
use ur_ipc_report::subject::program;
use ur_ipc_report::{FileError, print_data};

/// A name in a section, and the text about it.
type Entry = (String, String);

/// Prints the page about the whole, or writes it and those about the subcommands into a folder.
///
/// # Errors
/// If they cannot be written.
pub(super) fn manual(
    command: Command,
    options: &[BackendOption],
    folder: Option<&Path>,
) -> Result<u8, Error> {
    let mut command = command.name(called_program()).disable_help_subcommand(true);
    command.build();
    let pages = Pages { whole: command.clone(), options };
    match folder {
        Some(folder) => {
            let written = create_dir_all(folder).and_then(|()| pages.write(&command, folder));
            written.map_err(FileError::of(folder))?;
        }
        None => print_data(&String::from_utf8_lossy(&pages.page(&command).expect("there is memory")))?,
    }
    Ok(0)
}

struct Pages<'o> {
    whole: Command,
    options: &'o [BackendOption],
}

impl Pages<'_> {
    /// The page of a command, and those of its subcommands.
    fn write(&self, command: &Command, folder: &Path) -> io::Result<()> {
        let shown = command.get_subcommands().filter(|own| !own.is_hide_set());
        shown.into_iter().try_for_each(|own| self.write(own, folder))?;
        std::fs::write(folder.join(Man::new(command.clone()).get_filename()), self.page(command)?)
    }

    fn page(&self, command: &Command) -> io::Result<Vec<u8>> {
        let mut page = Vec::new();
        let man = Man::new(command.clone());
        man.render_title(&mut page)?;
        man.render_name_section(&mut page)?;
        // That of clap_mangen shows options without their values.
        let usage = command.clone().help_template("{usage}").render_help();
        let mut synopsis = Roff::new();
        synopsis.control("SH", ["SYNOPSIS"]);
        synopsis.text([roman(usage.to_string())]);
        synopsis.to_writer(&mut page)?;
        man.render_description_section(&mut page)?;
        man.render_options_section(&mut page)?;
        if command.has_subcommands() {
            man.render_subcommands_section(&mut page)?;
        }
        if command.get_after_help().is_some() {
            man.render_extra_section(&mut page)?;
        }
        if command.get_version().is_some() {
            man.render_version_section(&mut page)?;
        }
        let mut more = Roff::new();
        section(&mut more, "EXIT STATUS", &exit_status(&self.name_of(command)));
        section(&mut more, "ENVIRONMENT", &self.environment(command));
        section(&mut more, "FILES", &self.files(command));
        self.see_also(&mut more, command);
        more.to_writer(&mut page)?;
        Ok(page)
    }

    /// The name without that of the program: `report diff`; empty of the whole.
    fn name_of(&self, command: &Command) -> String {
        let name = command.get_bin_name().unwrap_or_else(|| command.get_name());
        name.strip_prefix(self.whole.get_name()).unwrap_or_default().trim_start().to_owned()
    }

    fn runs(&self, command: &Command) -> bool {
        matches!(&*self.name_of(command), "" | "run")
    }

    fn environment(&self, command: &Command) -> Vec<Entry> {
        let mut variables = Vec::new();
        let mut add = |name: &str, says: String| variables.push((name.to_owned(), says));
        if self.runs(command) {
            add("UR_IPC_CTS_CONFIG", "The file with defaults of options, as --config names it.".to_owned());
            add("UR_IPC_CTS_REQUIRE_HARDWARE", "1 has the effect of --require-hardware.".to_owned());
        }
        if command.get_arguments().any(|option| option.get_id() == "backend") {
            add(
                "UR_IPC_CTS_LOG",
                "The filter of the logs on the standard error. The default is warn.".to_owned(),
            );
            for option in self.options {
                add(option.variable, format!("{}, as --{} says it.", option.help, option.flag));
            }
        }
        if self.runs(command) || matches!(&*self.name_of(command), "explore" | "replay") {
            let says = format!("A file to which visited situations are added, for `{} coverage`.", program());
            add("UR_IPC_CTS_SITUATIONS", says);
            add("TMPDIR", "The folder of temporary files. The default is /tmp.".to_owned());
        }
        add("NO_COLOR", "Any value turns colours off.".to_owned());
        add(
            "CLICOLOR, CLICOLOR_FORCE",
            "0 turns colours off, and 1 of CLICOLOR_FORCE turns them on.".to_owned(),
        );
        variables
    }

    fn files(&self, command: &Command) -> Vec<Entry> {
        if !self.runs(command) {
            return Vec::new();
        }
        let says = "Defaults of the options of `run`, read from the working folder unless --config or --no-config is given.";
        vec![(format!("{}.toml", program()), says.to_owned())]
    }

    /// The page of the whole and those of all commands, but for the page itself.
    fn see_also(&self, roff: &mut Roff, command: &Command) {
        let others = self.whole.get_subcommands().chain(command.get_subcommands());
        let all = std::iter::once(&self.whole).chain(others.filter(|other| !other.is_hide_set()));
        let own = title(command);
        let mut titles: Vec<String> = all.map(title).filter(|title| *title != own).collect();
        titles.sort_unstable();
        titles.dedup();
        roff.control("SH", ["SEE ALSO"]);
        let titles: Vec<String> = titles.into_iter().map(|title| format!("{title}(1)")).collect();
        roff.text([roman(titles.join(", "))]);
    }
}

fn title(command: &Command) -> String {
    command.get_display_name().unwrap_or_else(|| command.get_name()).to_owned()
}

/// Returns the exit codes of a command and their meanings.
fn exit_status(name: &str) -> Vec<Entry> {
    let codes: &[(&str, &str)] = match name {
        "" | "run" => &[
            ("0", "No test failed, except for known failures in skiplists."),
            (
                "1",
                "A test failed, tests hung too often (--max-hangs), or a test passes that a skiplist expects to fail.",
            ),
            (
                "2",
                "No verdict: wrong usage, no device, nothing to test, the machine lacks something, or results could not be \
                 written.",
            ),
        ],
        "certify" => &[
            ("0", "No test failed, and the package is a certificate."),
            ("1", "A test failed, or the package certifies nothing."),
            ("2", "No verdict, as with run."),
        ],
        "verify" => &[
            ("0", "The package certifies what it says."),
            ("1", "The package is refused."),
            ("2", "The folder is not a package."),
        ],
        "doctor" => &[
            ("0", "Each named backend can be tested, or any if none is named."),
            ("2", "No such backend can be tested, or wrong usage."),
        ],
        "explore" | "replay" => &[
            ("0", "Nothing was seen that is not allowed."),
            ("1", "Something was seen that is not allowed."),
            ("2", "Nothing can be said: wrong usage, no device, or a process ended badly."),
        ],
        "coverage" => &[
            ("0", "Each class was visited, or has a reason."),
            ("1", "A class was not visited."),
            ("2", "Wrong usage, or a file that cannot be read."),
        ],
        "report diff" => &[
            ("0", "Nothing got worse."),
            ("1", "Something got worse."),
            ("2", "Wrong usage, a file that cannot be read, or runs without a device in common."),
        ],
        _ => &[("0", "Done."), ("2", "Wrong usage, or a file or device that cannot be used.")],
    };
    codes.iter().map(|&(code, says)| (code.to_owned(), says.to_owned())).collect()
}

fn section(roff: &mut Roff, title: &str, entries: &[Entry]) {
    if entries.is_empty() {
        return;
    }
    roff.control("SH", [title]);
    for (name, says) in entries {
        roff.control("TP", []);
        roff.text([bold(name.as_str())]);
        roff.text([roman(says.as_str())]);
    }
}
