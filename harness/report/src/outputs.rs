//! The requested reports. Each has its file before the first device is opened, so that nobody takes an earlier run's
//! file for this one's.

use super::document::Document;
use super::environment::RunEnvironment;
use super::formats::{Format, Line};
use super::result_file::ResultFile;
use super::summary::Summary;
use super::trace_file::TraceFile;
use super::write_error::WriteError;
use crate::built::Build;
use crate::requirements::Requirements;
use std::fmt::Display;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// The paths of reports. `-` is the standard output.
#[derive(Clone, Debug, Default)]
pub struct ReportPaths {
    /// The results, whole at every moment.
    pub json: Option<PathBuf>,
    /// Events of the run, written as they happen.
    pub json_lines: Option<PathBuf>,
    /// Reports that are rendered from the results.
    pub formats: Vec<(Format, PathBuf)>,
    /// All calls with their times.
    pub trace: Option<PathBuf>,
    /// The results of the run that is continued. If the new ones go there, they stay until they are in these.
    pub continued: Option<PathBuf>,
}

impl ReportPaths {
    fn all(&self) -> impl Iterator<Item = &Path> {
        let formats = self.formats.iter().map(|(_, path)| path);
        self.json.iter().chain(&self.json_lines).chain(formats).chain(&self.trace).map(PathBuf::as_path)
    }

    /// True if one of them has the standard output.
    pub fn take_stdout(&self) -> bool {
        self.all().any(|path| path == Path::new("-"))
    }

    /// Refuses to write over files that are read.
    ///
    /// # Errors
    /// Which is such a file.
    pub fn check_beside(&self, read: &[PathBuf]) -> Result<(), WriteError> {
        let read: Vec<PathTarget> = read.iter().map(|path| place(path)).collect();
        match self.all().find(|path| read.contains(&place(path))) {
            Some(path) => Err(WriteError::IsRead(path.to_owned())),
            None => Ok(()),
        }
    }

    /// Refuses what would leave two reports mixed in one place.
    fn check(&self) -> Result<(), WriteError> {
        let mut seen = Vec::new();
        for path in self.all() {
            let place = place(path);
            if seen.contains(&place) {
                return Err(WriteError::OnePlace(path.to_owned()));
            }
            seen.push(place);
        }
        Ok(())
    }
}

/// The target of a path. Two paths of the same file have equal targets.
#[derive(PartialEq)]
enum PathTarget {
    /// A file that is there, by its device and its number: links of either kind name the same one.
    There(u64, u64),
    /// One that is to be made, by its path.
    New(PathBuf),
}

/// The place that a path names, however it is spelt; as it is, where that cannot be found out.
fn place(path: &Path) -> PathTarget {
    if let Ok(there) = path.metadata() {
        return PathTarget::There(there.dev(), there.ino());
    }
    let named = || Some(path.parent()?.canonicalize().ok()?.join(path.file_name()?));
    let here = || Some(Path::new(".").canonicalize().ok()?.join(path.file_name()?));
    let bare = path.parent().is_some_and(|parent| parent.as_os_str().is_empty());
    PathTarget::New(if bare { here() } else { named() }.unwrap_or_else(|| path.to_owned()))
}

/// Why a run cannot start.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Obstacle<E> {
    /// The reports say so.
    #[error("{0}")]
    Noted(E),
    /// Not all of them do, for this reason.
    #[error("{0}\n{1}")]
    Unnoted(E, WriteError),
}

impl From<Obstacle<Self>> for WriteError {
    fn from(obstacle: Obstacle<Self>) -> Self {
        match obstacle {
            Obstacle::Noted(why) => why,
            Obstacle::Unnoted(why, trouble) => Self::Several(vec![why, trouble]),
        }
    }
}

/// The files of all reports of a run.
#[derive(Default)]
pub struct Outputs {
    /// The build of the program that writes them.
    build: Build,
    json: Option<ResultFile>,
    /// The file of results that are still needed.
    waiting: Option<ResultFile>,
    lines: Option<ResultFile>,
    /// Why a line could not be written. Those after it would hide that it is missing.
    trouble: Option<WriteError>,
    formats: Vec<(Format, ResultFile)>,
    trace: Option<TraceFile>,
}

impl Outputs {
    /// Opens the files. Each says at once that the run has not ended.
    ///
    /// # Errors
    /// If one cannot be written.
    pub fn open(paths: &ReportPaths, requirements: &Requirements, build: &Build) -> Result<Self, WriteError> {
        paths.check()?;
        let mut outputs = Self { build: build.clone(), ..Self::default() };
        let opened = outputs.begin(paths, requirements);
        // Those that could be opened say so.
        outputs.note_obstacle(opened, requirements)?;
        Ok(outputs)
    }

