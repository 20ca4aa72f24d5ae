//! The page of results in a browser, if there is one: its search, its filters, and the calls of a failure. Nothing in it
//! acts by itself.

use crate::support::{results, text, ur_ipc_cts};
use rstest::rstest;
use serde_json::{Value, from_str, from_value, json};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::LazyLock;
use tempfile::{TempDir, tempdir};

/// A text that a hostile driver may return.
const HOSTILE: &str = "</script></pre><img src=x onerror=\"document.title = 'taken over'\">";

/// The calls of a failure: a peer is at work while the worker waits, and each cleans up.
fn calls() -> Value {
    json!([
        { "process": "worker", "calls": [
            { "at_us": 0, "took_us": 3, "text": HOSTILE, "end": "returned" },
            { "at_us": 2050, "took_us": 7, "text": "urLate() -> UR_RESULT_SUCCESS", "end": "returned", "clean_up": true },
            { "at_us": 30, "took_us": 1900, "text": "urWait() -> UR_RESULT_SUCCESS", "end": "returned", "failed": true },
        ] },
        { "process": "peer 4711", "role": "consumer", "calls": [
            { "at_us": 10, "took_us": 5, "text": "urOpen() -> UR_RESULT_SUCCESS", "end": "returned" },
            { "at_us": 1500, "text": "urSignal()", "end": "panicked" },
        ] },
    ])
}

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
        (test["output"], test["call_log"]) = (json!(HOSTILE), calls());
    }
    std::fs::write(&json, document.to_string()).expect("it can be written");
    let output = ur_ipc_cts(&["report", "html", &shown(&json), "-o", &shown(&html)], &[]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    (folder, html)
});

/// The document that a browser makes of an address.
fn dom(browser: &str, address: &str) -> Option<String> {
    let profile = tempdir().expect("a temporary folder");
    let output = Command::new(browser)
        .args(["--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--dump-dom"])
        .args(["--allow-file-access-from-files", "--window-size=1600,1200"])
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

/// Fragments by which tests ask for the page.
const FRAGMENTS: [&str; 13] = [
    "",
    "q=EVENT.open.null_out",
    "q=null_out+memory.open",
    "q=event.open.refcount",
    "q=event.open.null_out",
    "show=failures",
    "q=event.open.refcount&show=failures",
    "show=skipped&q=null_out",
    "show=failures&level=may",
    "show=failures&device=host%40two-devices%3A%3Adev1",
    "q=no+such+thing",
    "show=nonsense&q=event.open.null_out",
    "device=host%40two-devices%3A%3Adev1",
];

/// The page after its script for each fragment, in frames of one page: a browser takes longer to start than to show them.
static DOMS: LazyLock<Option<Vec<String>>> = LazyLock::new(|| {
    let frames: String = FRAGMENTS.iter().map(|fragment| frame(1280, fragment)).collect();
    let look = "[...document.querySelectorAll('iframe')]
        .map(({ contentWindow: { document: page } }) => page.documentElement.outerHTML)";
    Some(from_value(looked_at(&frames, look)?).expect("texts"))
});

/// The page after its script, asked for by this fragment.
fn page(fragment: &str) -> Option<&'static str> {
    let place = FRAGMENTS.iter().position(|known| *known == fragment).expect("one of FRAGMENTS");
    let doms = DOMS.as_ref();
    if doms.is_none() {
        println!("skipped: there is no Chromium here that works");
    }
    Some(&doms?[place])
}

/// A frame of this width with the page, asked for by this fragment.
fn frame(width: u32, fragment: &str) -> String {
    let fragment = fragment.replace('&', "&amp;");
    format!(
        "<iframe style=\"border:0;width:{width}px;height:3000px\" src=\"file://{}#{fragment}\"></iframe>",
        PAGE.1.display()
    )
}

/// What an expression of JavaScript gives on a page with these frames.
fn looked_at(frames: &str, look: &str) -> Option<Value> {
    let browser = (*BROWSER)?;
    let folder = tempdir().expect("a temporary folder");
    let path = folder.path().join("frames.html");
    let page = format!(
        "<meta charset=\"utf-8\"/><body>{frames}<script>window.onload = () => {{
            const told = {look};
            document.body.textContent = `@@${{JSON.stringify(told)}}@@`;
        }}</script>"
    );
    std::fs::write(&path, page).expect("it can be written");
    let dom = dom(browser, &format!("file://{}", path.display())).expect("the browser shows the page");
    let told = dom.split("@@").nth(1).expect("it has looked").replace("&lt;", "<").replace("&gt;", ">");
    Some(from_str(&told.replace("&nbsp;", "\u{a0}").replace("&amp;", "&")).expect("JSON"))
}

