//! The page of results in a browser, where there is one: its search and its filters, and that nothing in it acts by itself.

mod support;

use rstest::rstest;
use serde_json::json;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::LazyLock;
use support::{results, text, ur_ipc_cts};
use tempfile::{TempDir, tempdir};

/// What a driver may say.
const HOSTILE: &str = "</script></pre><img src=x onerror=\"document.title = 'taken over'\">";

/// The page of a run on two devices, of which the first fails two tests for one cause and skips another.
static PAGE: LazyLock<(TempDir, PathBuf)> = LazyLock::new(|| {
    let folder = tempdir().expect("a temporary folder");
    let [json, html] = ["json", "page.html"].map(|name| folder.path().join(name));
    let shown = |path: &Path| path.to_string_lossy().into_owned();
    let output = ur_ipc_cts(
        &[
            "run",
            "--backend",
            "host@two-devices",
            "--json",
            &shown(&json),
            "event::open",
            "memory::open",
            "physical_memory::open",
        ],
        &[],
    );
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let mut document = results(&json);
    document["devices"][0]["name"] = json!(HOSTILE);
    for (test, outcome) in [
        ("event::open::refcount", "crash"),
        ("event::open::null_out", "crash"),
        ("memory::open::null_out", "skip"),
    ] {
        let tests = document["tests"].as_array_mut().expect("tests");
        let name = format!("host@two-devices::dev0::{test}");
        let test = tests.iter_mut().find(|known| known["name"] == name).expect("this test");
        (test["outcome"], test["reason"]) = (json!(outcome), json!(HOSTILE));
        (test["output"], test["call_log"]) = (json!(HOSTILE), json!([HOSTILE]));
    }
    std::fs::write(&json, document.to_string()).expect("it can be written");
    let output = ur_ipc_cts(&["report", "html", &shown(&json), "-o", &shown(&html)], &[]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    (folder, html)
});

/// What a browser makes of an address.
fn dom(browser: &str, address: &str) -> Option<String> {
    let profile = tempdir().expect("a temporary folder");
    let output = Command::new(browser)
        .args(["--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--dump-dom"])
        .arg(format!("--user-data-dir={}", profile.path().display()))
        .arg(address)
        .stdin(Stdio::null())
        .output()
        .ok()?;
    Some(text(&output.stdout)).filter(|_| output.status.success())
}

static BROWSER: LazyLock<Option<&str>> = LazyLock::new(|| {
    let known = ["chromium", "chromium-browser", "google-chrome"];
    let works =
        |browser: &&str| dom(browser, "data:text/html,<p>works").is_some_and(|dom| dom.contains("works"));
    known.into_iter().find(works)
});

/// The page after its script, asked for by this fragment.
fn page(fragment: &str) -> Option<String> {
    let Some(browser) = *BROWSER else {
        println!("skipped: there is no Chromium here that works");
        return None;
    };
    dom(browser, &format!("file://{}#{fragment}", PAGE.1.display()))
}

/// The elements with this beginning that are shown, up to the end of their lines.
fn shown<'d>(dom: &'d str, beginning: &str) -> Vec<&'d str> {
    let elements = dom.split(beginning).skip(1).map(|rest| rest.lines().next().unwrap_or_default());
    elements.filter(|element| !element.split('>').next().unwrap_or_default().contains("hidden")).collect()
}

#[rstest]
#[case::search("q=EVENT.open.null_out", &["event.open.null_out"], &["crash"])]
#[case::words("q=null_out+memory.open", &["memory.open.null_out", "physical_memory.open.null_out"], &[])]
#[case::failures("show=failures", &["event.open.null_out", "event.open.refcount"], &["crash"])]
#[case::the_same_cause("q=event.open.refcount&show=failures", &["event.open.refcount"], &[])]
#[case::skips("show=skipped&q=null_out", &["memory.open.null_out"], &[])]
#[case::failures_of_a_level("show=failures&level=may", &[], &[])]
#[case::failures_of_a_device("show=failures&device=host%40two-devices%3A%3Adev1", &[], &[])]
#[case::nothing("q=no+such+thing", &[], &[])]
#[case::a_wrong_choice("show=nonsense&q=event.open.null_out", &["event.open.null_out"], &["crash"])]
fn what_is_asked_for_is_shown(
    #[case] fragment: &str,
    #[case] requirements: &[&str],
    #[case] failures: &[&str],
) {
    let Some(dom) = page(fragment) else { return };
    let rows = shown(&dom, "<tr class=\"item\"");
    assert_eq!(rows.len(), requirements.len(), "{rows:?}");
    for (row, requirement) in rows.iter().zip(requirements) {
        assert!(row.contains(requirement), "{row}");
    }
    let records = shown(&dom, "<details class=\"item record\"");
    assert_eq!(records.len(), failures.len(), "{records:?}");
    assert_eq!(dom.contains("id=\"nothing\" hidden"), !(rows.is_empty() && records.is_empty()));
}

#[rstest]
#[case::all("", &["event::open::refcount"], true)]
#[case::one_of_them("q=event.open.refcount", &["event::open::refcount"], true)]
#[case::the_other("q=event.open.null_out", &[], false)]
fn failures_of_one_cause_are_told_once(
    #[case] fragment: &str,
    #[case] others: &[&str],
    #[case] are_there: bool,
) {
    let Some(dom) = page(fragment) else { return };
    let named = shown(&dom, "<li class=\"item\"");
    assert_eq!(named.len(), others.len(), "{named:?}");
    assert!(named.iter().zip(others).all(|(named, other)| named.contains(other)), "{named:?}");
    let group = shown(&dom, "<div class=\"same\"");
    assert_eq!(group.len() == 1, are_there);
    assert!(dom.contains("1 more test with the same cause"), "the first of them is in full");
}

#[test]
fn all_is_shown_if_nothing_is_asked_for() {
    let Some(dom) = page("") else { return };
    let rows = dom.matches("<tr class=\"item\"").count();
    assert!(rows > 20 && shown(&dom, "<tr class=\"item\"").len() == rows, "{rows}");
    assert!(dom.contains(&format!("Requirements <small class=\"count\">{rows}</small>")));
    assert!(dom.contains("<nav id=\"filters\">"), "the filters are of use");
}

#[test]
fn a_device_that_is_chosen_is_the_only_one() {
    let Some(dom) = page("device=host%40two-devices%3A%3Adev1") else { return };
    assert_eq!(shown(&dom, "<th data-column=").len(), 1);
}

#[test]
fn nothing_that_a_driver_says_acts() {
    let Some(dom) = page("") else { return };
    assert!(dom.contains("&lt;img src=x onerror=") && !dom.contains("<img"));
    assert!(
        dom.contains("does not conform · UR IPC conformance</title>") || !dom.contains("<title>taken over")
    );
    assert_eq!(dom.matches("<script>").count(), 1);
}
