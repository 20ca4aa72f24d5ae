//! Links the library.

fn main() {
    // Queues have threads, and interposed functions are called until the process ends: the library is never unloaded.
    println!("cargo::rustc-cdylib-link-arg=-Wl,-z,nodelete");
    println!("cargo::rerun-if-changed=build.rs");
}