/// Says which calls the page shows, in their order, and where, in a frame of this width.
fn measured(width: u32) -> Option<Vec<Value>> {
    let look = "(() => {
        const { document: page, getComputedStyle: style } = document.querySelector('iframe').contentWindow;
        const calls = page.querySelector('details.record .calls').querySelectorAll('td[data-process]');
        const told = [...calls].map((call) => {
            const { left, top } = call.getBoundingClientRect();
            const [code, at] = [call.querySelector('code'), call.parentElement.querySelector('.at')];
            const named = style(call, '::before').content.includes(call.dataset.process);
            const { backgroundColor: back } = style(call);
            return { call: code.textContent, at: at.textContent, left, top, named, back, clean: !!call.closest('.clean-up') };
        });
        const wide = page.documentElement.scrollWidth > page.documentElement.clientWidth;
        return { told, wide };
    })()";
    let told = looked_at(&frame(width, ""), look)?;
    assert_eq!(told["wide"], false, "nothing is cut off at the right");
    told["told"].as_array().cloned()
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
    let rows = shown(dom, "<tr class=\"item\"");
    assert_eq!(rows.len(), requirements.len(), "{rows:?}");
    for (row, requirement) in rows.iter().zip(requirements) {
        assert!(row.contains(requirement), "{row}");
    }
    let records = shown(dom, "<details class=\"item record\"");
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
    let named = shown(dom, "<li class=\"item\"");
    assert_eq!(named.len(), others.len(), "{named:?}");
    assert!(named.iter().zip(others).all(|(named, other)| named.contains(other)), "{named:?}");
    let group = shown(dom, "<div class=\"same\"");
    assert_eq!(group.len() == 1, are_there);
    assert!(dom.contains("1 more test with the same cause"), "the first of them is in full");
}

#[test]
fn all_is_shown_if_nothing_is_asked_for() {
    let Some(dom) = page("") else { return };
    let rows = dom.matches("<tr class=\"item\"").count();
    assert!(rows > 20 && shown(dom, "<tr class=\"item\"").len() == rows, "{rows}");
    assert!(dom.contains(&format!("Requirements <small class=\"count\">{rows}</small>")));
    assert!(dom.contains("<nav id=\"filters\">"), "the filters are of use");
}

#[test]
fn a_device_that_is_chosen_is_the_only_one() {
    let Some(dom) = page("device=host%40two-devices%3A%3Adev1") else { return };
    assert_eq!(shown(dom, "<th data-column=").len(), 1);
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

/// All there is of one kind, without what follows each other alike.
fn different<'t>(told: &'t [Value], what: &str) -> Vec<&'t Value> {
    let mut values: Vec<&Value> = told.iter().map(|call| &call[what]).collect();
    values.dedup();
    values
}

#[rstest]
#[case::on_a_desk(1280, false)]
#[case::on_a_phone(390, true)]
fn calls_are_in_order_of_time_and_each_process_has_its_place(#[case] width: u32, #[case] named: bool) {
    let Some(told) = measured(width) else { return };
    let shown = |what: &str| told.iter().map(|call| call[what].as_str().expect("a text")).collect::<Vec<_>>();
    let done = " -> UR_RESULT_SUCCESS";
    let [open, wait, late] = ["urOpen()", "urWait()", "urLate()"].map(|call| format!("{call}{done}"));
    assert_eq!(shown("call"), [HOSTILE, &open, &wait, "urSignal()", &late]);
    assert_eq!(shown("at"), ["0", "10", "30", "1\u{202f}500", "2\u{202f}050"]);
    assert_eq!(different(&told, "clean"), [false, true]);
    let tops: Vec<f64> = told.iter().filter_map(|call| call["top"].as_f64()).collect();
    assert!(tops.is_sorted_by(|above, below| above < below), "{tops:?}");
    assert_eq!(different(&told, "named"), [named], "where there are no columns each call names its process");
    let lefts: Vec<f64> = told.iter().filter_map(|call| call["left"].as_f64()).collect();
    let [worker, peer, ..] = lefts[..] else { panic!("{told:?}") };
    assert_eq!(lefts, [worker, peer, worker, peer, worker]);
    assert_eq!(worker < peer, !named, "side by side, or below each other");
    let backs = told.iter().map(|call| call["back"] != told[0]["back"]).collect::<Vec<_>>();
    assert_eq!(backs, [false, false, true, true, false], "what went wrong is seen");
}
