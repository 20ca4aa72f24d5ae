//! Resources of this process: descriptors, mapped memory files and threads.

use std::collections::BTreeMap;
use std::fs;
use std::time::{Duration, Instant};

/// The number of resources of each kind, by the file or [`THREADS`].
pub type Held = BTreeMap<String, usize>;

const THREADS: &str = "threads";

/// The current resources.
pub fn held() -> Held {
    let mut held = Held::new();
    let mut count = |what: String| *held.entry(what).or_default() += 1;
    let listed = fs::read_dir("/proc/self/fd").expect("Linux lists descriptors");
    let paths: Vec<_> = listed.map(|entry| entry.expect("a descriptor").path()).collect();
    // The descriptor of the list itself is closed by now.
    for target in paths.iter().filter_map(|path| fs::read_link(path).ok()) {
        count(format!("descriptor of {}", target.display()));
    }
    let maps = fs::read_to_string("/proc/self/maps").expect("Linux lists mappings");
    for line in maps.lines() {
        if let Some(at) = line.find("/memfd:") {
            count(format!("mapping of {}", &line[at..]));
        }
    }
    for _ in fs::read_dir("/proc/self/task").expect("Linux lists threads") {
        count(THREADS.to_owned());
    }
    held
}

/// The differences to `before`, once the count has settled. A thread that was joined is listed for a moment, so
/// `before` may have one too many.
pub fn changes_since(before: &Held) -> Vec<String> {
    let deadline = Instant::now() + Duration::from_secs(1);
    loop {
        let now = held();
        let changes: Vec<_> = before
            .keys()
            .chain(now.keys().filter(|what| !before.contains_key(*what)))
            .filter_map(|what| {
                let count = |held: &Held| held.get(what).copied().unwrap_or(0);
                let (was, is) = (count(before), count(&now));
                (if what == THREADS { is > was } else { is != was })
                    .then(|| format!("{what}: {was} before, {is} after"))
            })
            .collect();
        if changes.is_empty() || Instant::now() > deadline {
            return changes;
        }
        std::thread::sleep(Duration::from_millis(1));
    }
}