    fn begin(&mut self, paths: &ReportPaths, requirements: &Requirements) -> Result<(), WriteError> {
        let unfinished = self.unfinished(&[]);
        if let Some(path) = &paths.json {
            let file = ResultFile::open(path)?;
            if paths.continued.as_ref().is_some_and(|continued| place(continued) == place(path)) {
                self.waiting = Some(file);
            } else {
                self.json.insert(file).put(0, &pretty(&unfinished)?)?;
            }
        }
        self.lines = paths.json_lines.as_deref().map(ResultFile::open).transpose()?;
        self.lines.as_mut().map_or(Ok(()), |lines| lines.put(0, ""))?;
        for (format, path) in &paths.formats {
            let mut file = ResultFile::open(path)?;
            let begun = file.put(0, &format.render(&unfinished, requirements)?);
            self.formats.push((*format, file));
            begun?;
        }
        self.trace = paths.trace.as_deref().map(TraceFile::open).transpose()?;
        Ok(())
    }

    /// Says in the files why a run cannot start, where it cannot.
    ///
    /// # Errors
    /// [`Obstacle`].
    pub fn note_obstacle<T, E: Display>(
        &mut self,
        prepared: Result<T, E>,
        requirements: &Requirements,
    ) -> Result<T, Obstacle<E>> {
        prepared.map_err(|why| {
            let document = self.unfinished(&[why.to_string()]);
            self.tell(&Line::end(&document));
            match self.finish(&document, requirements) {
                Ok(()) => Obstacle::Noted(why),
                Err(trouble) => Obstacle::Unnoted(why, trouble),
            }
        })
    }

    /// Writes the reports of a run that had nothing to run: complete, and without a device.
    ///
    /// # Errors
    /// As [`Outputs::finish`].
    pub fn finish_empty(&mut self, requirements: &Requirements) -> Result<(), WriteError> {
        let summary = Summary { complete: true, settled: true, ..Summary::new(0) };
        let document = Document::new(RunEnvironment::current(&self.build), summary);
        self.tell(&Line::end(&document));
        self.finish(&document, requirements)
    }

    /// Makes the document of a run that ended before its first test.
    fn unfinished(&self, problems: &[String]) -> Document {
        let summary = Summary { problems: problems.to_vec(), ..Summary::default() };
        Document::new(RunEnvironment::current(&self.build), summary)
    }

    /// The name of the file that has the results while they grow, if there is one.
    pub(super) fn kept(&self) -> Option<&str> {
        self.json.as_ref().and_then(ResultFile::kept)
    }

    /// Returns the folder where processes note their calls for a trace, if one is asked for.
    pub fn trace_folder(&self) -> Option<PathBuf> {
        self.trace.as_ref().map(|trace| trace.folder().to_owned())
    }

    /// Puts the results that there are when the run begins in the place of all that is in their file.
    ///
    /// # Errors
    /// If they cannot be written. There is what was there before then.
    pub(super) fn begin_results(&mut self, text: &str) -> Result<(), WriteError> {
        let mut file = self.waiting.take().or_else(|| self.json.take());
        file.as_mut().map_or(Ok(()), |file| file.replace(text))?;
        self.json = file;
        Ok(())
    }

    /// Puts a text at this place of the results, and nothing after it.
    ///
    /// # Errors
    /// If it cannot be written. There is what was there before then.
    pub(super) fn put(&mut self, at: usize, text: &str) -> Result<(), WriteError> {
        self.json.as_mut().map_or(Ok(()), |json| json.put(at, text))
    }

    /// Tells those who read along what has happened.
    pub(super) fn tell(&mut self, line: &Line<'_>) {
        if let (Some(lines), None) = (&mut self.lines, &self.trouble) {
            self.trouble = line.text().and_then(|text| lines.append(&text)).err();
        }
        if let (Some(trace), Some(happened)) = (&mut self.trace, line.happened()) {
            trace.add(&happened);
        }
    }

    /// Writes the last state of all reports.
    ///
    /// # Errors
    /// What cannot be written, or a line could not be. In files that grow is what was there before then.
    pub fn finish(&mut self, document: &Document, requirements: &Requirements) -> Result<(), WriteError> {
        let mut troubles: Vec<WriteError> = self.trouble.clone().into_iter().collect();
        if let Some(json) = &mut self.json {
            troubles.extend(pretty(document).and_then(|text| json.finish(&text)).err());
        }
        for (format, file) in &mut self.formats {
            let written = format.render(document, requirements).and_then(|text| file.finish(&text));
            troubles.extend(written.err());
        }
        troubles.extend(self.trace.as_mut().and_then(|trace| trace.finish().err()));
        if troubles.is_empty() { Ok(()) } else { Err(WriteError::Several(troubles)) }
    }
}

/// Writes a report that is made afterwards.
///
/// # Errors
/// If it cannot be written.
pub fn write_report(path: &Path, text: &str) -> Result<(), WriteError> {
    ResultFile::open(path)?.finish(text)
}

