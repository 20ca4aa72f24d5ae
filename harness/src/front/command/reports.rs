//! `ur-ipc-cts report`.

use super::arguments::{Rendered, ReportCommand, SchemaOf};
use super::merge;
use crate::report::{
    Diff, Document, Format, ReportPaths, annotations, notice, print, print_data, schema, write_report,
};
use crate::suite::Suite;
use std::slice;

/// Something is worse than it was.
const WORSE: u8 = 1;

pub(super) fn report(suite: &Suite, command: &ReportCommand) -> Result<u8, String> {
    match command {
        ReportCommand::Html(rendered) => render(suite, rendered, Format::Html, false),
        ReportCommand::Junit(rendered) => render(suite, rendered, Format::Junit, false),
        ReportCommand::Markdown { rendered, annotations } => {
            render(suite, rendered, Format::Markdown, *annotations)
        }
        ReportCommand::Diff { before, after } => {
            let diff = Diff::new(Document::read(before)?, Document::read(after)?);
            print(&diff.to_string())?;
            match diff.obstacle() {
                _ if diff.is_worse() => Ok(WORSE),
                Some(why) => Err(why),
                None => Ok(0),
            }
        }
        ReportCommand::Merge(arguments) => merge::merge(suite, arguments),
        ReportCommand::Schema { of } => {
            let schema = match of {
                SchemaOf::Results => schema::results(),
                SchemaOf::Events => schema::events(),
            };
            print_data(&schema).map(|()| 0)
        }
    }
}

fn render(suite: &Suite, rendered: &Rendered, format: Format, annotate: bool) -> Result<u8, String> {
    if let Some(output) = &rendered.output {
        let report = ReportPaths { formats: vec![(format, output.clone())], ..ReportPaths::default() };
        report.check_beside(slice::from_ref(&rendered.results))?;
    }
    let document = Document::read(&rendered.results)?;
    let text = format.render(&document, &suite.requirements)?;
    match &rendered.output {
        Some(path) => write_report(path, &text)?,
        None => print_data(&text)?,
    }
    if annotate {
        // GitHub looks for them in both streams.
        annotations(&document.tests).iter().for_each(|line| notice(line));
    }
    Ok(0)
}
