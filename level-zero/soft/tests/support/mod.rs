//! Opening the driver, as a program would.

use std::env;
use std::path::PathBuf;
use std::process::{Command, Output};

use level_zero_sys::*;

/// File name of the driver.
const FILE: &str = "liblevel_zero_soft.so";

/// Path of the driver, which cargo builds along with the tests.
pub fn path() -> PathBuf {
    let executable = env::current_exe().expect("the test has a path");
    let directories = executable.ancestors().skip(1).take(2);
    let mut paths = directories.map(|directory| directory.join(FILE));
    paths.find(|path| path.exists()).expect("cargo builds the driver next to the tests")
}

/// The driver, opened in place of a loader.
pub fn open() -> Library {
    // SAFETY: the driver has sound initialisers and the signatures of the specification.
    unsafe { Library::open(Some(&path())) }.expect("the driver can be opened")
}

/// The entry point of this name.
macro_rules! call {
    ($library:expr, $name:ident($($argument:expr),* $(,)?)) => {{
        let function = $library.functions().$name.expect("the driver has all entry points");
        // SAFETY: the test gives what the function asks for.
        unsafe { function($($argument),*) }
    }};
}
pub(crate) use call;

/// A test in a process of its own: whether it is the one that runs here.
const CHILD: &str = "TEST_OF_LEVEL_ZERO_SOFT";

/// Runs `body` in a new process with these variables and gives what came of it; in that process, ends it.
/// `test` is the path of the test that calls this.
pub fn apart(test: &str, variables: &[(&str, &str)], body: impl FnOnce()) -> Option<Output> {
    if env::var_os(CHILD).is_some() {
        body();
        return None;
    }
    let executable = env::current_exe().expect("the test has a path");
    let output = Command::new(executable)
        .args(["--exact", test, "--include-ignored", "--nocapture"])
        .env(CHILD, "1")
        .envs(variables.iter().copied())
        .output()
        .expect("the test starts again");
    Some(output)
}

/// As [`apart`], and the body must succeed. False in the new process.
pub fn apart_and_well(test: &str, variables: &[(&str, &str)], body: impl FnOnce()) -> bool {
    let Some(output) = apart(test, variables, body) else {
        return false;
    };
    let text = [output.stdout, output.stderr].map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
    assert!(output.status.success(), "{}{}", text[0], text[1]);
    assert!(text[0].contains("1 passed"), "{test} is no test: {}", text[0]);
    true
}

/// Initialises the driver and gives its handle.
pub fn driver(library: &Library) -> ze_driver_handle_t {
    assert_eq!(call!(library, zeInit(ze_init_flags_t(0))), ze_result_t::ZE_RESULT_SUCCESS);
    let (mut count, mut driver) = (1, ze_driver_handle_t::NULL);
    assert_eq!(call!(library, zeDriverGet(&mut count, &mut driver)), ze_result_t::ZE_RESULT_SUCCESS);
    assert_eq!(count, 1);
    driver
}

/// All devices of the driver.
pub fn devices(library: &Library, driver: ze_driver_handle_t) -> Vec<ze_device_handle_t> {
    let mut count = 0;
    let get = |count: &mut u32, array| call!(library, zeDeviceGet(driver, count, array));
    assert_eq!(get(&mut count, core::ptr::null_mut()), ze_result_t::ZE_RESULT_SUCCESS);
    let mut devices = vec![ze_device_handle_t::NULL; count as usize];
    assert_eq!(get(&mut count, devices.as_mut_ptr()), ze_result_t::ZE_RESULT_SUCCESS);
    assert_eq!(count as usize, devices.len());
    devices
}