fn pretty(document: &Document) -> Result<String, WriteError> {
    Ok(document.pretty()?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;
    use serde_json::Value;
    use std::fs::{read_to_string, write};

    fn open(paths: &ReportPaths) -> Result<Outputs, WriteError> {
        Outputs::open(paths, &Requirements::default(), &Build::default())
    }

    fn note(outputs: &mut Outputs, why: &'static str) -> Obstacle<&'static str> {
        outputs.note_obstacle::<(), _>(Err(why), &Requirements::default()).unwrap_err()
    }

    fn json(path: &Path) -> ReportPaths {
        ReportPaths { json: Some(path.to_owned()), ..ReportPaths::default() }
    }

    fn problems(path: &Path) -> (Value, Value) {
        let mut document: Value = serde_json::from_str(&read_to_string(path).unwrap()).unwrap();
        let summary = document["summary"].take();
        (summary["complete"].clone(), summary["problems"].clone())
    }

    #[test]
    fn an_old_file_is_no_result_of_a_new_run() {
        let file = tempfile::NamedTempFile::new().unwrap();
        write(file.path(), "old and long".repeat(1000)).unwrap();
        let mut outputs = open(&json(file.path())).unwrap();
        assert_eq!(problems(file.path()), (false.into(), Value::Null));
        assert_eq!(outputs.note_obstacle(Ok::<_, &str>(1), &Requirements::default()), Ok(1));
        assert_eq!(problems(file.path()), (false.into(), Value::Null));
        assert_eq!(note(&mut outputs, "no device"), Obstacle::Noted("no device"));
        assert_eq!(problems(file.path()), (false.into(), serde_json::json!(["no device"])));
    }

    #[rstest]
    #[case::in_place("r", "./r", true)]
    #[case::elsewhere("r", "earlier", false)]
    fn what_is_continued_stays_until_it_is_in_the_new_results(
        #[case] json: &str,
        #[case] continued: &str,
        #[case] stays: bool,
    ) {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        write(path("r"), "all there is").unwrap();
        let mut paths = ReportPaths { continued: Some(path(continued)), ..self::json(&path(json)) };
        let is_there = || read_to_string(path("r")).unwrap() == "all there is";
        let mut outputs = open(&paths).unwrap();
        assert_eq!(is_there(), stays);
        outputs.begin_results("all that was").unwrap();
        outputs.put(12, ", and more").unwrap();
        assert_eq!(read_to_string(path("r")).unwrap(), "all that was, and more");
        write(path("r"), "all there is").unwrap();
        paths.formats = vec![(Format::Html, "/no/such/folder/r".into())];
        open(&paths).err().unwrap();
        assert_eq!(is_there(), stays);
    }

    #[test]
    fn every_report_says_why_a_run_cannot_start() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        let mut paths = ReportPaths { json_lines: Some(path("lines")), ..json(&path("json")) };
        paths.formats = Format::ALL.map(|format| (format, path(format.name()))).to_vec();
        for path in paths.all() {
            write(path, "an old report").unwrap();
        }
        let mut outputs = open(&paths).unwrap();
        for path in paths.all() {
            assert!(!read_to_string(path).unwrap().contains("an old report"), "{}", path.display());
        }
        note(&mut outputs, "no device");
        for path in paths.all() {
            assert!(read_to_string(path).unwrap().contains("no device"), "{}", path.display());
        }
    }

    #[rstest]
    #[case("/dev/full", "No space left on device")]
    #[case("/", "Is a directory")]
    #[case("/no/such/folder/r.json", "No such file")]
    fn what_cannot_be_written_is_named(
        #[case] path: &str,
        #[case] why: &str,
        #[values(0, 1, 2)] report: usize,
    ) {
        let place = PathBuf::from(path);
        let paths = match report {
            0 => json(&place),
            1 => ReportPaths { json_lines: Some(place), ..ReportPaths::default() },
            _ => ReportPaths { formats: vec![(Format::Html, place)], ..ReportPaths::default() },
        };
        let told = match open(&paths) {
            Ok(mut outputs) => note(&mut outputs, "no device").to_string(),
            Err(told) => told.to_string(),
        };
        assert!(told.contains(path) && told.contains(why), "{told}");
    }

    #[test]
    fn a_report_that_cannot_be_opened_is_told_of_in_the_others() {
        let file = tempfile::NamedTempFile::new().unwrap();
        let nowhere = vec![(Format::Html, "/no/such/folder/r".into())];
        open(&ReportPaths { formats: nowhere, ..json(file.path()) }).err().unwrap();
        let (complete, told) = problems(file.path());
        assert!(complete == false && told[0].as_str().unwrap().contains("/no/such/folder/r: No such file"));
    }

    #[test]
    fn one_place_takes_one_report() {
        let paths = ReportPaths { formats: vec![(Format::Junit, "-".into())], ..json(Path::new("-")) };
        assert!(paths.take_stdout() && !json(Path::new("r")).take_stdout());
        let told = open(&paths).err().unwrap().to_string();
        assert_eq!(told, "two reports cannot be written to one place: -");
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        write(path("there"), "").unwrap();
        std::os::unix::fs::symlink(path("there"), path("link")).unwrap();
        std::fs::hard_link(path("there"), path("hard-link")).unwrap();
        for (one, other) in
            [("there", "link"), ("there", "hard-link"), ("there", "./there"), ("new", "./new")]
        {
            let paths = ReportPaths { json_lines: Some(path(other)), ..json(&path(one)) };
            assert!(open(&paths).is_err(), "{one} and {other}");
        }
    }
}
