//! Traces that a run could leave behind, and the places to look for them.

use std::ffi::CStr;
use std::fs;
use std::path::Path;

/// The variable that tells the processes of one run from all others.
pub const MARK: &str = "FAULTS_RUN";
/// Folders of a run: its working directory, its temporary folder and its /dev/shm. Nothing stays in any of them.
pub const FOLDERS: [&str; 3] = ["here", "temporary", "shared"];

/// Puts the folder in the place of /dev/shm, for this process and its descendants, where the system allows that.
pub fn share_nothing(folder: &CStr) {
    let (root, memory, none) = (c"/".as_ptr(), c"/dev/shm".as_ptr(), std::ptr::null());
    // SAFETY: texts that end in zero, and no further pointers.
    unsafe {
        if libc::unshare(libc::CLONE_NEWNS) == 0
            && libc::mount(none, root, none, libc::MS_REC | libc::MS_PRIVATE, none.cast()) == 0
        {
            libc::mount(folder.as_ptr(), memory, none, libc::MS_BIND, none.cast());
        }
    }
}

/// Memory dumps are files, too.
pub fn no_memory_dumps() -> std::io::Result<()> {
    let none = libc::rlimit { rlim_cur: 0, rlim_max: 0 };
    // SAFETY: reads a structure of the right type.
    if unsafe { libc::setrlimit(libc::RLIMIT_CORE, &raw const none) } == 0 {
        Ok(())
    } else {
        Err(std::io::Error::last_os_error())
    }
}

/// The state of a process or a thread, by its file `stat`.
pub fn state(file: &Path) -> Option<char> {
    // The name, in parentheses, may hold anything.
    fs::read_to_string(file).ok()?.rsplit_once(") ")?.1.chars().next()
}

/// The processes of a run: its mark is in their environment, or among their arguments.
pub fn processes_of(mark: &str) -> Vec<u32> {
    let variable = format!("{MARK}={mark}");
    let all = fs::read_dir("/proc").into_iter().flatten().flatten();
    let has = |pid: u32, file: &str, text: &str| {
        let content = fs::read(format!("/proc/{pid}/{file}")).unwrap_or_default();
        content.split(|&byte| byte == 0).any(|entry| entry == text.as_bytes())
    };
    all.filter_map(|entry| entry.file_name().to_str()?.parse().ok())
        .filter(|&pid| has(pid, "environ", &variable) || has(pid, "cmdline", mark))
        .collect()
}
