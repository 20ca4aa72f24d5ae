//! Markdown, as far as the documents use it.

use std::collections::BTreeSet;
use std::path::Path;

/// A document.
pub struct Page {
    pub text: String,
}

/// A line of a document, and where it stands.
enum Line<'t> {
    /// In a paragraph, a table or a heading.
    Prose(&'t str),
    /// In a fenced block with this word behind the fence.
    Fenced(&'t str, &'t str),
}

impl Page {
    pub fn read(path: &Path) -> Self {
        let text = std::fs::read_to_string(path).unwrap_or_else(|why| panic!("{}: {why}", path.display()));
        Self { text }
    }

    fn lines(&self) -> Vec<Line<'_>> {
        let mut fence = None;
        let mut lines = Vec::new();
        for line in self.text.lines() {
            match (line.trim_start().strip_prefix("```"), fence) {
                (Some(_), Some(_)) => fence = None,
                (Some(language), None) => fence = Some(language.trim()),
                (None, Some(language)) => lines.push(Line::Fenced(language, line)),
                (None, None) => lines.push(Line::Prose(line)),
            }
        }
        lines
    }

    fn prose(&self) -> String {
        let lines = self.lines();
        let prose = lines.iter().filter_map(|line| match line {
            Line::Prose(line) => Some(*line),
            Line::Fenced(..) => None,
        });
        prose.collect::<Vec<_>>().join("\n")
    }

    /// The lines of fenced blocks without a language, which are for a shell.
    pub fn shell_lines(&self) -> Vec<String> {
        let lines = self.lines();
        let shell = lines.iter().filter_map(|line| match line {
            Line::Fenced("", line) if !line.trim().is_empty() => Some(line.trim().to_owned()),
            _ => None,
        });
        shell.collect()
    }

    /// The texts between single backticks.
    pub fn code_spans(&self) -> Vec<String> {
        let prose = self.prose();
        let spans = prose.split('`').skip(1).step_by(2);
        spans.map(|span| span.split_whitespace().collect::<Vec<_>>().join(" ")).collect()
    }

    /// The targets of links and pictures.
    pub fn links(&self) -> Vec<String> {
        let prose = self.prose();
        let prose: String = prose.split('`').step_by(2).collect();
        let inline = prose.split("](").skip(1).filter_map(|rest| rest.split(')').next());
        let defined = prose.lines().filter_map(|line| line.strip_prefix('[')?.split_once("]: "));
        let all = inline.chain(defined.map(|(_, target)| target));
        all.map(|target| target.split_whitespace().collect()).collect()
    }

    /// The anchors of the headings.
    pub fn anchors(&self) -> BTreeSet<String> {
        let prose = self.prose();
        let headings = prose.lines().filter(|line| line.starts_with('#'));
        headings.map(|heading| slug(heading.trim_start_matches('#').trim())).collect()
    }
}

/// The anchor that GitHub gives to a heading.
pub fn slug(heading: &str) -> String {
    let kept = heading.chars().filter(|c| c.is_alphanumeric() || [' ', '-', '_'].contains(c));
    kept.flat_map(char::to_lowercase).map(|c| if c == ' ' { '-' } else { c }).collect()
}
